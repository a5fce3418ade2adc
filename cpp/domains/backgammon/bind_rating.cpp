#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/engine.hpp"
#include "domains/backgammon/game.hpp"
#include "domains/backgammon/self_play.hpp"

namespace hazard {

namespace {

using backgammon::Board;
using backgammon::Chances;
using backgammon::Networks;
using RatedPlay = std::tuple<backgammon::Play, float, std::array<float, Chances::kCount>>;

// Every play of the roll, its equity, and the chances of the side that makes it.
std::vector<RatedPlay> rated_plays(const Networks& networks, const Backgammon::State& state) {
  std::vector<RatedPlay> rated;
  backgammon::for_each_play(
      state.board, state.dice[0], state.dice[1], [&](const backgammon::Move& move, const Board& after) {
        const Board next = after.swapped();
        const Chances theirs = backgammon::checkers_left(after.own()) == 0
                                   ? Chances::lost(backgammon::points_lost(next.own()))
                                   : networks.evaluate(next);
        const Chances mine = theirs.swapped();
        rated.emplace_back(backgammon::play_of(state.board, move), mine.equity(), mine.of);
      });
  return rated;
}

// For every roll its dice, larger first, and the chances after its best play, for the side that rolls.
std::vector<std::pair<std::array<int, 2>, std::array<float, Chances::kCount>>> rated_rolls(
    const Networks& networks, const Backgammon::State& state) {
  std::vector<std::pair<std::array<int, 2>, std::array<float, Chances::kCount>>> rated;
  for (int high = 1; high <= 6; ++high) {
    for (int low = 1; low <= high; ++low) {
      const auto reply = backgammon::best_reply(networks, state.board, high, low);
      rated.emplace_back(std::array{high, low}, reply.chances.swapped().of);
    }
  }
  return rated;
}

}  // namespace

void bind_backgammon_rating(nb::module_& m) {
  m.def(
      "backgammon_rated_plays",
      [](const Networks& networks, const Backgammon::State& state) {
        if (state.phase != Backgammon::Phase::Choosing) throw GameError("backgammon.expected_a_roll");
        const nb::gil_scoped_release released;
        return rated_plays(networks, state);
      },
      nb::arg("networks"), nb::arg("state"));
  m.def(
      "backgammon_rated_rolls",
      [](const Networks& networks, const Backgammon::State& state) {
        if (state.phase == Backgammon::Phase::Over) throw GameError("backgammon.over_before_roll");
        const nb::gil_scoped_release released;
        return rated_rolls(networks, state);
      },
      nb::arg("networks"), nb::arg("state"));
}

}  // namespace hazard
