// Damage, block and healing. An attack is worked out in floating point and rounded down once, at the end:
// strength and its like add, weak and vulnerable multiply, flight and intangible have the last word.
#pragma once

#include <algorithm>

#include "domains/spire/fight.hpp"
#include "domains/spire/rules/powers.hpp"

namespace hazard::spire {

inline constexpr int kMostBlock = 999;

// What an attack does before block. Multiplications are in single precision, as the game's are.
inline int attack_damage(const Fight& f, int source, int target, int base, int strength_times) {
  const Player& player = f.s.player;
  float damage = static_cast<float>(base);
  const auto give = [&](const auto& powers) {
    if (powers.has(Power::Strength))
      damage += static_cast<float>(powers.amount(Power::Strength) * strength_times);
    if (powers.has(Power::Vigor)) damage += static_cast<float>(powers.amount(Power::Vigor));
    if (powers.has(Power::PenNib)) damage *= 2.0F;
    if (powers.has(Power::DoubleDamage)) damage *= 2.0F;
  };
  if (source == kPlayer) {
    give(player.powers);
    if (player.powers.has(Power::Weak)) damage *= 0.75F;
  } else {
    give(f.s.monsters[source].powers);
    if (f.s.monsters[source].powers.has(Power::Weak)) damage *= player.has(Relic::PaperCrane) ? 0.6F : 0.75F;
  }
  if (target == kPlayer) {
    if (player.powers.has(Power::Vulnerable)) damage *= player.has(Relic::OddMushroom) ? 1.25F : 1.5F;
    if (source != kPlayer && f.s.monsters[source].powers.has(Power::BackAttack))
      damage = static_cast<float>(static_cast<int>(damage * 1.5F));
    if (player.powers.has(Power::Intangible)) damage = std::min(damage, 1.0F);
  } else {
    const MonsterPowers& powers = f.s.monsters[target].powers;
    if (powers.has(Power::Vulnerable)) damage *= player.has(Relic::PaperFrog) ? 1.75F : 1.5F;
    if (powers.has(Power::Slow)) damage *= 1.0F + static_cast<float>(powers.amount(Power::Slow)) * 0.1F;
    if (powers.has(Power::Flight)) damage /= 2.0F;
    if (powers.has(Power::Intangible)) damage = std::min(damage, 1.0F);
  }
  return std::max(0, static_cast<int>(damage));
}

// What block leaves of the damage; tells whether it broke.
inline int through_block(std::int16_t& block, int amount, bool& broken) {
  broken = block > 0 && amount >= block;
  const int stopped = std::min<int>(block, amount);
  block = static_cast<std::int16_t>(block - stopped);
  return amount - stopped;
}

inline void heal(const Fight& f, int who, int amount) {
  if (amount <= 0) return;
  if (who != kPlayer) {
    Monster& m = f.s.monsters[who];
    m.hp = static_cast<std::int16_t>(std::min<int>(m.max_hp, m.hp + amount));
    return;
  }
  Player& p = f.s.player;
  if (p.has(Relic::MarkOfTheBloom)) return;
  if (p.has(Relic::MagicFlower) && !f.s.over()) amount = (amount * 3 + 1) / 2;
  p.hp = static_cast<std::int16_t>(std::min<int>(p.max_hp, p.hp + amount));
  if (p.is(kSkullOn) && 2 * p.hp > p.max_hp) {
    p.clear(kSkullOn);
    apply_power(f, kPlayer, Power::Strength, -3, kPlayer);
  }
}

inline void gain_block(const Fight& f, int who, int amount) {
  if (amount <= 0) return;
  std::int16_t& block = who == kPlayer ? f.s.player.block : f.s.monsters[who].block;
  block = static_cast<std::int16_t>(std::min(kMostBlock, block + amount));
  if (who == kPlayer) {
    const int spike = f.s.player.powers.amount(Power::Juggernaut);
    if (spike > 0) f.later(step_of(Op::Hurt, kRandomFoe, spike));
  }
}

// Block from a card: dexterity counts, frail takes a quarter.
inline int scaled_block(const Fight& f, int base) {
  const PlayerPowers& powers = f.s.player.powers;
  if (powers.has(Power::NoBlock)) return 0;
  float block = static_cast<float>(base + powers.amount(Power::Dexterity));
  if (powers.has(Power::Frail)) block *= 0.75F;
  return std::max(0, static_cast<int>(block));
}

// After somebody has died or fled: is anybody left?
inline void note_departure(const Fight& f) {
  if (!f.s.any_monster()) f.s.ending = 1;
}

inline void kill_monster(const Fight& f, int monster) {
  Monster& m = f.s.monsters[monster];
  m.hp = 0;
  m.block = 0;
  if (!monster_dies(f, monster)) return on_occasion(f, Occasion::EnemyDied);  // half dead counts, too
  const int spores = m.powers.amount(Power::SporeCloud);
  if (m.powers.has(Power::Minion)) m.set(kMinionFlag);
  m.set(kGone);
  m.powers.clear();
  if (spores > 0) f.later(step_of(Op::Apply, kPlayer, spores, static_cast<int>(Power::Vulnerable), monster));
  monster_died(f, monster);
  note_departure(f);
  if (f.s.ending == 0) on_occasion(f, Occasion::EnemyDied);
}

// The player would die: a potion or a relic may say otherwise.
inline void player_falls(const Fight& f) {
  Player& p = f.s.player;
  p.hp = 0;
  if (!p.has(Relic::MarkOfTheBloom)) {
    for (int slot = 0; slot < kPotionSlots; ++slot) {
      if (p.potions[slot] == 0 || !f.content.potions[p.potions[slot]].saves_life) continue;
      p.potions[slot] = 0;
      heal(f, kPlayer, std::max(1, p.max_hp * (p.has(Relic::SacredBark) ? 60 : 30) / 100));
      return;
    }
    if (p.has(Relic::LizardTail) && !p.is(kTailUsed)) {
      p.set(kTailUsed);
      heal(f, kPlayer, std::max(1, p.max_hp / 2));
      return;
    }
  }
  f.s.phase = Phase::Lost;
  f.s.steps.clear();
  f.s.queued_count = 0;
}

inline void cards_feel_pain(const Fight& f) {
  const auto cheaper = [&](auto& pile) {
    for (Card& card : pile) {
      if (!f.kind(card).is(kCardCheaperWhenHurt)) continue;
      const int turn = std::max(0, card.turn_cost() - 1);
      card.set_combat_cost(std::max(0, card.combat_cost() - 1));
      card.set_turn_cost(turn);
    }
  };
  cheaper(f.s.hand);
  cheaper(f.s.draw);
  cheaper(f.s.discard);
}

// What losing HP sets off.
inline void player_bled(const Fight& f, int source, int lost, Harm harm) {
  Player& p = f.s.player;
  p.hp = static_cast<std::int16_t>(p.hp - lost);
  if (p.times_damaged < 255) ++p.times_damaged;
  p.set(kHurtThisTurn);
  if (p.is(kCardsWatchHurt)) cards_feel_pain(f);
  if (p.powers.has(Power::Rupture) && source == kPlayer)
    f.soon(step_of(Op::Apply, kPlayer, p.powers.amount(Power::Rupture), static_cast<int>(Power::Strength)));
  if (p.powers.has(Power::PlatedArmor) && harm == Harm::Attack && source != kPlayer)
    f.later(step_of(Op::Apply, kPlayer, -1, static_cast<int>(Power::PlatedArmor)));
  on_occasion(f, Occasion::HpLost);
  if (p.has(Relic::RedSkull) && !p.is(kSkullOn) && 2 * p.hp <= p.max_hp && p.hp > 0) {
    p.set(kSkullOn);
    apply_power(f, kPlayer, Power::Strength, 3, kPlayer);
  }
  if (p.hp <= 0) player_falls(f);
}

inline int deal_to_player(const Fight& f, int source, int amount, Harm harm) {
  Player& p = f.s.player;
  if (amount > 1 && p.powers.has(Power::Intangible)) amount = 1;
  bool broken = false;
  if (harm != Harm::HpLoss) amount = through_block(p.block, amount, broken);
  if (harm == Harm::Attack && amount > 1 && amount <= 5 && p.has(Relic::Torii)) amount = 1;
  if (amount > 0 && p.powers.has(Power::Buffer)) {
    reduce_power(f, kPlayer, Power::Buffer);
    amount = 0;
  }
  if (harm == Harm::Attack && source != kPlayer) {
    const int back = p.powers.amount(Power::Thorns), fire = p.powers.amount(Power::FlameBarrier);
    if (back > 0) f.soon(step_of(Op::Hurt, source, back));
    if (fire > 0) f.soon(step_of(Op::Hurt, source, fire));
  }
  if (amount > 0 && p.has(Relic::TungstenRod)) --amount;
  if (amount <= 0) return 0;
  if (source != kPlayer && harm == Harm::Attack && f.has(source, Power::PainfulStabs))
    f.later(step_of(Op::AddCard, kPlayer, 1, f.content.wound, source, kToDiscard));
  const int lost = std::min<int>(amount, p.hp);
  player_bled(f, source, amount, harm);
  return lost;
}

// A monster's powers that answer an attack which got through to it and did not kill.
inline void monster_answers(const Fight& f, int target) {
  MonsterPowers& powers = f.s.monsters[target].powers;
  if (PowerEntry* entry = powers.find(Power::CurlUp)) {
    f.later(step_of(Op::Block, target, entry->amount, static_cast<int>(Amount::Unscaled), target));
    powers.erase(Power::CurlUp);
  }
  if (PowerEntry* entry = powers.find(Power::Malleable)) {
    f.later(step_of(Op::Block, target, entry->amount, static_cast<int>(Amount::Unscaled), target));
    ++entry->amount;
  }
  if (powers.has(Power::Flight))
    f.later(step_of(Op::Apply, target, -1, static_cast<int>(Power::Flight), target));
  if (powers.has(Power::PlatedArmor))
    f.later(step_of(Op::Apply, target, -1, static_cast<int>(Power::PlatedArmor), target));
  if (powers.has(Power::Angry))
    f.soon(
        step_of(Op::Apply, target, powers.amount(Power::Angry), static_cast<int>(Power::Strength), target));
  if (powers.has(Power::Reactive)) f.later(step_of(Op::Roll, target, 0, 1, target));
}

// The Transient is weaker by every HP that it loses, to whatever it may be, until its turn is over.
inline void shift(const Fight& f, int monster, int lost) {
  f.soon(step_of(Op::Apply, monster, lost, static_cast<int>(Power::RegainStrength), monster));
  f.soon(step_of(Op::Apply, monster, -lost, static_cast<int>(Power::Strength), monster));
}

inline int deal_to_monster(const Fight& f, int source, int target, int amount, Harm harm) {
  Monster& m = f.s.monsters[target];
  if (!m.alive()) return 0;
  if (amount > 0 && m.powers.has(Power::Intangible)) amount = 1;
  bool broken = false;
  if (harm != Harm::HpLoss) amount = through_block(m.block, amount, broken);
  const bool by_player = source == kPlayer;
  if (broken && by_player && f.s.player.has(Relic::HandDrill))
    f.later(step_of(Op::Apply, target, 2, static_cast<int>(Power::Vulnerable)));
  if (by_player && harm == Harm::Attack && amount > 0 && amount < 5 && f.s.player.has(Relic::Boot))
    amount = 5;
  if (amount > 0 && m.powers.has(Power::Buffer)) {
    reduce_power(f, target, Power::Buffer);
    amount = 0;
  }
  if (PowerEntry* cap = m.powers.find(Power::Invincible)) {
    amount = std::min<int>(amount, cap->amount);
    cap->amount = static_cast<std::int16_t>(cap->amount - amount);
  }
  if (harm == Harm::Attack && by_player && m.powers.has(Power::Thorns))
    f.soon(step_of(Op::Hurt, kPlayer, m.powers.amount(Power::Thorns), 0, target));
  if (amount <= 0) return 0;
  const int lost = std::min<int>(amount, m.hp);
  if (harm == Harm::Attack && amount < m.hp) monster_answers(f, target);
  if (amount < m.hp && m.powers.has(Power::Shifting)) shift(f, target, amount);
  m.hp = static_cast<std::int16_t>(m.hp - lost);
  if (m.hp <= 0) {
    kill_monster(f, target);
  } else {
    monster_hurt(f, target, lost, harm);
  }
  return lost;
}

inline int deal(const Fight& f, int source, int target, int amount, Harm harm) {
  if (f.s.over()) return 0;
  return target == kPlayer ? deal_to_player(f, source, amount, harm)
                           : deal_to_monster(f, source, target, amount, harm);
}

}  // namespace hazard::spire
