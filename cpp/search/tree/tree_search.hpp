// Monte-Carlo tree search with decision and chance nodes.
//
// A simulation walks from the root to a leaf (tree_choice.hpp). The leaf is valued by the game, an evaluator
// or a play-out, and the value goes back up (tree_backup.hpp): as a mean of returns; or, so that a lucky
// series of rolls does not linger, as the expectation over the chance children (those not seen yet count as
// the node's first value, or the rest is reweighted to 1); or with the best child at decisions as well.
// Values that are known to the end of the game are proven, are never averaged away, and end the search when
// they reach the root. In the end, options that are close to the best may play it off (play_off.hpp).
//
// Over 400 lines: the four steps of a simulation, and what every mode of it shares.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "core/result.hpp"
#include "search/play_outs/play_off.hpp"
#include "search/play_outs/play_out.hpp"
#include "search/tree/backup.hpp"
#include "search/tree/choice.hpp"
#include "search/tree/growth.hpp"
#include "search/tree/gumbel.hpp"
#include "search/tree/noise.hpp"
#include "search/tree/priors.hpp"
#include "search/tree/report.hpp"
#include "search/tree/settings.hpp"
#include "search/tree/sharing.hpp"
#include "search/tree/tree.hpp"
#include "search/tree/worker.hpp"

namespace hazard {

template <Game G>
class TreeSearch {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Node = typename Tree<G>::Node;
  using EdgeRecord = typename Tree<G>::EdgeRecord;
  using Number = typename Tree<G>::Number;

  // `priors`: where the evaluator leaves the weights of actions, if it gives any.
  TreeSearch(const G& game, const TreeSearchSettings& settings, const Evaluator<G>* evaluator,
             const TreePriors<G>* priors = nullptr)
      : game_(game),
        settings_(settings),
        evaluator_(evaluator),
        features_(features_of(game)),
        shared_(settings.threads > 1 && !is_interpreted<G>()),
        choice_(game, settings_, shared_),
        growth_(game, settings_, evaluator, priors),
        backup_(game, settings_, choice_, shared_),
        halving_(settings_) {}

  // Searches from `root`, growing what `tree` already holds if its first node is that state. The clock runs
  // from the construction on: what prepares the tree is part of the budget.
  Result<G> run(const State& root, Tree<G>& tree, const Budget& budget, Interrupt interrupt) {
    tree_ = &tree;
    backup_.set_tree(tree);
    max_depth_ = budget.depth;
    report_every_ = std::clamp<std::uint64_t>(budget.nodes / 1024, 1, 256);
    left_.store(budget.nodes);
    if (tree.size() == 0) tree.plant(root, game_.turn(root));
    const std::uint32_t nodes_per_look = is_interpreted<G>() || evaluator_ != nullptr ? 1 : 16;
    Meter meter(for_simulations(budget), interrupt, nodes_per_look, began_);
    Result<G> result;
    std::vector<std::thread> crew;
    Worker worker(settings_.seed, 0, shared_);
    std::optional<TreeNoise<G>> noise;
    try {
      const OnTheClock<G> timed(game_, meter);
      prepare_root(worker, noise, budget.nodes);
      for (int i = 1; shared_ && i < settings_.threads; ++i) {
        working_.fetch_add(1);
        crew.emplace_back([this, i] { keep_working(i); });
      }
      while (!finished()) {
        if (!take_allowance(worker)) {
          wait_for_crew(meter);
          throw Stopped{Stop::Nodes};
        }
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
    if (!grown) throw GameError("search.no_room_for_actions", {{"state", game_.text(root)}});
    const TreeReport<G> report(tree, settings_);
    list_options(report, result);
    // A move of a play-out values all that can follow it: after each there is time for a look at the clock.
    Meter rest({.seconds = budget.seconds}, std::move(interrupt), 1, began_);
    if (result.stopped != Stop::Asked) play_off(root, result.options, rest);
    report.follow_line(result);
    result.statistics.simulations = result.statistics.nodes = simulations_.load();
    result.statistics.evaluations = evaluations_.load();
    result.statistics.tree_nodes = tree.size();
    result.statistics.long_lines = long_lines_.load();
    result.statistics.full_tree = full_tree_.load();
    result.statistics.short_play_outs = short_play_outs_.load();
    result.statistics.depth = deepest_.load();
    result.statistics.seconds = meter.seconds();
    return result;
  }

 private:
  static constexpr Number kNone = Tree<G>::kNone;
  static constexpr std::size_t kLongestPath = 4000;
  using Worker = TreeWorker<G>;
  using Step = typename Worker::Step;
  using Pending = typename Worker::Pending;

  // ---- the root ------------------------------------------------------------------------------------------

  bool by_gumbel() const { return settings_.select == Select::Gumbel; }

  // Luck of its own for each position, so that a game played with one seed does not try the same all along.
  Random root_random() const {
    return Random(mix64(settings_.seed) ^ mix64(game_.key((*tree_)[Tree<G>::kRoot].state)));
  }

  // What has to be drawn before anybody looks at the root.
  void prepare_root(Worker& worker, std::optional<TreeNoise<G>>& noise, std::uint64_t simulations) {
    const bool noisy = settings_.root_noise > 0.0 && settings_.root_noise_fraction > 0.0;
    if (!by_gumbel() && !noisy) return;
    Node& root = (*tree_)[Tree<G>::kRoot];
    if (by_gumbel() && tree_->edge(Tree<G>::kRootEdge).visits.get() == 0) value_root(root, worker);
    if (!grow(root, worker)) return;
    if (noisy) noise.emplace(*tree_, settings_.root_noise, settings_.root_noise_fraction, root_random());
    if (by_gumbel()) halving_.begin(*tree_, simulations, root_random());
  }

  // Where actions that were not tried count as what the position seems to be worth, the root needs a value
  // too.
  void value_root(Node& root, Worker& worker) {
    Pending& leaf = worker.pending.emplace_back();
    leaf.state = root.state;
    worker.used = 1;
    value_leaves(worker);
    root.first.set(leaf.value);
    choice_.note_range(leaf.value);
  }

  void list_options(const TreeReport<G>& report, Result<G>& result) const {
    if (by_gumbel() && halving_.begun()) {
      std::vector<double> policy;
      improved_logits(*tree_, (*tree_)[Tree<G>::kRoot], choice_.range(), settings_, policy);
      softmax(policy);
      report.list_options(result, policy, halving_.winner(*tree_, choice_.range()));
    } else {
      report.list_options(result);
    }
  }

  // ---- threads -------------------------------------------------------------------------------------------

  void keep_working(int number) {
    try {
      Worker worker(settings_.seed, number, shared_);
      while (!finished() && take_allowance(worker)) work(worker);
      settle_accounts(worker);
    } catch (...) {
      fail(std::current_exception());
    }
    working_.fetch_sub(1);
  }

  // Nothing is left to take, but others may not be done with what they took.
  void wait_for_crew(Meter& meter) const {
    while (working_.load() > 0 && !finished()) {
      meter.look();
      std::this_thread::sleep_for(std::chrono::microseconds(50));
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
    long_lines_.fetch_add(std::exchange(worker.long_lines, 0), std::memory_order_relaxed);
    full_tree_.fetch_add(std::exchange(worker.full_tree, 0), std::memory_order_relaxed);
    short_play_outs_.fetch_add(std::exchange(worker.short_play_outs, 0), std::memory_order_relaxed);
    if (worker.deepest > deepest_.load(std::memory_order_relaxed)) deepest_.store(worker.deepest);
  }

  void settle_accounts(Worker& worker) {
    backup_.hand_in_all(worker);
    tree_->give_back(worker.room);
    report_counts(worker);
  }

  // ---- one batch of simulations --------------------------------------------------------------------------

  std::size_t work(Worker& worker) {
    worker.used = 0;
    auto batch = std::min<std::uint64_t>(settings_.batch, worker.allowance);
    if (halving_.begun()) batch = std::min(batch, halving_.left_in_phase());
    while (worker.used < batch && descend(worker)) {
    }
    worker.allowance -= worker.used;
    value_leaves(worker);
    for (std::size_t i = 0; i < worker.used; ++i) backup_.back_up(worker.pending[i], worker);
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
        worker.full_tree += visits > 0;
        arrive(*parent, edge, leaf);
        if (settings_.siblings && visits == 0 && !leaf.valued) meet(*parent, edge, leaf, worker);
        break;
      }
      Node& node = (*tree_)[child];
      leaf.path.back().node = child;
      if (settings_.every_outcome && decisions < max_depth_ && deal(node, leaf, worker)) break;
      const bool too_long = leaf.path.size() > kLongestPath;
      worker.long_lines += too_long;
      const bool ends = decisions >= max_depth_ || too_long;
      if (ends || !grow(node, worker)) {
        // Neither grown nor being grown by another thread: there is no room.
        worker.full_tree += !ends && node.growth.load(std::memory_order_relaxed) == Tree<G>::kLeaf;
        leaf.state = node.state;
        leaf.reward = node.reward;
        break;
      }
      if (shared_) meeting = sharing::pass(edge, visits, worker.thread, meeting);
      const auto me = meeting ? worker.thread : sharing::kNobody;
      const bool chance = node.turn == Turn::Chance;
      decisions += !chance;
      number = node.first_edge +
               (chance ? choice_.outcome(*tree_, node, visits, worker.random, me)
                : child == Tree<G>::kRoot && halving_.begun()
                    ? halving_.choose(*tree_, choice_.range())
                    : choice_.action(*tree_, node, visits, edge.value.get(), me, worker.scratch.priors));
      parent = &node;
    }
    if (worker.used > 0 && waits(worker, leaf)) {
      for (const Step& step : leaf.path) {
        if (step.marked) tree_->edge(step.edge).under_way.add(-1, shared_);
      }
      if (halving_.begun() && leaf.path.size() > 1)
        halving_.take_back(leaf.path[1].edge - (*tree_)[Tree<G>::kRoot].first_edge);
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
        leaf.value = play_out(game_, leaf.state, settings_.rollout_depth, worker.random, worker.scratch.edges,
                              worker.short_play_outs);
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

  const Meter::Clock::time_point began_ = Meter::Clock::now();
  const G& game_;
  const TreeSearchSettings settings_;
  const Evaluator<G>* evaluator_;
  const Features features_;
  const bool shared_;  // other threads work on the tree
  TreeChoice<G> choice_;
  TreeGrowth<G> growth_;
  TreeBackup<G> backup_;
  RootHalving<G> halving_;
  Tree<G>* tree_ = nullptr;
  int max_depth_ = 0;
  std::uint64_t report_every_ = 1;  // simulations
  std::exception_ptr failure_;
  alignas(64) std::atomic<bool> stop_{false};  // read all the time, so away from what is written
  std::atomic<bool> failed_{false};
  alignas(64) std::atomic<std::uint64_t> simulations_{0}, evaluations_{0};
  alignas(64) std::atomic<std::uint64_t> left_{0};  // simulations that no thread has taken yet
  std::atomic<int> working_{0};                     // threads besides the one that began the search
  std::atomic<int> deepest_{0};
  std::atomic<std::uint64_t> long_lines_{0}, full_tree_{0}, short_play_outs_{0};
};

}  // namespace hazard
