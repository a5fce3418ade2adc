// Counterfactual regret minimization: in every information set, play actions in proportion to how much they
// have been missed so far, and answer with the average of all strategies played. One loop covers the family:
// what differs is how the past is discounted, and whether the next step is predicted from the last.
//
//   CFR     Zinkevich, Johanson, Bowling and Piccione 2007
//   CFR+    Tammelin 2014: negative regret is forgotten, later strategies count more
//   DCFR    Brown and Sandholm 2019: both are discounted
//   PCFR+   Farina, Kroer and Sandholm 2021: the last regret is expected once more
//   PDCFR+  Xu, Li, Fu and others 2024: discounted and predicted
//
// Players are updated in turn, each against what the others have just become. On the sequence form a step is
// a product of the payoffs with the others' plan, and a sweep over the own decisions from the last to the
// first.
#pragma once

#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "core/budget.hpp"
#include "search/equilibrium/best_response.hpp"
#include "search/equilibrium/sequence_form.hpp"

namespace hazard {

struct RegretSettings {
  // After step t, positive regrets are multiplied by t^alpha / (t^alpha + 1) and negative ones by the same of
  // beta: infinity keeps them as they are, minus infinity forgets them.
  double alpha = std::numeric_limits<double>::infinity();
  double beta = std::numeric_limits<double>::infinity();
  double gamma = 0.0;  // the strategy of step t counts t^gamma times in the average
  bool predictive = false;
  bool alternating = true;  // players are updated in turn; else all against the same strategies
  int threads = 1;
};

struct RegretReport {
  std::uint64_t step;
  double seconds;
  double nash_conv;
};

class RegretMinimizer {
 public:
  using Watch = std::function<void(const RegretReport&)>;

  RegretMinimizer(const SequenceForm& form, const RegretSettings& settings)
      : form_(form),
        settings_(settings),
        strategy_(form.uniform()),
        plan_(plans_of(form, strategy_)),
        regret_(form.players()),
        sum_(form.players()) {
    for (std::size_t p = 0; p < form.players(); ++p) {
      regret_[p].assign(form.decisions(p).sequences(), 0.0);
      sum_[p].assign(form.decisions(p).sequences(), 0.0);
    }
  }

  // Steps until the budget (whose nodes are steps) is used up or nobody could gain more than `target` in all.
  // How good the average is, is computed after steps that lie further and further apart, and told to `watch`.
  Stop run(const Budget& budget, double target, const Interrupt& interrupt, const Watch& watch) {
    Meter meter(budget, interrupt, 1);
    Stop stop = Stop::Settled;
    bool fresh = false;
    try {
      for (std::uint64_t next = steps_ + 1;;) {
        step();
        fresh = false;
        if (steps_ >= next) {
          fresh = true;
          next = steps_ + 1 + steps_ / 8;
          if (tell(meter, watch) <= target) break;
        }
        meter.count();
      }
    } catch (const Stopped& stopped) {
      stop = stopped.reason;
    }
    if (!fresh) tell(meter, watch);
    return stop;
  }

  // One update of every player.
  void step() {
    ++steps_;
    const double t = static_cast<double>(steps_);
    const double kept = share(t, settings_.alpha), kept_below = share(t, settings_.beta);
    const double weight = std::pow(t, settings_.gamma);
    for (std::size_t p = 0; p < form_.players(); ++p) {
      for (std::size_t s = 0; s < sum_[p].size(); ++s) sum_[p][s] += weight * plan_[p][s];
      form_.earnings(p, plan_, worth_, settings_.threads);
      update(p, kept, kept_below);
      if (settings_.alternating) form_.plan_of(p, strategy_[p], plan_[p]);
    }
    if (settings_.alternating) return;
    for (std::size_t p = 0; p < form_.players(); ++p) form_.plan_of(p, strategy_[p], plan_[p]);
  }

  // All that the next step depends on, so that a run can be stopped, kept and taken up again.
  struct Memory {
    Profile strategy, regret, sum;
    std::uint64_t steps = 0;
  };
  Memory memory() const { return {strategy_, regret_, sum_, steps_}; }
  void remember(Memory memory) {
    strategy_ = std::move(memory.strategy);
    regret_ = std::move(memory.regret);
    sum_ = std::move(memory.sum);
    steps_ = memory.steps;
    plan_ = plans_of(form_, strategy_);
  }

  Profile average() const {
    Profile found(form_.players());
    for (std::size_t p = 0; p < form_.players(); ++p) form_.strategy_of(p, sum_[p], found[p]);
    return found;
  }

  std::uint64_t steps() const { return steps_; }
  double last_nash_conv() const { return last_nash_conv_; }

 private:
  static double share(double t, double exponent) {
    if (std::isinf(exponent)) return exponent > 0.0 ? 1.0 : 0.0;
    const double power = std::pow(t, exponent);
    return power / (power + 1.0);
  }

  // Regrets of player p by what its sequences have earned, then its next strategy.
  void update(std::size_t p, double kept, double kept_below) {
    const Decisions& own = form_.decisions(p);
    double *worth = worth_.data(), *strategy = strategy_[p].data(), *regret = regret_[p].data();
    for (std::size_t i = own.sets(); i-- > 0;) {
      const std::uint32_t from = own.first[i], to = own.first[i + 1];
      double value = 0.0, total = 0.0;
      for (std::uint32_t s = from; s < to; ++s) value += strategy[s] * worth[s];
      for (std::uint32_t s = from; s < to; ++s) {
        const double missed = worth[s] - value, now = regret[s] + missed;
        regret[s] = now * (now > 0.0 ? kept : kept_below);
        const double ahead = settings_.predictive ? regret[s] + missed : regret[s];
        total += strategy[s] = std::max(ahead, 0.0);
      }
      if (total > 0.0) {
        for (std::uint32_t s = from; s < to; ++s) strategy[s] /= total;
      } else {
        for (std::uint32_t s = from; s < to; ++s) strategy[s] = 1.0 / (to - from);
      }
      worth[own.parent[i]] += value;
    }
  }

  double tell(const Meter& meter, const Watch& watch) {
    last_nash_conv_ = standing_of(form_, average()).nash_conv();
    if (watch) watch({steps_, meter.seconds(), last_nash_conv_});
    return last_nash_conv_;
  }

  const SequenceForm& form_;
  RegretSettings settings_;
  Profile strategy_, plan_, regret_, sum_;
  std::vector<double> worth_;
  std::uint64_t steps_ = 0;
  double last_nash_conv_ = std::numeric_limits<double>::infinity();
};

}  // namespace hazard
