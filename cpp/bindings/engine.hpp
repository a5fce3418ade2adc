// One binding for every game: the walk (start, turn, actions, ...) and the searches. A new compiled game
// calls bind_game once and has everything.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <memory>
#include <optional>
#include <span>

#include "bindings/convert.hpp"
#include "bindings/solution.hpp"
#include "search/beam.hpp"
#include "search/certainty.hpp"
#include "search/expectimax.hpp"
#include "search/game.hpp"
#include "search/playing.hpp"
#include "search/tree_search.hpp"

namespace hazard {

// Ends a search from Python's side: a pending Ctrl-C becomes KeyboardInterrupt.
inline void check_signals() {
  const nb::gil_scoped_acquire held;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
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
  found.select = select == "puct" ? Select::Puct : Select::Uct;
  found.exploration = setting<double>(s, "exploration");
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

// Wraps a Python function of a list of states; checks what it returns.
template <Game G>
std::optional<Evaluator<G>> evaluator_from(const G& game, nb::object function) {
  if (function.is_none()) return std::nullopt;
  const Bounds bounds = bounds_of(game);
  return [&game, function, bounds](std::span<const typename G::State> states, std::span<double> values) {
    const nb::gil_scoped_acquire held;
    nb::list batch;
    for (const auto& state : states) batch.append(Convert<G>::state(game, state));
    const nb::object answer = function(batch);
    const Py_ssize_t size = PyObject_Size(answer.ptr());
    if (size != static_cast<Py_ssize_t>(states.size())) {
      PyErr_Clear();
      throw GameError("the evaluator returned " + nb::cast<std::string>(nb::repr(answer)) + " for " +
                      std::to_string(states.size()) + " states; expected one value for each");
    }
    for (std::size_t i = 0; i < states.size(); ++i) {
      const nb::object item = answer[i];
      values[i] = PyFloat_AsDouble(item.ptr());
      if (PyErr_Occurred() != nullptr || !std::isfinite(values[i])) {
        PyErr_Clear();
        throw GameError("the evaluator gave " + nb::cast<std::string>(nb::repr(item)) + " for the state " +
                        game.text(states[i]) + "; expected a finite number");
      }
      if (values[i] < bounds.low || values[i] > bounds.high) {
        throw GameError("the evaluator gave " + std::to_string(values[i]) + " for the state " +
                        game.text(states[i]) + ", outside the game's bounds (" + std::to_string(bounds.low) +
                        ", " + std::to_string(bounds.high) + ")");
      }
    }
  };
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
  d["depth"] = s.depth;
  d["seconds"] = s.seconds;
  return d;
}

// The plain Python data that hazard.decision.Decision is made from.
template <Game G>
nb::dict result_dict(const G& game, const typename G::State& root, const Result<G>& result) {
  using C = Convert<G>;
  nb::list options;
  for (const auto& option : result.options) {
    const auto next = game.apply(root, option.action);
    nb::list outcomes;
    for (const auto& o : option.outcomes) {
      outcomes.append(nb::make_tuple(C::move(game, next, o.outcome), game.describe(next, o.outcome),
                                     o.probability, o.value, to_string(o.kind)));
    }
    const Bounds certain = certain_of(game, root, option);
    options.append(nb::make_tuple(C::move(game, root, option.action), game.describe(root, option.action),
                                  option.value, to_string(option.kind), option.visits, option.standard_error,
                                  nb::tuple(outcomes), certain.low, certain.high));
  }
  nb::list line;
  auto state = root;
  for (const auto& edge : result.line) {
    line.append(nb::make_tuple(static_cast<int>(game.turn(state)), C::move(game, state, edge.move),
                               game.describe(state, edge.move), edge.probability));
    state = game.apply(state, edge.move);
  }
  nb::list trace;
  for (const auto& node : result.trace) {
    const bool is_root = node.parent < 0;
    trace.append(nb::make_tuple(node.parent, is_root ? nb::none() : C::move(game, node.from, node.move),
                                is_root ? std::string() : game.describe(node.from, node.move),
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

  explicit Engine(const G& game) : game_(game) {}

  // Whose node a state is, checked as the searches check it.
  int turn(nb::handle state) const {
    return static_cast<int>(game_.turn(Convert<G>::state_from(game_, state)));
  }

  nb::dict expectimax(nb::handle state, nb::handle settings_object, nb::handle budget_object, bool chance) {
    const auto root = Convert<G>::state_from(game_, state);
    ExpectimaxSettings settings = expectimax_settings(settings_object);
    settings.chance = chance;
    const Budget budget = budget_from(budget_object);
    const auto evaluator = evaluator_from(game_, settings_object.attr("evaluator"));
    Table<Move>* table = table_for(settings);
    const auto result = searching([&] {
      Expectimax<G> search(game_, settings, table, evaluator ? &*evaluator : nullptr);
      return search.run(root, budget, check_signals, table);
    });
    return result_dict(game_, root, result);
  }

  nb::dict beam(nb::handle state, nb::handle settings_object, nb::handle budget_object) {
    const auto root = Convert<G>::state_from(game_, state);
    const Budget budget = budget_from(budget_object);
    const BeamSettings settings{
        .width = nb::cast<std::vector<int>>(settings_object.attr("schedule")("width")),
        .expand = nb::cast<std::vector<int>>(settings_object.attr("schedule")("expand")),
        .merge = setting<bool>(settings_object, "merge")};
    const auto evaluator = evaluator_from(game_, settings_object.attr("evaluator"));
    const auto result = searching([&] {
      Beam<G> search(game_, settings, evaluator ? &*evaluator : nullptr);
      return search.run(root, budget, check_signals);
    });
    return result_dict(game_, root, result);
  }

  nb::dict tree_search(nb::handle state, nb::handle settings_object, nb::handle budget_object) {
    const auto root = Convert<G>::state_from(game_, state);
    const Budget budget = budget_from(budget_object);
    const TreeSearchSettings settings = tree_search_settings(settings_object);
    const bool keep = setting<bool>(settings_object, "reuse");
    const auto evaluator = evaluator_from(game_, settings_object.attr("evaluator"));
    const auto result = searching([&] {
      TreeSearch<G> search(game_, settings, evaluator ? &*evaluator : nullptr);
      prepare_tree(root, settings, keep);
      auto found = search.run(root, *tree_, budget, check_signals);
      if (!keep) tree_.reset();
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
      const nb::gil_scoped_acquire held;
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (!report.is_none()) report(phase, done, total);
    };
    // Shows a few of the states found so far, early and late ones.
    const typename Listing<G>::Watch show = [&](const StateIndex<G>& index) {
      const nb::gil_scoped_acquire held;
      nb::list states;
      for (std::size_t i = 0; i < 32; ++i)
        states.append(
            Convert<G>::state(game_, index[static_cast<std::uint32_t>((index.size() - 1) * i / 31)]));
      watch(states, index.size());
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

  void prepare_tree(const typename G::State& root, const TreeSearchSettings& settings, bool keep) {
    if (tree_ && keep && tree_->max_nodes() == settings.max_nodes) {
      if (auto ahead = reuse(*tree_, root)) {
        tree_ = std::make_unique<Tree<G>>(std::move(*ahead));
        return;
      }
    }
    tree_ = std::make_unique<Tree<G>>(settings.max_nodes);
  }

  // Compiled games let other Python threads run; a Python game needs the lock all the way, and may be too
  // large.
  auto searching(auto&& run) {
    if constexpr (is_python_game<G>()) {
      game_.set_searching(true);
      const std::unique_ptr<const G, void (*)(const G*)> done(&game_,
                                                              [](const G* g) { g->set_searching(false); });
      try {
        return run();
      } catch (const Stopped&) {
        throw GameError("the game has shown more than " + std::to_string(game_.max_states()) +
                        " states before one action was looked at; raise max_states");
      }
    } else {
      return without_gil(run);
    }
  }

  auto without_gil(auto&& run) {
    if constexpr (is_python_game<G>()) {
      return run();
    } else {
      const nb::gil_scoped_release released;
      return run();
    }
  }

  const G& game_;
  std::unique_ptr<Table<Move>> table_;
  double table_mb_ = 0.0;
  std::unique_ptr<Tree<G>> tree_;
};

template <Game G>
void bind_engine(nb::module_& m, const char* name) {
  bind_solution<G>(m, (std::string(name) + "Solution").c_str());
  nb::class_<Engine<G>> engine(m, name);
  engine.def(nb::init<const G&>(), nb::keep_alive<1, 2>())
      .def("turn", &Engine<G>::turn, nb::arg("state"))
      .def("expectimax", &Engine<G>::expectimax, nb::arg("state"), nb::arg("settings"), nb::arg("budget"),
           nb::arg("chance"))
      .def("beam", &Engine<G>::beam, nb::arg("state"), nb::arg("settings"), nb::arg("budget"))
      .def("tree_search", &Engine<G>::tree_search, nb::arg("state"), nb::arg("settings"), nb::arg("budget"))
      .def("solve", &Engine<G>::solve, nb::keep_alive<0, 1>(), nb::arg("state"), nb::arg("tolerance"),
           nb::arg("max_states"), nb::arg("max_bytes"), nb::arg("progress").none(), nb::arg("watch"));
  if constexpr (!is_python_game<G>()) {
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

// What every compiled state offers in Python: equality and a hash, so that it can be a key.
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
}

}  // namespace hazard
