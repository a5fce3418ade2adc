#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>

#include <cstring>

#include "bindings/engine.hpp"
#include "domains/backgammon/game.hpp"

namespace hazard {

namespace {

// What would lead the rules out of their arrays. hazard.backgammon.Position checks the rest, and says more.
void check(const backgammon::Side& own, const backgammon::Side& opponent, int mover,
           const std::array<int, 2>& dice) {
  const bool rolled = dice[0] >= 1 && dice[0] <= 6 && dice[1] >= 1 && dice[1] <= 6;
  if (backgammon::checkers_left(own) > backgammon::kCheckers ||
      backgammon::checkers_left(opponent) > backgammon::kCheckers || (mover != 0 && mover != 1) ||
      !(rolled || (dice[0] == 0 && dice[1] == 0))) {
    throw GameError("backgammon.state_is_wrong");
  }
}

// How many lines of so many rolls and plays there are; the GIL is not needed for it.
std::uint64_t perft(const Backgammon& game, const Backgammon::State& state, int plies) {
  if (plies == 0) return 1;
  std::uint64_t lines = 0;
  const auto follow = [&](const Backgammon::Move& move, double = 1.0) {
    lines += plies == 1 ? 1 : perft(game, game.apply(state, move), plies - 1);
  };
  const Turn turn = game.turn(state);
  if (turn == Turn::Chance) {
    game.outcomes(state, follow);
  } else if (turn != Turn::Over) {
    game.actions(state, follow);
  }
  return lines;
}

// How many boards the plays of all 21 rolls lead to, over all states; and something of each board, so that
// the compiler cannot leave their making out.
std::pair<std::uint64_t, std::uint64_t> afterstates(const Backgammon&,
                                                    const std::vector<Backgammon::State>& states) {
  std::uint64_t count = 0, sum = 0;
  for (const auto& state : states) {
    for (int high = 1; high <= 6; ++high) {
      for (int low = 1; low <= high; ++low) {
        backgammon::for_each_play(state.board, high, low,
                                  [&](const Backgammon::Move&, const backgammon::Board& after) {
                                    std::uint64_t words[6];
                                    std::memcpy(words, &after, sizeof words);
                                    ++count;
                                    for (const std::uint64_t word : words) sum += word;
                                  });
      }
    }
  }
  return {count, sum};
}

}  // namespace

void bind_backgammon(nb::module_& m) {
  using S = Backgammon::State;
  nb::class_<S> state(m, "BackgammonState");
  state
      .def(
          "__init__",
          [](S* s, const backgammon::Side& own, const backgammon::Side& opponent, int mover,
             const std::array<int, 2>& dice) {
            check(own, opponent, mover, dice);
            new (s) S(Backgammon::position({{own, opponent}}, mover, dice[0], dice[1]));
          },
          nb::arg("own"), nb::arg("opponent"), nb::arg("mover") = 0,
          nb::arg("dice") = std::array<int, 2>{0, 0})
      .def_prop_ro("own", [](const S& s) { return s.board.own(); })
      .def_prop_ro("opponent", [](const S& s) { return s.board.opponent(); })
      .def_prop_ro("mover", [](const S& s) { return s.mover; })
      .def_prop_ro("dice", [](const S& s) { return std::pair(s.dice[0], s.dice[1]); })
      .def_prop_ro("position_id", [](const S& s) { return backgammon::position_id(s.board); });
  bind_state<Backgammon>(state, [](const S& s) { return Backgammon{}.key(s); });

  nb::class_<Backgammon> game(m, "Backgammon");
  game.def(nb::init<std::shared_ptr<const backgammon::Networks>>(), nb::arg("networks").none() = nb::none())
      .def(
          "plays",
          [](const Backgammon& g, const S& s) {
            nb::list plays;
            if (g.turn(s) == Turn::Max || g.turn(s) == Turn::Min) {
              g.actions(s, [&](const Backgammon::Move& move) {
                plays.append(nb::make_tuple(g.describe(s, move), g.apply(s, move)));
              });
            }
            return plays;
          },
          nb::arg("state"))
      .def("afterstates", &afterstates, nb::arg("states"), nb::call_guard<nb::gil_scoped_release>())
      .def("perft", &perft, nb::arg("state"), nb::arg("plies"), nb::call_guard<nb::gil_scoped_release>());
  bind_walk(game);
  bind_engine<Backgammon>(m, "BackgammonEngine");
}

}  // namespace hazard
