// What the kinds of monsters do beyond their moves: how they begin, act, split, wake, change, come back, die.
#pragma once

#include "domains/spire/rules/monster_rules.hpp"

namespace hazard::spire {

// At the start of a fight: hit points, powers and its own number, by chance. The first move is rolled later.
inline void begin_monster(const Fight& f, int monster, Random& random) {
  if (f.s.monsters[monster].is(kGone)) return;  // a place for somebody to come
  begin_with(f, monster, f.s.monsters[monster].kind, 0, &random);
  if (f.kind(monster).surrounds) f.s.player.powers.add(Power::Surrounded, -1);
}

// A step of a move with the monster's own numbers written in.
inline Step with_own_numbers(const State& s, const Monster& m, Step step) {
  if (step.op == Op::Intent) {  // of a monster that nobody knows: what it has announced
    step.op = Op::Damage;
    step.amount = m.shown_damage;
    step.times = m.shown_hits;
  }
  if (step.op != Op::Damage) return step;
  if (step.arg == static_cast<int>(Amount::Own)) {
    step.amount = m.counters[0];
    step.arg = static_cast<std::uint16_t>(Amount::Plain);
  }
  const int own = std::clamp<int>(m.counters[0], 0, 200);
  if (step.times == kTimesOwn) step.times = static_cast<std::uint8_t>(own);
  if (step.times == kTimesHalfTurn) step.times = static_cast<std::uint8_t>(std::min((s.turn + 1) / 2, 200));
  return step;
}

// Queues the announced move, and then the roll for the next one.
inline void take_turn(const Fight& f, int monster) {
  Monster& m = f.s.monsters[monster];
  const MonsterKind& kind = f.kind(monster);
  if (m.move >= kind.moves.size()) return;
  m.clear(kForced);
  m.counters[1] = static_cast<std::int16_t>(m.counters[1] | 1 << m.move);
  const Steps steps = kind.moves[m.move].steps;
  for (int i = 0; i < steps.count; ++i) {
    Step step = with_own_numbers(f.s, m, f.content.steps[static_cast<std::size_t>(steps.first + i)]);
    if (step.times == 0) continue;
    step.source = static_cast<std::uint8_t>(monster);
    if (step.who == kTarget) step.who = kPlayer;
    if (step.who == kSelf) step.who = static_cast<std::uint8_t>(monster);
    f.later(step);
  }
  if (m.move != kind.split_move) f.later(step_of(Op::Roll, monster, 0, 0, monster));
}

// What the announced attack does, before strength and the like: damage of a hit, and how many.
struct Blow {
  int damage = 0, hits = 0;
};

inline Blow announced(const Fight& f, int monster) {
  const Monster& m = f.s.monsters[monster];
  const MonsterKind& kind = f.kind(monster);
  if (m.move >= kind.moves.size() || !kind.moves[m.move].attacks) return {};
  const Steps steps = kind.moves[m.move].steps;
  for (int i = 0; i < steps.count; ++i) {
    const Step step = with_own_numbers(f.s, m, f.content.steps[static_cast<std::size_t>(steps.first + i)]);
    if (step.op == Op::Damage) return {step.amount, step.times};
  }
  return {};
}

inline void stun(const Fight& f, int monster) { force_move(f, monster, f.kind(monster).stunned_move); }

inline void monster_hurt(const Fight& f, int monster, int hp_lost, Harm) {
  Monster& m = f.s.monsters[monster];
  const MonsterKind& kind = f.kind(monster);
  if (kind.split_move != kNoMove && 2 * m.hp <= m.max_hp && m.move != kind.split_move)
    force_move(f, monster, kind.split_move);
  if (m.is(kAsleep)) {
    wake(f, monster);
    stun(f, monster);
  }
  if (PowerEntry* shift = m.powers.find(Power::ModeShift); shift != nullptr && shift->amount > 0) {
    shift->amount = static_cast<std::int16_t>(std::max(0, shift->amount - hp_lost));
    if (shift->amount == 0)  // it closes up once the card has done its work
      f.later(step_of(Op::Trigger, monster, 0, static_cast<int>(MonsterRule::CloseUp), monster));
  }
}

inline void monster_lost_power(const Fight& f, int monster, Power id) {
  const MonsterKind& kind = f.kind(monster);
  if (kind.stunned_move != kNoMove && kind.stunned_without == id && f.s.monsters[monster].alive())
    stun(f, monster);
}

// The first form of the Awakened One: it keeps its strength, and loses what weakens it. Cards that were still
// to play themselves are forgotten.
inline void fall_to_rise(const Fight& f, int monster) {
  f.s.queued_count = 0;
  shake_off_debuffs(f, monster);
  MonsterPowers& powers = f.s.monsters[monster].powers;
  powers.erase(Power::Curiosity);
  powers.erase(Power::Unawakened);
}

inline bool another_lives(const State& s, int monster) {
  for (int i = 0; i < s.monster_count; ++i) {
    if (i != monster && s.monsters[i].alive() && s.monsters[i].powers.has(Power::LifeLink)) return true;
  }
  return false;
}

// False: it does not stay dead.
inline bool monster_dies(const Fight& f, int monster) {
  Monster& m = f.s.monsters[monster];
  const bool reborn = m.powers.has(Power::Unawakened);
  const bool linked = m.powers.has(Power::LifeLink) && another_lives(f.s, monster);
  if (f.kind(monster).killed_move == kNoMove || (!reborn && !linked)) return true;
  if (reborn) {
    fall_to_rise(f, monster);
  } else {
    m.powers.clear();
  }
  m.set(kHalfDead);
  force_move(f, monster, f.kind(monster).killed_move);
  return false;
}

// The last of the linked takes the fallen with it.
inline void end_links(State& s, int kind) {
  for (int i = 0; i < s.monster_count; ++i) {
    if (s.monsters[i].kind == kind && s.monsters[i].is(kHalfDead)) s.monsters[i].set(kGone);
  }
}

inline void leave(Monster& m) {
  m.set(kGone);
  m.set(kEscaped);
  m.powers.clear();
}

// With one of the two gone, nobody stands behind the player any more.
inline void end_siege(State& s) {
  s.player.powers.erase(Power::Surrounded);
  for (int i = 0; i < s.monster_count; ++i) s.monsters[i].powers.erase(Power::BackAttack);
}

inline void monster_died(const Fight& f, int monster) {
  State& s = f.s;
  if (s.player.powers.has(Power::Surrounded)) end_siege(s);
  const Monster& m = s.monsters[monster];
  const MonsterKind& kind = f.kind(monster);
  end_links(s, m.kind);
  for (int i = 0; i < s.monster_count; ++i) {
    for (const std::uint16_t follower : kind.followers) {
      if (!s.monsters[i].is(kGone) && s.monsters[i].kind == follower) leave(s.monsters[i]);
    }
  }
  if (holds_a_card(m)) add_to_hand(f, card_in_stasis(m));
}

inline void monster_step(const Fight& f, const Step& step) {
  switch (step.op) {
    case Op::SetMove:
      return set_move(f, step.source, step.arg);
    case Op::Trigger:
      return do_rule(f, static_cast<MonsterRule>(step.arg), step.source, step.amount, step.times);
    default:
      return;
  }
}

inline void monster_started_turn(const Fight& f, int monster) {
  PowerEntry* cap = f.s.monsters[monster].powers.find(Power::Invincible);
  if (cap == nullptr) return;
  for (const StartingPower& power : f.kind(monster).starts_with) {
    if (power.id == Power::Invincible) cap->amount = power.high;
  }
}

inline void monster_ended_round(const Fight&, int) {}

// Between two foes, the player turns to the one that a card is played at.
inline void face(const Fight& f, int target) {
  if (!f.s.player.powers.has(Power::Surrounded) || target >= kMostMonsters) return;
  for (int i = 0; i < f.s.monster_count; ++i) {
    if (i == target) {
      f.s.monsters[i].powers.erase(Power::BackAttack);
    } else if (f.s.monsters[i].alive() && !f.s.monsters[i].powers.has(Power::BackAttack)) {
      f.s.monsters[i].powers.add(Power::BackAttack, -1);
    }
  }
}

inline void player_played(const Fight& f, const PlayedCard& played) { face(f, played.target); }

}  // namespace hazard::spire
