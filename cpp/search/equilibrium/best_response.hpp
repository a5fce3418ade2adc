// What strategies are worth, and the best that one player can do against those of the others: exactly, by one
// sweep over the player's own decisions from the last to the first. The sum of what every player could gain
// is NashConv; it is 0 in an equilibrium and nowhere else.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/equilibrium/sequence_form.hpp"

namespace hazard {

struct Response {
  double value = 0.0;                 // what the player earns
  std::vector<double> worth;          // of each sequence: what follows it, weighted by chance and the others
  std::vector<std::uint32_t> choice;  // of each set: the sequence that is best, the first of equals
};

inline Profile plans_of(const SequenceForm& form, const Profile& strategies) {
  Profile plans(form.players());
  for (std::size_t p = 0; p < form.players(); ++p) form.plan_of(p, strategies[p], plans[p]);
  return plans;
}

// The best response of player p to the plans of the others.
inline Response best_response(const SequenceForm& form, std::size_t p, const Profile& plans) {
  const Decisions& own = form.decisions(p);
  Response found;
  form.earnings(p, plans, found.worth);
  found.choice.resize(own.sets());
  for (std::size_t i = own.sets(); i-- > 0;) {
    const auto begin = found.worth.begin();
    const auto best = std::max_element(begin + own.first[i], begin + own.first[i + 1]);
    found.choice[i] = static_cast<std::uint32_t>(best - begin);
    found.worth[own.parent[i]] += *best;
  }
  found.value = found.worth[0];
  return found;
}

// The same where player p goes on by its own strategy.
inline Response worth_of(const SequenceForm& form, std::size_t p, const Profile& strategies,
                         const Profile& plans) {
  const Decisions& own = form.decisions(p);
  Response found;
  form.earnings(p, plans, found.worth);
  for (std::size_t i = own.sets(); i-- > 0;) {
    double sum = 0.0;
    for (std::uint32_t s = own.first[i]; s < own.first[i + 1]; ++s) sum += strategies[p][s] * found.worth[s];
    found.worth[own.parent[i]] += sum;
  }
  found.value = found.worth[0];
  return found;
}

struct Standing {
  std::vector<double> values;  // what each player earns
  std::vector<double> best;    // what each could earn against the others

  double nash_conv() const {
    double sum = 0.0;
    for (std::size_t p = 0; p < values.size(); ++p) sum += std::max(0.0, best[p] - values[p]);
    return sum;
  }
};

inline Standing standing_of(const SequenceForm& form, const Profile& strategies) {
  const Profile plans = plans_of(form, strategies);
  Standing found;
  for (std::size_t p = 0; p < form.players(); ++p) {
    found.values.push_back(worth_of(form, p, strategies, plans).value);
    found.best.push_back(best_response(form, p, plans).value);
  }
  return found;
}

}  // namespace hazard
