#include <nanobind/stl/array.h>
#include <nanobind/stl/shared_ptr.h>

#include <cstring>
#include <optional>

#include "bindings/engine.hpp"
#include "bindings/fields.hpp"
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

using Steps = std::vector<std::pair<int, int>>;

backgammon::Play play_from(const Steps& steps, const std::vector<bool>& hits) {
  if (steps.size() > 4 || hits.size() > steps.size()) throw GameError("backgammon.play_of_too_many_steps");
  backgammon::Play play;
  for (const auto& [from, to] : steps) {
    play.from[play.count] = static_cast<std::uint8_t>(checked(from, 1, 25, "from"));
    play.to[play.count] = static_cast<std::uint8_t>(checked(to, 0, 24, "to"));
    if (play.count < hits.size() && hits[play.count])
      play.hits |= static_cast<std::uint8_t>(1U << play.count);
    ++play.count;
  }
  return play;
}

void bind_records(nb::module_& m) {
  using backgammon::Play, backgammon::Roll;
  nb::class_<Play> play(m, "BackgammonPlay",
                        "A play of a roll: its steps from the back, points as the mover counts them.");
  play.def(nb::new_(&play_from), nb::arg("steps") = Steps{}, nb::arg("hits") = std::vector<bool>{})
      .def_prop_ro(
          "steps",
          [](const Play& p) {
            nb::list steps;
            for (int i = 0; i < p.count; ++i) steps.append(nb::make_tuple(int{p.from[i]}, int{p.to[i]}));
            return nb::tuple(steps);
          },
          "Each step of a checker as (from, to): 25 is the bar, 0 is off the board.")
      .def_prop_ro(
          "hits",
          [](const Play& p) {
            nb::list hits;
            for (int i = 0; i < p.count; ++i) hits.append((p.hits >> i & 1) != 0);
            return nb::tuple(hits);
          },
          "Whether each step hits.");
  bind_record<Play>(play, {"steps", "hits"});

  nb::class_<Roll> roll(m, "BackgammonRoll", "Two dice, the larger first.");
  roll.def(
          "__init__",
          [](Roll* made, int high, int low, std::optional<int> first) {
            const auto die = [](int number, const char* name) {
              return static_cast<std::uint8_t>(checked(number, 1, 6, name));
            };
            new (made)
                Roll{die(high, "high"), die(low, "low"),
                     first ? static_cast<std::uint8_t>(checked(*first, 0, 1, "first")) : backgammon::kNone};
          },
          nb::arg("high"), nb::arg("low"), nb::arg("first").none() = nb::none())
      .def_ro("high", &Roll::high)
      .def_ro("low", &Roll::low)
      .def_prop_ro(
          "first",
          [](const Roll& r) {
            return r.first == backgammon::kNone ? std::optional<int>() : std::optional<int>(r.first);
          },
          "Of the opening roll: the player who begins, 0 for MAX and 1 for MIN; otherwise None.");
  bind_record<Roll>(roll, {"high", "low", "first"});
}

}  // namespace

void bind_backgammon(nb::module_& m) {
  bind_records(m);
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
                plays.append(nb::make_tuple(backgammon::play_of(s.board, move), g.apply(s, move)));
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
