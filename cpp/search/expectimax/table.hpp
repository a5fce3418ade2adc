// The transposition table: what is known of positions that were searched before.
//
// An entry holds a lower and an upper bound of a position's value at one depth (equal when exact) and the
// best move. Each depth has an entry of its own: in games that come back to a position at many depths, one
// entry for all of them would be overwritten before it is used. A value is used only at the very depth it was
// found for, or at any greater one when it is proven, that is, rests on ends of the game alone: so the table
// never changes a search's answer. (With a cut-off by likelihood, a likelier line may answer for others: it
// looked closer.) The table starts small, because touching fresh memory is what a short search would spend
// its time on, and grows up to its limit; from then on, in a full bucket, the entry of the oldest search,
// then the shallowest, makes room.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "core/game.hpp"

namespace hazard {

template <class Move>
class Table {
 public:
  struct Entry {
    std::uint64_t key;
    double low, high;
    Move move;
    std::int16_t depth;
    std::uint8_t generation;
    bool used : 1, has_move : 1, proven : 1;
    std::uint16_t reach;  // the likelihood() of the line it was found in, where that had a part in it

    bool answers(int asked_depth) const { return depth == asked_depth || (proven && asked_depth > depth); }
  };

  static constexpr std::size_t kBucket = 4;

  explicit Table(double megabytes) {
    const auto wanted = static_cast<std::size_t>(megabytes * (1 << 20)) / (sizeof(Entry) * kBucket);
    max_buckets_ = std::bit_floor(std::max<std::size_t>(wanted, 1));
    buckets_ = std::min(max_buckets_, kFirstBuckets);
    entries_ = allocate(buckets_);
  }

  std::size_t bytes() const { return buckets_ * kBucket * sizeof(Entry); }
  void new_generation() {
    ++generation_;
    filled_ = 0;
  }

  // What is known at `depth`; failing that, of the depth above, for its move or because it is proven.
  const Entry* find(std::uint64_t key, int depth) const {
    const Entry* entry = find_slot(slot_key(key, depth));
    return entry != nullptr ? entry : find_slot(slot_key(key, depth - 1));
  }

  // What is known at `depth` itself.
  const Entry* find_at(std::uint64_t key, int depth) const { return find_slot(slot_key(key, depth)); }

  void store(std::uint64_t state_key, int depth, double low, double high, bool proven, const Move* move,
             std::uint16_t reach = likelihood(1.0)) {
    store_slot(slot_key(state_key, depth), depth, low, high, proven, move, reach);
  }

  // A probability in 16 bits that compare like it: a float's exponent and the first nine digits after it, so
  // that products of the same probabilities in another order are the same.
  static constexpr std::uint16_t likelihood(double reach) {
    return static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(reach)) >> 14);
  }

 private:
  static std::uint64_t slot_key(std::uint64_t key, int depth) {
    return key + static_cast<std::uint64_t>(depth + 64) * 0x9e3779b97f4a7c15ULL;
  }

  const Entry* find_slot(std::uint64_t key) const {
    const Entry* bucket = bucket_of(key);
    for (std::size_t i = 0; i < kBucket; ++i) {
      if (bucket[i].used && bucket[i].key == key) return &bucket[i];
    }
    return nullptr;
  }

  void store_slot(std::uint64_t key, int depth, double low, double high, bool proven, const Move* move,
                  std::uint16_t reach) {
    Entry* bucket = const_cast<Entry*>(bucket_of(key));
    Entry* place = bucket;
    for (std::size_t i = 0; i < kBucket; ++i) {
      Entry& entry = bucket[i];
      if (entry.used && entry.key == key) {
        place = &entry;
        // A likelier line looked closer.
        if (entry.reach > reach) return;
        if (entry.reach < reach) break;
        // The same question: both answers hold, so keep the tighter of each.
        proven = proven && entry.proven;
        low = std::max(low, entry.low);
        high = std::min(high, entry.high);
        break;
      }
      if (worth(entry) < worth(*place)) place = &entry;
    }
    // What earlier searches left is room too: the table grows with what one search needs.
    const bool taken = place->used && (place->key == key || place->generation == generation_);
    if (!taken && ++filled_ * 2 > buckets_ * kBucket && buckets_ < max_buckets_) {
      grow();
      store_slot(key, depth, low, high, proven, move, reach);
      return;
    }
    const bool same = place->used && place->key == key;
    place->has_move = move != nullptr || (same && place->has_move);
    if (move != nullptr) place->move = *move;
    place->key = key;
    place->low = low;
    place->high = high;
    place->depth = static_cast<std::int16_t>(depth);
    place->reach = reach;
    place->generation = generation_;
    place->proven = proven;
    place->used = true;
  }

  static constexpr std::size_t kFirstBuckets = 4096;

  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  using Memory = std::unique_ptr<Entry[], Free>;

  static Memory allocate(std::size_t buckets) {
    Memory memory(static_cast<Entry*>(std::calloc(buckets * kBucket, sizeof(Entry))));
    if (!memory) throw std::bad_alloc();
    return memory;
  }

  // Four times the room. A bucket's entries go to four new ones, so none is lost.
  void grow() {
    const Memory old = std::move(entries_);
    const std::size_t count = buckets_ * kBucket;
    buckets_ = std::min(buckets_ * 4, max_buckets_);
    entries_ = allocate(buckets_);
    filled_ = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!old[i].used) continue;
      Entry* place = const_cast<Entry*>(bucket_of(old[i].key));
      while (place->used) ++place;
      *place = old[i];
      filled_ += place->generation == generation_;
    }
  }

  // Empty first, then entries of earlier searches, then shallow ones.
  int worth(const Entry& e) const {
    return !e.used ? -(1 << 20) : e.depth - (e.generation == generation_ ? 0 : 1 << 17);
  }

  const Entry* bucket_of(std::uint64_t key) const { return &entries_[(key & (buckets_ - 1)) * kBucket]; }

  std::size_t max_buckets_, buckets_;
  std::size_t filled_ = 0;
  Memory entries_;
  std::uint8_t generation_ = 0;
};

}  // namespace hazard
