// Fights of the Spire by random play, with the tables that people wrote: every encounter at the highest
// ascension, with decks, relics and potions of all kinds. Nothing is read or written out of bounds, chances
// sum to one, and fights come to an end. A deck that has exhausted its last attack may outlast a louse for
// ever: about one fight in ten thousand does.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>

#include "check.hpp"
#include "spire/archive.hpp"
#include "spire/check_state.hpp"
#include "spire/combat.hpp"

namespace hazard::selftest {

namespace {

using namespace hazard::spire;

constexpr int kLongest = 4000;

struct Tables {
  std::shared_ptr<Content> content = std::make_shared<Content>();
  std::vector<std::vector<std::uint16_t>> lines;
};

// Written by tools/spire_content.py; `make sanitize` does.
bool read_tables(Tables& tables) {
  const char* named = std::getenv("HAZARD_SPIRE_CONTENT");
  std::ifstream file(named != nullptr ? named : "build/sanitize/spire.content", std::ios::binary);
  if (!file) return false;
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  ContentReader reader(bytes);
  pass(reader, *tables.content);
  reader.list(tables.lines, [&](std::vector<std::uint16_t>& line) { pass_plain(reader, line); });
  tables.content->prepare();
  CHECK(reader.at_end());
  return true;
}

spire::State fight_of(const Content& content, const std::vector<std::uint16_t>& line, Random& random) {
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

// By the dice, as rollouts play.
int play_fast(const Combat& game, spire::State s, Random& random) {
  settle({game.content(), s}, &random);
  int moves = 0;
  for (; moves < kLongest && !s.over(); ++moves) game.play_in_place(s, game.random_move(s, random), &random);
  return moves;
}

// Node by node, as searches walk: what is listed is what can be applied, and chances sum to one.
int play_slowly(const Combat& game, spire::State s, Random& random) {
  settle({game.content(), s}, nullptr);
  int moves = 0;
  for (; moves < kLongest && !s.over(); ++moves) {
    check_state(game.content(), s);
    spire::Move chosen = game.random_move(s, random);
    if (game.turn(s) == Turn::Chance && !game.must_sample(s)) {
      double sum = 0.0, left = random.uniform();
      game.outcomes(s, [&](const spire::Move& move, double p) {
        if (left >= 0.0) chosen = move;
        left -= p;
        sum += p;
      });
      CHECK(std::abs(sum - 1.0) < 1e-9, game.text(s));
    }
    CHECK(!game.describe(s, chosen).empty());
    const spire::State next = game.apply(s, chosen);
    CHECK(game.key(next) == game.key(spire::State(next)));
    s = next;
  }
  return moves;
}

}  // namespace

void test_spire() {
  Tables tables;
  if (!read_tables(tables)) {
    std::printf("spire: build/sanitize/spire.content is not there (tools/spire_content.py writes it)\n");
    return;
  }
  Random random(7);
  int fights = 0, endless = 0;
  for (const auto& line : tables.lines) {
    for (int i = 0; i < 6; ++i) {
      const Combat game(tables.content, fight_of(*tables.content, line, random));
      endless += play_fast(game, game.start(), random) == kLongest;
      if (i < 2) endless += play_slowly(game, game.start(), random) == kLongest;
      fights += i < 2 ? 2 : 1;
    }
  }
  CHECK(endless * 500 < fights, endless);
}

}  // namespace hazard::selftest
