// The steps of the solver, from top to bottom as its proof reads (solve.hpp).
#include "search/solve/solve.hpp"

namespace hazard {

SolveReport Solver::run() {
  components_ = find_components(graph_, [&] { look(0); });
  const Components& components = components_;
  SolveReport report;
  report.components = components.size();
  error_of_.assign(components.size(), 0.0);
  steps_.assign(graph_.states(), 0.0);
  for (std::size_t c = 0; c < components.size(); ++c) {
    const std::uint32_t* begin = &components.order[components.first[c]];
    const std::uint32_t* end = components.order.data() + components.first[c + 1];
    const auto size = static_cast<std::size_t>(end - begin);
    report.largest_component = std::max(report.largest_component, size);
    const double below = error_of_[c] = error_below(begin, end, c);
    if (size == 1 && !loops(*begin)) {
      if (graph_.turn[*begin] != Turn::Over) {
        graph_.value[*begin] = endless_ && leads_to_unknown(*begin) ? of_unknown(*begin) : backup(*begin);
        error_of_[c] += std::isfinite(graph_.value[*begin]) ? rounding_at(*begin) : 0.0;
        if (std::isnan(graph_.value[*begin])) error_of_[c] = kInfinity;
        if (std::isinf(graph_.value[*begin]) && below == kInfinity) endless_by_unproven(*begin);
      }
    } else {
      error_of_[c] += solve_component(begin, end, c, report);
      note_unsettled(begin, end, below, error_of_[c], report);
    }
    const bool settled = std::all_of(
        begin, end, [&](std::uint32_t s) { return std::isinf(graph_.value[s]) && error_at(s) == 0.0; });
    if (!settled) report.error = std::max(report.error, error_of_[c]);
    if ((work_ += size) > 65536) look(components.first[c + 1]);
  }
  for (const std::uint32_t s : cancelling_) report.cancels.add(s);
  for (std::uint32_t s = 0; endless_ && s < graph_.states(); ++s) {
    const double value = graph_.value[s];
    if (std::isfinite(value)) continue;
    (std::isnan(value) ? report.cancels : value > 0.0 ? report.rises : report.falls).add(s);
  }
  return report;
}

std::uint64_t Solver::best_edge(std::uint32_t s) const {
  if (!choice_.empty() && choice_[s] != kNoChoice) return graph_.first[s] + choice_[s];
  const bool maximise = graph_.turn[s] == Turn::Max;
  std::uint64_t best = graph_.first[s];
  double best_value = edge_value(best), best_steps = steps_after(s, best);
  for (std::uint64_t e = best + 1; e < graph_.first[s + 1]; ++e) {
    const double value = edge_value(e), steps = steps_after(s, e);
    const double gain = value == best_value ? 0.0 : maximise ? value - best_value : best_value - value;
    const double tie = tie_tolerance(best_value);
    if (gain > tie || (gain > -tie && steps < best_steps)) {
      best = e;
      best_value = value;
      best_steps = steps;
    }
  }
  return best;
}

// ---- one step
// ------------------------------------------------------------------------------------------------

double Solver::edge_value(std::uint64_t e) const {
  return graph_.reward_at(e) + graph_.value[graph_.next[e]];
}

double Solver::tie_tolerance(double value) const {
  return std::isinf(value) ? 0.0 : 1e-11 * (1.0 + std::abs(value));
}

double Solver::backup(std::uint32_t s) const {
  const std::uint64_t first = graph_.first[s], last = graph_.first[s + 1];
  if (graph_.turn[s] == Turn::Chance) {
    double sum = 0.0;
    for (std::uint64_t e = first; e < last; ++e) sum += graph_.probability[e] * edge_value(e);
    return sum;
  }
  double best = edge_value(first);
  for (std::uint64_t e = first + 1; e < last; ++e) {
    const double value = edge_value(e);
    best = graph_.turn[s] == Turn::Max ? std::max(best, value) : std::min(best, value);
  }
  return best;
}

double Solver::rounding_at(std::uint32_t s) const {
  if (graph_.turn[s] != Turn::Chance) return rounding(graph_.value[s]);
  const std::uint64_t first = graph_.first[s], last = graph_.first[s + 1];
  double size = 0.0;
  for (std::uint64_t e = first; e < last; ++e)
    size += graph_.probability[e] * (std::abs(graph_.reward_at(e)) + std::abs(graph_.value[graph_.next[e]]));
  return rounding(size, last - first);
}

// ---- values that do not exist, are infinite, or are not proven
// -----------------------------------------------

bool Solver::leads_to_unknown(std::uint32_t s) const {
  for (std::uint64_t e = graph_.first[s]; e < graph_.first[s + 1]; ++e) {
    if (std::isnan(graph_.value[graph_.next[e]])) return true;
  }
  return false;
}

double Solver::of_unknown(std::uint32_t s) const {
  const double wish = graph_.turn[s] == Turn::Max ? kInfinity : -kInfinity;
  for (std::uint64_t e = graph_.first[s]; e < graph_.first[s + 1]; ++e) {
    if (graph_.turn[s] != Turn::Chance && graph_.value[graph_.next[e]] == wish) return wish;
  }
  return std::nan("");
}

void Solver::endless_by_unproven(std::uint32_t s) {
  const bool chooses = graph_.turn[s] == (graph_.value[s] > 0.0 ? Turn::Max : Turn::Min);
  for (std::uint64_t e = graph_.first[s]; e < graph_.first[s + 1]; ++e) {
    const std::uint32_t next = graph_.next[e];
    if (chooses && graph_.value[next] == graph_.value[s] && error_at(next) == 0.0) return;
  }
  doubtful_.insert(s);
}

void Solver::note_unsettled(const std::uint32_t* begin, const std::uint32_t* end, double below, double error,
                            SolveReport& report) const {
  for (const std::uint32_t* s = begin; s != end; ++s) {
    if (std::isnan(graph_.value[*s])) return;
  }
  if (!cancelling_.empty() &&
      components_.component_of[cancelling_.back()] == components_.component_of[*begin])
    return;
  for (const std::uint32_t* s = begin; s != end; ++s) {
    const bool open = std::isinf(graph_.value[*s]) ? doubtful_.contains(*s) : error > tolerance_;
    if (open && below < kInfinity) report.unsettled.add(*s);
  }
}

bool Solver::loops(std::uint32_t s) const {
  for (std::uint64_t e = graph_.first[s]; e < graph_.first[s + 1]; ++e) {
    if (graph_.next[e] == s) return true;
  }
  return false;
}

double Solver::error_below(const std::uint32_t* begin, const std::uint32_t* end, std::size_t c) const {
  double error = 0.0;
  for (const std::uint32_t* s = begin; s != end; ++s) {
    for (std::uint64_t e = graph_.first[*s]; e < graph_.first[*s + 1]; ++e) {
      const std::uint32_t below = components_.component_of[graph_.next[e]];
      if (below != c) error = std::max(error, error_at(graph_.next[e]));
    }
  }
  return error;
}

// ---- one component
// -------------------------------------------------------------------------------------------

double Solver::solve_component(const std::uint32_t* begin, const std::uint32_t* end, std::size_t c,
                               SolveReport& report) {
  const bool small = static_cast<std::size_t>(end - begin) <= kSmall;
  const bool bounded = !endless_ || finite_beyond(begin, end);
  double error = kInfinity;
  if (bounded) error = iterate(begin, end, c, report, true, small ? kFewSweeps : kMaxSweeps);
  if (error <= tolerance_ || (!small && error < kInfinity)) return error;
  const Cycle cycle = take_out(begin, end, c);
  const std::function<void()> looked = [&] { look(components_.first[c]); };
  CycleValues found;
  if (small) found = solve_cycle(cycle, values_of(begin, end), looked);
  if (small && !found.found && bounded) error = iterate(begin, end, c, report, true, kMaxSweeps);
  if (error <= found.error && error < kInfinity) return error;
  if (!found.found && bounded) {
    // There are other fixed points than the value. The one that counts play without end as worth nothing
    // more is reached from zero, in small steps only.
    for (const std::uint32_t* s = begin; s != end; ++s) graph_.value[*s] = 0.0;
    iterate(begin, end, c, report, false, kMaxSweeps);
    found = certify_cycle(cycle, values_of(begin, end), looked);
  }
  keep(begin, end, cycle, found);
  return found.error;
}

bool Solver::finite_beyond(const std::uint32_t* begin, const std::uint32_t* end) const {
  return std::all_of(begin, end, [&](std::uint32_t s) {
    for (std::uint64_t e = graph_.first[s]; e < graph_.first[s + 1]; ++e) {
      if (!std::isfinite(graph_.value[graph_.next[e]])) return false;
    }
    return true;
  });
}

Cycle Solver::take_out(const std::uint32_t* begin, const std::uint32_t* end, std::size_t c) {
  for (const std::uint32_t* s = begin; s != end; ++s) steps_[*s] = static_cast<double>(s - begin);
  Cycle cycle;
  cycle.first.push_back(0);
  for (const std::uint32_t* s = begin; s != end; ++s) {
    cycle.turn.push_back(graph_.turn[*s]);
    for (std::uint64_t e = graph_.first[*s]; e < graph_.first[*s + 1]; ++e) {
      const std::uint32_t next = graph_.next[e];
      const bool inside = components_.component_of[next] == c;
      cycle.next.push_back(inside ? static_cast<std::uint32_t>(steps_[next]) : Cycle::kOut);
      cycle.probability.push_back(graph_.probability[e]);
      cycle.reward.push_back(graph_.reward_at(e));
      cycle.beyond.push_back(inside ? 0.0 : doubtful_.contains(next) ? std::nan("") : graph_.value[next]);
    }
    cycle.first.push_back(static_cast<std::uint32_t>(cycle.next.size()));
  }
  return cycle;
}

std::vector<double> Solver::values_of(const std::uint32_t* begin, const std::uint32_t* end) const {
  std::vector<double> values;
  for (const std::uint32_t* s = begin; s != end; ++s) {
    const double value = graph_.value[*s];
    values.push_back(std::isfinite(value) ? value : 0.0);
  }
  return values;
}

void Solver::keep(const std::uint32_t* begin, const std::uint32_t* end, const Cycle& cycle,
                  const CycleValues& found) {
  if (choice_.empty()) choice_.assign(graph_.states(), kNoChoice);
  for (const std::uint32_t* s = begin; s != end; ++s) {
    const auto i = static_cast<std::size_t>(s - begin);
    graph_.value[*s] = found.found ? found.value[i] : std::nan("");
    endless_ = endless_ || !std::isfinite(graph_.value[*s]);
    if (!found.found) continue;
    if (graph_.turn[*s] != Turn::Chance) choice_[*s] = found.choice[i] - cycle.first[i];
    if (found.cancels[i]) cancelling_.push_back(*s);
    if (std::isinf(graph_.value[*s]) && !found.endless_proven) doubtful_.insert(*s);
  }
}

// ---- values by iteration, and their proof
// --------------------------------------------------------------------

double Solver::iterate(const std::uint32_t* begin, const std::uint32_t* end, std::size_t c,
                       SolveReport& report, bool extrapolate, std::uint64_t most_sweeps) {
  // Errors add up from component to component, so each gets a small part of what is tolerated.
  double wanted = tolerance_ * 1e-3;
  double error = kInfinity;
  const auto size = static_cast<std::size_t>(end - begin);
  double stalled = kInfinity;
  for (std::uint64_t sweeps = 0; sweeps < most_sweeps;) {
    double scale = 0.0;
    double change = kInfinity;
    while (sweeps < most_sweeps && change > std::max(wanted, rounding(scale))) {
      const double before = change;
      change = scale = 0.0;
      for (const std::uint32_t* s = begin; s != end; ++s) {
        const double value = backup(*s);
        steps_[*s] = value - graph_.value[*s];
        change = std::max(change, std::abs(steps_[*s]));
        scale = std::max(scale, std::abs(value));
        graph_.value[*s] = value;
      }
      ++sweeps;
      ++report.sweeps;
      if ((work_ += size) > 65536) look(components_.first[c]);
      // At this pace it would take longer than there is time for: or for ever.
      if (sweeps % 4096 == 0 && change > 0.999 * std::exchange(stalled, change)) return kInfinity;
      // Aitken: changes that shrink by a steady ratio sum up to ratio / (1 - ratio) times the last one.
      // It is only a better guess: what counts in the end is the residual. Where it did harm it is left.
      const double ratio = change / before;
      if (!(ratio < 1.0)) extrapolate = extrapolate && before == kInfinity;
      if (extrapolate && sweeps % 3 == 0 && ratio > 0.01 && ratio < 0.999) {
        for (const std::uint32_t* s = begin; s != end; ++s)
          graph_.value[*s] += ratio / (1.0 - ratio) * steps_[*s];
      }
    }
    // In place, a state's residual is at most what the states around it moved in the last sweep.
    double rounded = rounding(scale);
    for (const std::uint32_t* s = begin; s != end; ++s) rounded = std::max(rounded, rounding_at(*s));
    const double residual = change + rounded;
    const double steps = bound_steps(begin, end, c, scale, most_sweeps);
    error = residual * steps;
    // Residuals times steps must also stay below the slack that lets worse moves be ignored.
    if (!(error <= 1e-7 * (1.0 + scale))) error = kInfinity;
    if (!(steps < kInfinity) || error <= tolerance_ || wanted <= rounded) return error;
    wanted = tolerance_ / (2.0 * steps);
  }
  return error;
}

double Solver::bound_steps(const std::uint32_t* begin, const std::uint32_t* end, std::size_t c, double scale,
                           std::uint64_t most_sweeps) {
  const double slack = 1e-7 * (1.0 + scale);
  for (const std::uint32_t* s = begin; s != end; ++s) steps_[*s] = 1.0;
  for (std::uint64_t sweep = 0; sweep < most_sweeps; ++sweep) {
    double growth = 0.0, largest = 0.0;
    for (const std::uint32_t* s = begin; s != end; ++s) {
      const double longest = 1.0 + steps_ahead(*s, c, slack);
      growth = std::max(growth, longest - steps_[*s]);
      steps_[*s] = longest;
      largest = std::max(largest, longest);
    }
    if (growth <= 0.5) return largest / (1.0 - growth);
    // Slow growth is a long game, or one without end: worth finding out which, once.
    if (sweep == 50) {
      if (!always_leaves(begin, end, c, slack)) break;
      for (const std::uint32_t* s = begin; s != end; ++s) steps_[*s] = largest;
    }
    if ((work_ += static_cast<std::size_t>(end - begin)) > 65536) look(components_.first[c]);
  }
  return kInfinity;
}

bool Solver::always_leaves(const std::uint32_t* begin, const std::uint32_t* end, std::size_t c,
                           double slack) {
  for (const std::uint32_t* s = begin; s != end; ++s) steps_[*s] = 0.0;  // 1: known to leave
  std::size_t known = 0;
  for (std::size_t before = ~std::size_t{0}; before != known;) {
    before = known;
    for (const std::uint32_t* s = begin; s != end; ++s) {
      if (steps_[*s] != 0.0) continue;
      const bool chance = graph_.turn[*s] == Turn::Chance;
      bool leaves = !chance;
      for (std::uint64_t e = graph_.first[*s]; e < graph_.first[*s + 1]; ++e) {
        const bool out = steps_[graph_.next[e]] != 0.0 || components_.component_of[graph_.next[e]] != c;
        if (chance ? out && graph_.probability[e] > 0.0 : !out && near_optimal(*s, e, slack)) {
          leaves = chance;
          break;
        }
      }
      if (leaves) {
        steps_[*s] = 1.0;
        ++known;
      }
    }
  }
  return known == static_cast<std::size_t>(end - begin);
}

bool Solver::near_optimal(std::uint32_t s, std::uint64_t e, double slack) const {
  return std::abs(edge_value(e) - graph_.value[s]) <= slack;
}

void Solver::look(std::size_t done) {
  progress_("values", done, graph_.states());
  work_ = 0;
}

double Solver::steps_ahead(std::uint32_t s, std::size_t c, double slack) const {
  const std::uint64_t first = graph_.first[s], last = graph_.first[s + 1];
  const auto inside = [&](std::uint64_t e) {
    return components_.component_of[graph_.next[e]] == c ? steps_[graph_.next[e]] : 0.0;
  };
  double result = 0.0;
  if (graph_.turn[s] == Turn::Chance) {
    for (std::uint64_t e = first; e < last; ++e) result += graph_.probability[e] * inside(e);
    return result;
  }
  for (std::uint64_t e = first; e < last; ++e) {
    if (near_optimal(s, e, slack)) result = std::max(result, inside(e));
  }
  return result;
}

double Solver::steps_after(std::uint32_t s, std::uint64_t e) const {
  const std::uint32_t next = graph_.next[e];
  return components_.component_of[next] == components_.component_of[s] ? steps_[next] : 0.0;
}

}  // namespace hazard
