// Whole games of one player, and the place for a network in 2048.
#include "check.hpp"
#include "search/playing.hpp"

namespace hazard::selftest {

namespace {

template <Game G>
PlayedGame<G> played(const G& scored, const G& planned, const ExpectimaxSettings& settings,
                     const Budget& budget, std::uint64_t seed) {
  Table<typename G::Move> table(1.0);
  Random random(seed);
  return SoloPlayer<G>(scored, planned, settings, budget, nullptr, &table, {}).play(scored.start(), random);
}

void choosing_by_values_alone_plays_the_same_games() {
  const Twenty48 small({.rows = 2, .columns = 3});
  const Pig alone = pig_alone(30);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto same = [&](const auto& game, int depth) {
      ExpectimaxSettings settings;
      settings.alpha_beta = settings.merge = settings.deepen = false;
      const auto lean = played(game, game, settings, to_depth(depth), seed);
      settings.trace = 1;  // asks for the search with windows
      const auto windows = played(game, game, settings, to_depth(depth), seed);
      CHECK(near(lean.score, windows.score) && lean.decisions == windows.decisions, seed, lean.score,
            windows.score);
      CHECK(game.turn(lean.last) == Turn::Over && lean.last == windows.last);
      CHECK(lean.nodes > lean.decisions);
    };
    same(small, 2);
    same(alone, 3);
  }
}

void the_score_is_kept_by_its_own_rules() {
  const Twenty48 scored({.rows = 3, .columns = 3});
  const Twenty48 planned({.rows = 3, .columns = 3, .objective = Twenty48::Objective::Survival});
  const auto game = played(scored, planned, {}, to_depth(1), 5);
  CHECK(game.score > 0.0 && scored.turn(game.last) == Turn::Over);
  // Every tile was made of twos and fours: making 2^n out of twos pays (n - 1) * 2^n, out of fours less.
  double made = 0.0;
  for (int cell = 0; cell < 16; ++cell) {
    const int power = twenty48::power_at(game.last.board, cell);
    if (power > 0) made += (power - 1) * (1 << power);
  }
  CHECK(game.score <= made && game.score >= made / 2.0, game.score, made);
}

void min_has_no_seat() {
  const EinStein board = einstein();
  CHECK(throws<GameError>([&] { played(board, board, {}, to_depth(1), 1); }));
}

// Counts the empty cells of a board, ten points each.
struct Empties : twenty48::BoardValue {
  double of(twenty48::Board board) const override {
    return 10.0 * (16 - std::popcount(twenty48::tiles(board)));
  }
};

void a_network_stands_in_for_the_row_heuristic() {
  const Twenty48 game({}, std::make_shared<Empties>());
  const auto before =
      game.position(twenty48::powers_of(0x0000'0000'0000'0011, 0), false);  // 2 2 in the first row
  const auto left = game.apply(before, Twenty48::Move::Left);
  CHECK(game.value(left) == 150.0, game.value(left));
  CHECK(game.value(before) == 154.0, "the best slide is worth what follows it", game.value(before));
  const auto over = game.position(twenty48::powers_of(0x1212'2121'1212'2121, 0), false);
  CHECK(game.turn(over) == Turn::Over && game.value(over) == 0.0);
  CHECK(near(full_width(game, before, 1), 154.0));
}

void spawned_tiles_are_drawn_by_their_probability() {
  const Twenty48 game({.rows = 2, .columns = 2});
  const auto state =
      game.position(twenty48::powers_of(0x0000'0000'0020'0001, 0), true);  // two cells are empty
  Random random(9);
  int twos = 0, upper = 0;
  constexpr int kDraws = 20'000;
  for (int i = 0; i < kDraws; ++i) {
    const auto next = game.apply(state, game.sample(state, random));
    upper += twenty48::power_at(next.board, 1) > 0;
    twos += twenty48::power_at(next.board, 1) == 1 || twenty48::power_at(next.board, 4) == 1;
  }
  CHECK(near(upper / static_cast<double>(kDraws), 0.5, 0.02) &&
            near(twos / static_cast<double>(kDraws), 0.9, 0.01),
        upper, twos);
}

}  // namespace

void test_playing() {
  choosing_by_values_alone_plays_the_same_games();
  the_score_is_kept_by_its_own_rules();
  min_has_no_seat();
  a_network_stands_in_for_the_row_heuristic();
  spawned_tiles_are_drawn_by_their_probability();
}

}  // namespace hazard::selftest
