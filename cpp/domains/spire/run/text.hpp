// A run in a line of text, and its fight below: a notation, the same in every language.
#pragma once

#include <string>

#include "domains/spire/run/records.hpp"
#include "domains/spire/text.hpp"

namespace hazard::spire {

inline std::string_view screen_name(Screen screen) {
  static constexpr std::string_view kNames[] = {"start", "map",     "fight",  "rewards",  "cards",
                                                "event", "rest",    "shop",   "chest",    "boss relics",
                                                "match", "victory", "defeat", "unsettled"};
  return kNames[static_cast<int>(screen)];
}

inline std::string run_text(const RunContent& content, const RunState& s, std::uint64_t key) {
  const Journey& j = s.j;
  std::string words = "act " + std::to_string(j.act) + ", floor " + std::to_string(j.floor) + ", " +
                      std::to_string(j.hp) + "/" + std::to_string(j.max_hp) + " HP, " +
                      std::to_string(j.gold) + " gold, " + std::to_string(j.deck_count) + " cards, " +
                      std::to_string(j.owned_count) + " relics: " + std::string(screen_name(j.screen));
  if (j.task_count > 0)
    words += " (" + std::string(kTaskNames[static_cast<std::size_t>(j.next_task().op)]) + ")";
  words += " #" + std::to_string(key);
  if (j.screen == Screen::Fight) words += "\n" + state_text(*content.content, s.fight);
  return words;
}

}  // namespace hazard::spire
