// Expectimax from the root: iterative deepening under a budget, every option's value, the principal line.
// Minimax and AlphaBeta are this search with switches off. The recursion is in expectimax_nodes.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "search/budget.hpp"
#include "search/expectimax_nodes.hpp"
#include "search/full_width.hpp"
#include "search/game.hpp"
#include "search/result.hpp"
#include "search/table.hpp"

namespace hazard {

template <Game G>
class Expectimax {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  static constexpr int kWholeGame = ExpectimaxNodes<G>::kWholeGame;
  // Deepening goes no further: a small game with cycles would be searched round and round.
  static constexpr int kDeepest = 500;

  Expectimax(const G& game, const ExpectimaxSettings& settings, Table<Move>* table,
             const Evaluator<G>* evaluator)
      : game_(game), settings_(settings), evaluator_(evaluator), nodes_(game, settings, table, evaluator) {
    // With nothing to skip, order or remember, the definition itself is the fastest search.
    const bool exact =
        settings.min_reach == 0 && settings.buckets == 0 && settings.top == 0 && settings.samples == 0;
    const bool quiescent = features_of(game).quiet && settings.quiet_depth > 0;
    plain_ = exact && !features_of(game).draws_only && !quiescent && !settings.alpha_beta &&
             !settings.table && !settings.merge && settings.trace == 0;
  }

  Result<G> run(const State& root, const Budget& budget, Interrupt interrupt, Table<Move>* table) {
    Meter meter(budget, std::move(interrupt), is_python_game<G>() ? 1 : 512);
    const int last = budget.unlimited() ? kWholeGame : std::min(budget.depth, kDeepest);
    nodes_.begin(meter, budget.unlimited());
    if (table != nullptr) table->new_generation();
    maximise_ = game_.turn(root) == Turn::Max;
    Result<G> result;
    auto options = unsearched_options(root);
    try {
      for (int depth = settings_.deepen && !budget.unlimited() ? 1 : last; depth <= last; ++depth) {
        const bool complete = search_root(root, depth, meter, options, result.line);
        result.options = options;
        result.trace = nodes_.trace.take();
        nodes_.statistics.depth = depth == kWholeGame ? nodes_.deepest_ply : depth;
        result.stopped = complete ? Stop::Complete : Stop::Depth;
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
    if (plain_) extend_line(root, meter, result);
    return result;
  }

 private:
  std::vector<Option<Move>> unsearched_options(const State& root) {
    Edges<Move> edges;
    list_actions(game_, root, edges);
    nodes_.ordering().sort(root, edges, 0, nullptr);
    std::vector<Option<Move>> options;
    for (const auto& edge : edges) options.push_back({.action = edge.move, .value = 0.0, .outcomes = {}});
    return options;
  }

  // One complete search to `depth`. Sorts `options` best first, fills `line`, and tells whether every value
  // rests on the end of the game alone, so that looking deeper could change nothing.
  bool search_root(const State& root, int depth, Meter& meter, std::vector<Option<Move>>& options,
                   std::vector<Edge<Move>>& line) {
    const Bounds& bounds = nodes_.bounds();
    double alpha = bounds.low, beta = bounds.high;
    const bool windowed = settings_.alpha_beta && !settings_.all_options;
    const std::uint64_t before = nodes_.approximations;
    auto found = options;
    std::vector<Edge<Move>> best_line;
    std::size_t best = 0;
    nodes_.trace.begin(
        {.from = root, .turn = game_.turn(root), .depth = depth, .alpha = bounds.low, .beta = bounds.high});
    meter.count();
    for (std::size_t i = 0; i < found.size(); ++i) {
      Option<Move>& option = found[i];
      const std::uint64_t option_before = nodes_.approximations;
      search_option(root, option, depth, meter, windowed ? alpha : bounds.low, windowed ? beta : bounds.high);
      option.kind = nodes_.approximations == option_before ? ValueKind::Exact : ValueKind::Estimate;
      if (windowed && i > 0 && maximise_ && option.value <= alpha) option.kind = ValueKind::Upper;
      if (windowed && i > 0 && !maximise_ && option.value >= beta) option.kind = ValueKind::Lower;
      for (auto& outcome : option.outcomes) outcome.kind = option.kind;
      if (i == 0 || better(option.value, found[best].value)) {
        best = i;
        best_line.assign(1, {option.action, 1.0});
        const auto& rest = nodes_.frame(1).line;
        best_line.insert(best_line.end(), rest.begin(), rest.end());
      }
      (maximise_ ? alpha : beta) = maximise_ ? std::max(alpha, option.value) : std::min(beta, option.value);
    }
    nodes_.trace.finish(found[best].value, found[best].kind);
    // The best goes first; one with only a bound may tie with it, and must not overtake it.
    std::rotate(found.begin(), found.begin() + best, found.begin() + best + 1);
    std::stable_sort(found.begin() + 1, found.end(),
                     [this](const auto& x, const auto& y) { return better(x.value, y.value); });
    options = std::move(found);
    line = std::move(best_line);
    return nodes_.approximations == before;
  }

  void search_option(const State& root, Option<Move>& option, int depth, Meter& meter, double alpha,
                     double beta) {
    const Edge<Move> edge{option.action, 1.0};
    const State next = game_.apply(root, option.action);
    const double reward = reward_of(game_, root, option.action);
    auto& below = nodes_.frame(1);
    below.line.clear();
    below.values_known = false;
    if (plain_) {
      search_plain(next, option, depth - 1, meter);
      option.value += reward;
      return;
    }
    const double a = alpha - reward, b = beta - reward;
    const double found = nodes_.child(root, edge, next, depth - 1, a, b, 1, 1.0);
    option.value = ExpectimaxNodes<G>::with_reward(reward, found, a, b, alpha, beta);
    option.standard_error = std::sqrt(nodes_.variance);
    option.outcomes.clear();
    if (game_.turn(next) != Turn::Chance || !below.values_known) return;
    for (std::size_t i = 0; i < below.edges.size(); ++i) {
      option.outcomes.push_back(
          {below.edges[i].move, below.edges[i].probability, below.outcomes.low[i], ValueKind::Estimate});
    }
  }

  void search_plain(const State& next, Option<Move>& option, int depth, Meter& meter) {
    FullWidth<G> full(game_, meter, evaluator_, settings_.chance ? nullptr : kChanceRefused);
    meter.count();
    option.outcomes.clear();
    if (game_.turn(next) == Turn::Chance && depth > 0 && settings_.chance) {
      option.value = 0.0;
      game_.outcomes(next, [&](const Move& outcome, double probability) {
        meter.count();
        const double value = reward_of(game_, next, outcome) + full.value(game_.apply(next, outcome), depth);
        option.value += probability * value;
        option.outcomes.push_back({outcome, probability, value, ValueKind::Estimate});
      });
    } else {
      option.value = full.value(next, depth);
    }
    nodes_.statistics.evaluations += full.evaluations();
    if (full.met_horizon()) ++nodes_.approximations;
  }

  // Not even one depth was finished: name an action, and say by its kind that it is only a guess.
  void guess(const State& root, std::vector<Option<Move>>& options, Result<G>& result) {
    const double value = nodes_.static_value(root);
    for (auto& option : options) option.value = value;
    result.line.assign(1, {options[0].action, 1.0});
    result.options = std::move(options);
    result.statistics.depth = 0;
  }

  // The plain search keeps no line; it is found again one decision at a time, while the budget lasts.
  void extend_line(const State& root, Meter& meter, Result<G>& result) {
    State state = root;
    int depth = result.statistics.depth;
    try {
      while (true) {
        const Turn turn = game_.turn(state);
        if (turn != Turn::Chance) --depth;
        state = game_.apply(state, result.line.back().move);
        const Turn next_turn = game_.turn(state);
        if (next_turn == Turn::Over || depth <= 0 || result.line.size() > 64) return;
        result.line.push_back(best_edge(state, next_turn, depth, meter));
      }
    } catch (const Stopped&) {
    }
  }

  Edge<Move> best_edge(const State& state, Turn turn, int depth, Meter& meter) {
    Edges<Move> edges;
    if (turn == Turn::Chance) {
      game_.outcomes(state, edges);
      return *std::max_element(edges.begin(), edges.end(),
                               [](const auto& x, const auto& y) { return x.probability < y.probability; });
    }
    game_.actions(state, edges);
    FullWidth<G> full(game_, meter, evaluator_, settings_.chance ? nullptr : kChanceRefused);
    std::size_t best = 0;
    double best_value = 0.0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const double value =
          reward_of(game_, state, edges[i].move) + full.value(game_.apply(state, edges[i].move), depth - 1);
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
  const Evaluator<G>* evaluator_;
  ExpectimaxNodes<G> nodes_;
  bool plain_ = false;
  bool maximise_ = true;
};

}  // namespace hazard
