// What a tree search leaves behind for the next one: the part of the tree that is still ahead, and memory.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "search/tree/tree.hpp"

namespace hazard {

// The edge that leads to `state`: looked for a few moves below the root.
template <Game G>
std::optional<typename Tree<G>::Number> find_ahead(const Tree<G>& tree, const typename G::State& state) {
  using Number = typename Tree<G>::Number;
  constexpr std::size_t kLooked = 20'000;
  if (tree.size() == 0) return std::nullopt;
  std::vector<Number> queue{Tree<G>::kRootEdge};
  for (std::size_t i = 0; i < queue.size() && i < kLooked; ++i) {
    const Number child = tree.edge(queue[i]).child.load();
    if (child == Tree<G>::kNone) continue;
    const auto& node = tree[child];
    if (node.state == state) return queue[i];
    if (node.growth.load() != Tree<G>::kGrown) continue;
    for (Number e = 0; e < node.edge_count; ++e) queue.push_back(node.first_edge + e);
  }
  return std::nullopt;
}

// The tree of one search after another. Memory is asked of the system once: for a search of a few simulations
// that takes longer than the search.
template <Game G>
class TreeKeeper {
 public:
  // The tree for a search from `root`: empty, or with `reuse` what earlier searches have found out about it.
  Tree<G>& prepare(const typename G::State& root, std::size_t max_nodes, bool reuse) {
    if (!tree_ || tree_->max_nodes() != max_nodes) {
      spare_.reset();
      tree_ = std::make_unique<Tree<G>>(max_nodes);
    }
    const auto ahead = reuse ? find_ahead(*tree_, root) : std::nullopt;
    if (!ahead) {
      tree_->clear();
    } else if (*ahead != Tree<G>::kRootEdge) {
      if (!spare_) spare_ = std::make_unique<Tree<G>>(max_nodes);
      tree_->copy_subtree(*ahead, *spare_);
      std::swap(tree_, spare_);
      give_back_if_large(spare_);
    }
    return *tree_;
  }

  // After a search whose tree is not needed any more.
  void forget() { give_back_if_large(tree_); }

 private:
  static constexpr std::size_t kLarge = 1 << 14;  // positions: a megabyte or two

  static void give_back_if_large(std::unique_ptr<Tree<G>>& tree) {
    if (tree->size() > kLarge) tree.reset();
  }

  std::unique_ptr<Tree<G>> tree_, spare_;
};

}  // namespace hazard
