// Both planners of the Spire on fights with all content: nothing is read or written out of bounds, a plan is
// made of moves that can be played, and what it foretells is possible.
#include "check.hpp"
#include "domains/spire/planning/planner.hpp"
#include "spire_fights.hpp"

namespace hazard::selftest {

namespace {

constexpr int kTurns = 2, kFights = 1;

bool can_be_played(const Combat& game, const spire::State& s, const spire::Move& move) {
  bool found = false;
  game.actions(s, [&](const spire::Move& known) { found |= known == move; });
  return found;
}

// Up to where chance speaks or the turn is over; returns the moves that could be played.
int follow(const Combat& game, spire::State& s, const std::vector<spire::Move>& moves, Random& random) {
  const int turn = s.turn;
  int played = 0;
  for (const spire::Move& move : moves) {
    if (game.turn(s) != Turn::Max || s.turn != turn) break;
    CHECK(can_be_played(game, s, move), game.text(s));
    game.play_in_place(s, move, nullptr);
    ++played;
    if (game.turn(s) == Turn::Chance) break;
  }
  settle({game.content(), s}, &random);
  return played;
}

void plan_a_fight(const Planner& planner, spire::State s, bool by_search, Random& random) {
  settle({planner.game().content(), s}, &random);
  for (int plans = 0; plans < 2 * kTurns && !s.over() && s.turn <= kTurns; ++plans) {
    const Budget budget{.seconds = 0.1, .nodes = by_search ? 20U : 300U};
    const TurnPlans found = by_search ? planner.search(s, budget, random.bits()) : planner.beam(s, budget, 4);
    CHECK(!found.plans.empty());
    const Forecast forecast = planner.forecast(s, found.plans[0].moves, kFights, random.bits());
    CHECK(forecast.fights == kFights && forecast.deaths <= kFights, forecast.deaths);
    CHECK(forecast.hp_left >= 0.0, forecast.hp_left);
    CHECK(follow(planner.game(), s, found.plans[0].moves, random) > 0, planner.game().text(s));
  }
}

}  // namespace

void test_spire_planner() {
  Tables tables;
  if (!read_tables(tables)) return;
  Random random(11);
  const Planner planner(tables.content, PlannerSettings{});
  for (std::size_t i = 0; i < tables.lines.size(); i += 5) {  // from every act, and every kind of fight
    spire::State s = fight_of(*tables.content, tables.lines[i], random);
    s.act = static_cast<std::uint8_t>(1 + i % 4);
    plan_a_fight(planner, s, i % 2 == 0, random);
  }
}

}  // namespace hazard::selftest
