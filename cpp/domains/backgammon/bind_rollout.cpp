#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <vector>

#include "bindings/engine.hpp"
#include "domains/backgammon/game.hpp"
#include "domains/backgammon/rollout.hpp"

namespace hazard {

void bind_backgammon_rollout(nb::module_& m) {
  using backgammon::Rollout;
  // Chances of the side on roll, their standard errors, and the same two of the equity. The caller has
  // checked the settings, and that the position is one before a roll.
  m.def(
      "backgammon_rollout",
      [](const backgammon::Networks& networks, const Backgammon::State& state, std::uint64_t games,
         std::uint64_t seed, int threads, int plies, bool reduce_variance, bool stop_at_table,
         const nb::object& progress) {
        const Rollout::Report report = [&](std::uint64_t done) {
          check_signals();
          if (progress.is_none()) return;
          const nb::gil_scoped_acquire held;
          progress("games", done, games);
        };
        const nb::gil_scoped_release released;
        const auto found = Rollout(networks, {.games = games,
                                              .seed = seed,
                                              .threads = threads,
                                              .plies = plies,
                                              .reduce_variance = reduce_variance,
                                              .stop_at_table = stop_at_table})
                               .run(state.board, report);
        return std::tuple(found.mean, found.standard_error, found.equity, found.equity_error);
      },
      nb::arg("networks"), nb::arg("state"), nb::arg("games"), nb::arg("seed"), nb::arg("threads"),
      nb::arg("plies"), nb::arg("reduce_variance"), nb::arg("stop_at_table"), nb::arg("progress").none());
  // A part of a rollout, game by game, and what all the parts together say.
  m.def(
      "backgammon_rollout_games",
      [](const backgammon::Networks& networks, const Backgammon::State& state, std::uint64_t first,
         std::uint64_t last, std::uint64_t seed, int plies, bool reduce_variance, bool stop_at_table) {
        const Rollout::Report report = [](std::uint64_t) { check_signals(); };
        const nb::gil_scoped_release released;
        return Rollout(networks, {.games = last,
                                  .seed = seed,
                                  .threads = 1,
                                  .plies = plies,
                                  .reduce_variance = reduce_variance,
                                  .stop_at_table = stop_at_table})
            .played(state.board, first, last, report);
      },
      nb::arg("networks"), nb::arg("state"), nb::arg("first"), nb::arg("last"), nb::arg("seed"),
      nb::arg("plies"), nb::arg("reduce_variance"), nb::arg("stop_at_table"));
  m.def(
      "backgammon_rollout_summary",
      [](const std::vector<backgammon::ExactChances>& results) {
        const auto found = Rollout::summary(results);
        return std::tuple(found.mean, found.standard_error, found.equity, found.equity_error);
      },
      nb::arg("results"));
}

}  // namespace hazard
