#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <tuple>

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
}

}  // namespace hazard
