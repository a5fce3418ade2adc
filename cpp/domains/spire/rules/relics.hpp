// Relics that act by themselves: on an occasion, perhaps at every n-th of them, their steps are queued. Those
// with a rule of their own are asked about where the rule is.
#pragma once

#include "domains/spire/fight.hpp"

namespace hazard::spire {

inline void relic_acts(const Fight& f, const RelicKind& relic) {
  if (relic.counter != 255) {
    std::uint8_t& count = f.s.player.counters[relic.counter];
    if (relic.once) {
      if (count >= relic.every) return;
      if (++count < relic.every) return;
    } else {
      if (++count < relic.every) return;
      count = 0;
    }
  }
  queue_steps(f, relic.steps, kPlayer, kNobody);
}

inline void on_occasion(const Fight& f, Occasion occasion) {
  const auto index = static_cast<std::size_t>(occasion);
  const auto& acting = f.content.acting[index];
  const auto& relics = f.s.player.relics;
  if (((acting[0] & relics[0]) | (acting[1] & relics[1]) | (acting[2] & relics[2])) == 0) return;
  for (const std::uint16_t row : f.content.by_occasion[index]) {
    const RelicKind& relic = f.content.relics[row];
    if (f.s.player.has(int{relic.bit})) relic_acts(f, relic);
  }
}

// Counts that begin anew with a turn.
inline void forget_turn_counts(const Fight& f) {
  for (const std::uint8_t counter : f.content.turn_counters) f.s.player.counters[counter] = 0;
}

}  // namespace hazard::spire
