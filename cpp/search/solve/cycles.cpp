#include "search/solve/cycles.hpp"

#include <algorithm>
#include <cmath>

#include "core/double_double.hpp"
#include "search/solve/chain.hpp"
#include "search/solve/components.hpp"
#include "search/solve/cycle_proof.hpp"
#include "search/solve/endless_proof.hpp"

namespace hazard {

namespace {

using Number = DoubleDouble;

constexpr double kDiscount = 1e-18;  // what a step costs: see step 1 of the header
constexpr std::size_t kMostWork = 50'000'000;
constexpr int kMostRounds = 2000;

class CycleSolver {
 public:
  CycleSolver(const Cycle& cycle, const std::function<void()>& look) : cycle_(cycle), look_(look) {
    found_.value.assign(cycle.states(), 0.0);
    found_.choice.assign(cycle.first.begin(), cycle.first.end() - 1);
    found_.cancels.assign(cycle.states(), false);
  }

  CycleValues solve(const std::vector<double>& guess) {
    choose_greedily(guess);
    if (!iterate_strategies() || !value_plans()) return found_;
    found_.found = true;
    prove();
    return found_;
  }

  CycleValues certify(const std::vector<double>& values) {
    choose_greedily(values);
    choose_ways_out(values, Turn::Max);
    choose_ways_out(values, Turn::Min);
    found_.value = values;
    exact_.assign(values.begin(), values.end());
    found_.found = true;
    prove();
    return found_;
  }

 private:
  std::uint32_t first(std::uint32_t s) const { return cycle_.first[s]; }
  std::uint32_t last(std::uint32_t s) const { return cycle_.first[s + 1]; }
  bool decides(std::uint32_t s) const { return cycle_.turn[s] != Turn::Chance; }
  double worth(std::uint32_t e, const std::vector<double>& values) const {
    return cycle_.reward[e] + (cycle_.next[e] == Cycle::kOut ? cycle_.beyond[e] : values[cycle_.next[e]]);
  }

  // The edges that are taken if both keep to their plans, with their probabilities.
  template <class Visit>
  void each_edge(std::uint32_t s, const Visit& visit) const {
    if (decides(s)) {
      visit(found_.choice[s], 1.0);
      return;
    }
    for (std::uint32_t e = first(s); e < last(s); ++e) visit(e, cycle_.probability[e]);
  }

  void choose_greedily(const std::vector<double>& values) {
    for (std::uint32_t s = 0; s < cycle_.states(); ++s) {
      if (!decides(s)) continue;
      const double sign = cycle_.turn[s] == Turn::Max ? 1.0 : -1.0;
      for (std::uint32_t e = first(s) + 1; e < last(s); ++e) {
        if (sign * worth(e, values) > sign * worth(found_.choice[s], values)) found_.choice[s] = e;
      }
    }
  }

  // ---- 1. strategies

  // Rewards without end are worth one at each step from there on.
  static Number discounted(double beyond) {
    if (std::isnan(beyond)) return 0.0;
    return std::isinf(beyond) ? std::copysign(1.0 / kDiscount, beyond) : beyond;
  }
  Number discounted_worth(std::uint32_t e) const {
    static const Number left = Number(1.0) - Number(kDiscount);
    if (cycle_.next[e] == Cycle::kOut) return Number(cycle_.reward[e]) + discounted(cycle_.beyond[e]);
    return Number(cycle_.reward[e]) + left * discounted_[cycle_.next[e]];
  }

  bool evaluate_discounted() {
    look_();
    static const Number left = Number(1.0) - Number(kDiscount);
    Chain<Number> chain(cycle_.states());
    for (std::uint32_t s = 0; s < cycle_.states(); ++s) {
      each_edge(s, [&](std::uint32_t e, double p) {
        chain.earn(s, Number(p) * Number(cycle_.reward[e]));
        if (cycle_.next[e] == Cycle::kOut) {
          chain.leave(s, p);
          chain.earn(s, Number(p) * discounted(cycle_.beyond[e]));
        } else {
          chain.go(s, cycle_.next[e], Number(p) * left);
          chain.leave(s, Number(p) * Number(kDiscount));
        }
      });
    }
    return chain.solve(discounted_, kMostWork);
  }

  // Takes every better move of one player; whether there was one.
  bool improve(Turn player) {
    bool better = false;
    for (std::uint32_t s = 0; s < cycle_.states(); ++s) {
      if (cycle_.turn[s] != player) continue;
      Number best = discounted_[s] + Number(0.0);
      const double noise = 1e-27 * (1.0 + std::abs(static_cast<double>(best)));
      for (std::uint32_t e = first(s); e < last(s); ++e) {
        const Number worth = discounted_worth(e);
        const Number gain = player == Turn::Max ? worth - best : best - worth;
        if (!(Number(noise) < gain)) continue;
        best = worth;
        found_.choice[s] = e;
        better = true;
      }
    }
    return better;
  }

  // MAX answers MIN's plan as well as possible; then MIN improves the plan.
  bool iterate_strategies() {
    for (int round = 0; round < kMostRounds; ++round) {
      if (!evaluate_discounted()) return false;
      if (!improve(Turn::Max) && !improve(Turn::Min)) break;
    }
    return true;
  }

  // ---- 2. values

  struct Fate {
    bool rises = false, falls = false, cancels = false;
    bool rests = false;  // stays for ever where nothing is paid
    bool finite() const { return !rises && !falls && !cancels; }
  };

  // What becomes of play from each state, by the components of the chain, successors first.
  std::vector<Fate> fates() const {
    const std::uint32_t n = cycle_.states();
    Graph graph;
    graph.turn.assign(n, Turn::Chance);
    graph.first.push_back(0);
    for (std::uint32_t s = 0; s < n; ++s) {
      each_edge(s, [&](std::uint32_t e, double) {
        if (cycle_.next[e] != Cycle::kOut) graph.next.push_back(cycle_.next[e]);
      });
      graph.first.push_back(graph.next.size());
    }
    const Components components = find_components(graph);
    std::vector<Fate> fate(n);
    for (std::size_t c = 0; c < components.size(); ++c) {
      const Fate found = fate_of(components, c, fate);
      for (std::uint32_t i = components.first[c]; i < components.first[c + 1]; ++i)
        fate[components.order[i]] = found;
    }
    return fate;
  }

  Fate fate_of(const Components& components, std::size_t c, const std::vector<Fate>& fate) const {
    Fate found;
    bool left = false;
    bool paid = false;
    for (std::uint32_t i = components.first[c]; i < components.first[c + 1]; ++i) {
      each_edge(components.order[i], [&](std::uint32_t e, double) {
        const std::uint32_t next = cycle_.next[e];
        if (next == Cycle::kOut) {
          left = true;
          found.rises = found.rises || cycle_.beyond[e] == kInfinity;
          found.falls = found.falls || cycle_.beyond[e] == -kInfinity;
          found.cancels = found.cancels || std::isnan(cycle_.beyond[e]);
        } else if (components.component_of[next] != c) {
          left = true;
          found.rises = found.rises || fate[next].rises;
          found.falls = found.falls || fate[next].falls;
          found.cancels = found.cancels || fate[next].cancels;
        } else {
          paid = paid || cycle_.reward[e] != 0.0;
        }
      });
    }
    if (left) return found;
    found.rests = !paid;
    if (found.rests) return found;
    // Rounding of the game's own probabilities must not decide: rewards of 2 and -1 by chances of a third and
    // two thirds cancel out.
    const double gain = reward_of_a_round(components, c, false),
                 size = reward_of_a_round(components, c, true);
    found.rises = gain > 1e-14 * size;
    found.falls = gain < -1e-14 * size;
    found.cancels = !found.rises && !found.falls;
    return found;
  }

  // What is paid, on average, until play that stays in the component is back where it began.
  double reward_of_a_round(const Components& components, std::size_t c, bool size_only) const {
    const std::uint32_t* begin = &components.order[components.first[c]];
    const auto states = components.first[c + 1] - components.first[c];
    std::vector<std::uint32_t> number(cycle_.states());
    for (std::uint32_t i = 0; i < states; ++i) number[begin[i]] = i;
    // The last state stands for the beginning, the first for the return to it.
    Chain<Number> chain(states + 1);
    chain.leave(0, 1.0);
    for (std::uint32_t i = 0; i < states; ++i) {
      const std::uint32_t from = i == 0 ? states : i;
      each_edge(begin[i], [&](std::uint32_t e, double p) {
        const double paid = size_only ? std::abs(cycle_.reward[e]) : cycle_.reward[e];
        chain.earn(from, Number(p) * Number(paid));
        chain.go(from, number[cycle_.next[e]], p);
      });
    }
    std::vector<Number> value;
    return chain.solve(value, kMostWork) ? static_cast<double>(value[states]) : 0.0;
  }

  bool value_plans() {
    const std::vector<Fate> fate = fates();
    const std::uint32_t n = cycle_.states();
    constexpr std::uint32_t kNone = ~std::uint32_t{0};
    std::vector<std::uint32_t> number(n, kNone), state;
    for (std::uint32_t s = 0; s < n; ++s) {
      if (!fate[s].finite() || fate[s].rests) continue;
      number[s] = static_cast<std::uint32_t>(state.size());
      state.push_back(s);
    }
    Chain<Number> chain(state.size());
    for (std::uint32_t i = 0; i < state.size(); ++i) {
      each_edge(state[i], [&](std::uint32_t e, double p) {
        const std::uint32_t next = cycle_.next[e];
        chain.earn(i, Number(p) * Number(cycle_.reward[e]));
        if (next != Cycle::kOut && number[next] != kNone) {
          chain.go(i, number[next], p);
          return;
        }
        chain.leave(i, p);
        if (next == Cycle::kOut) chain.earn(i, Number(p) * Number(cycle_.beyond[e]));
      });
    }
    std::vector<Number> value;
    exact_.resize(n);
    if (!chain.solve(value, kMostWork)) return false;
    for (std::uint32_t s = 0; s < n; ++s) {
      const Fate& f = fate[s];
      double& v = found_.value[s];
      if (number[s] != kNone) v = static_cast<double>(value[number[s]]);
      exact_[s] = number[s] != kNone ? value[number[s]] : Number(0.0);
      if (f.rises) v = kInfinity;
      if (f.falls) v = f.rises ? std::nan("") : -kInfinity;
      if (f.cancels && !f.rises && !f.falls) {
        v = static_cast<double>(discounted_[s]);
        found_.cancels[s] = true;
      }
      if (!f.finite()) exact_[s] = v;
    }
    return true;
  }

  // ---- 3. proof

  void prove() {
    prove_finite();
    const bool finite = found_.error < kInfinity;
    found_.endless_proven =
        EndlessProof(cycle_, found_.value, found_.choice, discounted_, Turn::Max, finite).holds() &&
        EndlessProof(cycle_, found_.value, found_.choice, discounted_, Turn::Min, finite).holds();
    if (!found_.endless_proven) found_.error = kInfinity;  // it took them for granted
  }

  void prove_finite() {
    for (const double beyond : cycle_.beyond) {
      if (!std::isnan(beyond)) continue;
      // A way to something that has no value: nothing infinite is certain, and nothing else is proven.
      for (double& value : found_.value) value = std::isinf(value) ? std::nan("") : value;
      return;
    }
    for (std::uint32_t s = 0; s < cycle_.states(); ++s) {
      if (found_.cancels[s] || std::isnan(found_.value[s])) return;
    }
    const double above = CycleProof(cycle_, exact_, found_.choice, Turn::Max, look_).error();
    const double below = CycleProof(cycle_, exact_, found_.choice, Turn::Min, look_).error();
    double rounded = 0.0;
    for (const double value : found_.value) {
      if (std::isfinite(value)) rounded = std::max(rounded, 1.2e-16 * std::abs(value));
    }
    found_.error = std::max(above, below) + rounded;
    if (!(found_.error < kInfinity)) bound_without_rewards();
  }

  // Without rewards nothing is worth more than the best there is outside, or than nothing; nor less.
  void bound_without_rewards() {
    double low = 0.0, high = 0.0;
    for (std::size_t e = 0; e < cycle_.next.size(); ++e) {
      if (cycle_.reward[e] != 0.0) return;
      if (cycle_.next[e] != Cycle::kOut) continue;
      if (!std::isfinite(cycle_.beyond[e])) return;
      low = std::min(low, cycle_.beyond[e]);
      high = std::max(high, cycle_.beyond[e]);
    }
    double error = 0.0;
    for (const double value : found_.value) error = std::max({error, high - value, value - low});
    found_.error = error;
  }

  // Where the values are good for `player`, waiting must not be confused with getting on: among the moves
  // that are about best, one is taken from which play has a chance to leave whatever the other side does.
  void choose_ways_out(const std::vector<double>& values, Turn player) {
    const double sign = player == Turn::Max ? 1.0 : -1.0;
    double scale = 0.0;
    for (const double value : values) scale = std::max(scale, std::abs(value));
    const double tie = 1e-9 * (1.0 + scale);
    std::vector<bool> leaves(cycle_.states());
    for (std::uint32_t s = 0; s < cycle_.states(); ++s) leaves[s] = sign * values[s] <= tie;
    const auto out = [&](std::uint32_t e) {
      return cycle_.next[e] == Cycle::kOut || cycle_.reward[e] != 0.0 || leaves[cycle_.next[e]];
    };
    const auto best = [&](std::uint32_t s, std::uint32_t e) {
      return std::abs(worth(e, values) - values[s]) <= tie;
    };
    for (bool changed = true; changed;) {
      changed = false;
      look_();
      for (std::uint32_t s = 0; s < cycle_.states(); ++s) {
        if (leaves[s]) continue;
        const bool others = cycle_.turn[s] != player && decides(s);
        bool some = false, all = true;
        for (std::uint32_t e = first(s); e < last(s); ++e) {
          if (decides(s) && !best(s, e)) continue;
          if (out(e) && !some && cycle_.turn[s] == player) found_.choice[s] = e;
          some = some || out(e);
          all = all && out(e);
        }
        leaves[s] = others ? all : some;
        changed = changed || leaves[s];
      }
    }
  }

  const Cycle& cycle_;
  const std::function<void()>& look_;
  CycleValues found_;
  std::vector<Number> discounted_;  // values of the plans, with a discount
  std::vector<Number> exact_;       // and without
};

}  // namespace

CycleValues solve_cycle(const Cycle& cycle, const std::vector<double>& guess,
                        const std::function<void()>& look) {
  return CycleSolver(cycle, look).solve(guess);
}

CycleValues certify_cycle(const Cycle& cycle, const std::vector<double>& values,
                          const std::function<void()>& look) {
  return CycleSolver(cycle, look).certify(values);
}

}  // namespace hazard
