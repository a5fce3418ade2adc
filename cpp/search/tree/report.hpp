// What a grown tree says about its root: every option with its outcomes, and the line of best play.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/game.hpp"
#include "core/ranking.hpp"
#include "core/result.hpp"
#include "search/tree/settings.hpp"
#include "search/tree/tree.hpp"

namespace hazard {

template <Game G>
class TreeReport {
 public:
  using Move = typename G::Move;
  using Node = typename Tree<G>::Node;
  using EdgeRecord = typename Tree<G>::EdgeRecord;
  using Number = typename Tree<G>::Number;

  TreeReport(const Tree<G>& tree, const TreeSearchSettings& settings) : tree_(tree), settings_(settings) {}

  // The best first. The policy that a learner may take for its aim is the share of the visits.
  void list_options(Result<G>& result) const {
    const Node& root = tree_[Tree<G>::kRoot];
    std::vector<double> policy(root.edge_count);
    double all = 0.0;
    for (std::size_t i = 0; i < root.edge_count; ++i) all += policy[i] = tree_.edge(root, i).visits.get();
    for (double& share : policy) share = all > 0.0 ? share / all : kNotGiven;
    list(result, policy);
  }

  // The same with a policy, and with a choice, by other rules.
  void list_options(Result<G>& result, const std::vector<double>& policy, std::size_t chosen) const {
    list(result, policy);
    if (tree_.edge(Tree<G>::kRootEdge).known()) return;  // nothing beats a proof
    const Move& move = tree_.edge(tree_[Tree<G>::kRoot], chosen).move;
    const auto first = std::ranges::find_if(result.options, [&](const auto& o) { return o.action == move; });
    std::rotate(result.options.begin(), first, first + 1);
  }

  // The chosen action, then the most visited one and the most probable outcome in turn.
  void follow_line(Result<G>& result) const {
    constexpr std::size_t kLongest = 64;
    const Node* node = &tree_[Tree<G>::kRoot];
    while (result.line.size() < kLongest && node->growth.load() == Tree<G>::kGrown && node->edge_count > 0) {
      const bool chance = node->turn == Turn::Chance;
      const EdgeRecord* best = nullptr;
      double most = 0.0;
      for (std::size_t e = 0; e < node->edge_count; ++e) {
        const EdgeRecord& edge = tree_.edge(*node, e);
        const double visits = edge.visits.get();
        const double weight = visits == 0.0 ? 0.0 : chance && !node->drawn ? edge.weight : visits;
        const bool chosen = result.line.empty() && edge.move == result.options[0].action;
        if (chosen || weight > most) {
          most = chosen ? kInfinity : weight;
          best = &edge;
        }
      }
      if (best == nullptr) return;
      result.line.push_back({best->move, chance ? best->weight : 1.0});
      const Number number = best->child.load();
      if (number == Tree<G>::kNone) return;
      node = &tree_[number];
    }
  }

 private:
  void list(Result<G>& result, const std::vector<double>& policy) const {
    const Node& root = tree_[Tree<G>::kRoot];
    for (std::size_t i = 0; i < root.edge_count; ++i) {
      result.options.push_back(option(tree_.edge(root, i)));
      result.options.back().policy = policy[i];
      if (settings_.select != Select::Uct) result.options.back().prior = tree_.edge(root, i).weight;
    }
    sort(result.options, root.turn == Turn::Max);
    if (tree_.edge(Tree<G>::kRootEdge).known()) lead_with_the_proof(result.options);
  }

  // A position is proven by one option that nothing can beat, whatever others that are still open seem to be.
  void lead_with_the_proof(std::vector<Option<Move>>& options) const {
    const double proven = tree_.worth(tree_.edge(Tree<G>::kRootEdge));
    const auto best = std::ranges::find_if(options, [proven](const auto& option) {
      return option.kind == ValueKind::Exact && option.value == proven;
    });
    if (best != options.end()) std::rotate(options.begin(), best, best + 1);
  }

  // The best by value among those that were looked at in earnest; a proven one needs no visits.
  static void sort(std::vector<Option<Move>>& options, bool maximise) {
    std::uint64_t most = 0;
    for (const auto& option : options) most = std::max(most, option.visits);
    const auto seriousness = [most](const auto& o) {
      return o.kind == ValueKind::Exact || (o.visits > 0 && o.visits * 10 >= most) ? 2 : o.visits > 0 ? 1 : 0;
    };
    // What weighs least is sorted first: each sort keeps the order of what is equal to it.
    sort_by(options, [](const auto& option) { return option.kind == ValueKind::Exact ? 1.0 : 0.0; });
    sort_by(options, [&](const auto& option) { return maximise ? option.value : -option.value; });
    sort_by(options, seriousness);
  }

  Option<Move> option(const EdgeRecord& edge) const {
    Option<Move> found{.action = edge.move, .value = tree_.worth(edge), .outcomes = {}};
    found.visits = edge.visits.get();
    found.kind = kind(edge);
    if (found.visits == 0) found.value = tree_.edge(Tree<G>::kRootEdge).value.get();
    const Number number = edge.child.load();
    if (number == Tree<G>::kNone) return found;
    const Node& node = tree_[number];
    if (node.squared.get() > 1 && found.kind == ValueKind::Estimate) {
      const double n = node.squared.get(), mean = settings_.spread ? 0.0 : found.value;
      if (settings_.spread || settings_.backup == Backup::Mean)
        found.standard_error = std::sqrt(std::max(0.0, node.squares.get() / n - mean * mean) / (n - 1.0));
    }
    if (node.turn != Turn::Chance || node.growth.load() != Tree<G>::kGrown) return found;
    for (std::size_t e = 0; e < node.edge_count; ++e) {
      const EdgeRecord& outcome = tree_.edge(node, e);
      if (outcome.visits.get() == 0) continue;
      const double p =
          node.drawn ? outcome.visits.get() / std::max(1.0, double(found.visits)) : outcome.weight;
      found.outcomes.push_back({outcome.move, p, tree_.worth(outcome), kind(outcome)});
    }
    return found;
  }

  static ValueKind kind(const EdgeRecord& edge) {
    return edge.known() ? ValueKind::Exact : ValueKind::Estimate;
  }

  const Tree<G>& tree_;
  const TreeSearchSettings& settings_;
};

}  // namespace hazard
