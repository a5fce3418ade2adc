// What follows a node, made ready to be searched: listed or drawn, merged, ordered, and fewer where the
// settings trade exactness for speed.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "core/chance.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "core/ranking.hpp"
#include "search/expectimax/settings.hpp"
#include "search/ordering.hpp"

namespace hazard {

template <Game G>
class Successors {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  // Draws at a chance node that cannot be listed, where the settings do not say.
  static constexpr int kDefaultSamples = 32;
  // Outcomes that are ordered in place.
  static constexpr std::size_t kShort = 64;

  Successors(const G& game, const ExpectimaxSettings& settings)
      : game_(game), settings_(settings), ordering_(game, settings.order), random_(settings.seed) {}

  Ordering<G>& ordering() { return ordering_; }

  // The actions in `state`, in the game's order.
  void actions(const State& state, Edges<Move>& edges) {
    list_actions(game_, state, edges);
    if (settings_.merge) merging_(game_, state, edges);
  }

  // Leaves out all but the first few, where that is asked for; tells whether it did.
  bool keep_top(Edges<Move>& edges) const {
    if (settings_.top <= 0 || edges.size() <= static_cast<std::size_t>(settings_.top)) return false;
    edges.shrink(settings_.top);
    return true;
  }

  struct Outcomes {
    int draws;      // how many it took, 0 where every outcome is listed
    bool bucketed;  // whether an outcome may stand for others
    bool approximate() const { return draws > 0 || bucketed; }
  };

  // The outcomes in `state` and what each pays at once. `named`: each is to be shown by its own name, so
  // equal ones stay apart. `widest_last`: those with many actions come late, see below. `value_of` values a
  // state where outcomes are grouped by value.
  Outcomes outcomes(const State& state, bool named, bool widest_last, Edges<Move>& edges,
                    std::vector<double>& offset, auto&& value_of) {
    Outcomes found{list_or_draw(state, edges), false};
    if (settings_.merge && !named) merging_(game_, state, edges);
    offset.clear();
    for (const auto& edge : edges) offset.push_back(reward_of(game_, state, edge.move));
    if (settings_.buckets > 0 && edges.size() > static_cast<std::size_t>(settings_.buckets)) {
      std::vector<double> statics;
      for (std::size_t i = 0; i < edges.size(); ++i) {
        statics.push_back(offset[i] + value_of(game_.apply(state, edges[i].move)));
      }
      bucket_outcomes(edges, offset, statics, settings_.buckets);
      found.bucketed = true;
    }
    if (settings_.order_outcomes) order(state, widest_last, edges, offset);
    return found;
  }

 private:
  int list_or_draw(const State& state, Edges<Move>& edges) {
    edges.clear();
    const bool unlisted = must_sample(game_, state);
    if (!unlisted) {
      game_.outcomes(state, [&](const Move& move, double probability) {
        if (probability > 0.0) edges(move, probability);
      });
    }
    int draws = 0;
    if (unlisted || (settings_.samples > 0 && edges.size() > static_cast<std::size_t>(settings_.samples))) {
      draws = settings_.samples > 0 ? settings_.samples : kDefaultSamples;
      draw_outcomes(game_, state, draws, random_, edges);
    }
    if (edges.empty()) throw GameError("game.no_outcome", {{"state", game_.text(state)}});
    return draws;
  }

  // The likeliest first. With `widest_last`, those that bring the most probability for each action that has
  // to be looked at: whoever stops before the last outcomes then saves the most. In backgammon one roll in
  // six is a double, and doubles have more plays than all other rolls together.
  void order(const State& state, bool widest_last, Edges<Move>& edges, std::vector<double>& offset) {
    weights_.clear();
    for (const auto& edge : edges) {
      const int width = widest_last ? width_of(game_.apply(state, edge.move)) : 1;
      weights_.push_back(edge.probability / width);
    }
    if (edges.size() > kShort) {
      order_many(edges, offset);
      return;
    }
    // Insertion sort: most lists are short, and sorted already.
    for (std::size_t i = 1; i < edges.size(); ++i) {
      for (std::size_t j = i; j > 0 && weights_[j] > weights_[j - 1]; --j) {
        std::swap(weights_[j], weights_[j - 1]);
        std::swap(edges[j], edges[j - 1]);
        std::swap(offset[j], offset[j - 1]);
      }
    }
  }

  void order_many(Edges<Move>& edges, std::vector<double>& offset) const {
    std::vector<std::size_t> places(edges.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    sort_by(places, [this](std::size_t place) { return weights_[place]; });
    const Edges<Move> edges_before = edges;
    const std::vector<double> offset_before = offset;
    for (std::size_t i = 0; i < places.size(); ++i) {
      edges[i] = edges_before[places[i]];
      offset[i] = offset_before[places[i]];
    }
  }

  int width_of(const State& state) {
    const Turn turn = game_.turn(state);
    if (turn != Turn::Max && turn != Turn::Min) return 1;
    list_actions(game_, state, counted_);
    return std::max(1, static_cast<int>(counted_.size()));
  }

  const G& game_;
  const ExpectimaxSettings settings_;
  Ordering<G> ordering_;
  Merging<G> merging_;
  Random random_;
  std::vector<double> weights_;  // of the outcomes that are being ordered
  Edges<Move> counted_;
};

}  // namespace hazard
