// The outcomes of a chance node, made ready to be searched: drawn or listed, merged, bucketed, ordered.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "core/ranking.hpp"

namespace hazard {

// Equal successors are one: for actions the first stays, for outcomes the probabilities add up.
// Steps with different rewards are different steps.
template <Game G>
class Merging {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  void operator()(const G& game, const State& state, Edges<Move>& edges) {
    if constexpr (has_distinct_successors<G>()) return;
    if (edges.size() < 2 || seems_a_tree(game)) return;
    keys_.clear();
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      const double reward = reward_of(game, state, edges[i].move);
      keys_.push_back({game.key(game.apply(state, edges[i].move)), reward, i});
    }
    std::sort(keys_.begin(), keys_.end());
    bool found = false;
    for (std::size_t i = 1, first = 0; i < keys_.size(); ++i) {
      if (keys_[i].key == keys_[first].key && keys_[i].reward == keys_[first].reward) {
        edges[keys_[first].index].probability += edges[keys_[i].index].probability;
        edges[keys_[i].index].probability = -1.0;
        found = true;
      } else {
        first = i;
      }
    }
    if (!found) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (edges[i].probability >= 0.0) edges[kept++] = edges[i];
    }
    edges.shrink(kept);
  }

 private:
  struct Key {
    std::uint64_t key;
    double reward;
    std::uint32_t index;
    auto operator<=>(const Key&) const = default;
  };
  std::vector<Key> keys_;
};

template <Game G>
constexpr bool can_sample() {
  return requires(const G& game, const typename G::State& state, Random& random) {
    game.sample(state, random);
  };
}

// Whether this chance node cannot be listed, only drawn from.
template <Game G>
bool must_sample(const G& game, const typename G::State& state) {
  if constexpr (requires { game.must_sample(state); }) {
    return game.must_sample(state);
  } else {
    return false;
  }
}

// The outcome that a number drawn uniformly from [0, 1) falls on.
template <class Move>
const Edge<Move>& pick(const Edges<Move>& edges, double uniform) {
  for (const auto& edge : edges) {
    uniform -= edge.probability;
    if (uniform < 0.0) return edge;
  }
  return edges[edges.size() - 1];
}

// Draws `count` outcomes with replacement; each distinct one gets its share as probability.
template <Game G>
void draw_outcomes(const G& game, const typename G::State& state, int count, Random& random,
                   Edges<typename G::Move>& edges) {
  using Move = typename G::Move;
  std::vector<Edge<Move>> drawn;
  const auto add = [&](const Move& move) {
    for (auto& edge : drawn) {
      if (edge.move == move) {
        edge.probability += 1.0 / count;
        return;
      }
    }
    drawn.push_back({move, 1.0 / count});
  };
  if constexpr (can_sample<G>()) {
    if (edges.empty()) {  // too wide to list: the game draws
      for (int i = 0; i < count; ++i) add(game.sample(state, random));
    }
  }
  if (!edges.empty()) {
    for (int i = 0; i < count; ++i) add(pick(edges, random.uniform()).move);
  }
  edges.clear();
  for (const auto& edge : drawn) edges(edge.move, edge.probability);
}

// Fewer outcomes for the same mean. Outcomes are sorted by the static value of their successor and cut into
// groups of about equal probability; the member nearest to a group's mean stands for all of it, and the
// difference between that mean and its own static value is added to what the search finds.
//
//   static  1  2  3 | 7  8 | 12        p .3 .2 .1 | .1 .2 | .1
//   kept       2    |    8 | 12        p    .6    |   .3  | .1      offset  1.67-2 | 7.67-8 | 0
template <class Move>
void bucket_outcomes(Edges<Move>& edges, std::vector<double>& offset, const std::vector<double>& statics,
                     int count) {
  std::vector<std::uint32_t> order(edges.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  sort_by(order, [&](auto outcome) { return -statics[outcome]; });
  Edges<Move> kept;
  std::vector<double> kept_offset;
  double seen = 0.0;
  for (std::size_t i = 0; i < order.size();) {
    const double limit = static_cast<double>(kept.size() + 1) / count - 1e-12;
    double mass = 0.0, sum = 0.0;
    const std::size_t first = i;
    do {
      mass += edges[order[i]].probability;
      sum += edges[order[i]].probability * statics[order[i]];
      seen += edges[order[i]].probability;
      ++i;
    } while (i < order.size() && (seen < limit || static_cast<int>(kept.size()) + 1 == count));
    const double mean = sum / mass;
    const auto nearest = *std::min_element(order.begin() + first, order.begin() + i, [&](auto a, auto b) {
      return std::abs(statics[a] - mean) < std::abs(statics[b] - mean);
    });
    kept(edges[nearest].move, mass);
    kept_offset.push_back(offset[nearest] + mean - statics[nearest]);
  }
  std::swap(edges, kept);
  std::swap(offset, kept_offset);
}

}  // namespace hazard
