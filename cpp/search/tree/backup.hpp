// How the value of a leaf goes back up the path that led to it.
//
// As a mean of returns, as the expectation over chance children, or as the best child at decisions as well;
// what is known to the end of the game is proven on the way.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/game.hpp"
#include "search/tree/choice.hpp"
#include "search/tree/settings.hpp"
#include "search/tree/sharing.hpp"
#include "search/tree/tree.hpp"
#include "search/tree/worker.hpp"

namespace hazard {

template <Game G>
class TreeBackup {
 public:
  using Node = typename Tree<G>::Node;
  using EdgeRecord = typename Tree<G>::EdgeRecord;
  using Worker = TreeWorker<G>;
  using Returns = typename Worker::Returns;

  // `shared`: several threads search the tree.
  TreeBackup(const G& game, const TreeSearchSettings& settings, TreeChoice<G>& choice, bool shared)
      : settings_(settings),
        has_rewards_(features_of(game).reward),
        bounds_(bounds_of(game)),
        shared_(shared),
        choice_(choice) {}

  void set_tree(Tree<G>& tree) { tree_ = &tree; }

  void back_up(const typename Worker::Pending& leaf, Worker& worker) {
    double carried = leaf.value + leaf.reward;
    choice_.note_range(carried);
    bool below_known = leaf.dealt;
    for (std::size_t i = leaf.path.size(); i-- > 0;) {
      const typename Worker::Step& step = leaf.path[i];
      EdgeRecord& edge = tree_->edge(step.edge);
      const bool is_last = i + 1 == leaf.path.size(), is_leaf = is_last && !leaf.dealt;
      if (!is_last && has_rewards_) carried += (*tree_)[step.node].reward;
      if (step.marked) edge.under_way.add(-1, shared_);
      if (edge.known()) {
        edge.visits.add(1, false);
        below_known = true;
        continue;
      }
      // With `spread`, how far from what is believed; a backup that is no mean has no other centre.
      const double off = settings_.spread ? carried - edge.value.get() : carried;
      const Returns one{step.edge, step.node, 1, carried, i == 1 ? off * off : 0.0};
      if (is_leaf) {
        take_mean(one);
      } else if (!is_last && step.meeting && edge.visits.get() >= sharing::kBusy) {
        hold_back(one, worker);
      } else {
        take_in(one);
      }
      if (is_leaf) continue;
      below_known = settings_.prove && below_known && try_to_prove(edge, (*tree_)[step.node]);
    }
  }

  // What a worker has kept to itself so far.
  void hand_in_all(Worker& worker) {
    for (Returns& held : worker.held_back) hand_in(held, worker);
  }

 private:
  static constexpr auto kNone = Tree<G>::kNone;

  // Returns that have come back through an edge, for its statistics.
  void take_in(const Returns& returns) {
    if (settings_.backup == Backup::Mean) {
      take_mean(returns);
    } else {
      EdgeRecord& edge = tree_->edge(returns.edge);
      const Node& node = (*tree_)[returns.node];
      edge.visits.add(returns.count, false);
      edge.value.set(node.reward + combined(node, edge.value.get() - node.reward));
      if (settings_.spread) note_spread(returns);
    }
  }

  void take_mean(const Returns& returns) {
    EdgeRecord& edge = tree_->edge(returns.edge);
    // Read once and written once: should another thread write in between, its return is lost, but the value
    // stays a mean of returns.
    const std::uint32_t visits = edge.visits.get() + returns.count;
    const double before = edge.value.get();
    edge.visits.set(visits);
    edge.value.set(before + (returns.sum - returns.count * before) / visits);
    note_spread(returns);
  }

  void note_spread(const Returns& returns) {
    if (returns.squares == 0.0 || returns.node == kNone) return;  // only options show a standard error
    (*tree_)[returns.node].squares.add(returns.squares, false);
    (*tree_)[returns.node].squared.add(returns.count, false);
  }

  void hold_back(const Returns& one, Worker& worker) {
    Returns& held = worker.held_back[one.edge % worker.held_back.size()];
    if (held.edge != one.edge) hand_in(held, worker);
    held = {one.edge, one.node, held.count + 1, held.sum + one.sum, held.squares + one.squares};
    const std::uint32_t visits = tree_->edge(one.edge).visits.get();
    if (held.count >= std::min(visits / sharing::kHeldShare, sharing::kMostHeld)) hand_in(held, worker);
  }

  void hand_in(Returns& held, const Worker& worker) {
    if (held.count > 0) {
      take_in(held);
      // Do the others still come? They will say so.
      if (held.edge != Tree<G>::kRootEdge) tree_->edge(held.edge).owner.set(worker.thread);
    }
    held = {};
  }

  // What a grown node is worth by what its children are worth now.
  double combined(const Node& node, double before) const {
    const bool chance = node.turn == Turn::Chance, listed = chance && !node.drawn;
    double weights = 0.0, sum = 0.0, best = 0.0;
    for (std::size_t i = 0; i < node.edge_count; ++i) {
      const EdgeRecord& edge = tree_->edge(node, i);
      const double visits = edge.visits.get();
      if (visits == 0.0) continue;
      const double value = tree_->worth(edge), weight = listed ? edge.weight : visits;
      if (weights == 0.0 || (node.turn == Turn::Max ? value > best : value < best)) best = value;
      weights += weight;
      sum += weight * value;
    }
    if (weights == 0.0) return before;
    if (listed && settings_.unseen == Unseen::Leaf && weights < 1.0)
      return sum + (1.0 - weights) * node.first.get();
    return !chance && settings_.backup == Backup::Best ? best : sum / weights;
  }

  // Exact as soon as nothing unknown can matter.
  bool try_to_prove(EdgeRecord& to, Node& node) {
    const bool chance = node.turn == Turn::Chance, maximise = node.turn == Turn::Max;
    if (node.drawn) return false;
    double sum = 0.0, best = maximise ? -kInfinity : kInfinity;
    bool all = true;
    for (std::size_t i = 0; i < node.edge_count && (all || !chance); ++i) {
      const EdgeRecord& edge = tree_->edge(node, i);
      if (!edge.known()) {
        all = false;
        continue;
      }
      const double value = tree_->worth(edge);
      sum += edge.weight * value;
      best = maximise ? std::max(best, value) : std::min(best, value);
    }
    const bool unbeatable = !chance && (maximise ? best >= bounds_.high : best <= bounds_.low);
    if (!all && !unbeatable) return false;
    tree_->prove(to, node, chance ? sum : best);
    return true;
  }

  const TreeSearchSettings& settings_;
  const bool has_rewards_;
  const Bounds bounds_;
  const bool shared_;
  TreeChoice<G>& choice_;
  Tree<G>* tree_ = nullptr;
};

}  // namespace hazard
