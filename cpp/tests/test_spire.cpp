// Fights of the Spire by random play, with the tables that people wrote: every encounter at the highest
// ascension, with decks, relics and potions of all kinds. Nothing is read or written out of bounds, chances
// sum to one, and fights come to an end. A deck that has exhausted its last attack may outlast a louse for
// ever: about one fight in ten thousand does.
#include "check.hpp"
#include "domains/spire/check_state.hpp"
#include "spire_fights.hpp"

namespace hazard::selftest {

namespace {

constexpr int kLongest = 4000;

// By the dice, as rollouts play.
int play_fast(const Combat& game, spire::State s, Random& random) {
  settle({game.content(), s}, &random);
  int moves = 0;
  for (; moves < kLongest && !s.over(); ++moves) game.play_in_place(s, game.random_move(s, random), &random);
  CHECK(s.phase != Phase::Unsettled, game.text(s));
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
    const spire::State next = game.apply(s, chosen);
    CHECK(game.key(next) == game.key(spire::State(next)));
    s = next;
  }
  return moves;
}

}  // namespace

void test_spire() {
  Tables tables;
  if (!read_tables(tables)) return;
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
