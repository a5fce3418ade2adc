// The states between the root and the node that is searched, by their keys: whether play comes back to one.
//
// States leave in the opposite order to the one they entered in, so that of a run of neighbours in the table
// the last one placed goes first: leaving is clearing a slot, and nothing is allocated for a node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.hpp"

namespace hazard {

class Path {
 public:
  // False where the state is on the path already.
  bool enter(std::uint64_t key) {
    if (2 * keys_.size() >= slots_.size()) grow();
    const std::size_t place = place_of(key);
    if (slots_[place] != kFree) return false;
    keys_.push_back(key);
    slots_[place] = static_cast<std::uint32_t>(keys_.size());
    return true;
  }

  // The state that entered last leaves.
  void leave() {
    slots_[place_of(keys_.back())] = kFree;
    keys_.pop_back();
  }

 private:
  static constexpr std::uint32_t kFree = 0;

  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = mix64(key) & mask;
    while (slots_[place] != kFree && keys_[slots_[place] - 1] != key) place = (place + 1) & mask;
    return place;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), kFree);
    for (std::uint32_t i = 0; i < keys_.size(); ++i) slots_[place_of(keys_[i])] = i + 1;
  }

  std::vector<std::uint64_t> keys_;   // in the order they entered
  std::vector<std::uint32_t> slots_;  // open addressing: where a key stands in that order, from 1
};

}  // namespace hazard
