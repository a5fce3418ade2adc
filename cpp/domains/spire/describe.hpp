// Words for states and moves: the moves of one state differ in their words.
#pragma once

#include <string>

#include "domains/spire/content/content.hpp"
#include "domains/spire/move.hpp"
#include "domains/spire/rules/choices.hpp"
#include "domains/spire/rules/summons.hpp"

namespace hazard::spire {

inline std::string card_text(const Content& content, const Card& card) {
  const CardKind& kind = content.kind(card);
  std::string words = kind.name;
  if (kind.is(kCardUpgradesForever)) {
    const bool marked = words.ends_with('+');
    if (card.extra != (marked ? 1 : 0)) words += (marked ? "" : "+") + std::to_string(card.extra);
  } else if (card.extra > 0) {
    words += " grown by " + std::to_string(card.extra);
  }
  if (card.free_once()) {
    words += " (free";
    if (kind.cost >= 0 && card.combat_cost() != kind.cost)
      words += ", then " + std::to_string(card.combat_cost());
    words += ")";
  } else if (kind.cost >= 0 && (card.turn_cost() != kind.cost || card.combat_cost() != kind.cost)) {
    words += " (cost " + std::to_string(card.turn_cost());
    if (card.turn_cost() != card.combat_cost()) words += ", then " + std::to_string(card.combat_cost());
    words += ")";
  }
  if (card.withheld()) words += " (withheld)";
  return words;
}

// A monster's name, with its place where several have it.
inline std::string monster_text(const Content& content, const State& s, int monster) {
  if (monster < 0 || monster >= s.monster_count) return "nobody";
  const std::string& name = content.kind(s.monsters[monster]).name;
  int alike = 0, place = 0;
  for (int i = 0; i < s.monster_count; ++i) {
    if (is_empty_place(s.monsters[i]) || content.kind(s.monsters[i]).name != name) continue;
    ++alike;
    if (i <= monster) ++place;
  }
  return alike > 1 ? name + " " + std::to_string(place) : name;
}

// "Strike x2, Defend" for cards in the order of their first.
template <class At>
std::string cards_text(const Content& content, int count, At&& at) {
  std::string words;
  for (int i = 0; i < count; ++i) {
    int alike = 0;
    bool seen = false;
    for (int k = 0; k < count; ++k) {
      if (!(at(k) == at(i))) continue;
      seen = seen || k < i;
      ++alike;
    }
    if (seen) continue;
    words += (words.empty() ? "" : ", ") + card_text(content, at(i));
    if (alike > 1) words += " x" + std::to_string(alike);
  }
  return words;
}

inline std::string outcome_text(const Content& content, const State& s, const Step& step, int index) {
  switch (step.op) {
    case Op::AddRandom:
    case Op::Discover:
      return "get " + content.cards[content.pools[step.arg][index]].name;
    case Op::ExhaustRandom:
      return "exhaust " + card_text(content, s.hand[index]);
    case Op::CheapRandom:
      return card_text(content, s.hand[index]) + " becomes free";
    case Op::UpgradeRandom:
      return "upgrade " + card_text(content, s.hand[index]);
    case Op::DrawFromDeck:
    case Op::PlayTop:
      return "find " + card_text(content, s.draw[index]);
    case Op::RollCost:
      return "cost " + std::to_string(index);
    case Op::Roll: {
      const MonsterKind& kind = content.kind(s.monsters[step.who]);
      const std::string move =
          index < static_cast<int>(kind.moves.size()) ? kind.moves[index].name : "nothing";
      return monster_text(content, s, step.who) + " will " + move;
    }
    case Op::Summon: {
      const auto [kind, hp] = summoned(content, content.kind(s.monsters[step.who]), index);
      return content.monsters[kind].name + " comes with " + std::to_string(hp) + " HP";
    }
    case Op::Stasis:
      return "lose " + card_text(content, stasis_pile(s)[index]);
    case Op::FillPotions:
      return "get " + content.potions[index].name;
    case Op::FinishCard:
      return index == 0 ? "exhausted" : "kept by the spoon";
    default:
      return "on " + monster_text(content, s, index);
  }
}

inline std::string move_text(const Content& content, const State& s, const Move& move) {
  const auto aimed = [&](std::string words) {
    return move.target < kMostMonsters ? words + " on " + monster_text(content, s, move.target) : words;
  };
  switch (move.kind) {
    case MoveKind::Play:
      return aimed(card_text(content, s.hand[move.index]));
    case MoveKind::Potion:
      return aimed("drink " + content.potions[s.player.potions[move.index]].name);
    case MoveKind::End:
      return "end turn";
    case MoveKind::Done:
      return "done";
    case MoveKind::Choose: {
      const auto [cards, count] = pile_of(s, Choice(s.steps.front()).pile);
      return move.index < count ? "choose " + card_text(content, cards[move.index]) : "choose nothing";
    }
    case MoveKind::Drawn:
      return "draw " + cards_text(content, move.count, [&](int i) { return s.draw[move.picks[i]]; });
    case MoveKind::Outcome:
      return outcome_text(content, s, s.steps.front(), move.index);
  }
  return "";
}

template <class List>
std::string powers_text(const List& powers) {
  std::string words;
  for (int i = 0; i < powers.count; ++i) {
    const PowerEntry& entry = powers.entries[i];
    words += (words.empty() ? "" : ", ") + std::string(kPowerNames[static_cast<std::size_t>(entry.id)]) +
             " " + std::to_string(entry.amount);
    if (entry.extra != 0) words += "'" + std::to_string(entry.extra);
  }
  return words.empty() ? words : " {" + words + "}";
}

inline std::string monster_line(const Content& content, const State& s, int i) {
  const Monster& m = s.monsters[i];
  if (is_empty_place(m)) return " | -";
  std::string line = " | " + monster_text(content, s, i);
  if (m.is(kGone)) return line + (m.is(kEscaped) ? " fled" : " dead");
  line += " " + std::to_string(m.hp) + "/" + std::to_string(m.max_hp);
  if (m.block > 0) line += " block " + std::to_string(m.block);
  const auto& moves = content.kind(m).moves;
  const auto name = [&](int move) {
    return move < static_cast<int>(moves.size()) ? moves[move].name : std::string("-");
  };
  line += " " + name(m.move) + " (" + name(m.last) + ", " + name(m.second_last) + ")";
  if (m.flags != 0) line += " flags " + std::to_string(m.flags);
  for (const int counter : m.counters) line += counter != 0 ? " #" + std::to_string(counter) : "";
  return line + powers_text(m.powers);
}

// One line that says what a person would want to see, and what tells states apart.
inline std::string state_text(const Content& content, const State& s) {
  static constexpr const char* kPhases[] = {"playing",  "ending turn", "monsters' turn", "round over",
                                            "new turn", "won",         "lost",           "unsettled"};
  const Player& p = s.player;
  std::string line = "turn " + std::to_string(s.turn) + " " + kPhases[static_cast<int>(s.phase)] + ", hp " +
                     std::to_string(p.hp) + "/" + std::to_string(p.max_hp) + ", block " +
                     std::to_string(p.block) + ", energy " + std::to_string(p.energy) + powers_text(p.powers);
  const auto pile = [&](const char* name, const auto& cards) {
    line +=
        std::string(" | ") + name + ": " + cards_text(content, cards.count, [&](int i) { return cards[i]; });
  };
  pile("hand", s.hand);
  pile("draw", s.draw);
  if (s.known_top > 0) line += " (top " + std::to_string(s.known_top) + " known)";
  pile("discard", s.discard);
  pile("exhaust", s.exhaust);
  for (int slot = 0; slot < kPotionSlots; ++slot) {
    if (p.potions[slot] != 0) line += " | potion " + content.potions[p.potions[slot]].name;
  }
  for (int i = 0; i < s.monster_count; ++i) line += monster_line(content, s, i);
  if (!s.steps.empty()) {
    line += " | next: " + std::string(kOpNames[static_cast<std::size_t>(s.steps.front().op)]);
    if (s.steps.front().op == Op::Draw) line += " " + std::to_string(s.steps.front().amount);
  }
  return line;
}

}  // namespace hazard::spire
