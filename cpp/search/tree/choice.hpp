// Which edge of a node a simulation follows.
//
// Decisions by confidence bound (UCT; Kocsis and Szepesvari 2006), by prior (PUCT; Silver et al. 2017) or by
// the improved policy (tree_gumbel.hpp); chance by whichever outcome is furthest behind its probability.
// Where simulations are under way at the same time, in threads or in a batch, each counts as lost until it is
// back, so that they spread; and threads that meet prefer different edges (tree_sharing.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/chance.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "search/tree/gumbel.hpp"
#include "search/tree/settings.hpp"
#include "search/tree/sharing.hpp"
#include "search/tree/tree.hpp"

namespace hazard {

// Square roots of logarithms and inverse square roots of small counts: choosing is half of a short
// simulation, and asks for little else.
class CountRoots {
 public:
  static float log_root(std::uint32_t n) {
    return n < kTabled ? tables().log_root[n] : std::sqrt(std::log(static_cast<float>(n) + 1.0F));
  }
  static float inverse_root(std::uint32_t n) {
    return n < kTabled ? tables().inverse_root[n] : 1.0F / std::sqrt(static_cast<float>(n));
  }

 private:
  static constexpr std::uint32_t kTabled = 2048;
  struct Tables {
    std::array<float, kTabled> log_root, inverse_root;
    Tables() {
      for (std::uint32_t n = 0; n < kTabled; ++n) {
        log_root[n] = static_cast<float>(std::sqrt(std::log(n + 1.0)));
        inverse_root[n] = static_cast<float>(1.0 / std::sqrt(std::max(n, 1U)));
      }
    }
  };
  static inline const Tables tables_{};
  static const Tables& tables() { return tables_; }
};

template <Game G>
class TreeChoice {
 public:
  using Node = typename Tree<G>::Node;
  using EdgeRecord = typename Tree<G>::EdgeRecord;
  using Thread = sharing::Thread;

  // `shared`: several threads search the tree.
  TreeChoice(const G& game, const TreeSearchSettings& settings, bool shared)
      : game_(game),
        settings_(settings),
        bounds_(bounds_of(game)),
        fixed_range_(bounds_.finite()),
        shared_(shared) {
    low_.set(fixed_range_ ? bounds_.low : kInfinity);
    high_.set(fixed_range_ ? bounds_.high : -kInfinity);
  }

  // Without bounds, the range of what was seen so far is what exploration is measured against.
  void note_range(double value) {
    if (fixed_range_) return;
    if (value < low_.get()) low_.set(value);
    if (value > high_.get()) high_.set(value);
  }

  ValueRange range() const { return {low_.get(), high_.get()}; }

  // `visits` and `value` are those of the edge to the node; `me` chooses, kNobody if no other thread does
  // here; `room` is to work in.
  std::uint32_t action(const Tree<G>& tree, const Node& node, std::uint32_t visits, double value, Thread me,
                       std::vector<double>& room) const {
    if (settings_.select == Select::Gumbel) return furthest_behind(tree, node, me, room);
    return settings_.select == Select::Puct ? best<true>(tree, node, visits, value, me)
                                            : best<false>(tree, node, visits, value, me);
  }

  // The outcome that is furthest behind its share of the visits: as random sampling, without its noise.
  std::uint32_t outcome(Tree<G>& tree, Node& node, std::uint32_t visits, Random& random, Thread me) const {
    if (node.drawn) return draw(tree, node, random);
    const bool parallel = under_way_elsewhere(me);
    const std::uint32_t series = shared_ && settings_.batch == 1 ? sharing::series(visits) : 1;
    const std::size_t width = widened(settings_.widen_outcomes, visits, node.edge_count);
    std::uint32_t best = 0;
    double best_lag = -kInfinity;
    bool all_known = true;
    for (std::uint32_t i = 0; i < width; ++i) {
      const EdgeRecord& edge = tree.edge(node, i);
      const bool known = settings_.prove && edge.known();
      if (known && (!all_known || width < node.edge_count)) continue;  // nothing more to learn there
      if (!known && all_known) {
        all_known = false;
        best_lag = -kInfinity;
      }
      if (!known && edge.visits.get() % series != 0 && (me == sharing::kNobody || edge.owner.get() == me))
        return i;  // in the middle of its series
      double seen = edge.visits.get();
      if (parallel) seen += edge.under_way.get();
      if (me != sharing::kNobody) seen += sharing::reluctance(edge.owner.get(), me, edge.visits.get());
      const double lag = edge.weight * (visits + 1.0) - seen;
      if (lag > best_lag) {
        best_lag = lag;
        best = i;
      }
    }
    return best;
  }

 private:
  bool under_way_elsewhere(Thread me) const { return me != sharing::kNobody || settings_.batch > 1; }

  // The action that is furthest behind its share of the visits by the improved policy.
  std::uint32_t furthest_behind(const Tree<G>& tree, const Node& node, Thread me,
                                std::vector<double>& room) const {
    improved_logits(tree, node, range(), settings_, room);
    softmax(room);
    const double loss = under_way_elsewhere(me) ? settings_.virtual_loss : 0.0;
    const auto seen = [&](std::uint32_t i) {
      const EdgeRecord& edge = tree.edge(node, i);
      return edge.visits.get() + loss * edge.under_way.get();
    };
    double all = 0.0;
    for (std::uint32_t i = 0; i < node.edge_count; ++i) all += seen(i);
    std::uint32_t best = 0;
    double best_lag = -kInfinity;
    for (std::uint32_t i = 0; i < node.edge_count; ++i) {
      const double lag = room[i] - seen(i) / (1.0 + all);
      if (lag > best_lag) {
        best_lag = lag;
        best = i;
      }
    }
    return best;
  }

  template <bool puct>
  std::uint32_t best(const Tree<G>& tree, const Node& node, std::uint32_t visits, double value,
                     Thread me) const {
    const bool maximise = node.turn == Turn::Max, prove = settings_.prove, met = me != sharing::kNobody;
    const bool parallel = under_way_elsewhere(me);
    const auto width = static_cast<std::uint32_t>(widened(settings_.widen_actions, visits, node.edge_count));
    const double low = low_.get(), high = high_.get(), scale = high > low ? 1.0 / (high - low) : 1.0;
    const double sign = maximise ? scale : -scale, zero = maximise ? low : high;
    const double urge = puct ? settings_.exploration * std::sqrt(visits + 1.0)
                             : settings_.exploration * static_cast<double>(CountRoots::log_root(visits));
    const EdgeRecord* const edges = &tree.edge(node, 0);
    std::uint32_t best = 0;
    double best_score = -kInfinity;
    bool all_known = true;
    for (std::uint32_t i = 0; i < width; ++i) {
      const EdgeRecord& edge = edges[i];
      const std::uint32_t seen = edge.visits.get();
      double score = edge.value.get(), n = seen;
      if (parallel) n += settings_.virtual_loss * edge.under_way.get();
      if (n == 0.0) {  // untouched
        if (!puct) return i;
        score = value;
      }
      if (prove) {
        const bool known = edge.known();
        if (known && !all_known) continue;
        if (known) score = tree.worth(edge);
        if (!known && all_known) {
          all_known = false;
          best_score = -kInfinity;
        }
      }
      score = (score - zero) * sign;
      if (parallel && n > seen) score *= seen / n;  // simulations under way count as lost
      const std::uint32_t reluctance = met ? sharing::reluctance(edge.owner.get(), me, seen) : 0;
      if (puct) {
        score += urge * edge.weight / (1.0 + n + reluctance);
      } else {
        score +=
            urge * (parallel && n > seen ? 1.0 / std::sqrt(n + reluctance)
                                         : static_cast<double>(CountRoots::inverse_root(seen + reluctance)));
      }
      // Without a branch: which sibling is best next is as good as random, and guessing wrong costs more.
      best = score > best_score ? i : best;
      best_score = std::max(best_score, score);
    }
    return best;
  }

  // One thread only draws at a time: such games are Python's, or searched by one thread.
  std::uint32_t draw(Tree<G>& tree, Node& node, Random& random) const {
    if constexpr (can_sample<G>()) {
      const typename G::Move move = game_.sample(node.state, random);
      for (std::uint32_t i = 0; i < node.edge_count; ++i) {
        if (tree.edge(node, i).move == move) return i;
      }
      if (node.edge_count < Tree<G>::kMaxDrawn) {
        new (&tree.edge(node, node.edge_count)) EdgeRecord{};
        tree.edge(node, node.edge_count).move = move;
        return node.edge_count++;
      }
    }
    return random.below(std::max<std::uint32_t>(node.edge_count, 1));
  }

  static std::size_t widened(double factor, std::uint32_t visits, std::size_t all) {
    if (factor <= 0.0) return all;
    const auto width = static_cast<std::size_t>(std::ceil(factor * std::sqrt(visits + 1.0)));
    return std::clamp<std::size_t>(width, 1, all);
  }

  const G& game_;
  const TreeSearchSettings& settings_;
  const Bounds bounds_;
  const bool fixed_range_, shared_;
  Relaxed<double> low_, high_;
};

}  // namespace hazard
