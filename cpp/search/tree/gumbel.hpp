// Choosing by policy improvement (Danihelka, Guez, Schrittwieser and Silver 2022, "Policy improvement by
// planning with Gumbel").
//
// The improved policy of a decision is softmax(log prior + sigma(q)), with the q of what was not tried yet
// completed by what the rest suggests, and sigma(q) = (visit_offset + most visits) * value_scale * q, q in
// units of the range of values and seen by whoever moves. If the q are right, it is worth at least as much as
// the prior, however few simulations there are. Below the root, simulations follow it without chance. At the
// root a few actions are drawn by their priors, without replacement, and share the simulations by sequential
// halving: in each phase the better half goes on.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/draws.hpp"
#include "core/game.hpp"
#include "core/ranking.hpp"
#include "search/tree/settings.hpp"
#include "search/tree/tree.hpp"

namespace hazard {

struct ValueRange {
  double low, high;
};

// What was not tried is taken for: the node's own first value and the values of what was tried, by prior.
template <Game G>
double mixed_value(const Tree<G>& tree, const typename Tree<G>::Node& node) {
  double visits = 0.0, mass = 0.0, sum = 0.0;
  for (std::size_t i = 0; i < node.edge_count; ++i) {
    const auto& edge = tree.edge(node, i);
    if (edge.visits.get() == 0) continue;
    visits += edge.visits.get();
    mass += edge.weight;
    sum += edge.weight * tree.worth(edge);
  }
  return mass > 0.0 ? (node.first.get() + visits * sum / mass) / (1.0 + visits) : node.first.get();
}

// log prior + sigma(completed q) of each action.
template <Game G>
void improved_logits(const Tree<G>& tree, const typename Tree<G>::Node& node, const ValueRange& range,
                     const TreeSearchSettings& settings, std::vector<double>& logits) {
  const double mixed = mixed_value(tree, node);
  std::uint32_t most = 0;
  for (std::size_t i = 0; i < node.edge_count; ++i) most = std::max(most, tree.edge(node, i).visits.get());
  const bool maximise = node.turn == Turn::Max;
  const double unit = range.high > range.low ? 1.0 / (range.high - range.low) : 0.0;
  const double scale = (maximise ? unit : -unit) * (settings.visit_offset + most) * settings.value_scale;
  const double zero = unit > 0.0 ? (maximise ? range.low : range.high) : 0.0;
  logits.resize(node.edge_count);
  for (std::size_t i = 0; i < node.edge_count; ++i) {
    const auto& edge = tree.edge(node, i);
    const double q = edge.visits.get() > 0 || edge.known() ? tree.worth(edge) : mixed;
    logits[i] = std::log(edge.weight) + scale * (q - zero);
  }
}

inline void softmax(std::vector<double>& logits) {
  const double largest = *std::ranges::max_element(logits);
  double sum = 0.0;
  for (double& logit : logits) sum += logit = std::exp(logit - largest);
  for (double& logit : logits) logit /= sum;
}

// Which action the next simulation takes at the root.
template <Game G>
class RootHalving {
 public:
  explicit RootHalving(const TreeSearchSettings& settings) : settings_(settings) {}

  bool begun() const { return begun_; }

  // Draws the candidates for so many simulations. The root is grown, and nobody else is at it yet.
  void begin(const Tree<G>& tree, std::uint64_t simulations, Random random) {
    const auto& root = tree[Tree<G>::kRoot];
    drawn_.resize(root.edge_count);
    luck_.resize(root.edge_count);
    counts_.assign(root.edge_count, 0);
    candidates_.clear();
    for (std::uint32_t i = 0; i < root.edge_count; ++i) {
      const double weight = tree.edge(root, i).weight;
      luck_[i] = settings_.gumbel_scale * draw_gumbel(random);
      drawn_[i] = luck_[i] + std::log(weight);
      if (weight > 0.0) candidates_.push_back(i);
    }
    keep_best(static_cast<std::size_t>(settings_.considered), drawn_);
    simulations_ = simulations;
    phases_ = std::bit_width(candidates_.size() - 1);  // log2, rounded up
    open_phase();
    begun_ = true;
  }

  std::uint32_t choose(const Tree<G>& tree, const ValueRange& range) {
    const std::scoped_lock held(lock_);
    if (!returned_.empty()) {
      const std::uint32_t action = returned_.back();
      returned_.pop_back();
      return action;
    }
    if (left_ == 0) {
      keep_best(std::max<std::size_t>(2, candidates_.size() / 2), scores(tree, range));
      open_phase();
    }
    --left_;
    const std::uint32_t action = candidates_[next_];
    next_ = (next_ + 1) % candidates_.size();
    ++counts_[action];
    return action;
  }

  // A simulation that was not made after all: the next one takes its place.
  void take_back(std::uint32_t action) {
    const std::scoped_lock held(lock_);
    returned_.push_back(action);
  }

  // Simulations until values are compared: more cannot be under way together.
  std::uint64_t left_in_phase() {
    const std::scoped_lock held(lock_);
    return std::max<std::uint64_t>(1, left_ + returned_.size());
  }

  // The best of those that are left. In the middle of a round some have been tried once less than others.
  std::uint32_t winner(const Tree<G>& tree, const ValueRange& range) const {
    const std::vector<double> score = scores(tree, range);
    std::uint64_t most = 0;
    for (const std::uint32_t i : candidates_) most = std::max(most, counts_[i]);
    const std::uint64_t enough = most > 1 ? most - 1 : most;
    std::uint32_t best = candidates_[0];
    for (const std::uint32_t i : candidates_) {
      if (counts_[i] >= enough && (counts_[best] < enough || score[i] > score[best])) best = i;
    }
    return best;
  }

 private:
  std::vector<double> scores(const Tree<G>& tree, const ValueRange& range) const {
    std::vector<double> found;
    improved_logits(tree, tree[Tree<G>::kRoot], range, settings_, found);
    for (std::size_t i = 0; i < found.size(); ++i) found[i] += luck_[i];
    return found;
  }

  void keep_best(std::size_t count, const std::vector<double>& score) {
    sort_by(candidates_, [&](auto candidate) { return score[candidate]; });
    candidates_.resize(std::min(count, candidates_.size()));
  }

  // The same number of simulations for every phase, shared out evenly, and one for each at least.
  void open_phase() {
    const std::uint64_t width = candidates_.size();
    const std::uint64_t each =
        phases_ == 0 ? simulations_ : std::max<std::uint64_t>(1, simulations_ / (phases_ * width));
    left_ = std::max<std::uint64_t>(each, 1) * width;
    next_ = 0;
  }

  const TreeSearchSettings& settings_;
  std::vector<double> luck_, drawn_;   // the Gumbel noise; with the log-priors
  std::vector<std::uint64_t> counts_;  // simulations of this search
  std::vector<std::uint32_t> candidates_, returned_;
  std::uint64_t simulations_ = 0, phases_ = 0, left_ = 0;
  std::size_t next_ = 0;
  bool begun_ = false;
  std::mutex lock_;
};

}  // namespace hazard
