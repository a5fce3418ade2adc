// Expectimax from the root: iterative deepening under a budget, every option's value, the principal line.
// Minimax and AlphaBeta are this search with switches off. The recursion is in expectimax_nodes.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/ranking.hpp"
#include "core/result.hpp"
#include "search/expectimax/full_width.hpp"
#include "search/expectimax/nodes.hpp"
#include "search/expectimax/table.hpp"
#include "search/expectimax/unpruned.hpp"

namespace hazard {

// Three ways to the same values: with windows; where those cannot cut anything, without; and with nothing to
// skip or remember either, the definition itself, which is then the fastest search.
enum class ExpectimaxMethod : std::uint8_t { Windows, Unpruned, Plain };

template <Game G>
ExpectimaxMethod method_for(const G& game, const ExpectimaxSettings& settings) {
  const bool all_moves = settings.buckets == 0 && settings.top == 0 && settings.samples == 0;
  const bool quiescent = features_of(game).quiet && settings.quiet_depth > 0;
  if (!all_moves || quiescent || features_of(game).draws_only || settings.trace > 0)
    return ExpectimaxMethod::Windows;
  if (!settings.alpha_beta && !settings.table && !settings.merge && settings.min_reach == 0)
    return ExpectimaxMethod::Plain;
  const bool star = settings.star1 && bounds_of(game).finite();
  const bool no_cuts = !settings.alpha_beta || (is_for_one_player<G>() && !star);
  const bool no_merging = !settings.merge || has_distinct_successors<G>();
  return no_cuts && no_merging && settings.chance && !is_interpreted<G>() ? ExpectimaxMethod::Unpruned
                                                                          : ExpectimaxMethod::Windows;
}

template <Game G>
class Expectimax {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Method = ExpectimaxMethod;

  static constexpr int kWholeGame = ExpectimaxNodes<G>::kWholeGame;
  // Deepening goes no further: a small game with cycles would be searched round and round.
  static constexpr int kDeepest = 500;

  Expectimax(const G& game, const ExpectimaxSettings& settings, Table<Move>* table,
             const Evaluator<G>* evaluator)
      : game_(game),
        settings_(settings),
        table_(settings.table ? table : nullptr),
        evaluator_(evaluator),
        nodes_(game, settings, table, evaluator),
        method_(method_for(game, settings)) {}

  Result<G> run(const State& root, const Budget& budget, Interrupt interrupt, Table<Move>* table) {
    // A game that may take long over an answer looks at the clock itself; an evaluator does not.
    Meter meter(budget, std::move(interrupt), is_interpreted<G>() && evaluator_ != nullptr ? 1 : 512);
    const int last = budget.unlimited() ? kWholeGame : std::min(budget.depth, kDeepest);
    nodes_.begin(meter, budget.unlimited());
    // Only the windowed search notices that play returns to a state, which matters where nothing limits it.
    if (method_ == Method::Unpruned && budget.unlimited()) method_ = Method::Windows;
    if (table != nullptr) table->new_generation();
    maximise_ = game_.turn(root) == Turn::Max;
    Result<G> result;
    auto options = unsearched_options(root, last);
    try {
      const OnTheClock<G> timed(game_, meter);
      for (int depth = settings_.deepen && !budget.unlimited() ? 1 : last; depth <= last; ++depth) {
        nodes_.look_from(root, depth);
        const bool complete = search_root(root, depth, meter, options, result.line);
        result.options = options;
        result.trace = nodes_.trace.take();
        nodes_.statistics.depth = depth == kWholeGame ? nodes_.deepest_ply : depth;
        const bool deepest = depth == kDeepest && budget.depth > kDeepest;
        result.stopped = complete ? Stop::Complete : deepest ? Stop::Deepest : Stop::Depth;
        if (complete) break;
      }
    } catch (const Stopped& stopped) {
      result.stopped = stopped.reason;
    }
    result.statistics = nodes_.statistics;
    result.statistics.nodes = meter.nodes();
    result.statistics.seconds = meter.seconds();
    result.statistics.table_bytes = table == nullptr ? 0 : table->bytes();
    if (result.options.empty()) guess(root, options, result);
    if (method_ != Method::Windows) extend_line(root, meter, result);
    if (settings_.buckets > 0 || settings_.samples > 0) speak_for_themselves(root, result.line);
    return result;
  }

 private:
  std::vector<Option<Move>> unsearched_options(const State& root, int depth) {
    Edges<Move> edges;
    list_actions(game_, root, edges);
    nodes_.sort(root, game_.turn(root), depth, 0, nullptr, edges);
    std::vector<Option<Move>> options;
    for (const auto& edge : edges) options.push_back({.action = edge.move, .value = 0.0, .outcomes = {}});
    return options;
  }

  // One complete search to `depth`. Sorts `options` best first, fills `line`, and tells whether every value
  // rests on the end of the game alone, so that looking deeper could change nothing.
  bool search_root(const State& root, int depth, Meter& meter, std::vector<Option<Move>>& options,
                   std::vector<Edge<Move>>& line) {
    // The game's bounds are of states. An option is a reward and a state: it may lie outside them.
    double alpha = -kInfinity, beta = kInfinity;
    const bool windowed = settings_.alpha_beta && !settings_.all_options;
    const double slack = windowed ? nodes_.slack() : 0.0;
    const std::uint64_t before = nodes_.approximations;
    auto found = options;
    std::vector<Edge<Move>> best_line;
    std::size_t best = 0;
    const Bounds& bounds = nodes_.bounds();
    nodes_.trace.begin(
        {.from = root, .turn = game_.turn(root), .depth = depth, .alpha = bounds.low, .beta = bounds.high});
    meter.count();
    for (std::size_t i = 0; i < found.size(); ++i) {
      Option<Move>& option = found[i];
      const std::uint64_t option_before = nodes_.approximations;
      search_option(root, option, depth, meter, windowed ? alpha : -kInfinity, windowed ? beta : kInfinity);
      // What fell outside its window is known only to be no better. It is a bound of the true value where
      // nothing but the ends of the game decided it.
      const bool proven = nodes_.approximations == option_before;
      const bool cut = maximise_ ? option.value <= alpha : option.value >= beta;
      const bool bound = windowed && i > 0 && cut;
      option.kind = !proven  ? ValueKind::Estimate
                    : !bound ? ValueKind::Exact
                             : (maximise_ ? ValueKind::Upper : ValueKind::Lower);
      for (auto& outcome : option.outcomes) outcome.kind = proven ? ValueKind::Exact : ValueKind::Estimate;
      if (i == 0 || (!bound && better(option.value, found[best].value))) {
        best = i;
        best_line.assign(1, {option.action, 1.0});
        const auto& rest = nodes_.frame(1).line;
        best_line.insert(best_line.end(), rest.begin(), rest.end());
      }
      (maximise_ ? alpha : beta) =
          maximise_ ? std::max(alpha, option.value + slack) : std::min(beta, option.value - slack);
    }
    const bool whole = nodes_.approximations == before;
    nodes_.trace.finish(found[best].value, whole ? found[best].kind : ValueKind::Estimate);
    // The best goes first; one with only a bound may tie with it, and must not overtake it.
    std::rotate(found.begin(), found.begin() + best, found.begin() + best + 1);
    sort_by(std::span(found).subspan(1),
            [this](const auto& option) { return maximise_ ? option.value : -option.value; });
    options = std::move(found);
    line = std::move(best_line);
    return whole;
  }

  void search_option(const State& root, Option<Move>& option, int depth, Meter& meter, double alpha,
                     double beta) {
    const Edge<Move> edge{option.action, 1.0};
    const State next = game_.apply(root, option.action);
    const double reward = reward_of(game_, root, option.action);
    auto& below = nodes_.frame(1);
    below.line.clear();
    below.values_known = false;
    if (method_ != Method::Windows) {
      search_without_windows(next, option, depth - 1, meter);
      option.value += reward;
      return;
    }
    const double a = alpha - reward, b = beta - reward;
    const Bounds& bounds = nodes_.bounds();
    const double found =
        nodes_.child(root, edge, next, depth - 1, std::max(a, bounds.low), std::min(b, bounds.high), 1, 1.0);
    option.value = ExpectimaxNodes<G>::with_reward(reward, found, a, b, alpha, beta);
    option.standard_error = std::sqrt(nodes_.variance);
    option.outcomes.clear();
    if (game_.turn(next) != Turn::Chance || !below.values_known) return;
    option.grouped = below.grouped;
    for (std::size_t i = 0; i < below.edges.size(); ++i) {
      option.outcomes.push_back(
          {below.edges[i].move, below.edges[i].probability, below.outcomes.low[i], ValueKind::Estimate});
    }
  }

  void search_without_windows(const State& next, Option<Move>& option, int depth, Meter& meter) {
    meter.count();
    option.outcomes.clear();
    if (game_.turn(next) != Turn::Chance || depth <= 0 || !settings_.chance) {
      option.value = value_below(next, depth, 1.0, meter);
      return;
    }
    option.value = 0.0;
    game_.outcomes(next, [&](const Move& outcome, double probability) {
      meter.count();
      const State dealt = game_.apply(next, outcome);
      const double value = reward_of(game_, next, outcome) + value_below(dealt, depth, probability, meter);
      option.value += probability * value;
      option.outcomes.push_back({outcome, probability, value, ValueKind::Estimate});
    });
    option.value = nodes_.in_bounds(option.value);
  }

  // The value of what comes after the root, by the definition or with what saves work without windows.
  double value_below(const State& state, int depth, double reach, Meter& meter) {
    Statistics& all = nodes_.statistics;
    if (method_ == Method::Plain) {
      const bool bare = evaluator_ == nullptr && settings_.chance && !features_of(game_).reward;
      return bare ? value_of(FullWidth<G, true>(game_, meter), state, depth)
                  : value_of(FullWidth<G>(game_, meter, evaluator_, !settings_.chance), state, depth);
    }
    Unpruned<G> search(game_, settings_, meter, evaluator_, table_);
    const double value = search.value(state, depth, reach);
    all.evaluations += search.statistics.evaluations;
    all.table_hits += search.statistics.table_hits;
    all.table_cuts += search.statistics.table_cuts;
    all.reach_cuts += search.statistics.reach_cuts;
    all.long_lines += search.statistics.long_lines;
    nodes_.approximations += search.approximations;
    return value;
  }

  double value_of(auto search, const State& state, int depth) {
    const double value = search.value(state, depth);
    nodes_.statistics.evaluations += search.evaluations();
    nodes_.approximations += search.met_horizon();
    nodes_.statistics.long_lines += search.long_lines();
    return value;
  }

  // Not even one depth was finished: name an action, and say by its kind that it is only a guess.
  void guess(const State& root, std::vector<Option<Move>>& options, Result<G>& result) {
    const double value = nodes_.static_value(root);
    for (auto& option : options) option.value = value;
    result.line.assign(1, {options[0].action, 1.0});
    result.options = std::move(options);
    result.statistics.depth = 0;
  }

  // Without windows no line is kept; it is found again one decision at a time, while the budget lasts.
  void extend_line(const State& root, Meter& meter, Result<G>& result) {
    State state = root;
    double reach = 1.0;
    int depth = result.statistics.depth;
    try {
      while (true) {
        const Turn turn = game_.turn(state);
        if (turn != Turn::Chance) --depth;
        state = game_.apply(state, result.line.back().move);
        reach *= result.line.back().probability;
        const Turn next_turn = game_.turn(state);
        if (next_turn == Turn::Over || depth <= 0 || result.line.size() > 64) return;
        if (next_turn == Turn::Chance && reach < settings_.min_reach) return;
        result.line.push_back(best_edge(state, next_turn, depth, reach, meter));
      }
    } catch (const Stopped&) {
    }
  }

  // An outcome that stood for others in the search is as likely on the line as the game says.
  void speak_for_themselves(State state, std::vector<Edge<Move>>& line) const {
    for (Edge<Move>& edge : line) {
      if (game_.turn(state) == Turn::Chance && !must_sample(game_, state)) {
        double own = 0.0;
        game_.outcomes(state, [&](const Move& outcome, double probability) {
          if (outcome == edge.move) own += probability;
        });
        edge.probability = own;
      }
      state = game_.apply(state, edge.move);
    }
  }

  Edge<Move> best_edge(const State& state, Turn turn, int depth, double reach, Meter& meter) {
    Edges<Move> edges;
    if (turn == Turn::Chance) {
      game_.outcomes(state, edges);
      return *std::max_element(edges.begin(), edges.end(),
                               [](const auto& x, const auto& y) { return x.probability < y.probability; });
    }
    game_.actions(state, edges);
    std::size_t best = 0;
    double best_value = 0.0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const double value = reward_of(game_, state, edges[i].move) +
                           value_below(game_.apply(state, edges[i].move), depth - 1, reach, meter);
      if (i == 0 || (turn == Turn::Max ? value > best_value : value < best_value)) {
        best = i;
        best_value = value;
      }
    }
    return edges[best];
  }

  bool better(double a, double b) const { return maximise_ ? a > b : a < b; }

  const G& game_;
  const ExpectimaxSettings settings_;
  Table<Move>* table_;
  const Evaluator<G>* evaluator_;
  ExpectimaxNodes<G> nodes_;
  ExpectimaxMethod method_;
  bool maximise_ = true;
};

}  // namespace hazard
