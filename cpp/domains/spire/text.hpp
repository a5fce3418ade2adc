// A state in one line of text: what a person would want to see, and what tells states apart. It is a
// notation, like a board that is printed, and is the same in every language.
#pragma once

#include <string>

#include "domains/spire/records.hpp"

namespace hazard::spire {

inline std::string card_text(const CardRecord& card) {
  std::string words = card.name;
  if (card.grown > 0) words += " grown by " + std::to_string(card.grown);
  if (card.free || card.cost) {
    words += card.free ? " (free" : " (cost " + std::to_string(*card.cost);
    if (card.cost_afterwards) words += ", then " + std::to_string(*card.cost_afterwards);
    words += ")";
  }
  if (card.withheld) words += " (withheld)";
  return words;
}

inline std::string monster_text(const Content& content, const State& s, int monster) {
  const FoeRecord foe = *foe_record(content, s, monster);
  return foe.number > 0 ? foe.name + " " + std::to_string(foe.number) : foe.name;
}

// "Strike x2, Defend" for cards in the order of their first.
template <class Cards>
std::string cards_text(const Content& content, const Cards& cards) {
  std::string words;
  for (int i = 0; i < cards.count; ++i) {
    int alike = 0;
    bool seen = false;
    for (int k = 0; k < cards.count; ++k) {
      if (!(cards[k] == cards[i])) continue;
      seen = seen || k < i;
      ++alike;
    }
    if (seen) continue;
    words += (words.empty() ? "" : ", ") + card_text(card_record(content, cards[i]));
    if (alike > 1) words += " x" + std::to_string(alike);
  }
  return words;
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
    line += std::string(" | ") + name + ": " + cards_text(content, cards);
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
