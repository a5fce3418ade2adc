// A table of weights by key, which grows with what is met: what an n-tuple network is made of whose patterns
// nobody has counted beforehand.
//
// Open addressing: a cell is looked for at the place that the first bits of its key say, and then in the
// cells that follow. A cell has all that learning needs, so that a weight is one line of memory away. Each
// weight has a step size of its own, by temporal coherence (weight_table.hpp).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "core/large_vector.hpp"

namespace hazard::learn {

class PatternTable {
 public:
  struct Cell {
    std::uint32_t key = 0;
    float weight = 0.0F;
    float errors = 0.0F;  // the sum of what values were wrong by that this weight had a part in
    float sizes = 0.0F;   // the sum of the sizes of the same; 0: an empty cell
  };

  PatternTable() : cells_(kFirstSize) {}

  std::size_t size() const { return used_; }

  HAZARD_INLINE void prefetch(std::span<const std::uint32_t> keys) const {
    for (const auto key : keys) __builtin_prefetch(&cells_[key >> shift_]);
  }

  HAZARD_INLINE float sum(std::span<const std::uint32_t> keys) const {
    float sum = 0.0F;
    for (const auto key : keys) sum += cells_[find(key)].weight;
    return sum;
  }

  // Moves the sum of the keys' weights towards `target`; returns what it was wrong by.
  float step(std::span<const std::uint32_t> keys, float target, float rate) {
    const float error = target - sum(keys), size = std::abs(error);
    if (size == 0.0F || keys.empty()) return 0.0F;
    const float share = rate * error / static_cast<float>(keys.size());
    for (const auto key : keys) {
      std::size_t place = find(key);
      if (cells_[place].sizes == 0.0F) {
        if (10 * (used_ + 1) > 7 * cells_.size()) {
          if (cells_.size() >= kMostCells) continue;  // full: what is new stays worth nothing
          grow();
          place = find(key);
        }
        ++used_;
        cells_[place].key = key;
      }
      Cell& cell = cells_[place];
      cell.weight += cell.sizes > 0.0F ? share * std::abs(cell.errors) / cell.sizes : share;
      cell.errors += error;
      cell.sizes += size;
    }
    return error;
  }

  // Cells that have learned something, in the order in which they lie.
  std::vector<Cell> cells() const {
    std::vector<Cell> found;
    found.reserve(used_);
    for (const Cell& cell : cells_) {
      if (cell.sizes != 0.0F) found.push_back(cell);
    }
    return found;
  }

  void put(std::span<const Cell> cells) {
    while (10 * (used_ + cells.size()) > 7 * cells_.size()) grow();
    for (const Cell& cell : cells) {
      used_ += cells_[find(cell.key)].sizes == 0.0F;
      cells_[find(cell.key)] = cell;
    }
  }

 private:
  static constexpr std::size_t kFirstSize = std::size_t{1} << 16, kMostCells = std::size_t{1} << 25;

  HAZARD_INLINE std::size_t find(std::uint32_t key) const {
    const std::size_t last = cells_.size() - 1;
    std::size_t place = key >> shift_;
    while (cells_[place].sizes != 0.0F && cells_[place].key != key) place = (place + 1) & last;
    return place;
  }

  void grow() {
    LargeVector<Cell> old(2 * cells_.size());
    old.swap(cells_);
    --shift_;
    for (const Cell& cell : old) {
      if (cell.sizes != 0.0F) cells_[find(cell.key)] = cell;
    }
  }

  int shift_ = 16;  // 32 less the bits of a place
  std::size_t used_ = 0;
  LargeVector<Cell> cells_;
};

}  // namespace hazard::learn
