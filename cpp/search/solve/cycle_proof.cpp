#include "search/solve/cycle_proof.hpp"

#include <algorithm>
#include <cmath>

#include "search/solve/chain.hpp"
#include "search/solve/components.hpp"

namespace hazard {

namespace {
constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr std::size_t kMostWork = 100'000'000;
// A longer way to stay is worth a round if it is longer by more than rounding; what is left out counts
// against the half step that the bound may lack.
constexpr double kNoise = 2e-15, kNoGain = 1e-3;
}  // namespace

double CycleProof::error() {
  find_end_components();
  group_states();
  if (!list_options()) return kInfinity;
  // Moves that lose more than the slack need not be followed. The smaller it is the fewer moves are left by
  // which play could stay inside; but it must not be smaller than the error that comes out.
  for (double slack = 1e-7 * (1.0 + scale_); slack > 1e-24; slack *= 0.1) {
    const double error = error_with(slack);
    if (error < kInfinity) return error;
  }
  return kInfinity;
}

bool CycleProof::finite(std::uint32_t s) const { return std::isfinite(value_[s].high); }

// What the edge's target is worth to the player who is free.
DoubleDouble CycleProof::after(std::uint32_t e) const {
  const std::uint32_t next = cycle_.next[e];
  if (next == Cycle::kOut) return sign_ * cycle_.beyond[e];
  return finite(next) ? base_[group_[next]] : DoubleDouble(sign_ * value_[next].high);
}

// The edges that play may take: the other player keeps to the plan.
template <class Visit>
void CycleProof::each_edge(std::uint32_t s, const Visit& visit) const {
  const Turn turn = cycle_.turn[s];
  if (turn != Turn::Chance && turn != best_) {
    visit(choice_[s]);
    return;
  }
  for (std::uint32_t e = cycle_.first[s]; e < cycle_.first[s + 1]; ++e) visit(e);
}

// ---- end components without rewards
// -----------------------------------------------------------------------

bool CycleProof::stays(std::uint32_t s, const std::vector<std::uint32_t>& component_of) const {
  bool some = false, all = true;
  each_edge(s, [&](std::uint32_t e) {
    const std::uint32_t next = cycle_.next[e];
    const bool inside = next != Cycle::kOut && cycle_.reward[e] == 0.0 && in_end_component_[next] &&
                        component_of[next] == component_of[s];
    some = some || inside;
    all = all && inside;
  });
  return cycle_.turn[s] == best_ ? some : all;
}

// The largest ones: what cannot stay is taken away, until everything that is left can.
void CycleProof::find_end_components() {
  const std::uint32_t n = cycle_.states();
  in_end_component_.resize(n);
  for (std::uint32_t s = 0; s < n; ++s) in_end_component_[s] = finite(s);
  for (bool changed = true; changed;) {
    look_();
    Graph left;
    left.turn.assign(n, Turn::Max);
    left.first.push_back(0);
    for (std::uint32_t s = 0; s < n; ++s) {
      if (in_end_component_[s]) {
        each_edge(s, [&](std::uint32_t e) {
          const std::uint32_t next = cycle_.next[e];
          if (next != Cycle::kOut && cycle_.reward[e] == 0.0 && in_end_component_[next])
            left.next.push_back(next);
        });
      }
      left.first.push_back(left.next.size());
    }
    const Components components = find_components(left);
    end_component_.assign(components.component_of.begin(), components.component_of.end());
    changed = false;
    for (bool again = true; again;) {
      again = false;
      for (std::uint32_t s = 0; s < n; ++s) {
        if (!in_end_component_[s] || stays(s, end_component_)) continue;
        in_end_component_[s] = false;
        changed = again = true;
      }
    }
  }
}

// Each end component is one group, worth 0 at least because one can stay; every other state is its own group.
void CycleProof::group_states() {
  const std::uint32_t n = cycle_.states();
  std::vector<std::uint32_t> group_of_component(n, kNone);
  group_.assign(n, kNone);
  for (std::uint32_t s = 0; s < n; ++s) {
    if (!finite(s)) continue;
    const DoubleDouble value = value_[s] * sign_;
    scale_ = std::max(scale_, std::abs(value.high));
    std::uint32_t fresh = kNone;
    std::uint32_t& group = in_end_component_[s] ? group_of_component[end_component_[s]] : fresh;
    if (group == kNone) {
      group = static_cast<std::uint32_t>(base_.size());
      base_.push_back(in_end_component_[s] ? std::max(DoubleDouble(0.0), value) : value);
    }
    group_[s] = group;
    base_[group] = std::max(base_[group], value);
  }
  first_member_.assign(base_.size() + 1, 0);
  for (std::uint32_t s = 0; s < n; ++s) {
    if (group_[s] != kNone) ++first_member_[group_[s] + 1];
  }
  for (std::size_t g = 0; g < base_.size(); ++g) first_member_[g + 1] += first_member_[g];
  members_.resize(first_member_.back());
  std::vector<std::uint32_t> place(first_member_.begin(), first_member_.end() - 1);
  for (std::uint32_t s = 0; s < n; ++s) {
    if (group_[s] != kNone) members_[place[group_[s]]++] = s;
  }
}

// ---- what can be done
// --------------------------------------------------------------------------------------

void CycleProof::add_option(std::uint32_t group, std::uint32_t first_edge, std::uint32_t last_edge) {
  const bool chance = last_edge - first_edge != 1;
  DoubleDouble sum, all;
  for (std::uint32_t e = first_edge; e < last_edge; ++e) all += chance ? cycle_.probability[e] : 1.0;
  double size = std::abs(base_[group].high), spread = 0.0;
  const auto first_term = static_cast<std::uint32_t>(terms_.size());
  for (std::uint32_t e = first_edge; e < last_edge; ++e) {
    const double p = chance ? cycle_.probability[e] : 1.0;
    const DoubleDouble worth = DoubleDouble(sign_ * cycle_.reward[e]) + after(e);
    sum += worth * p / all;
    size += p * std::abs(worth.high) + p * std::abs(cycle_.reward[e]);
    spread += p * std::abs((worth - base_[group]).high);
    terms_.push_back({cycle_.next[e] == Cycle::kOut ? Cycle::kOut : group_[cycle_.next[e]], p});
  }
  const auto loss = static_cast<double>(base_[group] - sum);
  const double rounding = 2e-31 * (static_cast<double>(last_edge - first_edge) + 3.0) * size;
  residual_ = std::max(residual_, rounding - loss);
  if (chance) given_ = std::max(given_, 2.3e-16 * spread);
  options_.push_back({first_term, loss});
}

// False if the player could move from a finite value to one that is infinitely good, or not known.
bool CycleProof::list_options_of(std::uint32_t s) {
  const std::uint32_t group = group_[s], first = cycle_.first[s], last = cycle_.first[s + 1];
  if (cycle_.turn[s] != best_) {
    if (in_end_component_[s]) return true;
    const bool chance = cycle_.turn[s] == Turn::Chance;
    const std::uint32_t begin = chance ? first : choice_[s], end = chance ? last : choice_[s] + 1;
    for (std::uint32_t e = begin; e < end; ++e) {
      if (!std::isfinite(after(e).high)) return false;
    }
    add_option(group, begin, end);
    return true;
  }
  for (std::uint32_t e = first; e < last; ++e) {
    const std::uint32_t next = cycle_.next[e];
    const bool staying =
        in_end_component_[s] && next != Cycle::kOut && cycle_.reward[e] == 0.0 && group_[next] == group;
    const double worth = after(e).high;
    if (staying || worth == -kInfinity) continue;
    if (!std::isfinite(worth)) return false;
    add_option(group, e, e + 1);
  }
  return true;
}

bool CycleProof::list_options() {
  for (std::uint32_t g = 0; g < base_.size(); ++g) {
    first_option_.push_back(static_cast<std::uint32_t>(options_.size()));
    for (std::uint32_t i = first_member_[g]; i < first_member_[g + 1]; ++i) {
      if (!list_options_of(members_[i])) return false;
    }
  }
  first_option_.push_back(static_cast<std::uint32_t>(options_.size()));
  options_.push_back({static_cast<std::uint32_t>(terms_.size()), kInfinity});  // ends the last one's terms
  return true;
}

// ---- how long play can stay inside
// -------------------------------------------------------------------------

double CycleProof::steps_ahead(std::uint32_t o) const {
  double sum = 0.0;
  for (std::uint32_t t = options_[o].first_term; t < options_[o + 1].first_term; ++t) {
    if (terms_[t].group != Cycle::kOut) sum += terms_[t].probability * steps_[terms_[t].group];
  }
  return sum;
}

// Whether by all that is almost best play has a chance to leave, from everywhere.
bool CycleProof::always_leaves(double slack) const {
  std::vector<bool> leaves(base_.size(), false);
  std::size_t known = 0;
  for (std::size_t before = ~std::size_t{0}; before != known;) {
    before = known;
    for (std::uint32_t g = 0; g < base_.size(); ++g) {
      if (leaves[g]) continue;
      bool all = true;
      for (std::uint32_t o = first_option_[g]; all && o < first_option_[g + 1]; ++o) {
        if (!near(o, slack)) continue;
        bool some = false;
        for (std::uint32_t t = options_[o].first_term; t < options_[o + 1].first_term; ++t)
          some = some || terms_[t].group == Cycle::kOut || leaves[terms_[t].group];
        all = some;
      }
      if (!all) continue;
      leaves[g] = true;
      ++known;
    }
  }
  return known == base_.size();
}

double CycleProof::error_with(double slack) {
  if (base_.empty()) return 0.0;
  if (!always_leaves(slack)) return kInfinity;
  if (!bound_steps_directly(slack)) bound_steps_by_sweeps(slack);
  double growth = 0.0, largest = 0.0;
  for (std::uint32_t g = 0; g < base_.size(); ++g) {
    largest = std::max(largest, steps_[g]);
    growth = std::max(growth, 1.0 - steps_[g]);
    for (std::uint32_t o = first_option_[g]; o < first_option_[g + 1]; ++o) {
      if (near(o, slack)) growth = std::max(growth, 1.0 + steps_ahead(o) - steps_[g]);
    }
  }
  if (!(growth <= 0.5)) return kInfinity;
  const double error = residual_ * largest / (1.0 - growth);
  if (!(error <= slack)) return kInfinity;
  double lift = 0.0;  // an end component's value is that of its best state
  for (std::uint32_t s = 0; s < cycle_.states(); ++s) {
    if (group_[s] != kNone) lift = std::max(lift, static_cast<double>(base_[group_[s]] - value_[s] * sign_));
  }
  // The proof holds for the game as it is given; but a probability is a rounded number itself, and a third is
  // not quite a third. What that can change in one step adds up in the same way.
  return error + lift + given_ * largest;
}

// The longest that play can stay is a decision process of its own: Howard's policy iteration.
bool CycleProof::bound_steps_directly(double slack) {
  const auto groups = static_cast<std::uint32_t>(base_.size());
  std::vector<std::uint32_t> pick(groups, kNone);
  for (std::uint32_t g = 0; g < groups; ++g) {
    for (std::uint32_t o = first_option_[g]; pick[g] == kNone && o < first_option_[g + 1]; ++o) {
      if (near(o, slack)) pick[g] = o;
    }
  }
  for (int round = 0; round < 100; ++round) {
    look_();
    Chain<double> chain(groups);
    for (std::uint32_t g = 0; g < groups; ++g) {
      chain.earn(g, 1.0);
      if (pick[g] == kNone) chain.leave(g, 1.0);
      for (std::uint32_t t = pick[g] == kNone ? 0 : options_[pick[g]].first_term;
           pick[g] != kNone && t < options_[pick[g] + 1].first_term; ++t) {
        const Term& term = terms_[t];
        term.group == Cycle::kOut ? chain.leave(g, term.probability)
                                  : chain.go(g, term.group, term.probability);
      }
    }
    if (!chain.solve(steps_, kMostWork)) return false;
    bool better = false;
    for (std::uint32_t g = 0; g < groups; ++g) {
      for (std::uint32_t o = first_option_[g]; o < first_option_[g + 1]; ++o) {
        if (!near(o, slack) || 1.0 + steps_ahead(o) <= steps_[g] * (1.0 + kNoise) + kNoGain) continue;
        if (steps_ahead(o) <= steps_ahead(pick[g])) continue;
        pick[g] = o;
        better = true;
      }
    }
    if (!better) break;
  }
  return true;
}

void CycleProof::bound_steps_by_sweeps(double slack) {
  steps_.assign(base_.size(), 1.0);
  const std::size_t most = 1000 + 2'000'000'000 / (terms_.size() + 1);
  for (std::size_t sweep = 0; sweep < most; ++sweep) {
    double growth = 0.0;
    for (std::uint32_t g = 0; g < base_.size(); ++g) {
      double longest = 1.0;
      for (std::uint32_t o = first_option_[g]; o < first_option_[g + 1]; ++o) {
        if (near(o, slack)) longest = std::max(longest, 1.0 + steps_ahead(o));
      }
      growth = std::max(growth, longest - steps_[g]);
      steps_[g] = longest;
    }
    if (growth <= 0.1) return;
    if (sweep % 16 == 0) look_();
  }
}

}  // namespace hazard
