// Expectimax below the root: alpha-beta at decision nodes, Star1 and Star2 at chance nodes.
//
// The value of a chance node is the probability-weighted sum of its outcomes. Once some outcomes are known
// and the rest are bounded, the sum itself is bounded, and each outcome i inherits a *scaled* window:
//
//   a_i = (alpha - sum of the others' p*high) / p_i        b_i = (beta - sum of the others' p*low) / p_i
//
// An outcome outside its window decides the whole node, which then returns that *bound* (Star1). Star2 first
// probes one action under each outcome, which bounds it from one side and often decides the node at once.
// Ballard 1983, "The *-minimax search procedure"; Hauk, Buro and Schaeffer 2004, "Rediscovering *-minimax".
//
// Every function is fail-soft: a result of at most alpha is an upper bound, of at least beta a lower bound,
// and anything between is the value.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <unordered_set>
#include <utility>
#include <vector>

#include "search/budget.hpp"
#include "search/chance.hpp"
#include "search/game.hpp"
#include "search/ordering.hpp"
#include "search/random.hpp"
#include "search/result.hpp"
#include "search/table.hpp"

namespace hazard {

struct ExpectimaxSettings {
  // These save work and never change the value.
  bool alpha_beta = true;
  bool star1 = true;
  bool star2 = true;
  bool table = true;
  double table_mb = 64;
  bool deepen = true;
  OrderingSwitches order;
  bool order_outcomes = true;
  bool merge = true;
  bool all_options = true;
  // These trade exactness for speed.
  int quiet_depth = 4;
  double min_reach = 0.0;
  int buckets = 0;
  int top = 0;
  int samples = 0;

  // Minimax and alpha-beta are for games without chance, and say so when they meet it.
  bool chance = true;
  std::uint64_t seed = 0;
  std::int64_t trace = 0;
};

inline constexpr const char* kChanceRefused =
    "minimax and alpha-beta are for games without chance; use Expectimax. Chance moves in ";

template <Game G>
class ExpectimaxNodes {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  // A line of play longer than this is taken for one that never ends; it also bounds the stack.
  static constexpr int kMaxPly = 2000;
  // Depth counts decisions; chance that leads to nothing but chance must end by itself.
  static constexpr int kMaxChanceRun = 500;
  // A depth that no budget asks for: the whole game.
  static constexpr int kWholeGame = 30000;
  // Draws at a chance node that cannot be listed, where the settings do not say.
  static constexpr int kDefaultSamples = 32;

  // An action whose value is known before its node is searched.
  struct Known {
    bool holds = false;
    bool proven = false;
    Move action{};
    double value = 0.0;
  };

  struct Frame {
    Edges<Move> edges;
    std::vector<double> offset, low, high;  // chance: each outcome's reward, and its bounds with it
    std::vector<Known> probed;              // chance: what Star2 learnt of one action under each outcome
    std::vector<Edge<Move>> line;           // the principal line from here
    int chance_run = 0;                     // chance nodes in a row, up to this one
    bool values_known = false;              // chance: every outcome was searched to a value
  };

  ExpectimaxNodes(const G& game, const ExpectimaxSettings& settings, Table<Move>* table,
                  const Evaluator<G>* evaluator)
      : game_(game),
        settings_(settings),
        bounds_(bounds_of(game)),
        quiet_depth_(features_of(game).quiet ? settings.quiet_depth : 0),
        star_(settings.star1 && settings.alpha_beta && bounds_.finite()),
        table_(settings.table ? table : nullptr),
        evaluator_(evaluator),
        ordering_(game, settings.order),
        random_(settings.seed) {}

  void begin(Meter& meter, bool whole_game) {
    meter_ = &meter;
    whole_game_ = whole_game;
  }

  // The value of `next`, which `edge` leads to; logs the visit when tracing.
  double child(const State& from, const Edge<Move>& edge, const State& next, int depth, double alpha,
               double beta, int ply, double reach) {
    if (settings_.trace == 0) return node(next, depth, alpha, beta, ply, reach);
    const auto index = static_cast<std::int64_t>(trace.size());
    if (index >= settings_.trace) return node(next, depth, alpha, beta, ply, reach);
    const std::int64_t parent = std::exchange(trace_parent_, index);
    trace.push_back({parent, from, edge.move, edge.probability, game_.turn(next), depth, alpha, beta, 0.0,
                     ValueKind::Estimate, Cut::None});
    const std::uint64_t before = approximations;
    cut_ = Cut::None;
    const double value = node(next, depth, alpha, beta, ply, reach);
    trace[index].value = value;
    trace[index].cut = cut_;
    trace[index].kind = value <= alpha && alpha > bounds_.low  ? ValueKind::Upper
                        : value >= beta && beta < bounds_.high ? ValueKind::Lower
                        : approximations == before             ? ValueKind::Exact
                                                               : ValueKind::Estimate;
    trace_parent_ = parent;
    cut_ = Cut::None;
    return value;
  }

  // A child's answer with the step's reward. Rounding must not carry a bound across the window it is a bound
  // for: it would then pass for a value.
  static double with_reward(double reward, double found, double a, double b, double alpha, double beta) {
    const double value = reward + found;
    return found <= a ? std::min(value, alpha) : found >= b ? std::max(value, beta) : value;
  }

  double static_value(const State& state) {
    ++statistics.evaluations;
    if (evaluator_ == nullptr || game_.turn(state) == Turn::Over) return game_.value(state);
    double value = 0.0;
    (*evaluator_)(std::span(&state, 1), std::span(&value, 1));
    return value;
  }

  Frame& frame(int ply) {
    while (frames_.size() <= static_cast<std::size_t>(ply)) frames_.emplace_back();
    return frames_[ply];
  }

  Ordering<G>& ordering() { return ordering_; }
  const Bounds& bounds() const { return bounds_; }

  Statistics statistics;
  std::vector<TraceNode<G>> trace;
  // Counts every place where something other than the end of the game decided a value: an unchanged
  // count across a subtree proves its value.
  std::uint64_t approximations = 0;
  // The variance that sampling added to the last value returned.
  double variance = 0.0;
  int deepest_ply = 0;

 private:
  double node(const State& state, int depth, double alpha, double beta, int ply, double reach) {
    meter_->count();
    variance = 0.0;
    const Known known = std::exchange(known_, {});
    Frame& f = frame(ply);
    f.line.clear();
    if (ply > deepest_ply) deepest_ply = ply;

    // 1. Leaves: the end of the game, the horizon, and what is too unlikely to matter.
    const Turn turn = depth > 0 ? turn_before_moves(game_, state) : game_.turn(state);
    if (turn == Turn::Over) {
      cut_ = Cut::Over;
      ++statistics.evaluations;
      return game_.value(state);
    }
    if (depth <= 0 && (depth <= -quiet_depth_ || is_quiet(game_, state))) {
      cut_ = Cut::Horizon;
      ++approximations;
      return static_value(state);
    }
    if (reach < settings_.min_reach) {
      cut_ = Cut::Reach;
      ++approximations;
      ++statistics.reach_cuts;
      return static_value(state);
    }
    if (ply >= kMaxPly) {
      if (whole_game_) {
        throw GameError("a line of play has not ended after " + std::to_string(kMaxPly) +
                        " moves; give the search a depth or seconds. It was at " + game_.text(state));
      }
      ++approximations;
      return static_value(state);
    }
    f.chance_run = turn == Turn::Chance ? (ply > 0 ? frame(ply - 1).chance_run : 0) + 1 : 0;
    if (f.chance_run > kMaxChanceRun) {
      throw GameError(std::to_string(kMaxChanceRun) +
                      " chance nodes follow each other without a decision; the last was " +
                      game_.text(state));
    }

    // 2. No value lies outside the bounds, so neither does the window.
    if (settings_.alpha_beta) {
      if (alpha >= bounds_.high) return bounds_.high;
      if (beta <= bounds_.low) return bounds_.low;
      alpha = std::max(alpha, bounds_.low);
      beta = std::min(beta, bounds_.high);
    }

    // 3. The table: an answer, a tighter window, or at least a move to try first.
    const std::uint64_t before = approximations;
    const std::uint64_t key = table_ != nullptr || whole_game_ ? game_.key(state) : 0;
    // To the end of the game, a state is worth the same however many moves led to it.
    const int table_depth = whole_game_ ? kWholeGame : depth;
    const Move* table_move = nullptr;
    Move remembered{};
    if (table_ != nullptr) {
      if (const auto* entry = table_->find(key, table_depth)) {
        ++statistics.table_hits;
        if (entry->has_move) {
          remembered = entry->move;
          table_move = &remembered;
        }
        // Right below the root a chance node is always searched, to show what each outcome is worth.
        if (entry->answers(table_depth) && !(ply <= 1 && turn == Turn::Chance)) {
          const bool answered = entry->low >= beta || entry->high <= alpha || entry->low >= entry->high;
          if (!entry->proven) ++approximations;
          if (answered) {
            ++statistics.table_cuts;
            cut_ = Cut::Table;
            if (table_move != nullptr && turn != Turn::Chance) f.line.assign(1, {remembered, 1.0});
            return entry->low >= beta ? entry->low : entry->high;
          }
          if (settings_.alpha_beta) {
            alpha = std::max(alpha, entry->low);
            beta = std::min(beta, entry->high);
          }
        }
      }
    }

    // 4. The node itself.
    if (whole_game_ && !path_.insert(key).second) {
      throw GameError(
          "play can return to the state " + game_.text(state) +
          ", so a search without a limit would never end; give it a depth or seconds, or use solve");
    }
    best_move_known_ = false;
    const double value = turn == Turn::Chance
                             ? chance(state, depth, alpha, beta, ply, reach)
                             : decision(state, turn, depth, alpha, beta, ply, reach, table_move, known);
    if (whole_game_) path_.erase(key);

    // 5. Remember it. A sampled value is not remembered: its error would be lost.
    if (table_ != nullptr && variance == 0.0) {
      table_->store(key, table_depth, value > alpha ? value : -kInfinity, value < beta ? value : kInfinity,
                    approximations == before, best_move_known_ ? &best_move_ : nullptr);
    }
    best_move_known_ = false;
    return value;
  }

  double decision(const State& state, Turn turn, int depth, double alpha, double beta, int ply, double reach,
                  const Move* table_move, const Known& known) {
    Frame& f = frame(ply);
    gather_actions(state, ply, table_move);
    prefetch_leaves(state, f.edges, depth);
    const bool maximise = turn == Turn::Max;
    double best = maximise ? -kInfinity : kInfinity;
    double best_variance = 0.0;
    Move best_move = f.edges[0].move;
    Cut cut = Cut::None;
    for (std::size_t i = 0; i < f.edges.size(); ++i) {
      const Edge<Move> edge{f.edges[i].move, 1.0};
      const double reward = reward_of(game_, state, edge.move);
      const double a = settings_.alpha_beta ? alpha - reward : -kInfinity;
      const double b = settings_.alpha_beta ? beta - reward : kInfinity;
      double value = known.value;
      if (known.holds && known.action == edge.move) {
        if (!known.proven) ++approximations;
        frame(ply + 1).line.clear();
        variance = 0.0;
      } else {
        const double found =
            child(state, edge, game_.apply(state, edge.move), depth - 1, a, b, ply + 1, reach);
        value = with_reward(reward, found, a, b, alpha, beta);
      }
      if (i > 0 && !(maximise ? value > best : value < best)) continue;
      best = value;
      best_move = edge.move;
      best_variance = variance;
      if (maximise ? best > alpha : best < beta) lead_line(f, edge, ply);
      (maximise ? alpha : beta) = maximise ? std::max(alpha, best) : std::min(beta, best);
      if (settings_.alpha_beta && alpha >= beta) {
        if (i + 1 < f.edges.size()) {
          ++statistics.alpha_beta_cuts;
          cut = Cut::AlphaBeta;
        }
        ordering_.reward_cut(state, best_move, ply, depth);
        break;
      }
    }
    variance = best_variance;
    best_move_ = best_move;
    best_move_known_ = true;
    cut_ = cut;
    return best;
  }

  double chance(const State& state, int depth, double alpha, double beta, int ply, double reach) {
    if (!settings_.chance) throw GameError(kChanceRefused + game_.text(state));
    Frame& f = frame(ply);
    const int draws = gather_outcomes(state, ply);
    const std::size_t n = f.edges.size();
    f.values_known = false;

    // 1. What the outcomes can be worth before any is searched.
    f.low.resize(n);
    f.high.resize(n);
    f.probed.assign(n, {});
    double low_sum = 0.0, high_sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      f.low[i] = f.offset[i] + bounds_.low;
      f.high[i] = f.offset[i] + bounds_.high;
      low_sum += f.edges[i].probability * f.low[i];
      high_sum += f.edges[i].probability * f.high[i];
    }

    // 2. Star2: one action under each outcome bounds it from the mover's side.
    if (star_ && settings_.star2) {
      for (std::size_t i = 0; i < n; ++i) {
        probe(state, f, i, depth, alpha, beta, ply, reach, low_sum, high_sum);
        if (low_sum >= beta || high_sum <= alpha) {
          ++statistics.star2_cuts;
          cut_ = Cut::Star2;
          return low_sum >= beta ? low_sum : high_sum;
        }
      }
    }

    // 3. Star1: each outcome within its scaled window. The margin keeps rounding, which dividing by p
    // magnifies, from closing a window that is open.
    const double margin = 1e-12 * (bounds_.high - bounds_.low);
    double spread = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const Edge<Move> edge = f.edges[i];
      const double p = edge.probability;
      const double a = star_ ? (alpha - (high_sum - p * f.high[i])) / p - margin : -kInfinity;
      const double b = star_ ? (beta - (low_sum - p * f.low[i])) / p + margin : kInfinity;
      known_ = f.probed[i];
      const double found = child(state, edge, game_.apply(state, edge.move), depth, a - f.offset[i],
                                 b - f.offset[i], ply + 1, reach * p);
      const double value = f.offset[i] + found;
      spread += p * p * variance;
      if (i == 0) lead_line(f, edge, ply);
      if (star_) {
        low_sum += p * (value - f.low[i]);
        high_sum += p * (value - f.high[i]);
        // The node is decided; rounding must not make its bound look like a value.
        const bool above = found >= b - f.offset[i], below = found <= a - f.offset[i];
        if (above || below) {
          if (i + 1 < n) ++statistics.star1_cuts;
          cut_ = i + 1 < n ? Cut::Star1 : Cut::None;
          variance = spread;
          return above ? std::max(low_sum, beta) : std::min(high_sum, alpha);
        }
      }
      f.low[i] = f.high[i] = value;
    }

    // 4. The sum, and what sampling did to it.
    double sum = 0.0, squares = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      sum += f.edges[i].probability * f.low[i];
      squares += f.edges[i].probability * f.low[i] * f.low[i];
    }
    if (draws > 0) {
      spread += std::max(0.0, squares - sum * sum) / std::max(draws - 1, 1);
    }
    f.values_known = true;
    variance = spread;
    cut_ = Cut::None;
    return sum;
  }

  // Tightens the bounds of outcome `i` by what the table knows, or else by the first action of whoever moves.
  void probe(const State& state, Frame& f, std::size_t i, int depth, double alpha, double beta, int ply,
             double reach, double& low_sum, double& high_sum) {
    const Edge<Move> edge = f.edges[i];
    const double p = edge.probability;
    const State next = game_.apply(state, edge.move);
    const Turn turn = game_.turn(next);
    const auto raise_low = [&](double low) {
      if (low <= f.low[i]) return;
      low_sum += p * (low - f.low[i]);
      f.low[i] = low;
    };
    const auto lower_high = [&](double high) {
      if (high >= f.high[i]) return;
      high_sum += p * (high - f.high[i]);
      f.high[i] = high;
    };
    if (turn == Turn::Over) {
      const double value = f.offset[i] + game_.value(next);
      raise_low(value);
      lower_high(value);
      return;
    }
    const Move* table_move = nullptr;
    Move remembered{};
    if (table_ != nullptr) {
      if (const auto* entry = table_->find(game_.key(next), whole_game_ ? kWholeGame : depth)) {
        if (entry->answers(whole_game_ ? kWholeGame : depth)) {
          if (!entry->proven) ++approximations;
          raise_low(f.offset[i] + entry->low);
          lower_high(f.offset[i] + entry->high);
          return;
        }
        if (entry->has_move) {
          remembered = entry->move;
          table_move = &remembered;
        }
      }
    }
    // A lower bound helps only against beta, an upper bound only against alpha.
    const bool useful = turn == Turn::Max ? beta <= high_sum : turn == Turn::Min && alpha >= low_sum;
    if (!useful) return;
    gather_actions(next, ply + 1, table_move);
    const Edge<Move> action{frame(ply + 1).edges[0].move, 1.0};
    const double offset = f.offset[i] + reward_of(game_, next, action.move);
    double a = bounds_.low, b = bounds_.high;
    if (turn == Turn::Max) {
      b = std::min(b, (beta - (low_sum - p * f.low[i])) / p - offset);
    } else {
      a = std::max(a, (alpha - (high_sum - p * f.high[i])) / p - offset);
    }
    if (a >= b) return;
    const std::uint64_t before = approximations;
    const double found =
        child(next, action, game_.apply(next, action.move), depth - 1, a, b, ply + 2, reach * p);
    const double value = offset + found;
    const bool exact = variance == 0.0 && (turn == Turn::Max ? found < b : found > a);
    f.probed[i] = {exact, approximations == before, action.move, value - f.offset[i]};
    if (turn == Turn::Max) {
      raise_low(value);
    } else {
      lower_high(value);
    }
  }

  void gather_actions(const State& state, int ply, const Move* table_move) {
    Edges<Move>& edges = frame(ply).edges;
    edges.clear();
    game_.actions(state, edges);
    if (edges.empty()) throw GameError("no action in a state that is not over: " + game_.text(state));
    if (settings_.merge) merging_(game_, state, edges);
    ordering_.sort(state, edges, ply, table_move);
    if (settings_.top > 0 && edges.size() > static_cast<std::size_t>(settings_.top)) {
      edges.shrink(settings_.top);
      ++approximations;
    }
  }

  // Fills the frame's edges and offsets; returns how many draws it took, 0 when every outcome is listed.
  int gather_outcomes(const State& state, int ply) {
    Frame& f = frame(ply);
    f.edges.clear();
    int draws = 0;
    const int samples = settings_.samples > 0 ? settings_.samples : kDefaultSamples;
    if (must_sample(game_, state)) {
      draw_outcomes(game_, state, draws = samples, random_, f.edges);
    } else {
      game_.outcomes(state, [&](const Move& move, double probability) {
        if (probability > 0.0) f.edges(move, probability);
      });
      if (settings_.samples > 0 && f.edges.size() > static_cast<std::size_t>(settings_.samples)) {
        draw_outcomes(game_, state, draws = samples, random_, f.edges);
      }
    }
    if (f.edges.empty()) throw GameError("no outcome in a chance state: " + game_.text(state));
    if (draws > 0) ++approximations;
    // Right below the root each outcome is shown by its own name, so it is searched by its own name too.
    if (settings_.merge && ply > 1) merging_(game_, state, f.edges);
    f.offset.clear();
    for (const auto& edge : f.edges) f.offset.push_back(reward_of(game_, state, edge.move));
    if (settings_.buckets > 0 && f.edges.size() > static_cast<std::size_t>(settings_.buckets)) {
      std::vector<double> statics;
      for (std::size_t i = 0; i < f.edges.size(); ++i) {
        statics.push_back(f.offset[i] + static_value(game_.apply(state, f.edges[i].move)));
      }
      bucket_outcomes(f.edges, f.offset, statics, settings_.buckets);
      ++approximations;
    }
    if (settings_.order_outcomes) likeliest_first(f);
    return draws;
  }

  // Insertion sort: outcome lists are short, and most are sorted already.
  static void likeliest_first(Frame& f) {
    for (std::size_t i = 1; i < f.edges.size(); ++i) {
      for (std::size_t j = i; j > 0 && f.edges[j].probability > f.edges[j - 1].probability; --j) {
        std::swap(f.edges[j], f.edges[j - 1]);
        std::swap(f.offset[j], f.offset[j - 1]);
      }
    }
  }

  void lead_line(Frame& f, const Edge<Move>& edge, int ply) {
    const auto& rest = frame(ply + 1).line;
    f.line.assign(1, edge);
    f.line.insert(f.line.end(), rest.begin(), rest.end());
  }

  // A game that values states in batches gets all the leaves below one node in one call.
  void prefetch_leaves(const State& state, const Edges<Move>& edges, int depth) {
    if constexpr (requires(std::vector<State>& states) { game_.prefetch(states); }) {
      if (depth != 1 || evaluator_ != nullptr) return;
      std::vector<State> leaves;
      for (const auto& edge : edges) leaves.push_back(game_.apply(state, edge.move));
      game_.prefetch(leaves);
    }
  }

  const G& game_;
  const ExpectimaxSettings settings_;
  const Bounds bounds_;
  const int quiet_depth_;
  const bool star_;
  Table<Move>* table_;
  const Evaluator<G>* evaluator_;
  Ordering<G> ordering_;
  Merging<G> merging_;
  Random random_;
  Meter* meter_ = nullptr;
  bool whole_game_ = false;
  std::deque<Frame> frames_;
  std::unordered_set<std::uint64_t> path_;
  Known known_;  // for the node that is searched next
  Move best_move_{};
  bool best_move_known_ = false;
  Cut cut_ = Cut::None;
  std::int64_t trace_parent_ = 0;
};

}  // namespace hazard
