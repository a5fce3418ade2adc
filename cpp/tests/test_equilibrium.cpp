// Equilibria: a known answer for every algorithm, three players, and arrays that do not fit.
#include <limits>

#include "check.hpp"
#include "search/equilibrium/best_response.hpp"
#include "search/equilibrium/regret_minimizer.hpp"
#include "search/equilibrium/sequence_form.hpp"

namespace hazard::selftest {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// Each player has one set; the payoffs of every combination, by the function given.
template <class Pays>
SequenceForm one_shot(std::size_t players, std::uint32_t actions, Pays&& pays) {
  std::vector<Decisions> decisions(players, {{0}, {1, 1 + actions}});
  std::vector<std::uint32_t> sequences, here(players, 1);
  std::vector<double> payoffs;
  for (bool more = true; more;) {
    sequences.insert(sequences.end(), here.begin(), here.end());
    for (std::size_t p = 0; p < players; ++p) payoffs.push_back(pays(here, p));
    more = false;
    for (std::size_t p = 0; p < players && !more; ++p) {
      more = here[p] < actions;
      here[p] = more ? here[p] + 1 : 1;
    }
  }
  return SequenceForm(std::move(decisions), sequences, payoffs);
}

// Rock, paper, scissors, where paper over rock counts twice.
SequenceForm paper_counts_twice() {
  return one_shot(2, 3, [](const std::vector<std::uint32_t>& did, std::size_t p) {
    const int mine = static_cast<int>(did[p]) - 1, other = static_cast<int>(did[1 - p]) - 1;
    const int won = (mine - other + 3) % 3;  // 1: wins, 2: loses
    const double stake = mine + other == 1 ? 2.0 : 1.0;
    return won == 0 ? 0.0 : won == 1 ? stake : -stake;
  });
}

void every_algorithm_finds_the_mix() {
  // Against rock r, paper p, scissors s, an answer earns: rock s - 2p, paper 2r - s, scissors p - r. All are
  // 0, the value of a symmetric game, where s = 2p = 2r: 1/4, 1/4, 1/2.
  const SequenceForm form = paper_counts_twice();
  const RegretSettings family[] = {{kNever, kNever, 0.0, false},
                                   {kNever, -kNever, 1.0, false},
                                   {1.5, 0.0, 2.0, false},
                                   {kNever, -kNever, 2.0, true},
                                   {2.3, -kNever, 5.0, true}};
  for (const RegretSettings& settings : family) {
    RegretMinimizer minimizer(form, settings);
    Budget budget;
    budget.nodes = 200'000;
    const Stop stop = minimizer.run(budget, 2e-3, {}, {});
    CHECK(stop == Stop::Settled, minimizer.steps(), minimizer.last_nash_conv());
    const Profile average = minimizer.average();
    for (const auto& strategy : average) {
      CHECK(std::abs(strategy[1] - 0.25) < 0.01 && std::abs(strategy[3] - 0.5) < 0.01, strategy[1],
            strategy[3]);
    }
  }
}

void gains_are_those_of_the_best_answer() {
  const SequenceForm form = paper_counts_twice();
  Profile rock(2, {1.0, 1.0, 0.0, 0.0});
  const Standing standing = standing_of(form, rock);
  CHECK(standing.values[0] == 0.0 && standing.best[0] == 2.0 && standing.nash_conv() == 4.0);
  const Response response = best_response(form, 0, plans_of(form, rock));
  CHECK(response.choice[0] == 2 && response.value == 2.0);
}

void three_players_are_counted_by_their_own() {
  // Everybody earns their own action's number times the sum of the others': the highest is best for all.
  const SequenceForm form = one_shot(3, 2, [](const std::vector<std::uint32_t>& did, std::size_t p) {
    return did[p] * static_cast<double>(did[(p + 1) % 3] + did[(p + 2) % 3]);
  });
  const Standing standing = standing_of(form, form.uniform());
  for (std::size_t p = 0; p < 3; ++p) {
    CHECK(std::abs(standing.values[p] - 4.5) < 1e-12 && std::abs(standing.best[p] - 6.0) < 1e-12,
          standing.values[p], standing.best[p]);
  }
  RegretMinimizer minimizer(form, {kNever, -kNever, 1.0, false});
  CHECK(minimizer.run({}, 1e-3, {}, {}) == Stop::Settled);
}

void arrays_that_do_not_fit_are_refused() {
  const std::vector<std::uint32_t> fine{1, 1}, beyond{1, 9};
  const std::vector<double> paid{1.0, -1.0};
  const auto form = [&](std::vector<Decisions> players, const std::vector<std::uint32_t>& ends) {
    return throws<GameError>([&] { SequenceForm(std::move(players), ends, paid); });
  };
  const Decisions two{{0}, {1, 3}};
  CHECK(!form({two, two}, fine));
  CHECK(form({two, two}, beyond));
  CHECK(form({two}, fine));
  CHECK(form({two, {{5}, {1, 3}}}, fine));     // comes after a sequence that comes later
  CHECK(form({two, {{0}, {1, 1}}}, fine));     // has no action
  CHECK(form({two, {{0, 0}, {1, 3}}}, fine));  // has a set too many
}

}  // namespace

void test_equilibrium() {
  every_algorithm_finds_the_mix();
  gains_are_those_of_the_best_answer();
  three_players_are_counted_by_their_own();
  arrays_that_do_not_fit_are_refused();
}

}  // namespace hazard::selftest
