// Equilibria of games with hidden information: the sequence form comes as arrays, strategies go as arrays.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "bindings/engine.hpp"
#include "search/equilibrium/best_response.hpp"
#include "search/equilibrium/regret_minimizer.hpp"
#include "search/equilibrium/sequence_form.hpp"

namespace hazard {
namespace {

using Numbers = std::vector<ArrayIn<double>>;
using Places = std::vector<ArrayIn<std::uint32_t>>;

void place_form(SequenceForm* self, const Places& parents, const Places& firsts,
                const ArrayIn<std::uint32_t>& sequences, const ArrayIn<double>& payoffs,
                std::size_t by_hands) {
  if (parents.size() != firsts.size())
    throw GameError("equilibrium.arrays_do_not_fit", {{"what", "players"}});
  std::vector<Decisions> players;
  for (std::size_t p = 0; p < parents.size(); ++p)
    players.push_back({vector_from(parents[p]), vector_from(firsts[p])});
  const nb::gil_scoped_release released;
  new (self) SequenceForm(std::move(players), {sequences.data(), sequences.size()},
                          {payoffs.data(), payoffs.size()}, by_hands);
}

Profile profile_from(const SequenceForm& form, const Numbers& strategies) {
  Profile found;
  for (const auto& numbers : strategies) found.push_back(vector_from(numbers));
  bool fits = found.size() == form.players();
  for (std::size_t p = 0; fits && p < found.size(); ++p)
    fits = found[p].size() == form.decisions(p).sequences();
  if (!fits) throw GameError("equilibrium.arrays_do_not_fit", {{"what", "strategies"}});
  return found;
}

nb::list listed(Profile profile) {
  nb::list found;
  for (auto& numbers : profile) found.append(numpy_from(std::move(numbers)));
  return found;
}

std::size_t checked_player(const SequenceForm& form, std::size_t player) {
  if (player >= form.players()) throw GameError("equilibrium.arrays_do_not_fit", {{"what", "player"}});
  return player;
}

nb::tuple standing(const SequenceForm& form, const Numbers& strategies) {
  const Profile profile = profile_from(form, strategies);
  Standing found;
  {
    const nb::gil_scoped_release released;
    found = standing_of(form, profile);
  }
  return nb::make_tuple(found.values, found.best);
}

nb::tuple best(const SequenceForm& form, std::size_t player, const Numbers& strategies) {
  Response found =
      best_response(form, checked_player(form, player), plans_of(form, profile_from(form, strategies)));
  return nb::make_tuple(found.value, numpy_from(std::move(found.choice)), numpy_from(std::move(found.worth)));
}

nb::object worth(const SequenceForm& form, std::size_t player, const Numbers& strategies) {
  const Profile profile = profile_from(form, strategies);
  Response found = worth_of(form, checked_player(form, player), profile, plans_of(form, profile));
  return nb::cast(numpy_from(std::move(found.worth)));
}

const char* run(RegretMinimizer& self, nb::handle budget, double target, nb::handle stop, nb::object watch) {
  const Budget limits = budget_from(budget);
  const auto tell = [&watch](const RegretReport& report) {
    const nb::gil_scoped_acquire held;
    watch(report.step, report.seconds, report.nash_conv);
  };
  const Interrupt interrupt = interrupt_by(stop);
  const nb::gil_scoped_release released;
  return to_string(self.run(limits, target, interrupt, tell));
}

}  // namespace

void bind_equilibrium(nb::module_& m) {
  nb::class_<SequenceForm>(m, "SequenceForm")
      .def("__init__", &place_form, nb::arg("parents"), nb::arg("firsts"), nb::arg("sequences"),
           nb::arg("payoffs"), nb::arg("by_hands") = SequenceForm::kWorthBlock)
      .def_prop_ro("blocks", &SequenceForm::blocks, "Blocks of hands by hands that were found")
      .def_prop_ro("different_blocks", &SequenceForm::different_blocks)
      .def_prop_ro("players", &SequenceForm::players)
      .def_prop_ro("entries", &SequenceForm::entries, "Combinations of sequences that pay the first player")
      .def("uniform", [](const SequenceForm& form) { return listed(form.uniform()); })
      .def("standing", &standing, nb::arg("strategies"), "What each player earns, and what each could earn")
      .def("best_response", &best, nb::arg("player"), nb::arg("strategies"),
           "The value, the best sequence of each set, the worth of each sequence")
      .def("worth", &worth, nb::arg("player"), nb::arg("strategies"));
  nb::class_<RegretMinimizer>(m, "RegretMinimizer")
      .def(
          "__init__",
          [](RegretMinimizer* self, const SequenceForm& form, double alpha, double beta, double gamma,
             bool predictive, bool alternating, int threads) {
            new (self) RegretMinimizer(form, {.alpha = alpha,
                                              .beta = beta,
                                              .gamma = gamma,
                                              .predictive = predictive,
                                              .alternating = alternating,
                                              .threads = threads});
          },
          nb::arg("form"), nb::arg("alpha"), nb::arg("beta"), nb::arg("gamma"), nb::arg("predictive"),
          nb::arg("alternating") = true, nb::arg("threads") = 1, nb::keep_alive<1, 2>())
      .def("memory",
           [](const RegretMinimizer& self) {
             auto memory = self.memory();
             return nb::make_tuple(listed(std::move(memory.strategy)), listed(std::move(memory.regret)),
                                   listed(std::move(memory.sum)), memory.steps);
           })
      .def(
          "remember",
          [](RegretMinimizer& self, const SequenceForm& form, const Numbers& strategy, const Numbers& regret,
             const Numbers& sum, std::uint64_t steps) {
            self.remember(
                {profile_from(form, strategy), profile_from(form, regret), profile_from(form, sum), steps});
          },
          nb::arg("form"), nb::arg("strategy"), nb::arg("regret"), nb::arg("sum"), nb::arg("steps"))
      .def("run", &run, nb::arg("budget"), nb::arg("target"), nb::arg("stop").none(), nb::arg("watch"),
           "Step until the budget is used up or the target is met; say which")
      .def("average", [](const RegretMinimizer& self) { return listed(self.average()); })
      .def_prop_ro("steps", &RegretMinimizer::steps)
      .def_prop_ro("nash_conv", &RegretMinimizer::last_nash_conv);
}

}  // namespace hazard
