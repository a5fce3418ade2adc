// The transposition table: what is known of positions that were searched before.
//
// An entry holds a lower and an upper bound of a position's value at one depth (equal when exact) and the
// best move. A value is used only at the very depth it was found for, or at any depth when it is proven
// to the end of the game: so the table never changes a search's answer. Memory is fixed; in a full bucket
// the entry of the oldest search, then the shallowest, makes room.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "search/game.hpp"

namespace hazard {

template <class Move>
class Table {
 public:
  static constexpr std::int16_t kProven = 32767;

  struct Entry {
    std::uint64_t key;
    double low, high;
    Move move;
    std::int16_t depth;
    std::uint8_t generation;
    bool used, has_move;

    bool answers(int asked_depth) const { return depth == asked_depth || depth == kProven; }
  };

  static constexpr std::size_t kBucket = 4;

  explicit Table(double megabytes) {
    const auto wanted = static_cast<std::size_t>(megabytes * 1e6) / (sizeof(Entry) * kBucket);
    buckets_ = std::bit_floor(std::max<std::size_t>(wanted, 1));
    // calloc leaves untouched pages unmapped: a short search does not pay for a large table.
    entries_.reset(static_cast<Entry*>(std::calloc(buckets_ * kBucket, sizeof(Entry))));
    if (!entries_) throw std::bad_alloc();
  }

  std::size_t bytes() const { return buckets_ * kBucket * sizeof(Entry); }
  void new_generation() { ++generation_; }

  const Entry* find(std::uint64_t key) const {
    const Entry* bucket = bucket_of(key);
    for (std::size_t i = 0; i < kBucket; ++i) {
      if (bucket[i].used && bucket[i].key == key) return &bucket[i];
    }
    return nullptr;
  }

  void store(std::uint64_t key, int depth, double low, double high, const Move* move) {
    Entry* bucket = const_cast<Entry*>(bucket_of(key));
    Entry* place = bucket;
    for (std::size_t i = 0; i < kBucket; ++i) {
      Entry& entry = bucket[i];
      if (entry.used && entry.key == key) {
        place = &entry;
        if (entry.answers(depth)) {  // the same question: both answers hold, so keep the tighter of each
          if (entry.depth == kProven && depth != kProven) return;
          low = std::max(low, entry.low);
          high = std::min(high, entry.high);
        }
        break;
      }
      if (worth(entry) < worth(*place)) place = &entry;
    }
    const bool same = place->used && place->key == key;
    place->has_move = move != nullptr || (same && place->has_move);
    if (move != nullptr) place->move = *move;
    place->key = key;
    place->low = low;
    place->high = high;
    place->depth = static_cast<std::int16_t>(depth);
    place->generation = generation_;
    place->used = true;
  }

 private:
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };

  // Empty first, then entries of earlier searches, then shallow ones.
  int worth(const Entry& e) const {
    return !e.used ? -(1 << 20) : e.depth - (e.generation == generation_ ? 0 : 1 << 17);
  }

  const Entry* bucket_of(std::uint64_t key) const { return &entries_[(key & (buckets_ - 1)) * kBucket]; }

  std::size_t buckets_;
  std::unique_ptr<Entry[], Free> entries_;
  std::uint8_t generation_ = 0;
};

}  // namespace hazard
