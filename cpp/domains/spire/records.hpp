// What Python sees of moves: values that name what is played and dealt, by the names that the content has for
// them. The moves of one state differ in their records. Words are made of them in Python.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "domains/spire/content/content.hpp"
#include "domains/spire/move.hpp"
#include "domains/spire/rules/choices.hpp"
#include "domains/spire/rules/summons.hpp"

namespace hazard::spire {

// A card with what has changed about it.
struct CardRecord {
  std::string name{};
  int grown = 0;                         // how far it has grown in this fight
  std::optional<int> cost{};             // this turn, where it is not the usual one
  std::optional<int> cost_afterwards{};  // for the rest of the fight, where that is another again
  bool free = false;                     // to be played for nothing once
  bool withheld = false;                 // not to be played this turn
  friend auto operator<=>(const CardRecord&, const CardRecord&) = default;
};

// A monster, counted among those of its name where there are several.
struct FoeRecord {
  std::string name{};
  int number = 0;  // from 1; 0 for the only one
  friend auto operator<=>(const FoeRecord&, const FoeRecord&) = default;
};

// What the player does.
struct MoveRecord {
  MoveKind kind = MoveKind::End;
  std::optional<CardRecord> card{};  // of Play; of Choose, unless nothing is chosen
  std::string potion{};              // of Potion
  std::optional<FoeRecord> target{};
  friend auto operator<=>(const MoveRecord&, const MoveRecord&) = default;
};

// What is drawn.
struct DrawRecord {
  std::vector<CardRecord> cards{};
  friend auto operator<=>(const DrawRecord&, const DrawRecord&) = default;
};

enum class Dealt : std::uint8_t {
  Card,       // card: comes into the hand or a pile
  Exhausted,  // card, of the hand
  Free,       // card, of the hand
  Upgraded,   // card, of the hand
  Found,      // card, of the draw pile
  Stolen,     // card
  Cost,       // number
  Intent,     // monster, name of its move; empty for none
  Summoned,   // name, number: its hit points
  Potion,     // name
  Target,     // monster
  Leaves,     // the card in play is exhausted
  Kept        // and so is not: a relic has kept it
};

// What chance decides, other than draws.
struct ChanceRecord {
  Dealt kind = Dealt::Card;
  std::optional<CardRecord> card{};
  std::optional<FoeRecord> monster{};
  std::string name{};
  int number = 0;
  friend auto operator<=>(const ChanceRecord&, const ChanceRecord&) = default;
};

using AnyRecord = std::variant<MoveRecord, DrawRecord, ChanceRecord>;

inline CardRecord card_record(const Content& content, const Card& card) {
  const CardKind& kind = content.kind(card);
  CardRecord found{.name = kind.name};
  if (kind.is(kCardUpgradesForever)) {
    const bool marked = found.name.ends_with('+');
    if (card.extra != (marked ? 1 : 0)) found.name += (marked ? "" : "+") + std::to_string(card.extra);
  } else {
    found.grown = card.extra;
  }
  const bool usual = kind.cost < 0 || (card.turn_cost() == kind.cost && card.combat_cost() == kind.cost);
  found.free = card.free_once();
  if (found.free) {
    if (kind.cost >= 0 && card.combat_cost() != kind.cost) found.cost_afterwards = card.combat_cost();
  } else if (!usual) {
    found.cost = card.turn_cost();
    if (card.turn_cost() != card.combat_cost()) found.cost_afterwards = card.combat_cost();
  }
  found.withheld = card.withheld();
  return found;
}

// Nobody, where there is no such monster.
inline std::optional<FoeRecord> foe_record(const Content& content, const State& s, int monster) {
  if (monster < 0 || monster >= s.monster_count) return {};
  FoeRecord found{.name = content.kind(s.monsters[monster]).name};
  int alike = 0, place = 0;
  for (int i = 0; i < s.monster_count; ++i) {
    if (is_empty_place(s.monsters[i]) || content.kind(s.monsters[i]).name != found.name) continue;
    ++alike;
    if (i <= monster) ++place;
  }
  if (alike > 1) found.number = place;
  return found;
}

inline ChanceRecord chance_record(const Content& content, const State& s, const Step& step, int index) {
  const auto with = [](Dealt kind, CardRecord card) {
    return ChanceRecord{.kind = kind, .card = std::move(card)};
  };
  const auto in_hand = [&](Dealt kind) { return with(kind, card_record(content, s.hand[index])); };
  switch (step.op) {
    case Op::AddRandom:
    case Op::Discover:
      return with(Dealt::Card, {.name = content.cards[content.pools[step.arg][index]].name});
    case Op::ExhaustRandom:
      return in_hand(Dealt::Exhausted);
    case Op::CheapRandom:
      return in_hand(Dealt::Free);
    case Op::UpgradeRandom:
      return in_hand(Dealt::Upgraded);
    case Op::DrawFromDeck:
    case Op::PlayTop:
      return with(Dealt::Found, card_record(content, s.draw[index]));
    case Op::Stasis:
      return with(Dealt::Stolen, card_record(content, stasis_pile(s)[index]));
    case Op::RollCost:
      return {.kind = Dealt::Cost, .number = index};
    case Op::Roll: {
      const auto& moves = content.kind(s.monsters[step.who]).moves;
      return {.kind = Dealt::Intent,
              .monster = foe_record(content, s, step.who),
              .name = index < static_cast<int>(moves.size()) ? moves[index].name : ""};
    }
    case Op::Summon: {
      const auto [kind, hp] = summoned(content, content.kind(s.monsters[step.who]), index);
      return {.kind = Dealt::Summoned, .name = content.monsters[kind].name, .number = hp};
    }
    case Op::FillPotions:
      return {.kind = Dealt::Potion, .name = content.potions[index].name};
    case Op::FinishCard:
      return {.kind = index == 0 ? Dealt::Leaves : Dealt::Kept};
    default:
      return {.kind = Dealt::Target, .monster = foe_record(content, s, index)};
  }
}

inline MoveRecord move_record(const Content& content, const State& s, const Move& move) {
  MoveRecord found{.kind = move.kind};
  if (move.kind == MoveKind::Play) found.card = card_record(content, s.hand[move.index]);
  if (move.kind == MoveKind::Potion) found.potion = content.potions[s.player.potions[move.index]].name;
  if (move.kind == MoveKind::Choose) {
    const auto [cards, count] = pile_of(s, Choice(s.steps.front()).pile);
    if (move.index < count) found.card = card_record(content, cards[move.index]);
  }
  if (move.target < kMostMonsters) found.target = foe_record(content, s, move.target);
  return found;
}

inline AnyRecord any_record(const Content& content, const State& s, const Move& move) {
  if (move.kind == MoveKind::Outcome) return chance_record(content, s, s.steps.front(), move.index);
  if (move.kind != MoveKind::Drawn) return move_record(content, s, move);
  DrawRecord drawn;
  for (int i = 0; i < move.count; ++i) drawn.cards.push_back(card_record(content, s.draw[move.picks[i]]));
  return drawn;
}

}  // namespace hazard::spire
