// Damage as it arrives: typed parts, each halved, doubled or ignored by the target, rolled together.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "domains/fivee/content/content.hpp"

namespace hazard::fivee {

// A distribution of damage, ready to be looked up.
struct Rolled {
  int low = 0;
  std::vector<double> probabilities{1.0};
  double mean = 0.0, variance = 0.0;

  int high() const { return low + static_cast<int>(probabilities.size()) - 1; }

  void measure() {
    mean = variance = 0.0;
    for (std::size_t i = 0; i < probabilities.size(); ++i) mean += probabilities[i] * (low + double(i));
    for (std::size_t i = 0; i < probabilities.size(); ++i) {
      const double off = low + double(i) - mean;
      variance += probabilities[i] * off * off;
    }
  }

  // The chance of `amount` or more.
  double at_least(int amount) const {
    double sum = 0.0;
    for (int value = high(); value >= std::max(amount, low); --value) sum += probabilities[value - low];
    return sum;
  }

  int draw(Random& random) const {
    double left = random.uniform();
    for (std::size_t i = 0; i + 1 < probabilities.size(); ++i) {
      if ((left -= probabilities[i]) < 0.0) return low + static_cast<int>(i);
    }
    return high();
  }
};

inline Rolled convolved(const Rolled& a, const Dice& b) {
  Rolled sum;
  sum.low = a.low + b.low;
  sum.probabilities.assign(a.probabilities.size() + b.probabilities.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.probabilities.size(); ++i) {
    for (std::size_t j = 0; j < b.probabilities.size(); ++j) {
      sum.probabilities[i + j] += a.probabilities[i] * b.probabilities[j];
    }
  }
  return sum;
}

// What a target makes of a damage type. Evened: it is resistant and vulnerable; half, rounded down, is
// doubled
// ("resistance and then vulnerability are applied").
enum class Share : std::uint8_t { None, Half, Full, Double, Evened };
inline constexpr std::size_t kShares = 5;

// Each part's dice as the target takes them: halves are rounded down.
inline Dice shared(const Dice& dice, Share share) {
  if (share == Share::Full) return dice;
  const auto taken = [share](int amount) {
    return share == Share::None     ? 0
           : share == Share::Half   ? amount / 2
           : share == Share::Evened ? amount / 2 * 2
                                    : amount * 2;
  };
  Dice found;
  found.low = taken(dice.low);
  const int high = taken(dice.low + static_cast<int>(dice.probabilities.size()) - 1);
  found.probabilities.assign(static_cast<std::size_t>(high - found.low + 1), 0.0);
  for (std::size_t i = 0; i < dice.probabilities.size(); ++i) {
    found.probabilities[taken(dice.low + static_cast<int>(i)) - found.low] += dice.probabilities[i];
  }
  return found;
}

// Damage is never negative, whatever is taken off it.
inline void floor_at_zero(Rolled& rolled) {
  while (rolled.low < 0 && rolled.probabilities.size() > 1) {
    rolled.probabilities[1] += rolled.probabilities[0];
    rolled.probabilities.erase(rolled.probabilities.begin());
    ++rolled.low;
  }
  if (rolled.low < 0) rolled.low = 0;
}

inline constexpr int kMostParts = 4;

// The damage of one effect for every way in which a target may take its parts.
class DamageTable {
 public:
  DamageTable() = default;
  explicit DamageTable(const std::vector<DamagePart>& parts) : parts_(parts) {
    std::size_t ways = 1;
    for (std::size_t i = 0; i < parts.size(); ++i) ways *= kShares;
    for (std::size_t way = 0; way < ways; ++way) {
      for (const bool critical : {false, true}) rolled_.push_back(roll(way, critical));
    }
  }

  bool empty() const { return parts_.empty(); }

  // `share` tells what the target makes of a type.
  const Rolled& rolled(bool critical, auto&& share) const {
    std::size_t way = 0;
    for (std::size_t i = parts_.size(); i-- > 0;) {
      way = way * kShares + static_cast<std::size_t>(share(parts_[i].type));
    }
    return rolled_[2 * way + critical];
  }

  const std::vector<DamagePart>& parts() const { return parts_; }

 private:
  Rolled roll(std::size_t way, bool critical) const {
    Rolled sum;
    for (std::size_t i = 0; i < parts_.size(); ++i, way /= kShares) {
      const auto share = static_cast<Share>(way % kShares);
      sum = convolved(sum, shared(critical ? parts_[i].critical : parts_[i].normal, share));
    }
    floor_at_zero(sum);
    sum.measure();
    return sum;
  }

  std::vector<DamagePart> parts_;
  std::vector<Rolled> rolled_;  // by way, then normal or critical
};

}  // namespace hazard::fivee
