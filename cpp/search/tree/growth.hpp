// How a tree grows: a node is given its edges, with what is known of them beforehand.
//
// Outcomes come with their probabilities, actions with priors, of the evaluator or the game, or in the order
// of the game's ranks. With `siblings`, all that can follow a decision is valued at once when the decision is
// met: every action then begins with a value, instead of waiting for a simulation to find one that was known
// all along. With `every_outcome`, the same is done where chance moves: what it brings on average is then
// known at once, where a few of its outcomes would tell more of luck than of the position.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/chance.hpp"
#include "core/game.hpp"
#include "core/ranking.hpp"
#include "search/play_outs/followers.hpp"
#include "search/tree/priors.hpp"
#include "search/tree/settings.hpp"
#include "search/tree/tree.hpp"

namespace hazard {

template <Game G>
class TreeGrowth {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Node = typename Tree<G>::Node;
  using EdgeRecord = typename Tree<G>::EdgeRecord;
  using Number = typename Tree<G>::Number;

  using Follower = typename Followers<G>::Follower;

  // Each thread's own, so that growing allocates nothing once it is large enough.
  struct Scratch {
    Edges<Move> edges;
    std::vector<double> priors;
    typename Followers<G>::Room valued;
    std::vector<State> asked;
    std::vector<double> answer;
  };

  // `priors`: where the evaluator leaves the weights of actions, if it gives any.
  TreeGrowth(const G& game, const TreeSearchSettings& settings, const Evaluator<G>* evaluator,
             const TreePriors<G>* priors)
      : game_(game),
        settings_(settings),
        evaluator_(evaluator),
        priors_(settings.select == Select::Uct ? nullptr : priors),
        features_(features_of(game)),
        followers_(game, evaluator) {}

  // Attaches the node's edges; false when somebody else is at it or there is no room.
  bool grow(Tree<G>& tree, Node& node, typename Tree<G>::Room& room, Scratch& scratch) const {
    std::uint8_t growth = node.growth.load(std::memory_order_acquire);
    if (growth == Tree<G>::kGrown) return true;
    if (growth == Tree<G>::kClaimed ||
        !node.growth.compare_exchange_strong(growth, Tree<G>::kClaimed, std::memory_order_acq_rel)) {
      return false;
    }
    try {
      list_moves(node, scratch);
    } catch (...) {
      node.growth.store(Tree<G>::kLeaf);  // whoever comes next, in another search, may have more luck
      throw;
    }
    const auto& edges = scratch.edges;
    if (!tree.add_edges(node.drawn ? Tree<G>::kMaxDrawn : edges.size(), node.first_edge, room)) {
      node.growth.store(Tree<G>::kLeaf);
      return false;
    }
    write_edges(tree, node, scratch);
    node.growth.store(Tree<G>::kGrown, std::memory_order_release);
    return true;
  }

  // What the best action of a decision is worth whose followers have been valued.
  static double best(const Tree<G>& tree, const Node& node) {
    double best = tree.worth(tree.edge(node, 0));
    for (std::size_t i = 1; i < node.edge_count; ++i) {
      const double value = tree.worth(tree.edge(node, i));
      best = node.turn == Turn::Max ? std::max(best, value) : std::min(best, value);
    }
    return best;
  }

  // What a chance node is worth whose outcomes have been valued.
  static double expectation(const Tree<G>& tree, const Node& node) {
    double sum = 0.0;
    for (std::size_t i = 0; i < node.edge_count; ++i) {
      const EdgeRecord& edge = tree.edge(node, i);
      sum += edge.weight * tree.worth(edge);
    }
    return sum;
  }

  void evaluate(const std::vector<State>& states, std::vector<double>& values) const {
    followers_.evaluate(states, values);
  }

 private:
  void list_moves(Node& node, Scratch& scratch) const {
    auto& edges = scratch.edges;
    edges.clear();
    scratch.valued.list.clear();
    node.drawn = node.turn == Turn::Chance && must_sample(game_, node.state);
    if (node.turn != Turn::Chance) {
      list_decision(node, scratch);
    } else if (!node.drawn) {
      game_.outcomes(node.state, [&](const Move& move, double p) {
        if (p > 0.0) edges(move, p);
      });
      if (settings_.widen_outcomes > 0.0) sort_by_weight(edges);
      if (settings_.every_outcome) followers_.list(node.state, edges, scratch.valued);
    }
    if (edges.empty() && !node.drawn)
      throw GameError("game.nothing_can_happen", {{"state", game_.text(node.state)}});
  }

  // The actions in the order they will be tried.
  void list_decision(const Node& node, Scratch& scratch) const {
    auto& edges = scratch.edges;
    game_.actions(node.state, edges);
    for (auto& edge : edges) edge.probability = 1.0 / static_cast<double>(edges.size());
    if (settings_.siblings) followers_.list(node.state, edges, scratch.valued);
    scratch.priors.clear();
    if (ask_for_priors(node, scratch)) {
      weigh_by_priors(scratch);
    } else if (features_.rank) {
      order_by_rank(node, scratch);
    }
    if (!settings_.siblings) return;
    sort_by(scratch.valued.list, [](const Follower& next) { return next.edge.probability; });
    for (std::size_t i = 0; i < edges.size(); ++i) edges[i] = scratch.valued.list[i].edge;
  }

  void weigh_by_priors(Scratch& scratch) const {
    auto& edges = scratch.edges;
    const auto& priors = scratch.priors;
    double sum = 0.0;
    for (const double p : priors) sum += p;
    for (std::size_t i = 0; sum > 0.0 && i < edges.size(); ++i) {
      edges[i].probability = priors[i] / sum;
      if (settings_.siblings) scratch.valued.list[i].edge.probability = edges[i].probability;
    }
    if (!settings_.siblings) sort_by_weight(edges);
  }

  // Tells whether there are any.
  bool ask_for_priors(const Node& node, Scratch& scratch) const {
    const bool needed = settings_.select != Select::Uct;
    if (needed && evaluated_priors(node, scratch)) return true;
    if (!features_.prior) {
      // A compiled game that is searched without an evaluator takes all actions for equally likely.
      if (needed && (priors_ != nullptr || is_interpreted<G>())) refuse_values_alone(node);
      return false;
    }
    // A game whose priors come from what actions lead to need not value that again.
    if constexpr (requires { game_.prior_by_values(scratch.valued.values, scratch.priors); }) {
      if (settings_.siblings && evaluator_ == nullptr) {
        scratch.valued.values.clear();
        for (const Follower& follower : scratch.valued.list) scratch.valued.values.push_back(follower.value);
        game_.prior_by_values(scratch.valued.values, scratch.priors);
        return true;
      }
    }
    if constexpr (requires { game_.prior(node.state, scratch.edges, scratch.priors); })
      game_.prior(node.state, scratch.edges, scratch.priors);
    return true;
  }

  // What the evaluator said of the state when it was a leaf. A root never was one: it is asked for now.
  bool evaluated_priors(const Node& node, Scratch& scratch) const {
    using Given = typename TreePriors<G>::Given;
    if (priors_ != nullptr) {
      // Other threads leave weights too, and may fill the room before this one has read its own: it asks
      // again.
      while (priors_->given() != Given::Never) {
        if (priors_->find(node.state, scratch.priors)) return true;
        scratch.asked.assign(1, node.state);
        followers_.evaluate(scratch.asked, scratch.answer);
        ++scratch.valued.evaluations;
      }
      return false;
    }
    if constexpr (requires { game_.evaluated_prior(node.state, scratch.priors); }) {
      if (evaluator_ == nullptr) return game_.evaluated_prior(node.state, scratch.priors);
    }
    return false;
  }

  [[noreturn]] void refuse_values_alone(const Node& node) const {
    throw GameError("search.no_prior",
                    {{"select", (settings_.select == Select::Puct ? "'puct'" : "'gumbel'")},
                     {"state", game_.text(node.state)}});
  }

  void order_by_rank(const Node& node, Scratch& scratch) const {
    if (settings_.siblings) return;  // values are better than ranks
    sort_by(scratch.edges, [&](const auto& edge) { return rank_of(game_, node.state, edge.move); });
  }

  void write_edges(Tree<G>& tree, Node& node, const Scratch& scratch) const {
    const auto& edges = scratch.edges;
    node.edge_count = static_cast<Number>(edges.size());
    const std::size_t room = node.drawn ? Tree<G>::kMaxDrawn : edges.size();
    for (std::size_t i = 0; i < room; ++i) {
      EdgeRecord* edge = new (&tree.edge(node, i)) EdgeRecord{};
      if (node.drawn) continue;
      edge->weight = edges[i].probability;
      edge->move = edges[i].move;
      if (scratch.valued.list.empty()) continue;
      edge->value.set(scratch.valued.list[i].value);
      edge->visits.set(1);
      if (scratch.valued.list[i].over) edge->knowledge.store(Tree<G>::kOver, std::memory_order_release);
    }
  }

  static void sort_by_weight(Edges<Move>& edges) {
    sort_by(edges, [](const auto& edge) { return edge.probability; });
  }

  const G& game_;
  const TreeSearchSettings& settings_;
  const Evaluator<G>* evaluator_;
  const TreePriors<G>* priors_;
  const Features features_;
  const Followers<G> followers_;
};

}  // namespace hazard
