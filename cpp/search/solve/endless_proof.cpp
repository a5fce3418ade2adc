#include "search/solve/endless_proof.hpp"

#include <algorithm>
#include <cmath>

#include "search/solve/components.hpp"

namespace hazard {

EndlessProof::EndlessProof(const Cycle& cycle, const std::vector<double>& value,
                           const std::vector<std::uint32_t>& choice,
                           const std::vector<DoubleDouble>& potential, Turn good, bool finite_proven)
    : cycle_(cycle),
      value_(value),
      choice_(choice),
      potential_(potential),
      good_(good),
      sign_(good == Turn::Max ? 1.0 : -1.0),
      finite_proven_(finite_proven),
      inside_(cycle.states()) {
  for (std::uint32_t s = 0; s < cycle.states(); ++s) {
    if (value[s] != sign_ * kInfinity) continue;
    inside_[s] = true;
    states_.push_back(s);
  }
}

bool EndlessProof::holds() {
  if (states_.empty()) return true;
  if (potential_.size() != cycle_.states() || !nothing_bad() || !cannot_be_left()) return false;
  find_end_components();
  return gains();
}

// The edges that play may take: the player with the plan keeps to it.
template <class Visit>
bool EndlessProof::each_edge(std::uint32_t s, const Visit& visit) const {
  if (cycle_.turn[s] == good_) return visit(choice_[s]);
  for (std::uint32_t e = cycle_.first[s]; e < cycle_.first[s + 1]; ++e) {
    if (!visit(e)) return false;
  }
  return true;
}

// Where an edge leads.
EndlessProof::Way EndlessProof::way(std::uint32_t e) const {
  const std::uint32_t next = cycle_.next[e];
  const bool out = next == Cycle::kOut;
  if (!out && inside_[next]) return Way::Stays;
  const double worth = sign_ * (out ? cycle_.beyond[e] : value_[next]);
  if (worth == kInfinity) return Way::Endless;
  return std::isfinite(worth) && (out || finite_proven_) ? Way::Ends : Way::Bad;
}

// Whoever is free would rather leave for what is finite, and a chance of what is infinitely bad leaves no
// sum.
bool EndlessProof::nothing_bad() const {
  return std::all_of(states_.begin(), states_.end(), [&](std::uint32_t s) {
    return each_edge(s, [&](std::uint32_t e) {
      const Way where = way(e);
      return where != Way::Bad && (where != Way::Ends || cycle_.turn[s] == Turn::Chance);
    });
  });
}

// Takes away, again and again, what has no way to an end within the rest, and the chances that may miss it:
// from what would be left in the end, the player who is free could leave with certainty.
bool EndlessProof::cannot_be_left() const {
  std::vector<bool> left = inside_;
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<bool> ends(cycle_.states());
    for (bool grown = true; grown;) {
      grown = false;
      for (const std::uint32_t s : states_) {
        if (!left[s] || ends[s]) continue;
        bool some = false, all = true;
        each_edge(s, [&](std::uint32_t e) {
          const Way where = way(e);
          const bool safe = where == Way::Ends || (where == Way::Stays && left[cycle_.next[e]]);
          some = some || (safe && (where == Way::Ends || ends[cycle_.next[e]]));
          all = all && safe;
          return true;
        });
        if (!some || (!all && !free(s))) continue;
        ends[s] = grown = true;
      }
    }
    for (const std::uint32_t s : states_) {
      if (!left[s] || ends[s]) continue;
      left[s] = false;
      changed = true;
    }
  }
  return std::none_of(states_.begin(), states_.end(), [&](std::uint32_t s) { return left[s]; });
}

// The largest sets of states in which the player who is free can stay for ever.
void EndlessProof::find_end_components() {
  kept_ = inside_;
  const auto stays = [&](std::uint32_t s, std::uint32_t e) {
    const std::uint32_t next = cycle_.next[e];
    return next != Cycle::kOut && kept_[next] && component_[next] == component_[s];
  };
  for (bool changed = true; changed;) {
    Graph graph;
    graph.turn.assign(cycle_.states(), Turn::Max);
    graph.first.push_back(0);
    for (std::uint32_t s = 0; s < cycle_.states(); ++s) {
      if (kept_[s]) {
        each_edge(s, [&](std::uint32_t e) {
          if (cycle_.next[e] != Cycle::kOut && kept_[cycle_.next[e]]) graph.next.push_back(cycle_.next[e]);
          return true;
        });
      }
      graph.first.push_back(graph.next.size());
    }
    const Components components = find_components(graph);
    component_.assign(components.component_of.begin(), components.component_of.end());
    changed = false;
    for (bool again = true; again;) {
      again = false;
      for (const std::uint32_t s : states_) {
        if (!kept_[s]) continue;
        bool some = false, all = true;
        each_edge(s, [&](std::uint32_t e) {
          const bool here = stays(s, e);
          some = some || here;
          all = all && here;
          return true;
        });
        if (free(s) ? some : all) continue;
        kept_[s] = false;
        changed = again = true;
      }
    }
  }
}

DoubleDouble EndlessProof::gain(std::uint32_t s, std::uint32_t e) const {
  return sign_ * (DoubleDouble(cycle_.reward[e]) + potential_[cycle_.next[e]] - potential_[s]);
}

// Whether every step within an end component gains something, by more than rounding could: that of the
// arithmetic, and that of the game's own probabilities.
bool EndlessProof::gains() const {
  for (const std::uint32_t s : states_) {
    if (!kept_[s]) continue;
    DoubleDouble sum;
    double size = 0.0;
    const bool chance = cycle_.turn[s] == Turn::Chance;
    const double rounded = 1e-30 * std::abs(potential_[s].high);
    const bool each = each_edge(s, [&](std::uint32_t e) {
      const std::uint32_t next = cycle_.next[e];
      if (next == Cycle::kOut || !kept_[next] || component_[next] != component_[s]) return true;
      const DoubleDouble gained = gain(s, e);
      if (!chance) return gained.high > 1e-14 * std::abs(cycle_.reward[e]) + rounded;
      sum += gained * cycle_.probability[e];
      size += cycle_.probability[e] * std::abs(gained.high);
      return true;
    });
    if (!each || (chance && !(sum.high > 1e-14 * size + rounded))) return false;
  }
  return true;
}

}  // namespace hazard
