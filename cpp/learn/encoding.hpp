// What a learner sees of a state: numbers, each at its place, made into the inputs of a network or into the
// keys of a table of weights.
//
// A place is learned as a choice (one input for each value that it can have, of which the most common one is
// left out, so that a board has an input for each stone and not for each cell), as an amount (a whole number
// of any size: its share of a scale, its logarithm, and how many binary digits it has), as a fraction, or as
// bits (a board in a whole number).
//
// Where two sides play, each has rows of its own in the first layer of a network: what is good for one is bad
// for the other, and no game has to say how its states look from the other side.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "learn/kernels.hpp"

namespace hazard::learn {

struct Place {
  enum class Kind : std::uint8_t { Choice, Amount, Fraction, Bits };
  Kind kind = Kind::Fraction;
  std::vector<double> values;  // of a choice, in order
  int usual = -1;              // which of them is left out
  double scale = 1.0;
  std::uint32_t table = 0;  // which table of weights it looks up

  static constexpr int kDigits = 25, kBits = 32;

  int width() const {
    switch (kind) {
      case Kind::Choice:
        return static_cast<int>(values.size());
      case Kind::Amount:
        return 2 + kDigits;
      case Kind::Bits:
        return kBits;
      default:
        return 1;
    }
  }
};

// Whom a state is for: who decides next, and whether chance moves first.
struct View {
  int side = 0;  // 0: MAX, 1: MIN
  bool chance = false;
};

class Encoding {
 public:
  Encoding(std::vector<Place> places, int sides) : places_(std::move(places)), sides_(sides) {
    for (const Place& place : places_) {
      first_.push_back(width_);
      width_ += place.width();
    }
    width_ += 1;  // whether chance moves first
    if (inputs() > 0xFFFF) throw std::invalid_argument("more inputs than a network takes");
  }

  std::size_t places() const { return places_.size(); }
  int sides() const { return sides_; }
  int inputs() const { return width_ * sides_; }

  void list_inputs(std::span<const double> numbers, const View& view, std::vector<Input>& inputs) const {
    inputs.clear();
    const int offset = sides_ == 2 ? view.side * width_ : 0;
    const auto add = [&](int index, double value) {
      if (value != 0.0)
        inputs.push_back({static_cast<std::uint16_t>(offset + index), static_cast<float>(value)});
    };
    for (std::size_t i = 0; i < places_.size(); ++i) add_place(places_[i], first_[i], numbers[i], add);
    if (view.chance) add(width_ - 1, 1.0);
  }

  // One key for each place; places of one table share the weights of equal numbers.
  void list_keys(std::span<const double> numbers, const View& view, std::vector<std::uint32_t>& keys) const {
    keys.clear();
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const double number = numbers[i] + 0.0;  // -0.0 is 0.0
      const std::uint64_t where = 2ULL * places_[i].table + (sides_ == 2 ? view.side : 0);
      keys.push_back(
          static_cast<std::uint32_t>(mix64(mix64(where) ^ std::bit_cast<std::uint64_t>(number)) >> 32));
    }
  }

 private:
  static void add_place(const Place& place, int first, double number, auto&& add) {
    switch (place.kind) {
      case Place::Kind::Choice: {
        const auto found = std::lower_bound(place.values.begin(), place.values.end(), number);
        if (found == place.values.end() || *found != number) return;  // never seen: nothing is known of it
        const int which = static_cast<int>(found - place.values.begin());
        if (which != place.usual) add(first + which, 1.0);
        return;
      }
      case Place::Kind::Amount: {
        const double size = std::log2(1.0 + std::abs(number));
        add(first, std::clamp(number / place.scale, -8.0, 8.0));
        add(first + 1, number < 0.0 ? -size / 8.0 : size / 8.0);
        add(first + 2 + std::min(static_cast<int>(size), Place::kDigits - 1), 1.0);
        return;
      }
      case Place::Kind::Bits: {
        auto bits = static_cast<std::uint32_t>(number);
        for (; bits != 0; bits &= bits - 1) add(first + std::countr_zero(bits), 1.0);
        return;
      }
      case Place::Kind::Fraction:
        add(first, std::clamp(number / place.scale, -8.0, 8.0));
    }
  }

  std::vector<Place> places_;
  std::vector<int> first_;  // input of each place
  int sides_, width_ = 0;
};

}  // namespace hazard::learn
