// Planning turns of Slay the Spire from Python: settings by name, plans as words, forecasts, whole fights.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <limits>

#include "bindings/engine.hpp"
#include "domains/spire/bind/bind.hpp"
#include "domains/spire/planning/simulated.hpp"

namespace hazard {

using namespace spire;

namespace {

// ---- settings by name ------------------------------------------------------------------------------------

template <class Record>
struct Named {
  const char* name;
  float Record::* field;
};

#define SPIRE_FIELD(Record, name) \
  Named<Record> { #name, &Record::name }

constexpr Named<PolicyWeights> kPolicy[] = {
    SPIRE_FIELD(PolicyWeights, damage),     SPIRE_FIELD(PolicyWeights, focus),
    SPIRE_FIELD(PolicyWeights, kill),       SPIRE_FIELD(PolicyWeights, spared),
    SPIRE_FIELD(PolicyWeights, block),      SPIRE_FIELD(PolicyWeights, spare_block),
    SPIRE_FIELD(PolicyWeights, vulnerable), SPIRE_FIELD(PolicyWeights, weak),
    SPIRE_FIELD(PolicyWeights, strength),   SPIRE_FIELD(PolicyWeights, drain),
    SPIRE_FIELD(PolicyWeights, draw),       SPIRE_FIELD(PolicyWeights, idle_draw),
    SPIRE_FIELD(PolicyWeights, energy),     SPIRE_FIELD(PolicyWeights, lasting),
    SPIRE_FIELD(PolicyWeights, made),       SPIRE_FIELD(PolicyWeights, bad_card),
    SPIRE_FIELD(PolicyWeights, exhausted),  SPIRE_FIELD(PolicyWeights, per_turn),
    SPIRE_FIELD(PolicyWeights, most_turns), SPIRE_FIELD(PolicyWeights, curl_up),
    SPIRE_FIELD(PolicyWeights, enrage),     SPIRE_FIELD(PolicyWeights, cost_offset),
    SPIRE_FIELD(PolicyWeights, least),      SPIRE_FIELD(PolicyWeights, potion)};
constexpr Named<ThreatSettings> kThreats[] = {
    SPIRE_FIELD(ThreatSettings, announced), SPIRE_FIELD(ThreatSettings, average),
    SPIRE_FIELD(ThreatSettings, growth), SPIRE_FIELD(ThreatSettings, harm)};
constexpr Named<ScoreSettings> kScore[] = {
    SPIRE_FIELD(ScoreSettings, hp_lost),     SPIRE_FIELD(ScoreSettings, danger),
    SPIRE_FIELD(ScoreSettings, danger_base), SPIRE_FIELD(ScoreSettings, danger_per_act),
    SPIRE_FIELD(ScoreSettings, damage),      SPIRE_FIELD(ScoreSettings, foe_block),
    SPIRE_FIELD(ScoreSettings, curl_up),     SPIRE_FIELD(ScoreSettings, threat),
    SPIRE_FIELD(ScoreSettings, kill),        SPIRE_FIELD(ScoreSettings, minion),
    SPIRE_FIELD(ScoreSettings, vulnerable),  SPIRE_FIELD(ScoreSettings, weak),
    SPIRE_FIELD(ScoreSettings, strength),    SPIRE_FIELD(ScoreSettings, lasting),
    SPIRE_FIELD(ScoreSettings, drawn),       SPIRE_FIELD(ScoreSettings, idle_drawn),
    SPIRE_FIELD(ScoreSettings, energy),      SPIRE_FIELD(ScoreSettings, spare_block),
    SPIRE_FIELD(ScoreSettings, potion),      SPIRE_FIELD(ScoreSettings, flight),
    SPIRE_FIELD(ScoreSettings, bad_card)};
constexpr Named<TurnsSettings> kTurns[] = {
    SPIRE_FIELD(TurnsSettings, death), SPIRE_FIELD(TurnsSettings, potion),
    SPIRE_FIELD(TurnsSettings, potion_in_hallway), SPIRE_FIELD(TurnsSettings, flight)};

template <class Record, std::size_t N>
void read_record(Record& record, const Named<Record> (&names)[N], const nb::dict& d, const char* section) {
  for (const auto& [key, value] : d) {
    const auto name = nb::cast<std::string>(key);
    bool found = false;
    for (const auto& field : names) {
      if (name != field.name) continue;
      record.*field.field = nb::cast<float>(value);
      found = true;
    }
    if (!found) throw nb::value_error((std::string("there is no setting ") + section + "." + name).c_str());
  }
}

template <class Record, std::size_t N>
nb::dict record_dict(const Record& record, const Named<Record> (&names)[N]) {
  nb::dict d;
  for (const auto& field : names) d[field.name] = record.*field.field;
  return d;
}

void read_search(PlannerSettings& s, const nb::dict& d) {
  for (const auto& [key, value] : d) {
    const auto name = nb::cast<std::string>(key);
    if (name == "root_width")
      s.turns.root_width = nb::cast<std::vector<int>>(value);
    else if (name == "root_plans")
      s.turns.root_plans = nb::cast<int>(value);
    else if (name == "root_nodes")
      s.turns.root_nodes = nb::cast<int>(value);
    else if (name == "width")
      s.turns.width = nb::cast<std::vector<int>>(value);
    else if (name == "plans")
      s.turns.plans = nb::cast<int>(value);
    else if (name == "nodes")
      s.turns.nodes = nb::cast<int>(value);
    else if (name == "attitudes")
      s.attitudes = nb::cast<int>(value);
    else if (name == "attitude_fights")
      s.attitude_fights = nb::cast<int>(value);
    else if (name == "beam_width")
      s.beam_width = nb::cast<std::vector<int>>(value);
    else if (name == "beam_expand")
      s.beam_expand = nb::cast<std::vector<int>>(value);
    else if (name == "exploration")
      s.tree.exploration = nb::cast<double>(value);
    else if (name == "best_backup")
      s.tree.backup = nb::cast<bool>(value) ? Backup::Best : Backup::Mean;
    else
      throw nb::value_error(("there is no setting search." + name).c_str());
  }
}

nb::dict search_dict(const PlannerSettings& s) {
  nb::dict d;
  d["root_width"] = s.turns.root_width;
  d["root_plans"] = s.turns.root_plans;
  d["root_nodes"] = s.turns.root_nodes;
  d["width"] = s.turns.width;
  d["plans"] = s.turns.plans;
  d["nodes"] = s.turns.nodes;
  d["attitudes"] = s.attitudes;
  d["attitude_fights"] = s.attitude_fights;
  d["beam_width"] = s.beam_width;
  d["beam_expand"] = s.beam_expand;
  d["exploration"] = s.tree.exploration;
  d["best_backup"] = s.tree.backup == Backup::Best;
  return d;
}

PlannerSettings settings_from(const nb::dict& d) {
  PlannerSettings s;
  for (const auto& [key, value] : d) {
    const auto section = nb::cast<std::string>(key);
    const auto given = nb::cast<nb::dict>(value);
    if (section == "policy")
      read_record(s.policy, kPolicy, given, "policy");
    else if (section == "threats")
      read_record(s.threats, kThreats, given, "threats");
    else if (section == "score")
      read_record(s.score, kScore, given, "score");
    else if (section == "worth")
      read_record(s.turns, kTurns, given, "worth");
    else if (section == "search")
      read_search(s, given);
    else
      throw nb::value_error(("there is no group of settings " + section).c_str());
  }
  return s;
}

nb::dict settings_dict(const PlannerSettings& s) {
  nb::dict d;
  d["policy"] = record_dict(s.policy, kPolicy);
  d["threats"] = record_dict(s.threats, kThreats);
  d["score"] = record_dict(s.score, kScore);
  d["worth"] = record_dict(s.turns, kTurns);
  d["search"] = search_dict(s);
  return d;
}

// ---- plans -----------------------------------------------------------------------------------------------

Budget budget_of(double seconds, std::uint64_t nodes) {
  Budget budget;
  if (seconds > 0) budget.seconds = seconds;
  if (nodes > 0) budget.nodes = nodes;
  return budget;
}

// Moves as records, each of the state where it is made.
std::vector<MoveRecord> records_of(const Combat& game, const State& s,
                                   const std::vector<spire::Move>& moves) {
  std::vector<MoveRecord> records;
  State at = s;
  for (const spire::Move& move : moves) {
    if (game.turn(at) != Turn::Max || at.turn != s.turn) break;
    records.push_back(move_record(game.content(), at, move));
    if (move.kind == MoveKind::End) break;
    game.play_in_place(at, move, nullptr);
  }
  return records;
}

nb::dict plans_dict(const Combat& game, const State& s, const TurnPlans& plans) {
  nb::dict d;
  nb::list found;
  for (const PlannedTurn& plan : plans.plans) {
    nb::dict one;
    one["moves"] = records_of(game, s, plan.moves);
    one["value"] = plan.value;
    one["standard_error"] = plan.standard_error;
    one["visits"] = plan.visits;
    one["exact"] = plan.exact;
    found.append(one);
  }
  d["plans"] = found;
  d["positions"] = plans.positions;
  d["simulations"] = plans.simulations;
  d["unsettled"] = plans.unsettled;
  d["seconds"] = plans.seconds;
  return d;
}

const State& decision(const Planner& planner, const State& s) {
  check_state(planner.game().content(), s);
  if (planner.game().turn(s) != Turn::Max)
    throw GameError("spire.not_the_players_decision", {{"state", planner.game().text(s)}});
  return s;
}

nb::dict beam(const Planner& planner, const State& state, double seconds, std::uint64_t nodes, int count) {
  const State& s = decision(planner, state);
  TurnPlans plans;
  {
    const nb::gil_scoped_release released;
    plans = planner.beam(s, budget_of(seconds, nodes), count, check_signals);
  }
  return plans_dict(planner.game(), s, plans);
}

nb::dict search(const Planner& planner, const State& state, double seconds, std::uint64_t nodes,
                std::uint64_t seed) {
  const State& s = decision(planner, state);
  TurnPlans plans;
  {
    const nb::gil_scoped_release released;
    plans = planner.search(s, budget_of(seconds, nodes), seed, check_signals);
  }
  return plans_dict(planner.game(), s, plans);
}

// The moves that records mean, as far as they can be followed.
std::vector<spire::Move> moves_meant(const Combat& game, const State& s,
                                     const std::vector<MoveRecord>& records) {
  std::vector<spire::Move> moves;
  State at = s;
  for (const MoveRecord& record : records) {
    if (game.turn(at) != Turn::Max || at.turn != s.turn) break;
    const spire::Move meant = Convert<Combat>::move_from(game, at, nb::cast(record));
    moves.push_back(meant);
    if (meant.kind == MoveKind::End) break;
    game.play_in_place(at, meant, nullptr);
  }
  return moves;
}

nb::dict forecast(const Planner& planner, const State& state, const std::vector<MoveRecord>& records,
                  int fights, std::uint64_t seed) {
  const State& s = decision(planner, state);
  const auto moves = moves_meant(planner.game(), s, records);
  Forecast f;
  {
    const nb::gil_scoped_release released;
    f = planner.forecast(s, moves, checked(fights, 1, 1'000'000, "fights"), seed);
  }
  nb::dict d;
  d["fights"] = f.fights;
  d["chance_to_die"] = static_cast<double>(f.deaths) / f.fights;
  d["chance_to_die_this_turn"] = f.deaths_this_turn;
  d["hp_left"] = f.hp_left;
  d["hp_left_error"] = f.hp_left_error;
  d["unsettled"] = f.unsettled;
  d["turns"] = f.turns;
  d["lost_this_turn"] = f.lost_this_turn;
  return d;
}

// What every monster that stands has announced, and its threat.
nb::list threats(const Planner& planner, const State& s) {
  check_state(planner.game().content(), s);
  nb::list found;
  const Fight f{planner.game().content(), const_cast<State&>(s)};
  for (int i = 0; i < s.monster_count; ++i) {
    if (!s.monsters[i].alive()) continue;
    const Assault blow = announced_assault(f, i);
    nb::dict d;
    d["monster"] = foe_record(f.content, s, i);
    d["hp"] = int{s.monsters[i].hp};
    d["damage"] = blow.damage;
    d["hits"] = blow.hits;
    d["threat"] = planner.policy().threat(f, i);
    found.append(d);
  }
  return found;
}

// Whether the moves win the fight, whatever chance does.
bool wins(const Planner& planner, const State& state, const std::vector<MoveRecord>& records) {
  State at = decision(planner, state);
  for (const spire::Move& move : moves_meant(planner.game(), state, records)) {
    if (move.kind != MoveKind::End) planner.game().play_in_place(at, move, nullptr);
  }
  return at.phase == Phase::Won;
}

Way way_from(const std::string& name) {
  if (name == "search") return Way::Search;
  if (name == "beam") return Way::Beam;
  if (name == "policy") return Way::Policy;
  throw nb::value_error(
      ("there is no way to plan called " + name + "; expected search, beam or policy").c_str());
}

nb::dict fight(const Planner& planner, const State& start, const std::string& way, double seconds,
               std::uint64_t nodes, std::uint64_t seed) {
  check_state(planner.game().content(), start);
  const FightRunner runner(planner, way_from(way), budget_of(seconds, nodes));
  SimulatedFight found;
  {
    const nb::gil_scoped_release released;
    found = runner.run(start, seed, check_signals);
  }
  nb::dict d;
  d["won"] = found.won;
  d["hp"] = found.hp;
  d["hp_after"] = found.hp_after;
  d["turns"] = found.turns;
  d["potions"] = found.potions;
  d["plans"] = found.plans;
  d["seconds"] = found.seconds;
  return d;
}

// Fights by the quick policy, one for each seed: the HP left, 0 where it is lost.
std::vector<int> quick_fights(const Planner& planner, const State& start,
                              const std::vector<std::uint64_t>& seeds) {
  check_state(planner.game().content(), start);
  std::vector<int> found;
  const nb::gil_scoped_release released;
  for (const std::uint64_t seed : seeds) found.push_back(planner.quick_fight(start, seed));
  return found;
}

}  // namespace

void bind_spire_planner(nb::module_& m) {
  nb::class_<Planner>(m, "SpirePlanner")
      .def(
          "__init__",
          [](Planner* self, std::shared_ptr<const Content> content, const nb::dict& settings) {
            new (self) Planner(std::move(content), settings_from(settings));
          },
          nb::arg("content"), nb::arg("settings"))
      .def_static("default_settings", [] { return settings_dict(PlannerSettings{}); })
      .def("beam", &beam, nb::arg("state"), nb::arg("seconds"), nb::arg("nodes") = 0, nb::arg("count") = 5)
      .def("search", &search, nb::arg("state"), nb::arg("seconds"), nb::arg("nodes") = 0, nb::arg("seed") = 0)
      .def("forecast", &forecast, nb::arg("state"), nb::arg("moves"), nb::arg("fights"), nb::arg("seed") = 0)
      .def("wins", &wins, nb::arg("state"), nb::arg("moves"))
      .def("threats", &threats, nb::arg("state"))
      .def("fight", &fight, nb::arg("start"), nb::arg("way"), nb::arg("seconds"), nb::arg("nodes") = 0,
           nb::arg("seed") = 0)
      .def("quick_fights", &quick_fights, nb::arg("start"), nb::arg("seeds"))
      .def(
          "quick_move",
          [](const Planner& planner, const State& s) {
            return move_record(planner.game().content(), s, planner.policy().choose(decision(planner, s)));
          },
          nb::arg("state"));
}

}  // namespace hazard
