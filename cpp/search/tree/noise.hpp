// Noise in the priors of the root, so that self-play tries what its network thinks little of (Silver et al.
// 2017): each prior p becomes (1 - fraction) p + fraction d, with d drawn by a symmetric Dirichlet law.
#pragma once

#include <cstddef>
#include <vector>

#include "core/draws.hpp"
#include "core/game.hpp"
#include "search/tree/tree.hpp"

namespace hazard {

// Mixed in as long as this lives. The tree may be kept for the next decision, which draws noise of its own.
template <Game G>
class TreeNoise {
 public:
  TreeNoise(Tree<G>& tree, double alpha, double fraction, Random random) : tree_(tree) {
    const auto& root = tree[Tree<G>::kRoot];
    std::vector<double> noise(root.edge_count);
    draw_dirichlet(alpha, random, noise);
    for (std::size_t i = 0; i < root.edge_count; ++i) {
      double& weight = tree.edge(root, i).weight;
      clean_.push_back(weight);
      weight = (1.0 - fraction) * weight + fraction * noise[i];
    }
  }
  ~TreeNoise() {
    const auto& root = tree_[Tree<G>::kRoot];
    for (std::size_t i = 0; i < clean_.size(); ++i) tree_.edge(root, i).weight = clean_[i];
  }
  TreeNoise(const TreeNoise&) = delete;
  TreeNoise& operator=(const TreeNoise&) = delete;

 private:
  Tree<G>& tree_;
  std::vector<double> clean_;
};

}  // namespace hazard
