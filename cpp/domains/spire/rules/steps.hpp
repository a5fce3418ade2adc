// The interpreter: steps are queued with their words resolved, and done one by one. A step that needs chance
// or a choice waits at the head of the queue for chances.hpp and choices.hpp.
//
// Over 400 lines: one function for each step of the vocabulary.
#pragma once

#include "domains/spire/fight.hpp"
#include "domains/spire/rules/cards.hpp"
#include "domains/spire/rules/damage.hpp"
#include "domains/spire/rules/draws.hpp"
#include "domains/spire/rules/powers.hpp"

namespace hazard::spire {

inline Amount amount_of(const Step& step) { return static_cast<Amount>(step.arg & 255); }

// What the card in play adds to its written damage.
inline int card_base_damage(const Fight& f, const Step& step) {
  int base = step.amount;
  switch (amount_of(step)) {
    case Amount::Block:
      base = f.s.player.block;
      break;
    case Amount::PerStrike:
      base += (step.arg >> 8) * count_strikes(f);
      break;
    case Amount::Grown:
      base += f.s.in_play.card.extra;
      break;
    case Amount::Searing:
      base += 4 * f.s.in_play.card.extra + f.s.in_play.card.extra * (f.s.in_play.card.extra - 1) / 2;
      break;
    case Amount::DrawPile:
      base = f.s.draw.count;
      break;
    default:
      break;
  }
  const Player& p = f.s.player;
  if (p.has(Relic::StrikeDummy) && f.kind(f.s.in_play.card).is(kCardStrike)) base += 3;
  if (p.has(Relic::WristBlade) && f.s.in_play.cost == 0 && f.kind(f.s.in_play.card).cost != kCostX) base += 4;
  return base;
}

inline int card_damage(const Fight& f, const Step& step, int target) {
  const int times = amount_of(step) == Amount::StrengthTimes ? step.arg >> 8 : 1;
  return attack_damage(f, kPlayer, target, card_base_damage(f, step), times);
}

// Whether the fight is one with elites (rank 1) or a boss (rank 2). The dead are counted: they were met, too.
inline bool meets_rank(const Fight& f, int low, int high) {
  for (int i = 0; i < f.s.monster_count; ++i) {
    const MonsterKind& kind = f.kind(i);
    if (kind.rank < low || kind.rank > high) continue;
    int same = 1;
    for (int j = 0; j < i; ++j) same += f.s.monsters[j].kind == f.s.monsters[i].kind ? 1 : 0;
    if (same >= kind.elite_from) return true;
  }
  return false;
}

// The card in play grows. A second playing of it (Double Tap) is the same card to the game: both grow, and so
// does what still waits to be played. After the first playing the card itself lies in a pile.
inline void grow_card(const Fight& f, int amount) {
  State& s = f.s;
  const Card before = s.in_play.card;
  const auto grow_if_same = [&](Card& card) {
    if (card.kind != before.kind || card.extra != before.extra) return false;
    card.extra = static_cast<std::uint8_t>(std::min(255, card.extra + amount));
    return true;
  };
  grow_if_same(s.in_play.card);
  for (int i = 0; i < s.queued_count; ++i) {
    if ((s.queued[i].flags & kReplay) != 0) grow_if_same(s.queued[i].card);
  }
  if ((s.in_play.flags & kReplay) == 0) return;
  const auto grow_one = [&](auto& pile) {
    for (int i = pile.count - 1; i >= 0; --i) {
      if (grow_if_same(pile[i])) return true;
    }
    return false;
  };
  grow_one(s.discard) || grow_one(s.exhaust) || grow_one(s.draw) || grow_one(s.hand);
}

inline bool holds(const Fight& f, Condition condition, int target) {
  const State& s = f.s;
  const bool aimed = target < kMostMonsters;
  switch (condition) {
    case Condition::TargetVulnerable:
      return aimed && f.has(target, Power::Vulnerable);
    case Condition::TargetWeak:
      return aimed && f.has(target, Power::Weak);
    case Condition::NoArtifact:
      return aimed && !f.has(target, Power::Artifact);
    case Condition::TargetAttacks: {
      if (!aimed || s.monsters[target].move == kNoMove) return false;
      const auto& moves = f.kind(target).moves;
      return s.monsters[target].move < moves.size() && moves[s.monsters[target].move].attacks;
    }
    case Condition::Killed:
      return aimed && s.monsters[target].is(kGone) && !s.monsters[target].is(kEscaped) &&
             !s.monsters[target].is(kMinionFlag);
    case Condition::NoAttackPlayed:
      return s.player.attacks_played == 0;
    case Condition::NoAttackInHand:
      for (const Card& card : s.hand) {
        if (f.kind(card).type == CardType::Attack) return false;
      }
      return true;
    case Condition::NoBlock:
      return s.player.block == 0;
    case Condition::NoCardsInHand:
      return s.hand.empty();
    case Condition::FewCardsPlayed:
      return s.turn > 1 && s.player.cards_played <= 3;
    case Condition::Elite:
      return meets_rank(f, 1, 1);
    case Condition::Boss:
      return meets_rank(f, 2, 2);
    case Condition::EliteOrBoss:
      return meets_rank(f, 1, 2);
    case Condition::LowHp:
      return 2 * s.player.hp <= s.player.max_hp;
    case Condition::Hurt:
      return s.player.is(kHurtThisTurn);
  }
  return false;
}

// Damage of a card is fixed when it is played: later hits do not see what earlier ones changed.
inline void fix_damage(const Fight& f, Step& step) {
  if (step.who == kEachFoe) {
    for (int i = 0; i < f.s.monster_count; ++i) {
      if (f.s.monsters[i].alive()) f.s.aimed[i] = static_cast<std::int16_t>(card_damage(f, step, i));
    }
    step.op = Op::Strike;
  } else if (step.who < kMostMonsters) {
    step.amount = static_cast<std::int16_t>(card_damage(f, step, step.who));
    step.op = Op::Strike;
  }
}

inline int resolved(int who, int source, int target) {
  if (who == kTarget) return target;
  if (who == kSelf) return source;
  return who;
}

inline void queue_steps(const Fight& f, Steps steps, int source, int target) {
  for (int i = steps.first; i < steps.first + steps.count; ++i) {
    Step step = f.content.steps[i];
    step.source = static_cast<std::uint8_t>(source);
    step.who = static_cast<std::uint8_t>(resolved(step.who, source, target));
    const bool by_card = source == kPlayer && f.s.in_play_set != 0;
    if (step.times == kTimesX && step.op != Op::Apply) {
      const int x = f.s.in_play.energy + (f.s.player.has(Relic::ChemicalX) ? 2 : 0);
      step.times = static_cast<std::uint8_t>(std::min(x, 200));
      if (step.op == Op::Draw || step.op == Op::Energy) {
        step.amount = static_cast<std::int16_t>(step.amount + step.times);
        step.times = 1;
      }
      if (step.times == 0) continue;
    }
    if (step.op == Op::AddRandom && step.amount < 0) {
      step.amount =
          static_cast<std::int16_t>(f.s.in_play.energy + (f.s.player.has(Relic::ChemicalX) ? 2 : 0));
      if (step.amount == 0) continue;
    }
    if (step.op == Op::If && static_cast<Condition>(step.arg) != Condition::Killed) {
      if (!holds(f, static_cast<Condition>(step.arg), step.who)) i += step.amount;
      continue;
    }
    if (step.op == Op::Damage && by_card) {
      fix_damage(f, step);
    } else if (step.op == Op::FiendFire && step.who < kMostMonsters) {
      step.amount = static_cast<std::int16_t>(card_damage(f, step, step.who));
    } else if (step.op == Op::LoseHp && amount_of(step) == Amount::CardsInHand) {
      step.amount = f.s.hand.count;
    }
    f.later(step);
  }
}

// Calls `act(monster)` for everybody a word means; the player is kPlayer.
template <class Act>
void for_each(const Fight& f, const Step& step, Act&& act) {
  if (step.who <= kPlayer) {
    act(int{step.who});
    return;
  }
  if (step.who == kEachFoe && step.source != kPlayer) return act(int{kPlayer});
  for (int i = 0; i < f.s.monster_count && !f.s.over(); ++i) {
    if (step.who == kOtherAllies && i == step.source) continue;
    if (f.s.monsters[i].alive()) act(i);
  }
}

// One hit of an attack. Further hits go back in front, before whatever this one sets off.
inline void do_hit(const Fight& f, Step step) {
  if (step.who < kMostMonsters && !f.s.monsters[step.who].alive()) return;
  if (step.source < kMostMonsters && !f.s.monsters[step.source].alive()) return;
  if (step.times > 1) {
    Step rest = step;
    --rest.times;
    f.soon(rest);
  }
  int lost = 0;
  if (step.op == Op::Strike) {
    const bool all = step.who == kEachFoe;
    for_each(f, step, [&](int target) {
      lost += deal(f, step.source, target, all ? f.s.aimed[target] : step.amount, Harm::Attack);
    });
  } else {
    for_each(f, step, [&](int target) {
      const int amount = step.source == kPlayer ? card_damage(f, step, target)
                                                : attack_damage(f, step.source, target, step.amount, 1);
      lost += deal(f, step.source, target, amount, Harm::Attack);
    });
  }
  if (lost > 0 && amount_of(step) == Amount::Healing) f.later(step_of(Op::Heal, step.source, lost));
}

inline void do_hurt(const Fight& f, Step step) {
  if (step.times > 1) {
    Step rest = step;
    --rest.times;
    f.soon(rest);
  }
  for_each(f, step, [&](int target) { deal(f, step.source, target, step.amount, Harm::Thorns); });
}

inline void do_block(const Fight& f, const Step& step) {
  const bool scaled = amount_of(step) == Amount::Plain && step.source == kPlayer;
  const int amount = scaled ? scaled_block(f, step.amount) : step.amount;
  for (int i = 0; i < step.times; ++i) {
    for_each(f, step, [&](int who) { gain_block(f, who, amount); });
  }
}

inline void do_apply(const Fight& f, const Step& step) {
  const auto id = static_cast<Power>(step.arg);
  const bool carries = id == Power::TheBomb || id == Power::Panache || id == Power::Combust;
  const int extra = carries ? step.times : 0;
  for_each(f, step, [&](int who) { apply_power(f, who, id, step.amount, step.source, extra); });
}

inline void do_heal(const Fight& f, const Step& step) {
  for_each(f, step, [&](int who) {
    if (who != kPlayer && !f.s.monsters[who].alive()) return;
    int amount = step.amount;
    if (amount_of(step) == Amount::MaxHpPercent)
      amount = amount * (who == kPlayer ? f.s.player.max_hp : f.s.monsters[who].max_hp) / 100;
    heal(f, who, amount);
  });
}

inline void gain_energy(const Fight& f, int amount) {
  f.s.player.energy = static_cast<std::uint8_t>(std::clamp(f.s.player.energy + amount, 0, 99));
}

// Takes the hand card at i to the exhaust pile; the hand keeps its order.
inline void exhaust_from_hand(const Fight& f, int i) { exhaust_card(f, f.s.hand.take_in_order(i)); }

inline int exhaust_hand(const Fight& f, bool only_other_than_attacks) {
  int found = 0;
  for (int i = f.s.hand.count - 1; i >= 0; --i) {
    if (only_other_than_attacks && f.kind(f.s.hand[i]).type == CardType::Attack) continue;
    exhaust_from_hand(f, i);
    ++found;
  }
  return found;
}

inline void upgrade_everything(const Fight& f, bool hand_only) {
  const auto upgrade = [&](auto& pile) {
    for (Card& card : pile) {
      if (can_upgrade(f, card)) upgrade_card(f, card);
    }
  };
  upgrade(f.s.hand);
  if (hand_only) return;
  upgrade(f.s.draw);
  upgrade(f.s.discard);
  upgrade(f.s.exhaust);
}

// Enlightenment: no card in hand costs more than one, this turn or for good.
inline void cheapen_hand(const Fight& f, bool this_turn) {
  for (Card& card : f.s.hand) {
    if (this_turn) {
      if (card.turn_cost() > 1) card.set_turn_cost(1);
    } else if (card.combat_cost() > 1) {
      card.set_combat_cost(1);
    } else if (card.turn_cost() > 1) {
      card.set_turn_cost(1);
    }
  }
  if (this_turn) f.s.player.set(kCostsChanged);
}

inline void add_copies(const Fight& f, const Step& step) {
  for (int i = 0; i < step.amount; ++i) add_to_place(f, fresh_card(f.content, step.arg), step.times);
}

// The card in play leaves for its pile, and monsters that count cards count it.
void finish_card(const Fight& f, bool spared);
void end_turn(const Fight& f);
void end_turn_powers(const Fight& f);
void discard_hand(const Fight& f);
void after_turn_draw(const Fight& f);

inline void do_step(const Fight& f, const Step& step) {
  switch (step.op) {
    case Op::Damage:
    case Op::Strike:
      return do_hit(f, step);
    case Op::Hurt:
      return do_hurt(f, step);
    case Op::LoseHp:
      deal(f, step.who, step.who, step.amount, Harm::HpLoss);
      return;
    case Op::Heal:
      return do_heal(f, step);
    case Op::MaxHp:
      f.s.player.max_hp = static_cast<std::int16_t>(f.s.player.max_hp + step.amount);
      return heal(f, kPlayer, step.amount);
    case Op::Block:
      return do_block(f, step);
    case Op::Apply:
      return do_apply(f, step);
    case Op::Remove:
      return for_each(f, step, [&](int who) { remove_power(f, who, static_cast<Power>(step.arg)); });
    case Op::Energy:
      return gain_energy(f, step.amount);
    case Op::Gold:
      f.s.player.gold = static_cast<std::int16_t>(std::clamp(f.s.player.gold + step.amount, 0, 30'000));
      if (step.amount > 0 && f.s.player.has(Relic::BloodyIdol)) heal(f, kPlayer, 5);
      return;
    case Op::AddCard:
      return add_copies(f, step);
    case Op::AddCopy: {
      Card copy = f.s.in_play.card;
      copy.forget_turn_cost();
      return add_to_place(f, copy, step.times);
    }
    case Op::ExhaustHand:
      exhaust_hand(f, step.arg != 0);
      return;
    case Op::SecondWind: {
      const int cards = exhaust_hand(f, true);
      for (int i = 0; i < cards; ++i) f.soon(step_of(Op::Block, kPlayer, step.amount));
      return;
    }
    case Op::FiendFire: {
      const int cards = exhaust_hand(f, false);
      if (cards > 0) f.soon(step_of(Op::Strike, step.who, step.amount, 0, kPlayer, cards));
      return;
    }
    case Op::UpgradeHand:
      return upgrade_everything(f, true);
    case Op::UpgradeAll:
      return upgrade_everything(f, false);
    case Op::DoubleBlock:
      return gain_block(f, kPlayer, f.s.player.block);
    case Op::DoubleStrength:
      return apply_power(f, kPlayer, Power::Strength, f.power(kPlayer, Power::Strength), kPlayer);
    case Op::CheapHand:
      return cheapen_hand(f, step.arg != 0);
    case Op::RandomCosts:
      for (int i = f.s.hand.count - 1; i >= 0; --i) {
        if (f.kind(f.s.hand[i]).cost >= 0) f.soon(roll_cost_of(f.s.hand[i]));
      }
      return;
    case Op::ShuffleDiscard:
      return shuffle_discard(f);
    case Op::If:
      if (!holds(f, static_cast<Condition>(step.arg), step.who)) {
        for (int i = 0; i < step.amount; ++i) f.s.steps.pop();
      }
      return;
    case Op::Grow:
      return grow_card(f, step.amount);
    case Op::EndTurn:
      return end_turn(f);
    case Op::Escape:
      if (step.who == kPlayer) {
        f.s.phase = Phase::Won;
        f.s.player.set(kFled);
        return f.s.steps.clear();
      }
      f.s.monsters[step.who].set(kGone);
      f.s.monsters[step.who].set(kEscaped);
      return note_departure(f);
    case Op::Die:
      if (step.who < kMostMonsters && f.s.monsters[step.who].alive()) kill_monster(f, step.who);
      return;
    case Op::FinishCard:
      return finish_card(f, false);
    case Op::TurnPowers:
      return end_turn_powers(f);
    case Op::Discard:
      return discard_hand(f);
    case Op::DrawTurn:
      return after_turn_draw(f);
    case Op::SetMove:
    case Op::Trigger:
      return monster_step(f, step);
    default:
      return;
  }
}

}  // namespace hazard::spire
