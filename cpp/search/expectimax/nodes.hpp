// Expectimax below the root: alpha-beta at decision nodes, Star1 and Star2 at chance nodes.
//
// The value of a chance node is the probability-weighted sum of its outcomes. Once some outcomes are known
// and the rest are bounded, the sum itself is bounded, and each outcome inherits a scaled window
// (star_bounds.hpp). An outcome outside its window decides the whole node, which then returns that *bound*
// (Star1). Star2 first probes one action under each outcome, which bounds it from one side and often decides
// the node at once.
// Ballard 1983, "The *-minimax search procedure"; Hauk, Buro and Schaeffer 2004, "Rediscovering *-minimax".
//
// Every function is fail-soft: a result of at most alpha is an upper bound, of at least beta a lower bound,
// and anything between is the value. Chance nodes are in chance_nodes.hpp.
//
// Over 400 lines: decision nodes read best beside what they share with chance nodes.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/chunks.hpp"
#include "core/game.hpp"
#include "core/result.hpp"
#include "search/expectimax/leaves.hpp"
#include "search/expectimax/path.hpp"
#include "search/expectimax/settings.hpp"
#include "search/expectimax/star_bounds.hpp"
#include "search/expectimax/successors.hpp"
#include "search/expectimax/table.hpp"
#include "search/expectimax/trace.hpp"

namespace hazard {

template <Game G>
class ExpectimaxNodes {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  // A line of play longer than this is taken for one that never ends; it also bounds the stack. It is cut
  // there, which is counted; a search to the end of the game cannot do without the end, and refuses.
  static constexpr int kMaxPly = 2000;
  // Depth counts decisions; chance that leads to nothing but chance must end by itself.
  static constexpr int kMaxChanceRun = 500;
  // A depth that no budget asks for: the whole game.
  static constexpr int kWholeGame = 30000;
  static constexpr int kNearRoot = 6;

  // An action whose value is known before its node is searched.
  struct Known {
    bool holds = false;
    bool proven = false;
    bool unlikely = false;  // a cut-off by reach had a part in it
    Move action{};
    double value = 0.0;
  };

  struct Frame {
    Edges<Move> edges;
    StarBounds outcomes;           // chance: what is known of each outcome
    std::vector<Known> probed;     // chance: what Star2 learnt of one action under each outcome
    std::vector<Edge<Move>> line;  // the principal line from here
    int chance_run = 0;            // chance nodes in a row, up to this one
    bool values_known = false;     // chance: every outcome was searched to a value
    bool grouped = false;          // chance: an outcome may stand for others
  };

  ExpectimaxNodes(const G& game, const ExpectimaxSettings& settings, Table<Move>* table,
                  const Evaluator<G>* evaluator)
      : trace(settings.trace),
        game_(game),
        settings_(settings),
        own_values_(evaluator == nullptr),
        bounds_(bounds_of(game)),
        star_(settings.star1 && settings.alpha_beta && bounds_.finite()),
        held_to_bounds_(held_to_bounds(game)),
        table_(settings.table ? table : nullptr),
        leaves_(game, settings, evaluator, table),
        successors_(game, settings) {}

  void begin(Meter& meter, bool whole_game) {
    meter_ = &meter;
    whole_game_ = whole_game;
  }

  // The next search begins at `root`. An evaluator knows nothing of closer bounds.
  void look_from(const State& root, int depth) {
    if (own_values_) bounds_ = bounds_within(game_, root, depth);
  }

  // The value of `next`, which `edge` leads to; logs the visit when tracing. A probe is an action whose
  // outcome is not searched yet.
  double child(const State& from, const Edge<Move>& edge, const State& next, int depth, double alpha,
               double beta, int ply, double reach, bool probe = false) {
    if (trace.full()) return node(next, depth, alpha, beta, ply, reach);
    const auto number = trace.enter({.from = from,
                                     .move = edge.move,
                                     .probability = edge.probability,
                                     .reward = reward_of(game_, from, edge.move),
                                     .turn = game_.turn(next),
                                     .depth = depth,
                                     .alpha = alpha,
                                     .beta = beta,
                                     .probe = probe});
    const std::uint64_t before = approximations;
    cut_ = Cut::None;
    const double value = node(next, depth, alpha, beta, ply, reach);
    // A bound of what this depth finds, by a guess at the horizon, is none of the true value.
    trace.leave(number, value,
                approximations != before                ? ValueKind::Estimate
                : value <= alpha && alpha > bounds_.low ? ValueKind::Upper
                : value >= beta && beta < bounds_.high  ? ValueKind::Lower
                                                        : ValueKind::Exact,
                cut_);
    cut_ = Cut::None;
    return value;
  }

  // A child's answer with the step's reward. Rounding must not carry a bound across the window it is a bound
  // for: it would then pass for a value.
  static double with_reward(double reward, double found, double a, double b, double alpha, double beta) {
    const double value = reward + found;
    return found <= a ? std::min(value, alpha) : found >= b ? std::max(value, beta) : value;
  }

  // No state is worth more or less than the bounds allow. With rewards, a guess at the horizon may say
  // otherwise; every node is held to the bounds, so that it does not matter which of them a cut looked at.
  double in_bounds(double value) const {
    return held_to_bounds_ ? std::clamp(value, bounds_.low, bounds_.high) : value;
  }

  // Orders actions by static value where that is asked for and there is something below them to save.
  void sort(const State& state, Turn turn, int depth, int ply, const Move* table_move, Edges<Move>& edges) {
    if (!settings_.order.value || depth < 2) {
      ordering().sort(state, edges, ply, table_move);
      return;
    }
    const double side = turn == Turn::Max ? 1.0 : -1.0;
    ahead_.clear();
    for (const auto& edge : edges) ahead_.push_back(game_.apply(state, edge.move));
    ahead_values_.resize(ahead_.size());
    leaves_.values(ahead_, ahead_values_, statistics);
    ordering().sort_by(state, edges, ply, table_move, [&](std::size_t i) {
      return side * (reward_of(game_, state, edges[i].move) + ahead_values_[i]);
    });
  }

  double static_value(const State& state) { return leaves_.value(state, statistics); }

  // Sums over outcomes are rounded, so that equal ones come out a little apart. What is better by no more
  // than that is not worth proving: where many plays are worth the same, nothing would ever be cut.
  double slack() const { return star_ ? 1e-12 * (bounds_.high - bounds_.low) : 0.0; }

  Frame& frame(int ply) {
    while (frames_.size() <= static_cast<std::size_t>(ply)) frames_.push_back({});
    return frames_[ply];
  }

  Ordering<G>& ordering() { return successors_.ordering(); }
  const Bounds& bounds() const { return bounds_; }

  Statistics statistics;
  Trace<G> trace;
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
    const std::uint64_t unlikely_before = unlikely_;
    const int asked_depth = depth;
    cut_ = leaves_.stops_at(state, turn, depth, reach, whole_game_);
    if (cut_ == Cut::Reach || depth < asked_depth) ++unlikely_;
    if (cut_ != Cut::None) return leaf_value(state);
    if (ply >= kMaxPly) {
      if (whole_game_) throw line_without_end(game_, state, kMaxPly);
      ++statistics.long_lines;
      return cut_short(state);
    }
    f.chance_run = turn == Turn::Chance ? (ply > 0 ? frame(ply - 1).chance_run : 0) + 1 : 0;
    if (f.chance_run > kMaxChanceRun) {
      // Only a clock or a count of nodes ends a search that chance leads round and round.
      if (whole_game_ || meter_->budget().only_depth()) {
        throw GameError("search.chance_without_end",
                        {{"count", std::to_string(kMaxChanceRun)}, {"state", game_.text(state)}});
      }
      ++statistics.chance_runs;
      return cut_short(state);
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
    const int entry_depth = table_depth(depth);
    const Move* table_move = nullptr;
    Move remembered{};
    Bounds within;
    if (remembers(ply)) {
      if (const auto* entry = table_->find(key, entry_depth)) {
        ++statistics.table_hits;
        if (entry->has_move) {
          remembered = entry->move;
          table_move = &remembered;
        }
        // Right below the root a chance node is always searched, to show what each outcome is worth.
        if (answers(*entry, entry_depth, reach) && !(ply <= 1 && turn == Turn::Chance)) {
          const bool answered = entry->low >= beta || entry->high <= alpha || entry->low >= entry->high;
          rest_on(*entry);
          if (answered) {
            ++statistics.table_cuts;
            cut_ = Cut::Table;
            if (table_move != nullptr && turn != Turn::Chance) f.line.assign(1, {remembered, 1.0});
            return entry->low >= beta ? entry->low : entry->high;
          }
          within = {entry->low, entry->high};
          if (settings_.alpha_beta) {
            alpha = std::max(alpha, within.low);
            beta = std::min(beta, within.high);
          }
        }
      }
    }

    // 4. The node itself.
    if (whole_game_ && !path_.enter(key)) {
      throw GameError("search.play_can_return", {{"state", game_.text(state)}});
    }
    best_move_known_ = false;
    const double found = turn == Turn::Chance
                             ? chance(state, depth, alpha, beta, ply, reach)
                             : decision(state, turn, depth, alpha, beta, ply, reach, table_move, known);
    // A likelier line may have bounded it more closely than an unlikely one does.
    const double likely = settings_.min_reach > 0.0 ? std::clamp(found, within.low, within.high) : found;
    const double value = in_bounds(likely);
    if (whole_game_) path_.leave();

    // 5. Remember it. A sampled value is not remembered: its error would be lost.
    if (remembers(ply) && variance == 0.0) {
      table_->store(key, entry_depth, value > alpha ? value : -kInfinity, value < beta ? value : kInfinity,
                    approximations == before, best_move_known_ ? &best_move_ : nullptr,
                    Table<Move>::likelihood(unlikely_ == unlikely_before ? 1.0 : reach));
    }
    best_move_known_ = false;
    return value;
  }

  // What a state is worth at which the search stops, for the reason in cut_.
  double leaf_value(const State& state) {
    if (cut_ == Cut::Over) {
      ++statistics.evaluations;
      return game_.value(state);
    }
    if (cut_ == Cut::Reach) ++statistics.reach_cuts;
    ++approximations;
    return static_value(state);
  }

  // A limit of the search ends the line here.
  double cut_short(const State& state) {
    cut_ = Cut::Horizon;
    ++approximations;
    return static_value(state);
  }

  // Whether a node is worth a place in the table. Where play seems to lead to no state in two ways, a search
  // that goes to the end at once asks for none of its nodes again. The next decision asks for the first few.
  bool remembers(int ply) const {
    return table_ != nullptr && (!whole_game_ || ply <= kNearRoot || !seems_a_tree(game_));
  }

  // To the end of the game, a state is worth the same however many moves led to it.
  int table_depth(int depth) const { return whole_game_ ? kWholeGame : depth; }

  // A value that a cut-off by reach had a part in is of lines as likely as its own. It stands for less likely
  // ones, which it looked at more closely than they would be, never for likelier ones.
  bool answers(const typename Table<Move>::Entry& entry, int depth, double reach) const {
    return entry.answers(depth) &&
           (settings_.min_reach == 0.0 || entry.proven || entry.reach >= Table<Move>::likelihood(reach));
  }

  // An entry is used: what it leaves open is open again above it.
  void rest_on(const typename Table<Move>::Entry& entry) {
    if (!entry.proven) ++approximations;
    if (entry.reach < Table<Move>::likelihood(1.0)) ++unlikely_;
  }

  double decision(const State& state, Turn turn, int depth, double alpha, double beta, int ply, double reach,
                  const Move* table_move, const Known& known) {
    Frame& f = frame(ply);
    if (actions_of(state, turn, depth, ply, table_move, f.edges)) ++approximations;
    leaves_.prefetch(state, f.edges, depth);
    const bool maximise = turn == Turn::Max;
    const double asked_alpha = alpha, asked_beta = beta;
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
        if (known.unlikely) ++unlikely_;
        frame(ply + 1).line.clear();
        variance = 0.0;
      } else {
        const double found =
            child(state, edge, game_.apply(state, edge.move), depth - 1, a, b, ply + 1, reach);
        value = with_reward(reward, found, a, b, alpha, beta);
      }
      // What stays outside a window that the slack has narrowed is a bound: no better than the best so far,
      // and not inside the window that was asked for.
      if (i > 0 && maximise && value <= alpha) value = std::min(value, std::max(best, asked_alpha));
      if (i > 0 && !maximise && value >= beta) value = std::max(value, std::min(best, asked_beta));
      if (i > 0 && !(maximise ? value > best : value < best)) continue;
      best = value;
      best_move = edge.move;
      best_variance = variance;
      if (maximise ? best > alpha : best < beta) lead_line(f, edge, ply);
      (maximise ? alpha : beta) = maximise ? std::max(alpha, best + slack()) : std::min(beta, best - slack());
      if (settings_.alpha_beta && alpha >= beta) {
        if (i + 1 < f.edges.size()) {
          ++statistics.alpha_beta_cuts;
          cut = Cut::AlphaBeta;
          // The slack may close the window just before `best` is outside it. It is a bound all the same, and
          // must not pass for a value.
          best = maximise ? std::max(best, beta) : std::min(best, alpha);
        }
        ordering().reward_cut(state, best_move, ply, depth);
        break;
      }
    }
    leaves_.end_prefetch();
    variance = best_variance;
    best_move_ = best_move;
    best_move_known_ = true;
    cut_ = cut;
    return best;
  }

  // The actions to search, the most promising first; tells whether any was left out. At the last decision all
  // stay where others are ordered by value: their values are what the order would be.
  bool actions_of(const State& state, Turn turn, int depth, int ply, const Move* table_move,
                  Edges<Move>& edges) {
    successors_.actions(state, edges);
    sort(state, turn, depth, ply, table_move, edges);
    return (settings_.order.value && depth < 2) ? false : successors_.keep_top(edges);
  }

  // Both in chance_nodes.hpp.
  double chance(const State& state, int depth, double alpha, double beta, int ply, double reach);
  void probe(const State& state, Frame& f, std::size_t i, int depth, double alpha, double beta, int ply,
             double reach);

  void lead_line(Frame& f, const Edge<Move>& edge, int ply) {
    const auto& rest = frame(ply + 1).line;
    f.line.assign(1, edge);
    f.line.insert(f.line.end(), rest.begin(), rest.end());
  }

  const G& game_;
  const ExpectimaxSettings settings_;
  const bool own_values_;  // states are valued by the game itself
  Bounds bounds_;
  const bool star_;
  const bool held_to_bounds_;
  Table<Move>* table_;
  Leaves<G> leaves_;
  Successors<G> successors_;
  Meter* meter_ = nullptr;
  bool whole_game_ = false;
  Chunks<Frame, 4> frames_;
  std::vector<State> ahead_;  // what the actions of one node lead to, and what that is worth
  std::vector<double> ahead_values_;
  Path path_;
  Known known_;                 // for the node that is searched next
  std::uint64_t unlikely_ = 0;  // counts what min_reach cut short: unchanged, a value is of the full depth
  Move best_move_{};
  bool best_move_known_ = false;
  Cut cut_ = Cut::None;
};

}  // namespace hazard

#include "search/expectimax/chance_nodes.hpp"  // what is declared here
