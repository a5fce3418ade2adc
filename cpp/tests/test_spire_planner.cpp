// Both planners of the Spire on fights with all content: nothing is read or written out of bounds, a plan is
// made of moves that can be played, and what it foretells is possible.
#include "check.hpp"
#include "domains/spire/planning/judge.hpp"
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

// Players with all kinds of decks against every tenth line, grown by futures of all steps: what a fight costs
// does not depend on who else fights, or on the number of threads.
void judge_players(const Tables& tables, Random& random) {
  const Content& content = *tables.content;
  const auto row = [&](std::size_t n) {
    return static_cast<std::uint16_t>(random.below(static_cast<std::uint32_t>(n)));
  };
  const std::vector<float> worths(content.cards.size(), 1.0F);
  const Judge judge(tables.content, {.attitudes = 2, .attitude_fights = 1}, {worths, worths});
  std::vector<spire::State> players;
  for (int i = 0; i < 3; ++i) {
    spire::State player = fight_of(content, {}, random);
    player.steps.clear();
    players.push_back(player);
  }
  std::vector<FightAhead> fights;
  for (std::size_t i = 0; i < tables.lines.size(); i += 10) {
    FightAhead fight{.lines = {{}}, .steps = static_cast<int>(i % 9), .hp = i % 20 == 0 ? 0 : 120};
    for (const std::uint16_t kind : tables.lines[i]) fight.lines[0].push_back(kind == kNoKind ? -1 : kind);
    fights.push_back(fight);
  }
  std::vector<Future> futures(3);
  for (Future& future : futures) {
    for (const Gain gain : {Gain::Card, Gain::Upgrade, Gain::Removal, Gain::Relic, Gain::Card})
      future.push_back({gain, row(gain == Gain::Relic ? content.relics.size() : content.cards.size())});
  }
  const auto attitudes = judge.attitudes(players, fights, futures, 5, 2);
  const auto costs = judge.costs(players, fights, futures, attitudes, 0, 3, 5, 2);
  const std::span<const PlayPolicy* const> first(attitudes.data(), fights.size());
  const auto alone = judge.costs({players.data(), 1}, fights, futures, first, 0, 3, 5, 1);
  for (std::size_t i = 0; i < alone.size(); ++i) CHECK(alone[i] == costs[i], i);
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
  judge_players(tables, random);
}

}  // namespace hazard::selftest
