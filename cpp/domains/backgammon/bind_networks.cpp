#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "domains/backgammon/duel.hpp"
#include "domains/backgammon/evaluator.hpp"
#include "domains/backgammon/game.hpp"
#include "domains/backgammon/self_play.hpp"

namespace hazard {

void bind_backgammon_networks(nb::module_& m) {
  using backgammon::Chances;
  using backgammon::Networks;
  nb::class_<Networks>(m, "BackgammonNetworks")
      .def_static(
          "random",
          [](int contact_units, int race_units, std::uint64_t seed) {
            return std::make_shared<Networks>(Networks::random(contact_units, race_units, seed));
          },
          nb::arg("contact_units"), nb::arg("race_units"), nb::arg("seed"))
      .def(
          "__init__",
          [](Networks* networks, int contact_units, const ArrayIn<float>& contact, int race_units,
             const ArrayIn<float>& race) {
            const auto network = [](int units, const ArrayIn<float>& weights) {
              return learn::Network({backgammon::kInputs, units, Chances::kCount}, vector_from(weights));
            };
            new (networks) Networks(network(contact_units, contact), network(race_units, race));
          },
          nb::arg("contact_units"), nb::arg("contact"), nb::arg("race_units"), nb::arg("race"))
      .def_prop_ro(
          "contact", [](const Networks& n) { return numpy_from(n.contact().weights()); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "race", [](const Networks& n) { return numpy_from(n.race().weights()); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "units",
          [](const Networks& n) { return std::pair(n.contact().shape().hidden, n.race().shape().hidden); })
      .def_prop_ro_static("inputs", [](nb::handle) { return backgammon::kInputs; })
      .def_prop_rw("bear_off", &Networks::bear_off, &Networks::use, nb::arg("table").none())
      // The chances of the side that rolls next: win, gammon and backgammon won, the same two lost.
      .def(
          "chances",
          [](const Networks& n, const Backgammon::State& state) { return n.evaluate(state.board).of; },
          nb::arg("state"))
      // Points without a cube for MAX, before a roll.
      .def(
          "equities",
          [](const Networks& n, const std::vector<Backgammon::State>& states) {
            std::vector<backgammon::Board> boards;
            for (const auto& state : states) boards.push_back(state.board);
            std::vector<Chances> chances(states.size());
            std::vector<float> found(states.size());
            n.evaluate(boards, chances);
            for (std::size_t i = 0; i < states.size(); ++i)
              found[i] = states[i].mover == 0 ? chances[i].equity() : -chances[i].equity();
            return numpy_from(std::move(found));
          },
          nb::arg("states"))
      // Points per game and their standard error, against other networks or a plain player.
      .def(
          "duel",
          [](const Networks& n, const Networks* other, int pairs, std::uint64_t seed) {
            const nb::gil_scoped_release released;
            const auto by = [](const Networks& networks) {
              return [&networks](const backgammon::Board& board, int die1, int die2) {
                return backgammon::best_reply(networks, board, die1, die2);
              };
            };
            const auto score = other != nullptr
                                   ? backgammon::duels(by(n), by(*other), pairs, seed)
                                   : backgammon::duels(by(n), backgammon::plain_reply, pairs, seed);
            return std::pair(score.mean, score.standard_error);
          },
          nb::arg("other").none(), nb::arg("pairs"), nb::arg("seed"))
      .def(
          "learn",
          [](Networks& n, std::uint64_t seed, std::uint64_t first_game, int games, int threads, float rate,
             float lambda) {
            backgammon::SelfPlay learner(n);
            const nb::gil_scoped_release released;
            const auto result = learn::learn_one_round(learner, {.seed = seed,
                                                                 .first_game = first_game,
                                                                 .games = games,
                                                                 .threads = threads,
                                                                 .rate = rate,
                                                                 .lambda = lambda});
            return std::pair(result.positions, result.squared_error);
          },
          nb::arg("seed"), nb::arg("first_game"), nb::arg("games"), nb::arg("threads"), nb::arg("rate"),
          nb::arg("trace_decay"));
}

}  // namespace hazard
