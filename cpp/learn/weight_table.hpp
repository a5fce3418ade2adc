// A table of weights, of which a value is the sum of a few dozen: what an n-tuple network is made of. It is
// far too large for a cache, so that where to read is said ahead.
//
// Each weight has a step size of its own, by temporal coherence (Beal and Smith 1999; Jaskowski 2016): the
// sum of its errors, over the sum of their sizes. As long as the errors agree it takes whole steps; when they
// cancel out, the weight has arrived and stays where it is.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/game.hpp"
#include "core/large_vector.hpp"

namespace hazard::learn {

struct Coherence {
  float errors = 0.0F;  // the sum of what the value was wrong by, whenever this weight had a part in it
  float sizes = 0.0F;   // the sum of the sizes of the same; 0 where the weight has never been learned
};

template <std::size_t count>
using Places = std::array<std::uint32_t, count>;

class WeightTable {
 public:
  WeightTable(std::size_t size, float first) : weights_(size, first) {}

  std::size_t size() const { return weights_.size(); }
  float weight(std::size_t place) const { return weights_[place]; }
  void set(std::size_t place, float weight) { weights_[place] = weight; }

  // Only a table that learns needs them; they are twice its size.
  void make_room_to_learn() {
    if (coherences_.empty()) coherences_.resize(size());
  }
  bool has_learned(std::size_t place) const {
    return !coherences_.empty() && coherences_[place].sizes > 0.0F;
  }
  Coherence coherence(std::size_t place) const { return coherences_[place]; }
  void set(std::size_t place, Coherence coherence) { coherences_[place] = coherence; }

  template <std::size_t count>
  HAZARD_INLINE void prefetch(const Places<count>& places) const {
    for (const auto place : places) __builtin_prefetch(&weights_[place]);
  }
  template <std::size_t count>
  HAZARD_INLINE void prefetch_to_learn(const Places<count>& places) const {
    for (const auto place : places) {
      __builtin_prefetch(&weights_[place], 1);
      __builtin_prefetch(&coherences_[place], 1);
    }
  }

  // Four sums at a time: one would wait for itself.
  template <std::size_t count>
  HAZARD_INLINE float sum(const Places<count>& places) const {
    static_assert(count % 4 == 0);
    float a = 0.0F, b = 0.0F, c = 0.0F, d = 0.0F;
    for (std::size_t i = 0; i < count; i += 4) {
      a += weights_[places[i]];
      b += weights_[places[i + 1]];
      c += weights_[places[i + 2]];
      d += weights_[places[i + 3]];
    }
    return (a + b) + (c + d);
  }

  // The same for as many places as a position happens to have.
  HAZARD_INLINE void prefetch(std::span<const std::uint32_t> places) const {
    for (const auto place : places) __builtin_prefetch(&weights_[place]);
  }
  HAZARD_INLINE float sum(std::span<const std::uint32_t> places) const {
    float a = 0.0F, b = 0.0F;
    std::size_t i = 0;
    for (; i + 1 < places.size(); i += 2) {
      a += weights_[places[i]];
      b += weights_[places[i + 1]];
    }
    return a + b + (i < places.size() ? weights_[places[i]] : 0.0F);
  }

  // A step of one size for all, where it is the whole training that anneals it.
  HAZARD_INLINE void shift(std::span<const std::uint32_t> places, float amount) {
    const float share = amount / static_cast<float>(places.size());
    for (const auto place : places) weights_[place] += share;
  }

  // The error is what should be added to the sum; the weights share it. A place may be there twice.
  template <std::size_t count>
  HAZARD_INLINE void step(const Places<count>& places, float error, float rate) {
    const float share = rate * error / static_cast<float>(count), size = std::abs(error);
    for (const auto place : places) {
      Coherence& coherence = coherences_[place];
      const float agreement = coherence.sizes > 0.0F ? std::abs(coherence.errors) / coherence.sizes : 1.0F;
      weights_[place] += share * agreement;
      coherence.errors += error;
      coherence.sizes += size;
    }
  }

 private:
  LargeVector<float> weights_;
  LargeVector<Coherence> coherences_;
};

}  // namespace hazard::learn
