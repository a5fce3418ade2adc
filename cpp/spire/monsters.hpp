// What the kinds of monsters do beyond their moves: how they begin, split, wake, change, come back, die.
#pragma once

#include "spire/fight.hpp"
#include "spire/rolls.hpp"

namespace hazard::spire {

inline void begin_monster(const Fight&, int, Random&) {}

inline void take_turn(const Fight& f, int monster) {
  Monster& m = f.s.monsters[monster];
  if (m.move == kNoMove) return;
  queue_steps(f, f.kind(monster).moves[m.move].steps, monster, kPlayer);
  f.later(step_of(Op::Roll, monster, 0, 0, monster));
}

inline void monster_hurt(const Fight&, int, int, Harm) {}
inline bool monster_dies(const Fight&, int) { return true; }
inline void monster_died(const Fight&, int) {}
inline void monster_lost_power(const Fight&, int, Power) {}
inline void monster_step(const Fight&, const Step&) {}
inline void monster_started_turn(const Fight&, int) {}
inline void monster_ended_round(const Fight&, int) {}
inline void player_played(const Fight&, const PlayedCard&) {}

}  // namespace hazard::spire
