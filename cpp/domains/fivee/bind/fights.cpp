// Many fights at once, as arrays, and one fight told step by step.
#include "domains/fivee/forecast/fights.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "domains/fivee/bind/bind.hpp"

namespace hazard {

using namespace fivee;

namespace {

template <class T>
using Given = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T, int N>
using GivenMany = nb::ndarray<const T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// An array that Python owns: one row of `width` values for each fight.
template <class T>
class Column {
 public:
  Column(std::size_t rows, std::size_t width) : width_(width), values_(new std::vector<T>(rows * width)) {}
  T* row(std::size_t i) { return values_->data() + i * width_; }

  nb::object array(std::vector<std::size_t> shape) {
    const nb::capsule owner(values_.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    std::vector<T>* values = values_.release();
    return nb::cast(nb::ndarray<nb::numpy, T>(values->data(), shape.size(), shape.data(), owner));
  }

 private:
  std::size_t width_;
  std::unique_ptr<std::vector<T>> values_;
};

// What is kept of every fight, a column each.
struct Table {
  Table(std::size_t fights, std::size_t size)
      : count(fights),
        size(size),
        winner(fights, 1),
        rounds(fights, 1),
        hit_points(fights, size),
        fates(fights, size),
        reserve(fights, size),
        slots(fights, size * kSlotLevels),
        left(fights, size * kLimitedActions),
        history(fights, size * (kRecordedRounds + 1)) {}

  void keep(std::size_t i, const Fight& fight) {
    *winner.row(i) = static_cast<std::int8_t>(fight.winner);
    *rounds.row(i) = static_cast<std::int16_t>(fight.rounds);
    for (std::size_t k = 0; k < size; ++k) {
      const Fate& fate = fight.fates[k];
      hit_points.row(i)[k] = fate.hit_points;
      fates.row(i)[k] = fate.bits;
      reserve.row(i)[k] = fate.reserve;
      std::copy(fate.slots.begin(), fate.slots.end(), slots.row(i) + k * kSlotLevels);
      std::copy(fate.left.begin(), fate.left.end(), left.row(i) + k * kLimitedActions);
    }
    for (std::size_t round = 0; round <= kRecordedRounds; ++round)
      std::copy_n(fight.history[round].begin(), size, history.row(i) + round * size);
  }

  nb::dict arrays() {
    nb::dict d;
    d["winner"] = winner.array({count});
    d["rounds"] = rounds.array({count});
    d["hit_points"] = hit_points.array({count, size});
    d["fates"] = fates.array({count, size});
    d["reserve"] = reserve.array({count, size});
    d["slots"] = slots.array({count, size, kSlotLevels});
    d["left"] = left.array({count, size, kLimitedActions});
    d["history"] = history.array({count, kRecordedRounds + 1, size});
    return d;
  }

  std::size_t count, size;
  Column<std::int8_t> winner;
  Column<std::int16_t> rounds, hit_points;
  Column<std::uint8_t> fates;
  Column<float> reserve;
  Column<std::uint8_t> slots, left;
  Column<std::int16_t> history;
};

// Fights between two sides: the games that they search, and how they choose.
struct Match {
  Match(const Combat& party, const Combat& monsters, const Side& party_side, const Side& monster_side,
        const std::vector<int>& initiative, Fighters roll_hit_points)
      : party(party), monsters(monsters) {
    const int size = monsters.rules().size();
    if (&party.rules() != &monsters.rules()) throw nb::value_error("both sides need the same rules");
    if (static_cast<int>(initiative.size()) != size)
      throw nb::value_error("expected an initiative for every combatant");
    settings.sides = {party_side, monster_side};
    settings.initiative.fill(kRolledInitiative);
    for (int i = 0; i < size; ++i)
      settings.initiative[i] = checked(initiative[i], kRolledInitiative, 1000, "initiative");
    settings.roll_hit_points = roll_hit_points & monsters.rules().everybody();
  }

  const Combat &party, &monsters;
  FightSettings settings;
};

// What the party brings into each fight. The arrays are held here for as long as the view of them is used.
class Brought {
 public:
  Brought(nb::object given, std::size_t fights, int size) {
    if (given.is_none()) return;
    const nb::dict d = nb::cast<nb::dict>(given);
    hit_points_ = nb::cast<GivenMany<std::int16_t, 2>>(d["hit_points"]);
    bits_ = nb::cast<GivenMany<std::uint8_t, 2>>(d["fates"]);
    slots_ = nb::cast<GivenMany<std::uint8_t, 3>>(d["slots"]);
    left_ = nb::cast<GivenMany<std::uint8_t, 3>>(d["left"]);
    const std::size_t places = fights * static_cast<std::size_t>(size);
    if (hit_points_.size() != places || bits_.size() != places || slots_.size() != places * kSlotLevels ||
        left_.size() != places * kLimitedActions) {
      throw nb::value_error("the arrivals do not have a row for every fight and combatant");
    }
    view = {size,
            {hit_points_.data(), hit_points_.size()},
            {bits_.data(), bits_.size()},
            {slots_.data(), slots_.size()},
            {left_.data(), left_.size()}};
  }

  Arrivals view;

 private:
  GivenMany<std::int16_t, 2> hit_points_;
  GivenMany<std::uint8_t, 2> bits_;
  GivenMany<std::uint8_t, 3> slots_, left_;
};

nb::dict play(const Combat& party, const Combat& monsters, const State& from, const Side& party_side,
              const Side& monster_side, const std::vector<int>& initiative, Fighters roll_hit_points,
              std::uint64_t seed, Given<std::uint64_t> numbers, int threads, nb::object arrivals,
              nb::object report) {
  const Match match(party, monsters, party_side, monster_side, initiative, roll_hit_points);
  check_state(monsters.rules(), from);
  checked(threads, 1, 1024, "threads");
  const int size = monsters.rules().size();
  const Brought brought(arrivals, numbers.size(), size);
  const std::span<const std::uint64_t> which(numbers.data(), numbers.size());
  Table table(which.size(), static_cast<std::size_t>(size));
  {
    const nb::gil_scoped_release released;
    const Fights fights(party, monsters, match.settings);
    fights.play_all(
        from, seed, which, brought.view, threads,
        [&](std::size_t done) {
          const nb::gil_scoped_acquire held;
          if (PyErr_CheckSignals() != 0) throw nb::python_error();
          if (!report.is_none()) report(done, which.size());
        },
        [&](std::size_t i, const Fight& fight) { table.keep(i, fight); });
  }
  return table.arrays();
}

nb::object number_or_none(int value, int none) {
  return value == none ? nb::none() : nb::object(nb::int_(value));
}

nb::dict chosen(const Combat& game, const State& s, const Plan& p) {
  nb::dict d;
  const int me = game.decider(s);
  d["to"] = nb::make_tuple(int{p.to.x}, int{p.to.y});
  d["retreat"] = nb::make_tuple(int{p.retreat.x}, int{p.retreat.y});
  d["action"] = number_or_none(p.action, Plan::kNone);
  d["target"] = number_or_none(p.target, kNobody);
  d["other"] = number_or_none(p.other, kNobody);
  d["bonus"] = number_or_none(p.bonus, Plan::kNone);
  d["bonus_target"] = number_or_none(p.bonus_target, kNobody);
  d["standard"] = p.standard == Standard::None
                      ? nb::none()
                      : nb::cast(std::string(kStandardNames[static_cast<std::size_t>(p.standard)]));
  d["flees"] = p.flees;
  nb::list caught;
  if (p.action != Plan::kNone) {
    State there = s;
    there.fighters[me].at = p.to;
    const int itself = p.action;
    Fighters struck = 0;
    for (const int part : Strikes::elements(game.rules().action(me, p.action), itself, p.sequence)) {
      const Action& a = game.rules().action(me, part);
      if (a.area) struck |= game.resolver().acting().caught(there, me, a, p.aim);
    }
    for_each(struck, [&](int i) { caught.append(i); });
  }
  d["caught"] = caught;
  return d;
}

// Whose roll it is, for what, and what came of it.
nb::dict rolled(const Combat& game, const State& s, const Move& move) {
  nb::dict d;
  const bool acting = s.chance == Chance::Strike || s.chance == Chance::Rider ||
                      s.chance == Chance::AreaDamage || s.chance == Chance::AreaSave;
  const bool checking =
      s.chance == Chance::Concentration || s.chance == Chance::Collapse || s.chance == Chance::Fortitude;
  d["kind"] = std::string(kChanceNames[static_cast<std::size_t>(s.chance)]);
  d["actor"] = acting ? int{s.actor} : checking ? int{s.checked} : s.mover();
  d["action"] = acting                         ? nb::object(nb::int_(game.resolver().acting().current(s)))
                : s.chance == Chance::Recharge ? nb::object(nb::int_(int{s.action}))
                                               : nb::none();
  d["target"] = number_or_none(s.target, kNobody);
  d["effect"] = int{s.effect};
  d["result"] = int{move.result};
  d["amount"] = move.amount / double(kPoint);
  d["attacks"] = int{move.used};
  return d;
}

nb::list replay(const Combat& party, const Combat& monsters, const State& from, const Side& party_side,
                const Side& monster_side, const std::vector<int>& initiative, Fighters roll_hit_points,
                std::uint64_t seed, std::uint64_t number, nb::object arrivals) {
  const Match match(party, monsters, party_side, monster_side, initiative, roll_hit_points);
  check_state(monsters.rules(), from);
  const Fights fights(party, monsters, match.settings);
  const Brought brought(arrivals, 1, monsters.rules().size());
  nb::list log;
  State end;
  const auto tell = [&](const State& s, const Move& move, const Combat& game) {
    nb::dict d = move.chance ? rolled(game, s, move) : chosen(game, s, move.plan);
    d["decider"] = game.decider(s);
    log.append(nb::make_tuple(s, d));
  };
  fights.play(from, seed, number, brought.view, 0, tell, &end);
  log.append(nb::make_tuple(end, nb::none()));
  return log;
}

using TaskPair = std::pair<int, int>;  // a row of the table of tasks and whom it is about; -1: none

// The round of the side that decides: its task, the turns that it has, and the tasks compared.
nb::dict plan_round(const Combat& own, const Combat& other, const State& s, const Side& side) {
  own.check(s);
  RoundPlan found;
  {
    const nb::gil_scoped_release free;
    found = JointPlanner(own, other, side.joint).plan_round(s);
  }
  nb::list tasks;
  for (const auto& one : found.tasks) {
    nb::dict d;
    d["task"] = TaskPair(one.task.row, one.task.target);
    d["gain"] = one.gain;
    d["error"] = one.error;
    d["samples"] = one.samples;
    tasks.append(d);
  }
  nb::dict d;
  d["task"] = TaskPair(found.task.row, found.task.target);
  d["turns"] = found.turns;
  d["tasks"] = tasks;
  return d;
}

// What whoever decides does for the task of its side.
Plan joint_turn(const Combat& own, const Combat& other, const State& s, const Side& side,
                const TaskPair& task, int turns) {
  own.check(s);
  const int size = own.rules().size(), rows = static_cast<int>(side.joint.rows.size());
  const Task given{checked(task.first, -1, rows - 1, "task"), checked(task.second, -1, size - 1, "target")};
  const nb::gil_scoped_release free;
  return JointTurns(own, other, side.joint, side.ahead).choose(s, given, turns).plan;
}

}  // namespace

void bind_fivee_fights(nb::module_& m) {
  nb::class_<TaskRow>(m, "FiveeTask", "A row of the table of tasks: weights by the kind of a creature.")
      .def(
          "__init__",
          [](TaskRow* t, int about, const std::vector<std::vector<double>>& weights, double prior,
             double prior_healer) {
            TaskRow row;
            row.about = static_cast<About>(checked(about, 0, 2, "about"));
            checked(static_cast<int>(weights.size()), kKinds, kKinds, "the number of kinds");
            for (std::size_t i = 0; i < weights.size(); ++i) {
              const auto& w = weights[i];
              checked(static_cast<int>(w.size()), 6, 6, "the number of weights");
              row.weights[i] = {w[0], w[1], w[2], w[3], w[4], w[5]};
            }
            row.prior = prior;
            row.prior_healer = prior_healer;
            new (t) TaskRow(row);
          },
          nb::arg("about"), nb::arg("weights"), nb::arg("prior") = 0.0, nb::arg("prior_healer") = 0.0);
  nb::class_<JointSettings>(m, "FiveeJoint", "How a side plans its round together.")
      .def(
          "__init__",
          [](JointSettings* j, const std::vector<TaskRow>& tasks, int samples, int rounds, double seconds,
             double spread, std::uint64_t seed) {
            if (!(seconds >= 0.0) || !(spread > 0.0)) throw nb::value_error("expected more than 0");
            new (j) JointSettings{checked(samples, 1, 1'000'000, "samples"),
                                  checked(rounds, 1, 50, "rounds"),
                                  seconds,
                                  spread,
                                  seed,
                                  tasks};
          },
          nb::arg("tasks") = std::vector<TaskRow>(), nb::arg("samples") = 240, nb::arg("rounds") = 3,
          nb::arg("seconds") = 0.0, nb::arg("spread") = 0.03, nb::arg("seed") = 1);
  nb::class_<Side>(m, "FiveeSide")
      .def(
          "__init__",
          [](Side* s, int policy, int depth, std::uint64_t nodes, const JointSettings& joint) {
            new (s) Side{static_cast<Policy>(checked(policy, 0, 4, "policy")),
                         {checked(depth, 1, 20, "depth"), nodes},
                         joint};
          },
          nb::arg("policy") = 0, nb::arg("depth") = 2, nb::arg("nodes") = 20'000,
          nb::arg("joint") = JointSettings());
  m.def("fivee_plan_round", &plan_round, nb::arg("own"), nb::arg("other"), nb::arg("state"), nb::arg("side"));
  m.def("fivee_joint_turn", &joint_turn, nb::arg("own"), nb::arg("other"), nb::arg("state"), nb::arg("side"),
        nb::arg("task"), nb::arg("turns"));
  m.attr("FIVEE_ROLLED_INITIATIVE") = kRolledInitiative;
  m.def("fivee_fights", &play, nb::arg("party"), nb::arg("monsters"), nb::arg("state"), nb::arg("party_side"),
        nb::arg("monster_side"), nb::arg("initiative"), nb::arg("roll_hit_points"), nb::arg("seed"),
        nb::arg("numbers"), nb::arg("threads"), nb::arg("arrivals").none(), nb::arg("progress").none());
  m.def("fivee_replay", &replay, nb::arg("party"), nb::arg("monsters"), nb::arg("state"),
        nb::arg("party_side"), nb::arg("monster_side"), nb::arg("initiative"), nb::arg("roll_hit_points"),
        nb::arg("seed"), nb::arg("number"), nb::arg("arrivals").none());
}

}  // namespace hazard
