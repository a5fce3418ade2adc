// What is certain of an option, whatever the search did not look at: an interval that holds its true value.
//
// A value that is exact is certain, a lower or upper value from one side; for all that is open, the game's
// bounds stand in. An option whose outcomes are known in part is known in part.
#pragma once

#include <algorithm>

#include "core/game.hpp"
#include "core/result.hpp"

namespace hazard {

// What a step may be worth of which `kind` says what is known of `value`; both have its reward in them.
inline Bounds certain(ValueKind kind, double value, double reward, const Bounds& bounds) {
  const bool from_below = kind == ValueKind::Exact || kind == ValueKind::Lower;
  const bool from_above = kind == ValueKind::Exact || kind == ValueKind::Upper;
  return {from_below ? value : reward + bounds.low, from_above ? value : reward + bounds.high};
}

// The interval of one option of `root`.
template <Game G>
Bounds certain_of(const G& game, const typename G::State& root, const Option<typename G::Move>& option) {
  const Bounds bounds = bounds_of(game);
  const double reward = reward_of(game, root, option.action);
  Bounds found = certain(option.kind, option.value, reward, bounds);
  // Where outcomes stand for others, what those pay is not known.
  if (option.kind == ValueKind::Exact || option.outcomes.empty() || option.grouped) return found;
  const auto next = game.apply(root, option.action);
  Bounds sum{reward, reward};
  double seen = 0.0;
  for (const auto& outcome : option.outcomes) {
    const double paid = reward_of(game, next, outcome.outcome);
    const Bounds part = certain(outcome.kind, outcome.value, paid, bounds);
    sum.low += outcome.probability * part.low;
    sum.high += outcome.probability * part.high;
    seen += outcome.probability;
  }
  // Only where all outcomes are there do they tell something of their sum: what others pay is not known.
  if (seen < 1.0 - 1e-12) return found;
  return {std::max(found.low, sum.low), std::min(found.high, sum.high)};
}

}  // namespace hazard
