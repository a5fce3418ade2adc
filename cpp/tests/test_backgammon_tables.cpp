// The bear-off tables and rollouts, under the sanitizers: numbers of positions, tables that fit together, and
// rollouts that end with what the tables know.
#include "check.hpp"
#include "domains/backgammon/bearoff.hpp"
#include "domains/backgammon/rollout.hpp"

namespace hazard::selftest {

namespace {

using backgammon::BearOff;
using backgammon::Board;
using backgammon::Side;

bool near(double a, double b, double within) { return std::abs(a - b) <= within; }

Board at_home(const Side& own, const Side& opponent) { return {{own, opponent}}; }

void numbers_are_a_bijection_and_plays_make_them_smaller() {
  const auto sides = backgammon::home_sides(backgammon::kCheckers);
  CHECK(sides.size() == 54264);
  for (std::size_t i = 0; i < sides.size(); i += 7)
    CHECK(static_cast<std::size_t>(backgammon::home_number(sides[i])) == i);
  CHECK(backgammon::checkers_left(sides[923]) <= 6 && backgammon::checkers_left(sides[924]) == 7);
  for (std::size_t i = 1; i < 300; ++i) {
    backgammon::for_each_play(at_home(sides[i], {}), 6, 1, [&](const backgammon::Move&, const Board& after) {
      CHECK(static_cast<std::size_t>(backgammon::home_number(after.own())) < i);
    });
  }
}

void tables_know_what_can_be_counted(const BearOff& table) {
  Side two_on_one{}, six_and_five{};
  two_on_one[0] = 2;
  six_and_five[5] = six_and_five[4] = 1;
  // The opponent is off next turn: 6-5 wins, and doubles from 3-3 up.
  CHECK(near(table.chances(at_home(six_and_five, two_on_one)).win, 6.0 / 36, 1e-12));
  CHECK(table.exact(at_home(six_and_five, two_on_one)));
  Side outside{};
  outside[6] = 1;
  CHECK(!BearOff::covers(at_home(outside, two_on_one)) && BearOff::covers(at_home(two_on_one, two_on_one)));
  outside = {};
  outside[backgammon::kBar] = 1;
  CHECK(!BearOff::covers(at_home(two_on_one, outside)));
  bool refused = false;
  try {
    const BearOff broken(2, backgammon::BearOffTables{});
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  CHECK(refused);
}

void rollouts_end_with_the_table(std::shared_ptr<const BearOff> table) {
  auto networks = backgammon::Networks::random(8, 8, 3);
  networks.use(table);
  Side own{}, opponent{};
  own[5] = own[4] = 1;
  opponent[3] = 2;
  const Board board = at_home(own, opponent);
  backgammon::RolloutSettings settings{.games = 40, .seed = 1, .stop_at_table = false};
  const auto nothing = [](std::uint64_t) {};
  const auto one = backgammon::Rollout(networks, settings).run(board, nothing);
  CHECK(near(one.mean[0], table->chances(board).win, 1e-5), one.mean[0]);
  settings.threads = 3;
  const auto three = backgammon::Rollout(networks, settings).run(board, nothing);
  CHECK(one.mean == three.mean && one.equity_error == three.equity_error);
  bool stopped = false;
  try {
    settings.games = 100'000'000;
    backgammon::Rollout(networks, settings).run(backgammon::kStartBoard, [](std::uint64_t) {
      throw std::runtime_error("enough");
    });
  } catch (const std::runtime_error&) {
    stopped = true;
  }
  CHECK(stopped);
}

}  // namespace

void test_backgammon_tables() {
  numbers_are_a_bijection_and_plays_make_them_smaller();
  const auto table = std::make_shared<const BearOff>(2, backgammon::BearOffBuilder(2, {}).build());
  tables_know_what_can_be_counted(*table);
  rollouts_end_with_the_table(table);
}

}  // namespace hazard::selftest
