// A fight from its start to its end as an agent plays it: a plan is kept while nothing new is learned, and
// dropped as soon as chance has spoken.
#pragma once

#include "domains/spire/planning/planner.hpp"

namespace hazard::spire {

enum class Way : std::uint8_t { Search, Beam, Policy };

struct SimulatedFight {
  bool won = false;
  int hp = 0;        // at the end, before relics heal; 0 if it is lost
  int hp_after = 0;  // and after
  int turns = 0;
  int potions = 0;              // that are left
  int plans = 0;                // decisions; those beyond the first of each turn are replans
  std::vector<double> seconds;  // of each plan
};

class FightRunner {
 public:
  FightRunner(const Planner& planner, Way way, const Budget& budget)
      : planner_(planner), way_(way), budget_(budget) {}

  SimulatedFight run(const State& start, std::uint64_t seed, Interrupt interrupt = nullptr) const {
    const Combat& game = planner_.game();
    Random world(mix64(seed));
    State s = start;
    settle({game.content(), s}, &world);
    SimulatedFight found;
    while (!s.over() && s.turn < kMostTurns && found.plans < kMostPlans) {
      const std::uint64_t luck = mix64(seed) + static_cast<std::uint64_t>(found.plans);
      for (const Move& move : plan(s, luck, found, interrupt)) {
        const State before = s;
        const Random world_before = world;
        const bool known = make(s, move, world);
        if (s.phase == Phase::Won) found.hp = hp_unhealed(before, move, world_before);
        if (!known || s.over()) break;
      }
    }
    found.won = s.phase == Phase::Won;
    found.turns = s.turn;
    for (const std::uint8_t potion : s.player.potions) found.potions += potion != 0 ? 1 : 0;
    found.hp_after = found.won ? s.player.hp : 0;
    return found;
  }

 private:
  static constexpr int kMostTurns = 200, kMostPlans = 3000;

  // One move, and what chance makes of it; tells whether everything came as it was planned.
  bool make(State& s, const Move& move, Random& world) const {
    const Combat& game = planner_.game();
    game.play_in_place(s, move, nullptr);
    if (game.turn(s) != Turn::Chance) return move.kind != MoveKind::End;
    settle({game.content(), s}, &world);
    return false;
  }

  // Burning Blood and its like heal when the fight is won, which is not the fight's doing: the last move once
  // more without them.
  int hp_unhealed(State before, const Move& move, Random world) const {
    for (const RelicKind& relic : planner_.game().content().relics) {
      if (relic.occasion == Occasion::Victory)
        before.player.relics[relic.bit >> 6] &= ~(std::uint64_t{1} << (relic.bit & 63));
    }
    make(before, move, world);
    return before.player.hp;
  }

  std::vector<Move> plan(const State& s, std::uint64_t seed, SimulatedFight& found,
                         const Interrupt& interrupt) const {
    ++found.plans;
    if (way_ == Way::Policy) return {planner_.policy().choose(s)};
    const TurnPlans plans = way_ == Way::Beam ? planner_.beam(s, budget_, 1, interrupt)
                                              : planner_.search(s, budget_, seed, interrupt);
    found.seconds.push_back(plans.seconds);
    if (plans.plans.empty() || plans.plans[0].moves.empty()) return {planner_.policy().choose(s)};
    return plans.plans[0].moves;
  }

  const Planner& planner_;
  Way way_;
  Budget budget_;
};

}  // namespace hazard::spire
