// Monte-Carlo tree search with decision and chance nodes.
//
// A simulation walks from the root to a leaf (tree_choice.hpp). The leaf is valued by the game, an evaluator
// or a play-out, and the value goes back up: as a mean of returns; or, so that a lucky series of rolls does
// not linger, as the expectation over the chance children (those not seen yet count as the node's first
// value, or the rest is reweighted to 1); or with the best child at decisions as well. Values that are known
// to the end of the game are proven, are never averaged away, and end the search when they reach the root. In
// the end, options that are close to the best may play it off (play_off.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <exception>
#include <thread>
#include <vector>

#include "search/budget.hpp"
#include "search/game.hpp"
#include "search/play_off.hpp"
#include "search/play_out.hpp"
#include "search/random.hpp"
#include "search/result.hpp"
#include "search/tree.hpp"
#include "search/tree_choice.hpp"
#include "search/tree_growth.hpp"
#include "search/tree_report.hpp"
#include "search/tree_settings.hpp"
#include "search/tree_sharing.hpp"

namespace hazard {

template <Game G>
class TreeSearch {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Node = typename Tree<G>::Node;
  using EdgeRecord = typename Tree<G>::EdgeRecord;
  using Number = typename Tree<G>::Number;

  TreeSearch(const G& game, const TreeSearchSettings& settings, const Evaluator<G>* evaluator)
      : game_(game),
        settings_(settings),
        evaluator_(evaluator),
        features_(features_of(game)),
        bounds_(bounds_of(game)),
        shared_(settings.threads > 1 && !is_python_game<G>()),
        choice_(game, settings_, shared_),
        growth_(game, settings_, evaluator) {}

  // Searches from `root`, growing what `tree` already holds if its first node is that state. The clock runs
  // from the construction on: what prepares the tree is part of the budget.
  Result<G> run(const State& root, Tree<G>& tree, const Budget& budget, Interrupt interrupt) {
    tree_ = &tree;
    max_depth_ = budget.depth;
    report_every_ = std::clamp<std::uint64_t>(budget.nodes / 1024, 1, 256);
    left_.store(budget.nodes);
    if (tree.size() == 0) tree.plant(root, game_.turn(root));
    const std::uint32_t nodes_per_look = is_python_game<G>() || evaluator_ != nullptr ? 1 : 16;
    Meter meter(for_simulations(budget), interrupt, nodes_per_look, began_);
    Result<G> result;
    std::vector<std::thread> crew;
    for (int i = 1; shared_ && i < settings_.threads; ++i) {
      crew.emplace_back([this, i] { keep_working(i); });
    }
    Worker worker(settings_.seed, 0, shared_);
    try {
      const OnTheClock<G> timed(game_, meter);
      while (!finished()) {
        if (!take_allowance(worker)) throw Stopped{Stop::Nodes};
        const std::size_t done = work(worker);
        for (std::size_t i = 0; i < done; ++i) meter.count();
        if (settings_.close > 0.0 && settled()) throw Stopped{Stop::Settled};
      }
    } catch (const Stopped& stopped) {
      result.stopped = stopped.reason;
    } catch (...) {
      fail(std::current_exception());
    }
    stop_.store(true);
    for (auto& thread : crew) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    const bool grown = grow(tree[Tree<G>::kRoot], worker);
    settle_accounts(worker);
    if (!grown) throw GameError("max_nodes leaves no room for the actions of " + game_.text(root));
    const TreeReport<G> report(tree, settings_);
    report.list_options(result);
    // A move of a play-out values all that can follow it: after each there is time for a look at the clock.
    Meter rest({.seconds = budget.seconds}, std::move(interrupt), 1, began_);
    play_off(root, result.options, rest);
    report.follow_line(result);
    result.statistics.simulations = result.statistics.nodes = simulations_.load();
    result.statistics.evaluations = evaluations_.load();
    result.statistics.tree_nodes = tree.size();
    result.statistics.depth = deepest_.load();
    result.statistics.seconds = meter.seconds();
    return result;
  }

 private:
  static constexpr Number kNone = Tree<G>::kNone;
  static constexpr std::size_t kLongestPath = 4000;

  struct Step {
    Number edge;
    Number node;   // where it leads; kNone for a position that is visited for the first time
    bool meeting;  // other threads may choose this edge too
    bool marked;   // the edge knows that this simulation is under way
  };

  struct Pending {
    std::vector<Step> path;
    State state;
    double value = 0.0;
    double reward = 0.0;  // of the last step
    bool valued = false;  // over or proven: nothing to evaluate
    bool dealt = false;   // chance, whose outcomes have all just been valued
  };

  struct Returns {
    Number edge = 0, node = kNone;
    std::uint32_t count = 0;
    double sum = 0.0, squares = 0.0;
  };

  struct Worker {
    Worker(std::uint64_t seed, int number, bool shared)
        : thread(shared ? sharing::thread_of(number) : sharing::kNobody),
          random(mix64(seed) + static_cast<std::uint64_t>(number)) {
      room.at_once = shared ? 64 : 0;
    }
    const sharing::Thread thread;
    Random random;
    typename Tree<G>::Room room;
    std::vector<Pending> pending;
    std::size_t used = 0;
    typename TreeGrowth<G>::Scratch scratch;
    std::vector<State> batch;
    std::vector<double> values;
    std::array<Returns, 256> held_back{};  // of edges where threads meet, not in their statistics yet
    std::uint64_t allowance = 0;           // simulations that it may still make before it asks for more
    std::size_t unreported = 0;            // simulations
    std::size_t evaluations = 0;           // not reported either
    int deepest = 0;
  };

  // ---- threads -------------------------------------------------------------------------------------------

  void keep_working(int number) {
    try {
      Worker worker(settings_.seed, number, shared_);
      while (!finished() && take_allowance(worker)) work(worker);
      settle_accounts(worker);
    } catch (...) {
      fail(std::current_exception());
    }
  }

  // Play-outs get half of the time.
  Budget for_simulations(Budget budget) const {
    if (settings_.play_outs > 0.0) budget.seconds /= 2.0;
    return budget;
  }

  void play_off(const State& root, std::vector<Option<Move>>& options, Meter& meter) {
    if (settings_.play_outs <= 0.0) return;
    constexpr double kMost = 1e15;
    const double games = std::min(kMost, settings_.play_outs * static_cast<double>(simulations_.load()));
    PlayOff<G> between(game_,
                       {.games = static_cast<std::uint64_t>(games),
                        .trust = settings_.trust,
                        .close = settings_.close,
                        .longest = settings_.rollout_depth,
                        .threads = shared_ ? settings_.threads : 1,
                        .seed = settings_.seed},
                       evaluator_);
    between.run(root, options, meter);
    evaluations_.fetch_add(between.evaluations());
  }

  // Whether one option is clear of all others, each of which has had the time to show what it is worth.
  bool settled() const {
    const Node& root = (*tree_)[Tree<G>::kRoot];
    if (root.growth.load(std::memory_order_acquire) != Tree<G>::kGrown ||
        tree_->edge(Tree<G>::kRootEdge).visits.get() < root.edge_count)
      return false;
    const double sign = root.turn == Turn::Max ? 1.0 : -1.0;
    double best = -kInfinity, next = -kInfinity;
    for (std::size_t i = 0; i < root.edge_count; ++i) {
      const EdgeRecord& edge = tree_->edge(root, i);
      if (edge.visits.get() == 0) return false;
      const double value = sign * tree_->worth(edge);
      next = std::max(next, std::min(best, value));
      best = std::max(best, value);
    }
    return best - next > settings_.close;
  }

  bool finished() const {
    return stop_.load(std::memory_order_relaxed) ||
           (settings_.prove && tree_->edge(Tree<G>::kRootEdge).known());
  }

  // Sees to it that all threads together make as many simulations as there may be, and none too many. Each
  // takes a small part of what is left at a time, so that they do not wait for one counter.
  bool take_allowance(Worker& worker) {
    if (worker.allowance > 0) return true;
    const auto crew = static_cast<std::uint64_t>(shared_ ? settings_.threads : 1);
    std::uint64_t left = left_.load(std::memory_order_relaxed), taken = 0;
    do {
      if (left == 0) return false;
      const std::uint64_t share = std::clamp<std::uint64_t>(left / (8 * crew), 1, 256);
      taken = std::min<std::uint64_t>(left, std::max<std::uint64_t>(share, crew == 1 ? settings_.batch : 1));
    } while (!left_.compare_exchange_weak(left, left - taken, std::memory_order_relaxed));
    worker.allowance = taken;
    return true;
  }

  void fail(std::exception_ptr error) {
    if (!failed_.exchange(true)) failure_ = error;
    stop_.store(true);
  }

  void report_counts(Worker& worker) {
    simulations_.fetch_add(worker.unreported, std::memory_order_relaxed);
    evaluations_.fetch_add(worker.evaluations + worker.scratch.valued.evaluations, std::memory_order_relaxed);
    worker.unreported = worker.evaluations = worker.scratch.valued.evaluations = 0;
    if (worker.deepest > deepest_.load(std::memory_order_relaxed)) deepest_.store(worker.deepest);
  }

  void settle_accounts(Worker& worker) {
    for (Returns& held : worker.held_back) hand_in(held, worker);
    tree_->give_back(worker.room);
    report_counts(worker);
  }

  // ---- one batch of simulations --------------------------------------------------------------------------

  std::size_t work(Worker& worker) {
    worker.used = 0;
    const auto batch = std::min<std::uint64_t>(settings_.batch, worker.allowance);
    while (worker.used < batch && descend(worker)) {
    }
    worker.allowance -= worker.used;
    value_leaves(worker);
    for (std::size_t i = 0; i < worker.used; ++i) back_up(worker.pending[i], worker);
    worker.unreported += worker.used;
    if (worker.unreported >= report_every_) report_counts(worker);
    return worker.used;
  }

  // One walk to a leaf; false when it met a leaf that already waits to be valued: the batch is as full as it
  // gets.
  bool descend(Worker& worker) {
    if (worker.pending.size() == worker.used) worker.pending.emplace_back();
    Pending& leaf = worker.pending[worker.used];
    leaf.path.clear();
    leaf.valued = leaf.dealt = false;
    Number number = Tree<G>::kRootEdge;
    Node* parent = nullptr;
    int decisions = 0;
    bool meeting = shared_;  // whether other threads may be where this simulation is
    while (true) {
      EdgeRecord& edge = tree_->edge(number);
      const std::uint32_t visits = edge.visits.get();
      const bool marked = settings_.batch > 1 || (meeting && visits < sharing::kMarked);
      leaf.path.push_back({number, kNone, meeting, marked});
      if (marked) edge.under_way.add(1, shared_);
      if (edge.known()) {
        leaf.valued = true;
        leaf.value = tree_->worth(edge);
        leaf.reward = 0.0;
        break;
      }
      Number child = edge.child.load(std::memory_order_acquire);
      if (child == kNone && (visits == 0 || (child = add_node(*parent, edge, worker)) == kNone)) {
        arrive(*parent, edge, leaf);
        if (settings_.siblings && visits == 0 && !leaf.valued) meet(*parent, edge, leaf, worker);
        break;
      }
      Node& node = (*tree_)[child];
      leaf.path.back().node = child;
      if (settings_.every_outcome && decisions < max_depth_ && deal(node, leaf, worker)) break;
      if (decisions >= max_depth_ || leaf.path.size() > kLongestPath || !grow(node, worker)) {
        leaf.state = node.state;
        leaf.reward = node.reward;
        break;
      }
      if (shared_) meeting = sharing::pass(edge, visits, worker.thread, meeting);
      const auto me = meeting ? worker.thread : sharing::kNobody;
      const bool chance = node.turn == Turn::Chance;
      decisions += !chance;
      number = node.first_edge + (chance ? choice_.outcome(*tree_, node, visits, worker.random, me)
                                         : choice_.action(*tree_, node, visits, edge.value.get(), me));
      parent = &node;
    }
    if (worker.used > 0 && waits(worker, leaf)) {
      for (const Step& step : leaf.path) {
        if (step.marked) tree_->edge(step.edge).under_way.add(-1, shared_);
      }
      return false;
    }
    worker.deepest = std::max(worker.deepest, decisions);
    ++worker.used;
    return true;
  }

  bool waits(const Worker& worker, const Pending& leaf) const {
    if (leaf.valued) return false;
    for (std::size_t i = 0; i < worker.used; ++i) {
      if (worker.pending[i].path.back().edge == leaf.path.back().edge) return true;
    }
    return false;
  }

  // A position that has no node: what it is, and its value if the game is over.
  void arrive(const Node& parent, EdgeRecord& edge, Pending& leaf) {
    leaf.state = game_.apply(parent.state, edge.move);
    leaf.reward = features_.reward ? reward_of(game_, parent.state, edge.move) : 0.0;
    if (game_.turn(leaf.state) != Turn::Over) return;
    leaf.valued = true;
    leaf.value = game_.value(leaf.state) + leaf.reward;
    leaf.reward = 0.0;
    edge.value.set(leaf.value);  // whoever else arrives here writes the same
    edge.knowledge.store(Tree<G>::kOver, std::memory_order_release);
  }

  // ---- growing -------------------------------------------------------------------------------------------

  Number add_node(const Node& parent, EdgeRecord& edge, Worker& worker) {
    const State state = game_.apply(parent.state, edge.move);
    const double reward = features_.reward ? reward_of(game_, parent.state, edge.move) : 0.0;
    const Number fresh = tree_->add(state, game_.turn(state), reward, worker.room);
    if (fresh == kNone) return kNone;
    Node& node = (*tree_)[fresh];
    node.first.set(edge.value.get() - reward);
    if (edge.visits.get() == 1 && !settings_.spread) {
      node.squares.set(edge.value.get() * edge.value.get());
      node.squared.set(1);
    }
    Number expected = kNone;
    return edge.child.compare_exchange_strong(expected, fresh, std::memory_order_acq_rel) ? fresh : expected;
  }

  // A decision that is met for the first time: its followers are valued, and the best of them is its value.
  void meet(const Node& parent, EdgeRecord& edge, Pending& leaf, Worker& worker) {
    const Turn turn = game_.turn(leaf.state);
    if (turn != Turn::Max && turn != Turn::Min) return;
    const Number child = add_node(parent, edge, worker);
    if (child == kNone || !grow((*tree_)[child], worker)) return;
    Node& node = (*tree_)[child];
    leaf.value = TreeGrowth<G>::best(*tree_, node);
    node.first.set(leaf.value);
    leaf.valued = true;
  }

  // Chance that is met for the first time: all that it can bring is valued, and the mean of it is its value.
  bool deal(Node& node, Pending& leaf, Worker& worker) {
    if (node.turn != Turn::Chance || node.growth.load(std::memory_order_relaxed) != Tree<G>::kLeaf ||
        !grow(node, worker) || node.drawn) {
      return false;
    }
    leaf.value = TreeGrowth<G>::expectation(*tree_, node);
    leaf.reward = node.reward;
    leaf.valued = leaf.dealt = true;
    return true;
  }

  bool grow(Node& node, Worker& worker) { return growth_.grow(*tree_, node, worker.room, worker.scratch); }

  // ---- valuing -------------------------------------------------------------------------------------------

  void value_leaves(Worker& worker) {
    worker.batch.clear();
    for (std::size_t i = 0; i < worker.used; ++i) {
      Pending& leaf = worker.pending[i];
      if (leaf.valued) continue;
      ++worker.evaluations;
      if (settings_.leaf == Leaf::Rollout) {
        leaf.value =
            play_out(game_, leaf.state, settings_.rollout_depth, worker.random, worker.scratch.edges);
      } else {
        worker.batch.push_back(leaf.state);
      }
    }
    if (worker.batch.empty()) return;
    growth_.evaluate(worker.batch, worker.values);
    std::size_t next = 0;
    for (std::size_t i = 0; i < worker.used; ++i) {
      if (!worker.pending[i].valued) worker.pending[i].value = worker.values[next++];
    }
  }

  // ---- going back up -------------------------------------------------------------------------------------

  void back_up(const Pending& leaf, Worker& worker) {
    double carried = leaf.value + leaf.reward;
    choice_.note_range(carried);
    bool below_known = leaf.dealt;
    for (std::size_t i = leaf.path.size(); i-- > 0;) {
      const Step& step = leaf.path[i];
      EdgeRecord& edge = tree_->edge(step.edge);
      const bool is_last = i + 1 == leaf.path.size(), is_leaf = is_last && !leaf.dealt;
      if (!is_last && features_.reward) carried += (*tree_)[step.node].reward;
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

  const Meter::Clock::time_point began_ = Meter::Clock::now();
  const G& game_;
  const TreeSearchSettings settings_;
  const Evaluator<G>* evaluator_;
  const Features features_;
  const Bounds bounds_;
  const bool shared_;  // other threads work on the tree
  TreeChoice<G> choice_;
  TreeGrowth<G> growth_;
  Tree<G>* tree_ = nullptr;
  int max_depth_ = 0;
  std::uint64_t report_every_ = 1;  // simulations
  std::exception_ptr failure_;
  alignas(64) std::atomic<bool> stop_{false};  // read all the time, so away from what is written
  std::atomic<bool> failed_{false};
  alignas(64) std::atomic<std::uint64_t> simulations_{0}, evaluations_{0};
  alignas(64) std::atomic<std::uint64_t> left_{0};  // simulations that no thread has taken yet
  std::atomic<int> deepest_{0};
};

}  // namespace hazard
