// Fights of the Spire for the self-test, from the tables that people wrote: decks, relics and potions of all
// kinds.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>

#include "check.hpp"
#include "domains/spire/combat.hpp"
#include "domains/spire/content/archive.hpp"

namespace hazard::selftest {

using namespace hazard::spire;

struct Tables {
  std::shared_ptr<Content> content = std::make_shared<Content>();
  std::vector<std::vector<std::uint16_t>> lines;
};

// Written by tools/spire_content.py; `make sanitize` does.
inline bool read_tables(Tables& tables) {
  const char* named = std::getenv("HAZARD_SPIRE_CONTENT");
  std::ifstream file(named != nullptr ? named : "build/sanitize/spire.content", std::ios::binary);
  if (!file) {
    std::printf("spire: build/sanitize/spire.content is not there (tools/spire_content.py writes it)\n");
    return false;
  }
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  ContentReader reader(bytes);
  pass(reader, *tables.content);
  reader.list(tables.lines, [&](std::vector<std::uint16_t>& line) { pass_plain(reader, line); });
  tables.content->prepare();
  CHECK(reader.at_end());
  return true;
}

inline spire::State fight_of(const Content& content, const std::vector<std::uint16_t>& line, Random& random) {
  const auto below = [&](std::size_t n) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(n)));
  };
  spire::State s;
  s.player.max_hp = 300;
  s.player.hp = static_cast<std::int16_t>(60 + below(240));
  s.player.gold = 99;
  for (int i = 0; i < 15; ++i) s.draw.add(fresh_card(content, below(content.cards.size())));
  for (int i = 0; i < 5; ++i) s.player.add_relic(content.relics[below(content.relics.size())].bit);
  for (int i = 0; i < 2; ++i) s.player.potions[i] = static_cast<std::uint8_t>(below(content.potions.size()));
  for (const std::uint16_t kind : line) {
    Monster& m = s.monsters[s.monster_count++];
    if (kind == kNoKind) {
      m.set(kGone);
    } else {
      m.kind = kind;
    }
  }
  const Fight f{content, s};
  for (int i = 0; i < s.monster_count; ++i) begin_monster(f, i, random);
  begin_fight(f);
  return s;
}

}  // namespace hazard::selftest
