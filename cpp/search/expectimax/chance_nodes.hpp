// Chance nodes of expectimax: Star1 and Star2 (nodes.hpp has the idea and the references).
#pragma once

#include "search/expectimax/nodes.hpp"

namespace hazard {

template <Game G>
double ExpectimaxNodes<G>::chance(const State& state, int depth, double alpha, double beta, int ply,
                                  double reach) {
  if (!settings_.chance) throw GameError("search.chance_refused", {{"state", game_.text(state)}});
  Frame& f = frame(ply);
  StarBounds& known = f.outcomes;
  // Right below the root each outcome is shown by its own name, so it is searched by its own name too.
  // Star2 looks at one action of each, however many there are.
  const bool widest_last = star_ && !settings_.star2;
  const auto gathered = successors_.outcomes(state, ply <= 1, widest_last, f.edges, known.offset,
                                             [this](const State& next) { return static_value(next); });
  f.grouped = gathered.approximate();
  if (f.grouped) ++approximations;
  const std::size_t n = f.edges.size();
  f.values_known = false;
  f.probed.assign(n, {});
  known.begin(f.edges, bounds_);

  // 1. Star2: one action under each outcome bounds it from the mover's side.
  if (star_ && settings_.star2) {
    for (std::size_t i = 0; i < n; ++i) {
      probe(state, f, i, depth, alpha, beta, ply, reach);
      if (known.low_sum >= beta || known.high_sum <= alpha) {
        ++statistics.star2_cuts;
        cut_ = Cut::Star2;
        return known.low_sum >= beta ? known.low_sum : known.high_sum;
      }
    }
  }

  // 2. Star1: each outcome within its scaled window. The margin keeps rounding, which dividing by p
  // magnifies, from closing a window that is open.
  const double margin = 1e-12 * (bounds_.high - bounds_.low);
  double spread = 0.0, likeliest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const Edge<Move> edge = f.edges[i];
    const double p = edge.probability, offset = known.offset[i];
    const double a = star_ ? known.alpha_of(i, p, alpha) - margin - offset : -kInfinity;
    const double b = star_ ? known.beta_of(i, p, beta) + margin - offset : kInfinity;
    known_ = f.probed[i];
    const double found = child(state, edge, game_.apply(state, edge.move), depth, a, b, ply + 1, reach * p);
    spread += p * p * variance;
    if (p > likeliest + 1e-12) {  // the first of those that are equally likely
      likeliest = p;
      lead_line(f, edge, ply);
    }
    known.settle(i, p, offset + found);
    if (star_ && (found >= b || found <= a)) {
      // The node is decided; rounding must not make its bound look like a value.
      if (i + 1 < n) ++statistics.star1_cuts;
      cut_ = i + 1 < n ? Cut::Star1 : Cut::None;
      variance = spread;
      return found >= b ? std::max(known.low_sum, beta) : std::min(known.high_sum, alpha);
    }
  }

  // 3. The sum, and what sampling did to it.
  double sum = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += f.edges[i].probability * known.low[i];
    squares += f.edges[i].probability * known.low[i] * known.low[i];
  }
  if (gathered.draws > 0) {
    spread += std::max(0.0, squares - sum * sum) / std::max(gathered.draws - 1, 1);
  }
  f.values_known = true;
  variance = spread;
  cut_ = Cut::None;
  return sum;
}

// Tightens the bounds of outcome `i` by what the table knows, or else by the first action of whoever moves.
template <Game G>
void ExpectimaxNodes<G>::probe(const State& state, Frame& f, std::size_t i, int depth, double alpha,
                               double beta, int ply, double reach) {
  StarBounds& known = f.outcomes;
  const double p = f.edges[i].probability, offset = known.offset[i];
  const State next = game_.apply(state, f.edges[i].move);
  const Turn turn = game_.turn(next);
  if (turn == Turn::Over) {
    const double value = offset + game_.value(next);
    known.raise_low(i, p, value);
    known.lower_high(i, p, value);
    return;
  }
  // Where the search will stop, no action is looked at, and none bounds the value.
  const std::uint64_t unlikely_before = unlikely_;
  const int asked_depth = depth;
  if (leaves_.stops_at(next, turn, depth, reach * p, whole_game_) != Cut::None) return;
  if (depth < asked_depth) ++unlikely_;
  const Move* table_move = nullptr;
  Move remembered{};
  if (remembers(ply + 1)) {
    if (const auto* entry = table_->find(game_.key(next), table_depth(depth))) {
      if (answers(*entry, table_depth(depth), reach * p)) {
        rest_on(*entry);
        known.raise_low(i, p, offset + entry->low);
        known.lower_high(i, p, offset + entry->high);
        return;
      }
      if (entry->has_move) {
        remembered = entry->move;
        table_move = &remembered;
      }
    }
  }
  // A lower bound helps only against beta, an upper bound only against alpha.
  const bool useful =
      turn == Turn::Max ? beta <= known.high_sum : turn == Turn::Min && alpha >= known.low_sum;
  if (!useful) return;
  auto& actions = frame(ply + 1).edges;
  if (actions_of(next, turn, depth, ply + 1, table_move, actions)) ++approximations;
  const Edge<Move> action{actions[0].move, 1.0};
  const double reward = reward_of(game_, next, action.move);
  double a = bounds_.low, b = bounds_.high;
  if (turn == Turn::Max) {
    b = std::min(b, known.beta_of(i, p, beta) - (offset + reward));
  } else {
    a = std::max(a, known.alpha_of(i, p, alpha) - (offset + reward));
  }
  if (a >= b) return;
  const std::uint64_t before = approximations;
  const double found =
      child(next, action, game_.apply(next, action.move), depth - 1, a, b, ply + 2, reach * p, true);
  const bool exact = variance == 0.0 && (turn == Turn::Max ? found < b : found > a);
  f.probed[i] = {exact, approximations == before, unlikely_ != unlikely_before, action.move, reward + found};
  if (turn == Turn::Max) {
    known.raise_low(i, p, offset + in_bounds(reward + found));
  } else {
    known.lower_high(i, p, offset + in_bounds(reward + found));
  }
}

}  // namespace hazard
