// What only monsters do: the tricks of their moves, by name (see SPIRE_MONSTER_RULES).
#pragma once

#include "domains/spire/rules/powers.hpp"
#include "domains/spire/rules/summons.hpp"

namespace hazard::spire {

// Its move is changed in mid-turn, and stands: it does not roll again before it has made it.
inline void force_move(const Fight& f, int monster, int move) {
  if (move == kNoMove) return;  // a power that its kind knows nothing of
  set_move(f, monster, move);
  f.s.monsters[monster].set(kForced);
}

inline void wake(const Fight& f, int monster) {
  f.s.monsters[monster].clear(kAsleep);
  remove_power(f, monster, Power::Metallicize);
}

inline void close_up(const Fight& f, int monster) {
  Monster& m = f.s.monsters[monster];
  m.powers.erase(Power::ModeShift);
  m.counters[0] = static_cast<std::int16_t>(m.counters[0] + 10);
  gain_block(f, monster, 20);
  force_move(f, monster, f.kind(monster).shifted_move);
}

inline void open_up(const Fight& f, int monster) {
  Monster& m = f.s.monsters[monster];
  m.block = 0;
  m.powers.add(Power::ModeShift, m.counters[0]);
}

inline void sear(const Fight& f, int monster, int count) {
  const MonsterKind& kind = f.kind(monster);
  bool hotter = false;  // after an inferno all its burns are the upgraded kind
  for (std::size_t move = 0; move < kind.moves.size(); ++move)
    hotter |= kind.moves[move].name == "inferno" && has_used(f.s.monsters[monster], static_cast<int>(move));
  for (int i = 0; i < count; ++i) f.s.discard.add(fresh_card(f.content, kind.cards[hotter ? 1 : 0]));
}

inline void upgrade_burns(const Fight& f, int monster) {
  const MonsterKind& kind = f.kind(monster);
  const auto upgrade = [&](auto& pile) {
    for (Card& card : pile) {
      if (card.kind == kind.cards[0]) card.kind = kind.cards[1];
    }
  };
  upgrade(f.s.draw);
  upgrade(f.s.discard);
}

inline void steal(const Fight& f, int monster, int amount) {
  Player& p = f.s.player;
  const int taken = std::min<int>(amount, p.gold);
  p.gold = static_cast<std::int16_t>(p.gold - taken);
  std::int16_t& loot = f.s.monsters[monster].counters[0];
  loot = static_cast<std::int16_t>(loot + taken);
  if (taken > 0) p.set(kStolen);
}

inline void grow(const Fight& f, int monster, int amount, int most) {
  std::int16_t& own = f.s.monsters[monster].counters[0];
  own = static_cast<std::int16_t>(most > 1 ? std::min(own + amount, most) : own + amount);
}

inline void shake_off_debuffs(const Fight& f, int monster) {
  MonsterPowers& powers = f.s.monsters[monster].powers;
  for (int i = powers.count - 1; i >= 0; --i) {
    if (is_debuff(powers.entries[i].id, powers.entries[i].amount)) powers.erase_at(i);
  }
}

inline void come_back(const Fight& f, int monster, int hp) {
  Monster& m = f.s.monsters[monster];
  m.clear(kHalfDead);
  m.hp = static_cast<std::int16_t>(hp);
}

// The Heart's buff: artifact, a harder beat, painful stabs, and then strength.
inline void buff_by_turns(const Fight& f, int monster) {
  Monster& m = f.s.monsters[monster];
  switch (m.counters[0]++) {
    case 0:
      apply_power(f, monster, Power::Artifact, 2, monster);
      break;
    case 1:
      apply_power(f, monster, Power::BeatOfDeath, 1, monster);
      break;
    case 2:
      apply_power(f, monster, Power::PainfulStabs, 1, monster);
      break;
    case 3:
      apply_power(f, monster, Power::Strength, 10, monster);
      break;
    default:
      apply_power(f, monster, Power::Strength, 50, monster);
      break;
  }
}

inline void block_leader(const Fight& f, int monster, int amount) {
  for (int i = 0; i < f.s.monster_count; ++i) {
    if (f.s.monsters[i].alive() && is_summoned_by(f.kind(i), f.s.monsters[monster].kind))
      gain_block(f, i, amount);
  }
}

inline void do_rule(const Fight& f, MonsterRule rule, int monster, int amount, int times) {
  Monster& m = f.s.monsters[monster];
  switch (rule) {
    case MonsterRule::None:
      return;
    case MonsterRule::Split:
      return split(f, monster);
    case MonsterRule::Divide:
      m.counters[0] = static_cast<std::int16_t>(f.s.player.hp / 12 + 1);
      return;
    case MonsterRule::Sear:
      return sear(f, monster, amount);
    case MonsterRule::UpgradeBurns:
      return upgrade_burns(f, monster);
    case MonsterRule::Steal:
      return steal(f, monster, amount);
    case MonsterRule::CloseUp:
      return close_up(f, monster);
    case MonsterRule::OpenUp:
      return open_up(f, monster);
    case MonsterRule::WakeAfter:
      if (m.is(kAsleep) && m.counters[0] >= amount) wake(f, monster);
      return;
    case MonsterRule::Grow:
      return grow(f, monster, amount, times);
    case MonsterRule::Summon:
      for (int i = 0; i < amount; ++i) f.soon(step_of(Op::Summon, monster, 0, 0, monster));
      return;
    case MonsterRule::Stasis:
      f.soon(step_of(Op::Stasis, monster, 0, 0, monster));
      return;
    case MonsterRule::ShakeOffDebuffs:
      return shake_off_debuffs(f, monster);
    case MonsterRule::ShakeOffWeakness:
      if (m.powers.amount(Power::Strength) < 0) m.powers.erase(Power::Strength);
      return;
    case MonsterRule::HealToHalf:
      return heal(f, monster, m.max_hp / 2 - m.hp);
    case MonsterRule::Reincarnate:
      come_back(f, monster, m.max_hp / 2);
      m.powers.add(Power::LifeLink, -1);
      return strengthen_newcomer(f, monster);
    case MonsterRule::Rebirth:
      return come_back(f, monster, m.max_hp);
    case MonsterRule::Implant:
      return;  // a curse for the deck, after the fight
    case MonsterRule::Fade:
      if (!m.powers.has(Power::Intangible)) apply_power(f, monster, Power::Intangible, 1, monster);
      return;
    case MonsterRule::BlockAsStruck:
      return gain_block(f, monster, attack_damage(f, monster, kPlayer, amount));
    case MonsterRule::BuffByTurns:
      return buff_by_turns(f, monster);
    case MonsterRule::BlockLeader:
      return block_leader(f, monster, amount);
  }
}

}  // namespace hazard::spire
