// Choosing cards: from hand, a pile, or three that were discovered. Equal cards are one choice. A choice that
// is none is made by itself: nothing to choose from, or no more cards than must be taken.
#pragma once

#include "domains/spire/move.hpp"
#include "domains/spire/rules/cards.hpp"
#include "domains/spire/rules/steps.hpp"

namespace hazard::spire {

enum class ChoicePile : std::uint8_t { Hand, Discard, Draw, Exhaust, Options };
enum class CardFilter : std::uint8_t {
  Any,
  Attacks,
  Skills,
  Powers,
  AttacksOrPowers,
  Upgradable,
  OthersThanThis
};

struct Choice {
  Deed deed;
  ChoicePile pile;
  CardFilter filter;
  bool optional;
  int copies;

  explicit Choice(const Step& step)
      : deed(static_cast<Deed>(step.times & 15)),
        pile(static_cast<ChoicePile>(step.times >> 4)),
        filter(static_cast<CardFilter>(step.arg & 255)),
        optional((step.arg >> 8 & 1) != 0),
        copies(step.arg >> 9) {}
};

inline bool passes(const Fight& f, CardFilter filter, const Card& card) {
  const CardKind& kind = f.kind(card);
  switch (filter) {
    case CardFilter::Any:
      return true;
    case CardFilter::Attacks:
      return kind.type == CardType::Attack;
    case CardFilter::Skills:
      return kind.type == CardType::Skill;
    case CardFilter::Powers:
      return kind.type == CardType::Power;
    case CardFilter::AttacksOrPowers:
      return kind.type == CardType::Attack || kind.type == CardType::Power;
    case CardFilter::Upgradable:
      return can_upgrade(f, card);
    case CardFilter::OthersThanThis:
      return kind.id != f.kind(f.s.in_play.card).id;
  }
  return true;
}

inline std::pair<const Card*, int> pile_of(const State& s, ChoicePile pile) {
  switch (pile) {
    case ChoicePile::Hand:
      return {s.hand.cards, s.hand.count};
    case ChoicePile::Discard:
      return {s.discard.cards, s.discard.count};
    case ChoicePile::Draw:
      return {s.draw.cards, s.draw.count};
    case ChoicePile::Exhaust:
      return {s.exhaust.cards, s.exhaust.count};
    case ChoicePile::Options:
      return {s.options, s.options_count};
  }
  return {nullptr, 0};
}

// sink(place in the pile) for every different card that may be chosen.
template <class Sink>
void list_choices(const Fight& f, const Step& step, Sink&& sink) {
  const Choice choice(step);
  const auto [cards, count] = pile_of(f.s, choice.pile);
  for (int i = 0; i < count; ++i) {
    if (!passes(f, choice.filter, cards[i])) continue;
    bool seen = false;
    for (int k = 0; k < i && !seen; ++k) seen = cards[k] == cards[i];
    if (!seen) sink(i);
  }
}

inline Card take_chosen(const Fight& f, ChoicePile pile, int i) {
  switch (pile) {
    case ChoicePile::Hand:
      return f.s.hand.take_in_order(i);
    case ChoicePile::Discard:
      return f.s.discard.take(i);
    case ChoicePile::Draw:
      return take_from_draw(f, i);
    case ChoicePile::Exhaust:
      return f.s.exhaust.take(i);
    case ChoicePile::Options:
      return f.s.options[i];
  }
  return {};
}

inline void do_deed(const Fight& f, const Choice& choice, int i) {
  const bool stays = choice.deed == Deed::Upgrade || choice.deed == Deed::Copy;
  if (stays && choice.pile != ChoicePile::Hand) return;  // only cards in hand are upgraded or copied
  if (choice.deed == Deed::Upgrade) return upgrade_in_hand(f, i);
  if (choice.deed == Deed::Copy) {
    const Card copy = f.s.hand[i];
    for (int k = 0; k < choice.copies; ++k) add_to_hand(f, copy);
    return;
  }
  Card card = take_chosen(f, choice.pile, i);
  switch (choice.deed) {
    case Deed::Exhaust:
      return exhaust_card(f, card);
    case Deed::Discard:
    case Deed::Gamble:
      ++f.s.player.discarded;
      return f.s.discard.add(card);
    case Deed::ShuffleIn:
      return add_to_place(f, card, kToDraw);
    case Deed::PutOnTop:
      return add_to_draw(f, card, true);
    case Deed::PutAtBottom:
      card.costs |= Card::kFreeOnce;
      return add_to_draw(f, card, false);
    case Deed::TakeToHand:
      for (int k = 0; k < choice.copies; ++k) add_to_place(f, card, kToHand);
      return;
    case Deed::TakeFree:
      for (int k = 0; k < choice.copies; ++k) add_to_place(f, card, kToHand | kFreeThisTurn);
      return;
    default:
      return;
  }
}

// The choice at the head of the queue is over.
inline void end_choice(const Fight& f, const Choice& choice) {
  const int chosen = f.s.chosen;
  f.s.chosen = 0;
  if (choice.pile == ChoicePile::Options) {
    f.s.options_count = 0;
    for (Card& card : f.s.options) card = {};
  }
  if (choice.deed == Deed::Gamble && chosen > 0) f.soon(step_of(Op::Draw, kPlayer, chosen));
}

inline void choose(const Fight& f, const Move& move) {
  Step step = f.s.steps.pop();
  const Choice choice(step);
  if (move.kind == MoveKind::Done) return end_choice(f, choice);
  do_deed(f, choice, move.index);
  ++f.s.chosen;
  if (--step.amount > 0) {
    f.soon(step);
  } else {
    end_choice(f, choice);
  }
}

// Whether the choice at the head is really one; if not, it is made or dropped.
inline bool waits_for_choice(const Fight& f) {
  const Step step = f.s.steps.front();
  const Choice choice(step);
  int first = -1, different = 0;
  if (f.s.hand.full() && (choice.deed == Deed::TakeToHand || choice.deed == Deed::TakeFree) &&
      choice.pile != ChoicePile::Options) {
    f.s.steps.pop();
    end_choice(f, choice);
    return false;
  }
  list_choices(f, step, [&](int i) {
    if (first < 0) first = i;
    ++different;
  });
  if (different == 0) {
    f.s.steps.pop();
    end_choice(f, choice);
    return false;
  }
  if (choice.optional) return true;
  if (different == 1 || pile_of(f.s, choice.pile).second <= step.amount) {
    choose(f, choice_of(first));
    return false;
  }
  return true;
}

}  // namespace hazard::spire
