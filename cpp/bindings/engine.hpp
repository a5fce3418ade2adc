// One binding for every game: the walk (start, turn, actions, ...) and the searches. A new compiled game
// calls bind_game once and has everything.
//
// Over 400 lines: one method for each search that Python can ask for.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <thread>

#include "bindings/convert.hpp"
#include "bindings/evaluator.hpp"
#include "bindings/solution.hpp"
#include "bindings/state_bytes.hpp"
#include "core/certainty.hpp"
#include "core/game.hpp"
#include "search/beam/beam.hpp"
#include "search/expectimax/expectimax.hpp"
#include "search/playing.hpp"
#include "search/tree/keeper.hpp"
#include "search/tree/tree_search.hpp"

namespace hazard {

// The program is at its end, and threads that search have to leave compiled code before Python tears them out
// of it; see hazard/ending.py. The main thread goes on.
inline std::atomic<bool> program_ends = false;
inline std::thread::id main_thread;

// Ends a search from Python's side: a pending Ctrl-C becomes KeyboardInterrupt, the end of the program the
// end of the thread.
inline void check_signals() {
  const nb::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (program_ends && std::this_thread::get_id() != main_thread) {
    PyErr_SetNone(PyExc_SystemExit);
    throw nb::python_error();
  }
}

// The same; and once `stop`, a threading.Event or None, is set, the search ends with what it has found.
inline Interrupt interrupt_by(nb::handle stop) {
  if (stop.is_none()) return check_signals;
  return [stop] {
    const nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    if (nb::cast<bool>(stop.attr("is_set")())) throw Stopped{Stop::Asked};
  };
}

template <class T>
T setting(nb::handle settings, const char* name) {
  return nb::cast<T>(settings.attr(name));
}

inline Budget budget_from(nb::handle budget) {
  Budget found;
  if (nb::object seconds = budget.attr("seconds"); !seconds.is_none())
    found.seconds = nb::cast<double>(seconds);
  if (nb::object nodes = budget.attr("nodes"); !nodes.is_none()) found.nodes = nb::cast<std::uint64_t>(nodes);
  if (nb::object depth = budget.attr("depth"); !depth.is_none()) found.depth = nb::cast<int>(depth);
  return found;
}

inline ExpectimaxSettings expectimax_settings(nb::handle s) {
  ExpectimaxSettings found;
  found.alpha_beta = setting<bool>(s, "alpha_beta");
  found.star1 = setting<bool>(s, "star1");
  found.star2 = setting<bool>(s, "star2");
  found.table = setting<bool>(s, "table");
  found.table_mb = setting<double>(s, "table_mb");
  found.deepen = setting<bool>(s, "deepen");
  found.order = {.table = setting<bool>(s, "order_table"),
                 .rank = setting<bool>(s, "order_rank"),
                 .value = setting<bool>(s, "order_value"),
                 .killers = setting<bool>(s, "order_killers"),
                 .history = setting<bool>(s, "order_history")};
  found.order_outcomes = setting<bool>(s, "order_outcomes");
  found.merge = setting<bool>(s, "merge");
  found.all_options = setting<bool>(s, "all_options");
  found.quiet_depth = setting<int>(s, "quiet_depth");
  found.min_reach = setting<double>(s, "min_reach");
  found.buckets = setting<int>(s, "buckets");
  found.top = setting<int>(s, "top");
  found.samples = setting<int>(s, "samples");
  found.seed = setting<std::uint64_t>(s, "seed");
  found.trace = setting<std::int64_t>(s, "trace");
  return found;
}

inline TreeSearchSettings tree_search_settings(nb::handle s) {
  const auto select = setting<std::string>(s, "select"), leaf = setting<std::string>(s, "leaf"),
             backup = setting<std::string>(s, "backup");
  TreeSearchSettings found;
  found.select = select == "puct" ? Select::Puct : select == "gumbel" ? Select::Gumbel : Select::Uct;
  found.exploration = setting<double>(s, "exploration");
  found.root_noise = setting<double>(s, "root_noise");
  found.root_noise_fraction = setting<double>(s, "root_noise_fraction");
  found.considered = setting<int>(s, "considered");
  found.gumbel_scale = setting<double>(s, "gumbel_scale");
  found.value_scale = setting<double>(s, "value_scale");
  found.visit_offset = setting<double>(s, "visit_offset");
  found.leaf = leaf == "rollout" ? Leaf::Rollout : Leaf::Value;
  found.rollout_depth = setting<int>(s, "rollout_depth");
  found.backup = backup == "mean" ? Backup::Mean : backup == "best" ? Backup::Best : Backup::Expectation;
  found.unseen = setting<std::string>(s, "unseen") == "reweight" ? Unseen::Reweight : Unseen::Leaf;
  found.siblings = setting<bool>(s, "siblings");
  found.every_outcome = setting<bool>(s, "every_outcome");
  found.widen_actions = setting<double>(s, "widen_actions");
  found.widen_outcomes = setting<double>(s, "widen_outcomes");
  found.prove = setting<bool>(s, "prove");
  found.close = setting<double>(s, "close");
  found.play_outs = setting<double>(s, "play_outs");
  found.trust = setting<double>(s, "trust");
  found.threads = setting<int>(s, "threads");
  found.virtual_loss = setting<double>(s, "virtual_loss");
  found.batch = setting<int>(s, "batch");
  found.max_nodes = setting<std::size_t>(s, "max_nodes");
  found.seed = setting<std::uint64_t>(s, "seed");
  return found;
}

inline nb::dict statistics_dict(const Statistics& s) {
  nb::dict d;
  d["nodes"] = s.nodes;
  d["evaluations"] = s.evaluations;
  d["table_hits"] = s.table_hits;
  d["table_bytes"] = s.table_bytes;
  d["alpha_beta_cuts"] = s.alpha_beta_cuts;
  d["star1_cuts"] = s.star1_cuts;
  d["star2_cuts"] = s.star2_cuts;
  d["table_cuts"] = s.table_cuts;
  d["reach_cuts"] = s.reach_cuts;
  d["simulations"] = s.simulations;
  d["tree_nodes"] = s.tree_nodes;
  d["long_lines"] = s.long_lines;
  d["chance_runs"] = s.chance_runs;
  d["full_tree"] = s.full_tree;
  d["short_play_outs"] = s.short_play_outs;
  d["depth"] = s.depth;
  d["seconds"] = s.seconds;
  return d;
}

// None where a search does not say.
inline nb::object given(double number) { return std::isnan(number) ? nb::none() : nb::cast(number); }

// The plain Python data that hazard.decision.Decision is made from.
template <Game G>
nb::dict result_dict(const G& game, const typename G::State& root, const Result<G>& result) {
  using C = Convert<G>;
  nb::list options;
  for (const auto& option : result.options) {
    const auto next = game.apply(root, option.action);
    nb::list outcomes;
    for (const auto& o : option.outcomes) {
      outcomes.append(
          nb::make_tuple(C::move(game, next, o.outcome), o.probability, o.value, to_string(o.kind)));
    }
    const Bounds certain = certain_of(game, root, option);
    // The state in which chance answers is what the words of its outcomes are made from.
    const nb::object after = option.outcomes.empty() ? nb::none() : C::state(game, next);
    options.append(nb::make_tuple(C::move(game, root, option.action), option.value, to_string(option.kind),
                                  option.visits, option.standard_error, after, nb::tuple(outcomes),
                                  certain.low, certain.high, given(option.prior), given(option.policy)));
  }
  nb::list line;
  auto state = root;
  for (const auto& edge : result.line) {
    line.append(nb::make_tuple(static_cast<int>(game.turn(state)), C::state(game, state),
                               C::move(game, state, edge.move), edge.probability));
    state = game.apply(state, edge.move);
  }
  nb::list trace;
  for (const auto& node : result.trace) {
    const bool is_root = node.parent < 0;
    trace.append(nb::make_tuple(node.parent, is_root ? nb::none() : C::state(game, node.from),
                                is_root ? nb::none() : C::move(game, node.from, node.move),
                                static_cast<int>(node.turn), node.probability, node.depth, node.alpha,
                                node.beta, node.value, to_string(node.kind), to_string(node.cut), node.reward,
                                node.probe));
  }
  nb::dict d;
  d["options"] = options;
  d["line"] = line;
  d["statistics"] = statistics_dict(result.statistics);
  d["stopped"] = to_string(result.stopped);
  const Bounds bounds = bounds_of(game);
  d["bounds"] = nb::make_tuple(bounds.low, bounds.high);
  d["trace"] = trace;
  return d;
}

// A game together with what its searches remember from one decision to the next.
template <Game G>
class Engine {
 public:
  using Move = typename G::Move;

  explicit Engine(const G& game) : game_(game), priors_(game, 0) {}

  // Whether the game's own rules weigh actions against each other.
  bool has_prior() const { return features_of(game_).prior; }

  // Whose node a state is, checked as the searches check it.
  int turn(nb::handle state) const {
    return static_cast<int>(game_.turn(Convert<G>::state_from(game_, state)));
  }

  nb::dict expectimax(nb::handle state, nb::handle settings_object, nb::handle budget_object, bool chance,
                      nb::handle stop) {
    const auto root = Convert<G>::state_from(game_, state);
    ExpectimaxSettings settings = expectimax_settings(settings_object);
    settings.chance = chance;
    const Budget budget = budget_from(budget_object);
    const auto evaluator = evaluator_from(game_, settings_object.attr("evaluator"));
    Table<Move>* table = table_for(settings);
    const auto result = counted([&] {
      Expectimax<G> search(game_, settings, table, evaluator ? &*evaluator : nullptr);
      return search.run(root, budget, interrupt_by(stop), table);
    });
    return result_dict(game_, root, result);
  }

  nb::dict beam(nb::handle state, nb::handle settings_object, nb::handle budget_object, nb::handle stop) {
    const auto root = Convert<G>::state_from(game_, state);
    const Budget budget = budget_from(budget_object);
    const BeamSettings settings{
        .width = nb::cast<std::vector<int>>(settings_object.attr("schedule")("width")),
        .expand = nb::cast<std::vector<int>>(settings_object.attr("schedule")("expand")),
        .merge = setting<bool>(settings_object, "merge")};
    const auto evaluator = evaluator_from(game_, settings_object.attr("evaluator"));
    const auto result = counted([&] {
      Beam<G> search(game_, settings, evaluator ? &*evaluator : nullptr);
      return search.run(root, budget, interrupt_by(stop));
    });
    return result_dict(game_, root, result);
  }

  nb::dict tree_search(nb::handle state, nb::handle settings_object, nb::handle budget_object,
                       nb::handle stop) {
    const auto root = Convert<G>::state_from(game_, state);
    const Budget budget = budget_from(budget_object);
    const TreeSearchSettings settings = tree_search_settings(settings_object);
    const bool keep = setting<bool>(settings_object, "reuse");
    const bool weighs = settings.select != Select::Uct;
    const auto evaluator =
        evaluator_from(game_, settings_object.attr("evaluator"), weighs ? &priors_ : nullptr);
    const auto result = counted([&] {
      TreeSearch<G> search(game_, settings, evaluator ? &*evaluator : nullptr,
                           evaluator ? &priors_ : nullptr);
      Tree<G>& tree = trees_.prepare(root, settings.max_nodes, keep);
      if (tree.size() == 0) priors_.clear(settings.max_nodes);
      auto found = search.run(root, tree, budget, interrupt_by(stop));
      if (!keep) trees_.forget();
      return found;
    });
    return result_dict(game_, root, result);
  }

  // Whole games of one player, scored by the rules of `scored`. Each is (score, decisions, nodes, last
  // state).
  nb::list play_alone(const G& scored, nb::handle state, nb::handle settings_object, nb::handle budget_object,
                      std::uint64_t games, std::uint64_t seed, nb::object report) {
    const auto root = Convert<G>::state_from(game_, state);
    const ExpectimaxSettings settings = expectimax_settings(settings_object);
    const Budget budget = budget_from(budget_object);
    const auto evaluator = evaluator_from(game_, settings_object.attr("evaluator"));
    Table<Move>* table = table_for(settings);
    std::vector<PlayedGame<G>> played;
    searching([&] {
      SoloPlayer<G> player(scored, game_, settings, budget, evaluator ? &*evaluator : nullptr, table,
                           check_signals);
      for (std::uint64_t number = 0; number < games; ++number) {
        Random random(mix64(seed) ^ number);
        played.push_back(player.play(root, random));
        if (report.is_none()) continue;
        const nb::gil_scoped_acquire held;
        report("games", number + 1, games);
      }
    });
    nb::list found;
    for (const auto& game : played) {
      found.append(
          nb::make_tuple(game.score, game.decisions, game.nodes, Convert<G>::state(game_, game.last)));
    }
    return found;
  }

  std::unique_ptr<Solution<G>> solve(nb::handle state, double tolerance, std::size_t max_states,
                                     std::size_t max_bytes, nb::object report, nb::object watch) {
    const auto root = Convert<G>::state_from(game_, state);
    const Progress progress = [&report](const char* phase, std::size_t done, std::size_t total) {
      check_signals();
      if (report.is_none()) return;
      const nb::gil_scoped_acquire held;
      report(phase, done, total);
    };
    // Shows a few of the states found so far, early and late ones.
    const typename Listing<G>::Watch show = [&](const StateIndex<G>& index, std::size_t open) {
      const nb::gil_scoped_acquire held;
      nb::list states;
      for (std::size_t i = 0; i < 32; ++i)
        states.append(
            Convert<G>::state(game_, index[static_cast<std::uint32_t>((index.size() - 1) * i / 31)]));
      watch(states, index.size(), open);
    };
    return without_gil([&] {
      return std::make_unique<Solution<G>>(game_, root, tolerance, Limits(max_states, max_bytes), progress,
                                           show);
    });
  }

 private:
  // The table of earlier searches, or a fresh one of the size that is asked for.
  Table<Move>* table_for(const ExpectimaxSettings& settings) {
    if (!settings.table) return nullptr;
    if (!table_ || table_mb_ != settings.table_mb) {
      table_ = std::make_unique<Table<Move>>(settings.table_mb);
      table_mb_ = settings.table_mb;
    }
    return table_.get();
  }

  // Compiled games let other Python threads run; a Python game needs the lock all the way, and may be too
  // large.
  auto searching(auto&& run) {
    if constexpr (is_interpreted<G>()) {
      game_.set_searching(true);
      const std::unique_ptr<const G, void (*)(const G*)> done(&game_,
                                                              [](const G* g) { g->set_searching(false); });
      try {
        return run();
      } catch (const Stopped&) {
        throw GameError("search.too_many_states", {{"most", std::to_string(game_.max_states())}});
      }
    } else {
      return without_gil(run);
    }
  }

  // A search; play-outs of a game in Python that came to no end are counted by the game.
  auto counted(auto&& run) {
    if constexpr (is_interpreted<G>()) {
      const std::uint64_t before = game_.short_play_outs();
      auto result = searching(run);
      result.statistics.short_play_outs += game_.short_play_outs() - before;
      return result;
    } else {
      return searching(run);
    }
  }

  auto without_gil(auto&& run) {
    if constexpr (is_interpreted<G>()) {
      return run();
    } else {
      const nb::gil_scoped_release released;
      return run();
    }
  }

  const G& game_;
  std::unique_ptr<Table<Move>> table_;
  double table_mb_ = 0.0;
  TreeKeeper<G> trees_;
  TreePriors<G> priors_;  // of leaves of the tree
};

template <Game G>
void bind_engine(nb::module_& m, const char* name) {
  bind_solution<G>(m, (std::string(name) + "Solution").c_str());
  nb::class_<Engine<G>> engine(m, name);
  engine.def(nb::init<const G&>(), nb::keep_alive<1, 2>())
      .def_prop_ro("has_prior", &Engine<G>::has_prior)
      .def("turn", &Engine<G>::turn, nb::arg("state"))
      .def("expectimax", &Engine<G>::expectimax, nb::arg("state"), nb::arg("settings"), nb::arg("budget"),
           nb::arg("chance"), nb::arg("stop") = nb::none())
      .def("beam", &Engine<G>::beam, nb::arg("state"), nb::arg("settings"), nb::arg("budget"),
           nb::arg("stop") = nb::none())
      .def("tree_search", &Engine<G>::tree_search, nb::arg("state"), nb::arg("settings"), nb::arg("budget"),
           nb::arg("stop") = nb::none())
      .def("solve", &Engine<G>::solve, nb::keep_alive<0, 1>(), nb::arg("state"), nb::arg("tolerance"),
           nb::arg("max_states"), nb::arg("max_bytes"), nb::arg("progress").none(), nb::arg("watch"));
  if constexpr (!is_interpreted<G>()) {
    engine.def("play_alone", &Engine<G>::play_alone, nb::arg("scored"), nb::arg("state"), nb::arg("settings"),
               nb::arg("budget"), nb::arg("games"), nb::arg("seed"), nb::arg("progress").none());
  }
}

// The methods of hazard.Game for a compiled game, by the same names.
template <Game G, class... Options>
void bind_walk(nb::class_<G, Options...>& cls) {
  using S = typename G::State;
  using C = Convert<G>;
  cls.def("start", &G::start);
  cls.def(
      "turn", [](const G& g, const S& s) { return static_cast<int>(g.turn(C::sound(g, s))); },
      nb::arg("state"));
  cls.def(
      "actions",
      [](const G& g, const S& s) {
        nb::list labels;
        const Turn turn = g.turn(C::sound(g, s));
        if (turn == Turn::Max || turn == Turn::Min) {
          g.actions(s, [&](const typename G::Move& move) { labels.append(C::move(g, s, move)); });
        }
        return labels;
      },
      nb::arg("state"));
  cls.def(
      "outcomes",
      [](const G& g, const S& s) {
        nb::list pairs;
        if (g.turn(C::sound(g, s)) == Turn::Chance) {
          g.outcomes(s, [&](const typename G::Move& move, double p) {
            pairs.append(nb::make_tuple(C::move(g, s, move), p));
          });
        }
        return pairs;
      },
      nb::arg("state"));
  cls.def(
      "apply",
      [](const G& g, const S& s, nb::handle move) {
        return g.apply(s, C::move_from(g, C::sound(g, s), move));
      },
      nb::arg("state"), nb::arg("move"));
  cls.def(
      "value", [](const G& g, const S& s) { return static_cast<double>(g.value(C::sound(g, s))); },
      nb::arg("state"));
  cls.def(
      "reward",
      [](const G& g, const S& s, nb::handle move) {
        return reward_of(g, s, C::move_from(g, C::sound(g, s), move));
      },
      nb::arg("state"), nb::arg("move"));
  cls.def(
      "rank",
      [](const G& g, const S& s, nb::handle move) {
        return rank_of(g, s, C::move_from(g, C::sound(g, s), move));
      },
      nb::arg("state"), nb::arg("move"));
  cls.def("bounds", [](const G& g) {
    const Bounds b = bounds_of(g);
    return std::pair(b.low, b.high);
  });
  cls.def("key", &G::key, nb::arg("state"));
  cls.def("text", [](const G& g, const S& s) { return g.text(C::sound(g, s)); }, nb::arg("state"));
}

// What every compiled state offers in Python: equality and a hash, so that it can be a key, and pickling.
template <Game G, class StateClass>
void bind_state(StateClass& cls, auto hash) {
  using S = typename G::State;
  cls.def(
      "__eq__",
      [](const S& a, nb::handle b) {
        S other;
        return nb::try_cast(b, other) && a == other;
      },
      nb::is_operator());
  cls.def("__hash__", [hash](const S& s) { return static_cast<Py_hash_t>(hash(s) >> 2); });
  bind_state_bytes<S>();
}

}  // namespace hazard
