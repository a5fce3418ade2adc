// Cards: what they cost, when they can be played, how they are made, upgraded, exhausted.
#pragma once

#include "domains/spire/fight.hpp"

namespace hazard::spire {

inline Card fresh_card(const Content& content, int kind) {
  Card card;
  card.kind = static_cast<std::uint16_t>(kind);
  card.set_combat_cost(std::max<int>(0, content.cards[kind].cost));
  return card;
}

inline int cost_of(const Fight& f, const Card& card, const CardKind& kind) {
  if (card.free_once()) return 0;
  if (kind.type == CardType::Skill && f.s.player.powers.has(Power::Corruption)) return 0;
  if (kind.cost < 0) return 0;  // X: whatever there is; curses and statuses that a relic makes playable
  return card.turn_cost();
}

inline bool all_attacks(const Fight& f) {
  for (const Card& card : f.s.hand) {
    if (f.kind(card).type != CardType::Attack) return false;
  }
  return true;
}

inline bool any_of_type(const Fight& f, const Pile<kPileSize>& pile, CardType type) {
  for (const Card& card : pile) {
    if (f.kind(card).type == type) return true;
  }
  return false;
}

// Whether anything but its cost forbids a card.
inline bool allowed(const Fight& f, const CardKind& kind) {
  const Player& p = f.s.player;
  if (kind.cost == kUnplayable) {
    if (kind.type == CardType::Curse && !p.has(Relic::BlueCandle)) return false;
    if (kind.type == CardType::Status && !p.has(Relic::MedicalKit)) return false;
    if (kind.type != CardType::Curse && kind.type != CardType::Status) return false;
  }
  if (kind.type == CardType::Attack && p.powers.has(Power::Entangled)) return false;
  if (p.has(Relic::VelvetChoker) && p.cards_played >= 6) return false;
  switch (kind.needs) {
    case Needs::Nothing:
      return true;
    case Needs::OnlyAttacksInHand:
      return all_attacks(f);
    case Needs::AttackToDraw:
      return any_of_type(f, f.s.draw, CardType::Attack);
    case Needs::SkillToDraw:
      return any_of_type(f, f.s.draw, CardType::Skill);
  }
  return true;
}

// Normality in hand: at most three cards a turn.
inline bool plays_are_limited(const Fight& f) {
  if (f.s.player.cards_played < 3) return false;
  for (const Card& card : f.s.hand) {
    if (f.kind(card).is(kCardLimitsPlays)) return true;
  }
  return false;
}

inline bool can_play(const Fight& f, const Card& card) {
  const CardKind& kind = f.kind(card);
  return !card.withheld() && cost_of(f, card, kind) <= f.s.player.energy && allowed(f, kind);
}

inline bool can_upgrade(const Fight& f, const Card& card) {
  const CardKind& kind = f.kind(card);
  return kind.upgrade != card.kind || kind.is(kCardUpgradesForever);
}

inline void upgrade_card(const Fight& f, Card& card) {
  const CardKind& kind = f.kind(card);
  if (kind.is(kCardUpgradesForever) && card.extra < 255) ++card.extra;
  if (kind.upgrade == card.kind) return;
  const int cheaper = std::max<int>(0, kind.cost) - std::max<int>(0, f.content.cards[kind.upgrade].cost);
  if (cheaper != 0) {
    const int turn = std::max(0, card.turn_cost() - cheaper);
    card.set_combat_cost(std::max(0, card.combat_cost() - cheaper));
    card.set_turn_cost(turn);
  }
  card.kind = kind.upgrade;
  if (f.kind(card).cost < 0) card.set_combat_cost(0);
}

// The hand keeps its order.
inline void upgrade_in_hand(const Fight& f, int i) {
  Card card = f.s.hand.take_in_order(i);
  upgrade_card(f, card);
  f.s.hand.insert(card);
}

// A card that comes into being: eggs do not hatch in combat, Master Reality is another's.
inline void note_new_card(const Fight& f, const Card& card) {
  if (f.kind(card).is(kCardCheaperWhenHurt)) f.s.player.set(kCardsWatchHurt);
}

inline void add_to_hand(const Fight& f, Card card) {
  if (f.s.hand.full()) {
    f.s.discard.add(card);
  } else {
    f.s.hand.insert(card);
  }
}

// Into the unknown part of the draw pile, which lies below the known cards; or on top.
//
//   draw: [ unknown … unknown | known … top ]
inline void add_to_draw(const Fight& f, Card card, bool on_top) {
  auto& draw = f.s.draw;
  if (draw.full()) return;
  draw.add(card);
  if (on_top) {
    ++f.s.known_top;
    return;
  }
  for (int i = draw.count - 1; i > draw.count - 1 - f.s.known_top; --i) std::swap(draw[i], draw[i - 1]);
}

inline void add_to_place(const Fight& f, Card card, int place) {
  if ((place & kUpgraded) != 0) upgrade_card(f, card);
  if ((place & kFreeThisCombat) != 0 && f.kind(card).cost > 0) card.set_combat_cost(0);
  if ((place & kFreeThisTurn) != 0 && f.kind(card).cost > 0) {
    card.set_turn_cost(0);
    f.s.player.set(kCostsChanged);
  }
  note_new_card(f, card);
  switch (place & kPlaceMask) {
    case kToHand:
      return add_to_hand(f, card);
    case kToDraw:
      return add_to_draw(f, card, false);
    case kToTop:
      return add_to_draw(f, card, true);
    default:
      f.s.discard.add(card);
  }
}

// A card at index i leaves the draw pile; known cards stay in order.
inline Card take_from_draw(const Fight& f, int i) {
  auto& draw = f.s.draw;
  const int unknown = draw.count - f.s.known_top;
  if (i >= unknown) {
    --f.s.known_top;
    return draw.take_in_order(i);
  }
  const Card card = draw[i];
  draw[i] = draw[unknown - 1];
  draw.take_in_order(unknown - 1);
  return card;
}

inline void exhaust_card(const Fight& f, Card card) {
  card.forget_turn_cost();
  const CardKind& kind = f.kind(card);
  f.s.exhaust.add(card);
  on_occasion(f, Occasion::CardExhausted);
  const PlayerPowers& powers = f.s.player.powers;
  if (powers.has(Power::FeelNoPain))
    f.later(
        step_of(Op::Block, kPlayer, powers.amount(Power::FeelNoPain), static_cast<int>(Amount::Unscaled)));
  if (powers.has(Power::DarkEmbrace)) f.later(step_of(Op::Draw, kPlayer, powers.amount(Power::DarkEmbrace)));
  if (kind.when_exhausted.any()) queue_steps(f, kind.when_exhausted, kPlayer, kNobody);
}

// Strikes in every pile, for Perfected Strike; the card in play counts itself.
inline int count_strikes(const Fight& f) {
  int found = 0;
  const auto count = [&](const auto& pile) {
    for (const Card& card : pile) found += f.kind(card).is(kCardStrike) ? 1 : 0;
  };
  count(f.s.hand);
  count(f.s.draw);
  count(f.s.discard);
  return found + (f.s.in_play_set != 0 && f.kind(f.s.in_play.card).is(kCardStrike) ? 1 : 0);
}

}  // namespace hazard::spire
