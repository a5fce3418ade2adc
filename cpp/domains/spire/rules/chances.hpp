// Steps that wait for chance: what can come of them, how likely each is, and what follows.
#pragma once

#include "domains/spire/move.hpp"
#include "domains/spire/rules/cards.hpp"
#include "domains/spire/rules/draws.hpp"
#include "domains/spire/rules/playing.hpp"
#include "domains/spire/rules/rolls.hpp"
#include "domains/spire/rules/steps.hpp"
#include "domains/spire/rules/summons.hpp"

namespace hazard::spire {

// Whether a step may need chance at all; what it needs is then looked at.
inline bool may_need_chance(const Step& step) {
  switch (step.op) {
    case Op::AddRandom:
    case Op::Discover:
    case Op::ExhaustRandom:
    case Op::CheapRandom:
    case Op::UpgradeRandom:
    case Op::DrawFromDeck:
    case Op::PlayTop:
    case Op::RollCost:
    case Op::Roll:
    case Op::Aim:
    case Op::FillPotions:
    case Op::FinishCard:
    case Op::Summon:
    case Op::Stasis:
      return true;
    default:
      return step.who == kRandomFoe || step.who == kRandomAlly;
  }
}

// sink(place, probability) for the different cards of [first, last) that pass; equal cards are one.
template <class Test, class Sink>
void list_cards(const Card* cards, int count, Test&& test, Sink&& sink) {
  int passing = 0;
  for (int i = 0; i < count; ++i) passing += test(cards[i]) ? 1 : 0;
  for (int i = 0; i < count; ++i) {
    if (!test(cards[i])) continue;
    int before = 0, alike = 0;
    for (int k = 0; k < count; ++k) {
      if (!(cards[k] == cards[i])) continue;
      before += k < i ? 1 : 0;
      ++alike;
    }
    if (before == 0) sink(i, static_cast<double>(alike) / passing);
  }
}

template <class Sink>
void list_monsters(const State& s, int except, Sink&& sink) {
  int alive = 0;
  for (int i = 0; i < s.monster_count; ++i) alive += s.monsters[i].alive() && i != except ? 1 : 0;
  for (int i = 0; i < s.monster_count; ++i) {
    if (s.monsters[i].alive() && i != except) sink(i, 1.0 / alive);
  }
}

inline bool is_option(const State& s, int kind) {
  for (int i = 0; i < s.options_count; ++i) {
    if (s.options[i].kind == kind) return true;
  }
  return false;
}

template <class Sink>
void list_pool(const Fight& f, int pool, Sink&& sink) {
  const auto& kinds = f.content.pools[pool];
  const double each = 1.0 / (static_cast<double>(kinds.size()) - f.s.options_count);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (!is_option(f.s, kinds[i])) sink(static_cast<int>(i), each);
  }
}

// sink(index, probability) for what can come of the step at the head of the queue. One outcome is no chance,
// none is nothing to do.
template <class Sink>
void list_step_outcomes(const Fight& f, const Step& step, Sink&& sink) {
  const State& s = f.s;
  switch (step.op) {
    case Op::AddRandom:
    case Op::Discover:
      return list_pool(f, step.arg, sink);
    case Op::ExhaustRandom:
      return list_cards(s.hand.cards, s.hand.count, [](const Card&) { return true; }, sink);
    case Op::CheapRandom: {
      const auto dear = [&](const Card& card) { return f.kind(card).cost > 0 && card.turn_cost() > 0; };
      return list_cards(s.hand.cards, s.hand.count, dear, sink);
    }
    case Op::UpgradeRandom:
      return list_cards(
          s.hand.cards, s.hand.count, [&](const Card& card) { return can_upgrade(f, card); }, sink);
    case Op::DrawFromDeck: {
      const auto type = step.arg == 1 ? CardType::Attack : CardType::Skill;
      const auto fits = [&](const Card& card) { return f.kind(card).type == type; };
      return list_cards(s.draw.cards, s.draw.count, fits, sink);
    }
    case Op::PlayTop:
      if (s.known_top > 0) return sink(s.draw.count - 1, 1.0);
      return list_cards(s.draw.cards, s.draw.count, [](const Card&) { return true; }, sink);
    case Op::RollCost:
      for (int cost = 0; cost < 4; ++cost) sink(cost, 0.25);
      return;
    case Op::Roll:
      return roll_outcomes(f.content, s, step.who, sink);
    case Op::Summon:
      return list_summons(f.content, s, step.who, sink);
    case Op::Stasis: {
      const auto& pile = stasis_pile(s);
      const int best = rarest(f.content, pile);
      const auto wanted = [&](const Card& card) { return is_wanted(f.content, card, best); };
      return list_cards(pile.cards, pile.count, wanted, sink);
    }
    case Op::FillPotions: {
      const int kinds = static_cast<int>(f.content.potions.size()) - 1;
      for (int slot = 0; slot < s.player.potion_slots; ++slot) {
        if (s.player.potions[slot] != 0) continue;
        for (int row = 1; row <= kinds; ++row) sink(row, 1.0 / kinds);
        return;
      }
      return;
    }
    case Op::FinishCard: {
      const PlayedCard& played = s.in_play;
      const bool exhausts = f.kind(played.card).is(kCardExhausts) || (played.flags & kExhausts) != 0;
      const bool leaves = (played.flags & kVanishes) == 0 && f.kind(played.card).type != CardType::Power;
      if (!s.player.has(Relic::StrangeSpoon) || !exhausts || !leaves) return sink(0, 1.0);
      sink(0, 0.5);
      return sink(1, 0.5);
    }
    default:
      if (step.who == kRandomAlly) {
        bool alone = true;
        list_monsters(s, step.source, [&](int i, double p) {
          alone = false;
          sink(i, p);
        });
        if (alone) sink(step.source, 1.0);
        return;
      }
      return list_monsters(s, -1, sink);
  }
}

// What chance has decided comes to pass. The step has been taken from the queue.
inline void do_outcome(const Fight& f, Step step, int index) {
  State& s = f.s;
  switch (step.op) {
    case Op::AddRandom:
      add_to_place(f, fresh_card(f.content, f.content.pools[step.arg][index]), step.times);
      if (--step.amount > 0) f.soon(step);
      return;
    case Op::Discover:
      s.options[s.options_count++] = fresh_card(f.content, f.content.pools[step.arg][index]);
      if (s.options_count < 3) return f.soon(step);
      {
        const bool into = (step.times & kPlaceMask) == kToDraw;
        const bool free = (step.times & kFreeThisTurn) != 0;
        const Deed deed = into ? Deed::ShuffleIn : free ? Deed::TakeFree : Deed::TakeToHand;
        const int arg = step.amount << 9 | (into ? 1 << 8 : 0);
        return f.soon(step_of(Op::Choose, kPlayer, 1, arg, kPlayer, static_cast<int>(deed) | 4 << 4));
      }
    case Op::ExhaustRandom:
      exhaust_from_hand(f, index);
      if (--step.amount > 0) f.soon(step);
      return;
    case Op::CheapRandom: {
      Card card = s.hand.take_in_order(index);
      step.arg != 0 ? card.set_turn_cost(0) : card.set_combat_cost(0);
      if (step.arg != 0) s.player.set(kCostsChanged);
      return s.hand.insert(card);
    }
    case Op::UpgradeRandom:
      return upgrade_in_hand(f, index);
    case Op::DrawFromDeck: {
      add_to_hand(f, take_from_draw(f, index));
      if (--step.amount > 0) f.soon(step);
      return;
    }
    case Op::PlayTop: {
      PlayedCard played;
      played.card = take_from_draw(f, index);
      played.target = kRandomFoe;
      played.flags = static_cast<std::uint8_t>(kFree | (step.arg != 0 ? kExhausts : 0));
      if (s.queued_count < kMostQueued) {
        s.queued[s.queued_count++] = played;
      } else {
        put_away(f, played);
      }
      if (--step.amount > 0) f.soon(step);
      return;
    }
    case Op::RollCost:
      for (int i = 0; i < s.hand.count; ++i) {
        if (!(roll_cost_of(s.hand[i]) == step)) continue;
        Card card = s.hand.take_in_order(i);
        card.set_combat_cost(index);
        return s.hand.insert(card);
      }
      return;
    case Op::Roll:
      return set_move(f, step.who, index);
    case Op::Summon:
      return summon(f, step.who, index);
    case Op::Stasis:
      return take_into_stasis(f, step.who, index);
    case Op::Aim:
      s.queued[0].target = static_cast<std::uint8_t>(index);
      return;
    case Op::FillPotions:
      for (int slot = 0; slot < s.player.potion_slots; ++slot) {
        if (s.player.potions[slot] != 0) continue;
        s.player.potions[slot] = static_cast<std::uint8_t>(index);
        break;
      }
      return f.soon(step);
    case Op::FinishCard:
      return finish_card(f, index == 1);
    default: {  // a random enemy or ally: one hit on it, the other hits find their own
      if (step.times > 1 && (step.op == Op::Damage || step.op == Op::Hurt)) {
        Step rest = step;
        --rest.times;
        f.soon(rest);
        step.times = 1;
      }
      step.who = static_cast<std::uint8_t>(index);
      return do_step(f, step);
    }
  }
}

// Steps of the queue's head that chance alone decides, drawn at once.
inline int sample_step(const Fight& f, const Step& step, Random& random) {
  if (step.op == Op::Roll) return roll_sampled(f.content, f.s, step.who, random);
  double left = random.uniform();
  int found = -1;
  list_step_outcomes(f, step, [&](int index, double probability) {
    if (left >= 0.0) found = index;
    left -= probability;
  });
  return found;
}

}  // namespace hazard::spire
