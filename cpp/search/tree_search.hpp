// Monte-Carlo tree search with decision and chance nodes.
//
// A simulation walks from the root to a leaf: decisions by confidence bound (UCT; Kocsis and Szepesvari 2006)
// or by prior (PUCT; Silver et al. 2017), chance by whichever outcome is furthest behind its probability. The
// leaf is valued by the game, an evaluator or a play-out, and the value goes back up: as a mean of returns;
// or, so that a lucky series of rolls does not linger, as the expectation over the chance children (those not
// seen yet count as the node's first value, or the rest is reweighted to 1); or with the best child at
// decisions as well. Values that are known to the end of the game are proven, are never averaged away, and
// end the search when they reach the root.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <optional>
#include <thread>
#include <vector>

#include "search/budget.hpp"
#include "search/chance.hpp"
#include "search/game.hpp"
#include "search/random.hpp"
#include "search/result.hpp"
#include "search/tree.hpp"

namespace hazard {

enum class Select : std::uint8_t { Uct, Puct };
enum class Leaf : std::uint8_t { Value, Rollout };
enum class Backup : std::uint8_t { Mean, Expectation, Best };
enum class Unseen : std::uint8_t { Leaf, Reweight };

struct TreeSearchSettings {
  Select select = Select::Uct;
  double exploration = 0.7;
  Leaf leaf = Leaf::Value;
  int rollout_depth = 1000;
  Backup backup = Backup::Best;
  Unseen unseen = Unseen::Leaf;
  double widen_actions = 0.0;
  double widen_outcomes = 0.0;
  bool prove = true;
  int threads = 1;
  double virtual_loss = 1.0;
  int batch = 1;
  std::size_t max_nodes = 1'000'000;
  std::uint64_t seed = 0;
};

template <Game G>
class TreeSearch {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Node = typename Tree<G>::Node;
  using Number = typename Tree<G>::Number;
  static constexpr Number kNone = Tree<G>::kNone;
  static constexpr Number kRoot = 1;

  TreeSearch(const G& game, const TreeSearchSettings& settings, const Evaluator<G>* evaluator)
      : game_(game),
        settings_(settings),
        evaluator_(evaluator),
        features_(features_of(game)),
        bounds_(bounds_of(game)),
        fixed_range_(bounds_.finite()) {
    low_.set(fixed_range_ ? bounds_.low : kInfinity);
    high_.set(fixed_range_ ? bounds_.high : -kInfinity);
  }

  // Searches from `root`, growing what `tree` already holds if its first node is that state.
  Result<G> run(const State& root, Tree<G>& tree, const Budget& budget, Interrupt interrupt) {
    tree_ = &tree;
    max_depth_ = std::min<std::size_t>(budget.depth, kMaxPath);
    if (tree.size() == 0) tree.add(root, game_.turn(root));
    Meter meter(budget, std::move(interrupt), is_python_game<G>() || evaluator_ != nullptr ? 1 : 16);
    Result<G> result;
    std::vector<std::thread> crew;
    const int threads = is_python_game<G>() ? 1 : settings_.threads;
    for (int i = 1; i < threads; ++i) {
      crew.emplace_back([this, i] { keep_working(i); });
    }
    try {
      Worker worker(settings_.seed, 0);
      while (!finished()) {
        const std::size_t done = work(worker);
        for (std::size_t i = 0; i < done; ++i) meter.count();
        if (threads > 1 && simulations_.load(std::memory_order_relaxed) >= budget.nodes)
          throw Stopped{Stop::Nodes};
      }
    } catch (const Stopped& stopped) {
      result.stopped = stopped.reason;
    } catch (...) {
      fail(std::current_exception());
    }
    stop_.store(true);
    for (auto& thread : crew) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    report(root, result, meter.seconds());
    return result;
  }

 private:
  static constexpr std::size_t kMaxPath = 4000;
  static constexpr std::size_t kMaxDrawn = Tree<G>::kMaxDrawn;
  // From so many visits on, a few simulations under way change nothing, and marking them would only make
  // threads wait for each other.
  static constexpr std::uint32_t kBusy = 512;

  struct Step {
    Number node;
    std::uint32_t edge;  // taken from the node; meaningless for the last one
    bool marked;         // the node knows that this simulation is under way
  };

  struct Pending {
    std::vector<Step> path;
    State state;
    double value = 0.0;
    bool outside = false;  // the leaf is not in the tree: there was no room
    double reward = 0.0;   // of the step to a leaf outside
  };

  struct Worker {
    Worker(std::uint64_t seed, int number) : random(mix64(seed) + static_cast<std::uint64_t>(number)) {}
    Random random;
    std::vector<Pending> pending;
    std::size_t used = 0;
    Edges<Move> edges;
    std::vector<double> priors;
    std::vector<State> batch;
    std::vector<double> values;
  };

  // ---- threads
  // -----------------------------------------------------------------------------------------------

  void keep_working(int number) {
    try {
      Worker worker(settings_.seed, number);
      while (!finished()) work(worker);
    } catch (...) {
      fail(std::current_exception());
    }
  }

  bool finished() const {
    return stop_.load(std::memory_order_relaxed) || (settings_.prove && (*tree_)[kRoot].proven.load());
  }

  void fail(std::exception_ptr error) {
    if (!failed_.exchange(true)) failure_ = error;
    stop_.store(true);
  }

  // ---- one batch of simulations
  // ------------------------------------------------------------------------------

  std::size_t work(Worker& worker) {
    worker.used = 0;
    const auto batch = static_cast<std::size_t>(settings_.batch);
    while (worker.used < batch && descend(worker)) {
    }
    value_leaves(worker);
    for (std::size_t i = 0; i < worker.used; ++i) back_up(worker.pending[i]);
    simulations_.fetch_add(worker.used, std::memory_order_relaxed);
    return worker.used;
  }

  // One walk to a leaf; false when it met a leaf that already waits to be valued: the batch is as full as it
  // gets.
  bool descend(Worker& worker) {
    if (worker.pending.size() == worker.used) worker.pending.emplace_back();
    Pending& leaf = worker.pending[worker.used];
    leaf.path.clear();
    leaf.outside = false;
    Number number = kRoot;
    while (true) {
      Node& node = (*tree_)[number];
      const bool marked = settings_.batch > 1 || (settings_.threads > 1 && node.visits.get() < kBusy);
      leaf.path.push_back({number, 0, marked});
      if (marked) node.under_way.add(1);
      if (node.turn == Turn::Over || node.proven.load(std::memory_order_relaxed)) break;
      // The root is grown at once; any other node on its second visit.
      if (number != kRoot && node.visits.get() == 0) break;
      if (leaf.path.size() > max_depth_ || !grow(node, worker)) break;
      const std::uint32_t chosen =
          node.turn == Turn::Chance ? choose_outcome(node, worker) : choose_action(node);
      leaf.path.back().edge = chosen;
      auto& edge = tree_->edge(node, chosen);
      Number child = edge.child.load(std::memory_order_acquire);
      if (child == kNone) child = add_child(node, edge);
      if (child == kNone) {
        leaf.outside = true;
        leaf.state = game_.apply(node.state, edge.move);
        leaf.reward = edge.reward;
        break;
      }
      number = child;
    }
    if (!leaf.outside) {
      if (waits(worker, number)) {
        for (const Step& step : leaf.path) {
          if (step.marked) (*tree_)[step.node].under_way.add(-1);
        }
        return false;
      }
      leaf.state = (*tree_)[number].state;
    }
    ++worker.used;
    return true;
  }

  bool waits(const Worker& worker, Number leaf) const {
    if (worker.used == 0 || (*tree_)[leaf].turn == Turn::Over) return false;
    for (std::size_t i = 0; i < worker.used; ++i) {
      if (!worker.pending[i].outside && worker.pending[i].path.back().node == leaf) return true;
    }
    return false;
  }

  bool parallel() const { return settings_.threads > 1 || settings_.batch > 1; }

  Number add_child(Node& node, typename Tree<G>::EdgeRecord& edge) {
    const State next = game_.apply(node.state, edge.move);
    const Turn turn = game_.turn(next);
    const Number fresh = tree_->add(next, turn);
    if (fresh == kNone) return kNone;
    if (turn == Turn::Over) {
      (*tree_)[fresh].value.set(game_.value(next));
      if (settings_.prove) (*tree_)[fresh].prove((*tree_)[fresh].value.get());
    }
    Number expected = kNone;
    return edge.child.compare_exchange_strong(expected, fresh, std::memory_order_acq_rel) ? fresh : expected;
  }

  // Attaches the node's edges; false when somebody else is at it or there is no room.
  bool grow(Node& node, Worker& worker) {
    std::uint8_t growth = node.growth.load(std::memory_order_acquire);
    if (growth == Tree<G>::kGrown) return true;
    if (growth == Tree<G>::kClaimed ||
        !node.growth.compare_exchange_strong(growth, Tree<G>::kClaimed, std::memory_order_acq_rel)) {
      return false;
    }
    auto& edges = worker.edges;
    edges.clear();
    std::size_t room = 0;
    if (node.turn == Turn::Chance) {
      if (must_sample(game_, node.state)) {
        room = kMaxDrawn;
      } else {
        game_.outcomes(node.state, [&](const Move& move, double p) {
          if (p > 0.0) edges(move, p);
        });
        if (settings_.widen_outcomes > 0.0) sort_by_weight(edges);
      }
    } else {
      game_.actions(node.state, edges);
      weigh_actions(node, edges, worker);
    }
    if (edges.empty() && room == 0)
      throw GameError("nothing can happen in a state that is not over: " + game_.text(node.state));
    room = std::max(edges.size(), room);
    if (!tree_->add_edges(room, node.first_edge)) {
      node.growth.store(Tree<G>::kLeaf);
      return false;
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
      new (&tree_->edge(node, i)) typename Tree<G>::EdgeRecord{
          edges[i].probability, reward_of(game_, node.state, edges[i].move), edges[i].move, kNone};
    }
    node.edge_count = static_cast<Number>(edges.size());
    node.drawn = edges.empty();
    node.growth.store(Tree<G>::kGrown, std::memory_order_release);
    return true;
  }

  // Actions in the order they will be tried, with their priors.
  void weigh_actions(const Node& node, Edges<Move>& edges, Worker& worker) {
    for (auto& edge : edges) edge.probability = 1.0 / static_cast<double>(edges.size());
    if (features_.prior) {
      worker.priors.clear();
      if constexpr (requires { game_.prior(node.state, edges, worker.priors); }) {
        game_.prior(node.state, edges, worker.priors);
      }
      double sum = 0.0;
      for (const double p : worker.priors) sum += p;
      if (sum > 0.0) {
        for (std::size_t i = 0; i < edges.size(); ++i) edges[i].probability = worker.priors[i] / sum;
      }
      sort_by_weight(edges);
    } else if (features_.rank) {
      std::vector<std::pair<double, std::uint32_t>> ranked;
      for (std::uint32_t i = 0; i < edges.size(); ++i)
        ranked.push_back({-rank_of(game_, node.state, edges[i].move), i});
      std::sort(ranked.begin(), ranked.end());
      const Edges<Move> unsorted = edges;
      for (std::size_t i = 0; i < ranked.size(); ++i) edges[i] = unsorted[ranked[i].second];
    }
  }

  static void sort_by_weight(Edges<Move>& edges) {
    std::stable_sort(edges.begin(), edges.end(),
                     [](const auto& a, const auto& b) { return a.probability > b.probability; });
  }

  // ---- choosing
  // ----------------------------------------------------------------------------------------------

  static std::size_t widened(double factor, std::uint32_t visits, std::size_t all) {
    if (factor <= 0.0) return all;
    const auto width = static_cast<std::size_t>(std::ceil(factor * std::sqrt(visits + 1.0)));
    return std::clamp<std::size_t>(width, 1, all);
  }

  // 1 / sqrt(visits), from a table where it is asked for most: choosing is half of a short simulation.
  static double inverse_root(std::uint32_t visits) {
    constexpr std::uint32_t kTabled = 2048;
    static const std::vector<float> table = [] {
      std::vector<float> roots(kTabled);
      for (std::uint32_t n = 0; n < kTabled; ++n)
        roots[n] = static_cast<float>(1.0 / std::sqrt(std::max(n, 1U)));
      return roots;
    }();
    return visits < kTabled ? static_cast<double>(table[visits])
                            : 1.0 / std::sqrt(static_cast<double>(visits));
  }

  std::uint32_t choose_action(const Node& node) const {
    const bool maximise = node.turn == Turn::Max;
    const std::uint32_t visits = node.visits.get();
    const std::size_t width = widened(settings_.widen_actions, visits, node.edge_count);
    const double low = low_.get(), high = high_.get(), scale = high > low ? 1.0 / (high - low) : 1.0;
    const double root_visits = std::sqrt(visits + 1.0);
    const double urge = settings_.exploration * std::sqrt(std::log(visits + 1.0));
    const bool puct = settings_.select == Select::Puct;
    const double urgency = (maximise ? node.value.get() - low : high - node.value.get()) * scale;
    std::uint32_t best = 0;
    double best_score = -kInfinity;
    bool all_proven = true;
    for (std::uint32_t i = 0; i < width; ++i)
      tree_->expect(tree_->edge(node, i).child.load(std::memory_order_relaxed));
    for (std::uint32_t i = 0; i < width; ++i) {
      const auto& edge = tree_->edge(node, i);
      const Number number = edge.child.load(std::memory_order_acquire);
      double score = 0.0;
      if (number == kNone) {
        if (!puct) return i;
        score = urgency + settings_.exploration * edge.weight * root_visits;
        all_proven = false;
      } else {
        const Node& child = (*tree_)[number];
        const bool proven = child.proven.load(std::memory_order_relaxed);
        if (proven && !all_proven) continue;
        if (!proven && all_proven) {
          all_proven = false;
          best_score = -kInfinity;
        }
        const double waiting = parallel() ? settings_.virtual_loss * child.under_way.get() : 0.0;
        const std::uint32_t seen = child.visits.get();
        const double n = seen + waiting;
        const double value = edge.reward + child.worth();
        double q = (maximise ? value - low : high - value) * scale;
        if (waiting > 0.0) q *= (n - waiting) / n;  // simulations under way count as lost
        score = puct            ? q + settings_.exploration * edge.weight * root_visits / (1.0 + n)
                : waiting > 0.0 ? q + urge / std::sqrt(n)
                                : q + urge * inverse_root(seen);
      }
      if (score > best_score) {
        best_score = score;
        best = i;
      }
    }
    return best;
  }

  // The outcome that is furthest behind its share of the visits: as random sampling, without its noise.
  std::uint32_t choose_outcome(Node& node, Worker& worker) {
    if (must_sample(game_, node.state)) return draw_outcome(node, worker);
    const std::size_t width = widened(settings_.widen_outcomes, node.visits.get(), node.edge_count);
    const double visits = node.visits.get() + 1.0;
    std::uint32_t best = 0;
    double best_lag = -kInfinity;
    bool all_proven = true;
    for (std::uint32_t i = 0; i < width; ++i) {
      const auto& edge = tree_->edge(node, i);
      const Number number = edge.child.load(std::memory_order_acquire);
      double seen = 0.0;
      if (number != kNone) {
        const Node& child = (*tree_)[number];
        const bool proven = child.proven.load(std::memory_order_relaxed);
        if (proven && (!all_proven || width < node.edge_count)) continue;  // nothing more to learn there
        if (!proven && all_proven) best_lag = -kInfinity;
        all_proven = all_proven && proven;
        seen = child.visits.get() + (parallel() ? child.under_way.get() : 0);
      } else {
        if (all_proven) best_lag = -kInfinity;
        all_proven = false;
      }
      const double lag = edge.weight * visits - seen;
      if (lag > best_lag) {
        best_lag = lag;
        best = i;
      }
    }
    return best;
  }

  // One thread only draws at a time: such games are Python's, or searched by one thread.
  std::uint32_t draw_outcome(Node& node, Worker& worker) {
    if constexpr (can_sample<G>()) {
      const Move move = game_.sample(node.state, worker.random);
      for (std::uint32_t i = 0; i < node.edge_count; ++i) {
        if (tree_->edge(node, i).move == move) return i;
      }
      if (node.edge_count < kMaxDrawn) {
        new (&tree_->edge(node, node.edge_count))
            typename Tree<G>::EdgeRecord{0.0, reward_of(game_, node.state, move), move, kNone};
        return node.edge_count++;
      }
    }
    return worker.random.below(std::max<std::uint32_t>(node.edge_count, 1));
  }

  // ---- valuing
  // -----------------------------------------------------------------------------------------------

  void value_leaves(Worker& worker) {
    worker.batch.clear();
    for (std::size_t i = 0; i < worker.used; ++i) {
      Pending& leaf = worker.pending[i];
      if (!leaf.outside) {
        const Node& node = (*tree_)[leaf.path.back().node];
        if (node.turn == Turn::Over || node.proven.load(std::memory_order_relaxed)) {
          leaf.value = node.worth();
          continue;
        }
      } else if (game_.turn(leaf.state) == Turn::Over) {
        leaf.value = game_.value(leaf.state);
        continue;
      }
      if (settings_.leaf == Leaf::Rollout) {
        leaf.value = roll_out(leaf.state, worker);
        continue;
      }
      worker.batch.push_back(leaf.state);
      leaf.value = std::numeric_limits<double>::quiet_NaN();
    }
    if (worker.batch.empty()) return;
    evaluations_.fetch_add(worker.batch.size(), std::memory_order_relaxed);
    evaluate(worker);
    std::size_t next = 0;
    for (std::size_t i = 0; i < worker.used; ++i) {
      if (std::isnan(worker.pending[i].value)) worker.pending[i].value = worker.values[next++];
    }
  }

  void evaluate(Worker& worker) {
    worker.values.resize(worker.batch.size());
    if (evaluator_ != nullptr) {
      (*evaluator_)(worker.batch, worker.values);
      return;
    }
    if constexpr (requires { game_.prefetch(worker.batch); }) game_.prefetch(worker.batch);
    for (std::size_t i = 0; i < worker.batch.size(); ++i) worker.values[i] = game_.value(worker.batch[i]);
  }

  // Any action, each as likely as the others; an outcome by its probability.
  Move random_move(const State& state, Turn turn, Worker& worker) const {
    if constexpr (requires { game_.random_move(state, worker.random); }) {
      return game_.random_move(state, worker.random);
    }
    if constexpr (can_sample<G>()) {
      if (turn == Turn::Chance && must_sample(game_, state)) return game_.sample(state, worker.random);
    }
    auto& edges = worker.edges;
    edges.clear();
    if (turn == Turn::Chance) {
      game_.outcomes(state, edges);
      return pick(edges, worker.random.uniform()).move;
    }
    game_.actions(state, edges);
    return edges[worker.random.below(static_cast<std::uint32_t>(edges.size()))].move;
  }

  double roll_out(State state, Worker& worker) {
    double collected = 0.0;
    for (int depth = 0; depth < settings_.rollout_depth; ++depth) {
      const Turn turn = game_.turn(state);
      if (turn == Turn::Over) break;
      const Move move = random_move(state, turn, worker);
      collected += reward_of(game_, state, move);
      state = game_.apply(state, move);
    }
    evaluations_.fetch_add(1, std::memory_order_relaxed);
    return collected + game_.value(state);
  }

  // ---- going back up
  // -----------------------------------------------------------------------------------------

  void back_up(Pending& leaf) {
    double carried = leaf.value;
    if (leaf.outside) carried += leaf.reward;
    note_range(carried);
    for (std::size_t i = leaf.path.size(); i-- > 0;) {
      Node& node = (*tree_)[leaf.path[i].node];
      const bool is_leaf = i + 1 == leaf.path.size();
      if (!is_leaf) carried += tree_->edge(node, leaf.path[i].edge).reward;
      const std::uint32_t visits = node.visits.get() + 1;
      node.visits.add(1);
      if (leaf.path[i].marked) node.under_way.add(-1);
      if (node.turn == Turn::Over || node.proven.load(std::memory_order_relaxed)) continue;
      if (is_leaf && visits == 1) node.first.set(carried);
      if (is_leaf || settings_.backup == Backup::Mean) {
        node.value.add((carried - node.value.get()) / visits);
        if (i <= 1) node.squares.add(carried * carried);  // only options show a standard error
      } else {
        node.value.set(combined(node));
      }
      if (settings_.prove && !is_leaf) try_to_prove(node);
      if (i == 0)
        deepest_.store(std::max(deepest_.load(std::memory_order_relaxed), leaf.path.size() - 1),
                       std::memory_order_relaxed);
    }
  }

  // What a grown node is worth by what its children are worth now.
  double combined(const Node& node) const {
    const bool chance = node.turn == Turn::Chance;
    const bool drawn = chance && must_sample(game_, node.state);
    double weights = 0.0, sum = 0.0, best = 0.0;
    for (std::size_t i = 0; i < node.edge_count; ++i) {
      const auto& edge = tree_->edge(node, i);
      const Number number = edge.child.load(std::memory_order_acquire);
      if (number == kNone) continue;
      const Node& child = (*tree_)[number];
      const double visits = child.visits.get();
      if (visits == 0.0) continue;
      const double value = edge.reward + child.worth();
      const double weight = chance && !drawn ? edge.weight : visits;
      if (weights == 0.0 || (node.turn == Turn::Max ? value > best : value < best)) best = value;
      weights += weight;
      sum += weight * value;
    }
    if (weights == 0.0) return node.value.get();
    if (chance && !drawn && settings_.unseen == Unseen::Leaf && weights < 1.0) {
      return sum + (1.0 - weights) * node.first.get();
    }
    return !chance && settings_.backup == Backup::Best ? best : sum / weights;
  }

  // Exact as soon as nothing unknown can matter.
  void try_to_prove(Node& node) {
    const bool chance = node.turn == Turn::Chance, maximise = node.turn == Turn::Max;
    if (chance && must_sample(game_, node.state)) return;
    double sum = 0.0, best = maximise ? -kInfinity : kInfinity;
    bool all = true;
    for (std::size_t i = 0; i < node.edge_count && (all || !chance); ++i) {
      const auto& edge = tree_->edge(node, i);
      const Number number = edge.child.load(std::memory_order_acquire);
      if (number == kNone || !(*tree_)[number].proven.load(std::memory_order_acquire)) {
        all = false;
        continue;
      }
      const double value = edge.reward + (*tree_)[number].worth();
      sum += edge.weight * value;
      best = maximise ? std::max(best, value) : std::min(best, value);
    }
    const bool unbeatable = !chance && (maximise ? best >= bounds_.high : best <= bounds_.low);
    if (!all && !unbeatable) return;
    node.prove(chance ? sum : best);
  }

  // Without bounds, the range of what was seen so far is what exploration is measured against.
  void note_range(double value) {
    if (fixed_range_) return;
    if (value < low_.get()) low_.set(value);
    if (value > high_.get()) high_.set(value);
  }

  // ---- the answer
  // --------------------------------------------------------------------------------------------

  void report(const State& root_state, Result<G>& result, double seconds) {
    Node& root = (*tree_)[kRoot];
    Worker worker(settings_.seed, 0);
    if (!grow(root, worker) && root.growth.load() != Tree<G>::kGrown)
      throw GameError("no room for a tree at " + game_.text(root_state));
    const bool maximise = root.turn == Turn::Max;
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < root.edge_count; ++i) {
      result.options.push_back(option(root, i));
      most = std::max(most, result.options.back().visits);
    }
    // The best by value among those that were looked at in earnest; a proven one needs no visits.
    std::stable_sort(result.options.begin(), result.options.end(), [&](const auto& a, const auto& b) {
      const auto serious = [&](const auto& o) {
        return o.kind == ValueKind::Exact              ? 2
               : o.visits * 10 >= most && o.visits > 0 ? 2
               : o.visits > 0                          ? 1
                                                       : 0;
      };
      if (serious(a) != serious(b)) return serious(a) > serious(b);
      if (a.value != b.value) return maximise ? a.value > b.value : a.value < b.value;
      return a.kind == ValueKind::Exact && b.kind != ValueKind::Exact;
    });
    follow_line(result);
    result.statistics.simulations = simulations_.load();
    result.statistics.nodes = simulations_.load();
    result.statistics.evaluations = evaluations_.load();
    result.statistics.tree_nodes = tree_->size();
    result.statistics.depth = static_cast<int>(deepest_.load());
    result.statistics.seconds = seconds;
  }

  Option<Move> option(const Node& root, std::size_t i) const {
    const auto& edge = tree_->edge(root, i);
    Option<Move> found{.action = edge.move, .value = root.value.get(), .outcomes = {}};
    const Number number = edge.child.load();
    if (number == kNone) return found;
    const Node& child = (*tree_)[number];
    found.value = edge.reward + child.worth();
    found.visits = child.visits.get();
    found.kind = child.proven.load() || child.turn == Turn::Over ? ValueKind::Exact : ValueKind::Estimate;
    if (settings_.backup == Backup::Mean && found.visits > 1 && found.kind == ValueKind::Estimate) {
      const double n = static_cast<double>(found.visits), mean = child.value.get();
      found.standard_error = std::sqrt(std::max(0.0, child.squares.get() / n - mean * mean) / (n - 1.0));
    }
    if (child.turn != Turn::Chance || child.growth.load() != Tree<G>::kGrown) return found;
    for (std::size_t e = 0; e < child.edge_count; ++e) {
      const auto& outcome = tree_->edge(child, e);
      const Number below = outcome.child.load();
      if (below == kNone || (*tree_)[below].visits.get() == 0) continue;
      const Node& after = (*tree_)[below];
      const double p = must_sample(game_, child.state) ? static_cast<double>(after.visits.get()) /
                                                             std::max<std::uint32_t>(child.visits.get(), 1)
                                                       : outcome.weight;
      found.outcomes.push_back(
          {outcome.move, p, outcome.reward + after.worth(),
           after.proven.load() || after.turn == Turn::Over ? ValueKind::Exact : ValueKind::Estimate});
    }
    return found;
  }

  void follow_line(Result<G>& result) const {
    result.line.push_back({result.options[0].action, 1.0});
    Number number = kRoot;
    for (std::size_t e = 0; e < (*tree_)[kRoot].edge_count; ++e) {
      if (tree_->edge((*tree_)[kRoot], e).move == result.options[0].action)
        number = tree_->edge((*tree_)[kRoot], e).child.load();
    }
    while (number != kRoot && number != kNone && result.line.size() < 64) {
      const Node& node = (*tree_)[number];
      if (node.growth.load() != Tree<G>::kGrown || node.edge_count == 0) return;
      std::size_t best = 0;
      double most = -1.0;
      for (std::size_t e = 0; e < node.edge_count; ++e) {
        const auto& edge = tree_->edge(node, e);
        const Number child = edge.child.load();
        const double weight = child == kNone              ? -1.0
                              : node.turn == Turn::Chance ? edge.weight
                                                          : (*tree_)[child].visits.get();
        if (weight > most) {
          most = weight;
          best = e;
        }
      }
      if (most < 0.0) return;
      const auto& edge = tree_->edge(node, best);
      result.line.push_back({edge.move, node.turn == Turn::Chance ? edge.weight : 1.0});
      number = edge.child.load();
    }
  }

  const G& game_;
  const TreeSearchSettings settings_;
  const Evaluator<G>* evaluator_;
  const Features features_;
  const Bounds bounds_;
  const bool fixed_range_;
  Tree<G>* tree_ = nullptr;
  std::size_t max_depth_ = kMaxPath;
  Relaxed<double> low_, high_;
  std::atomic<std::uint64_t> simulations_{0}, evaluations_{0};
  std::atomic<std::size_t> deepest_{0};
  std::atomic<bool> stop_{false}, failed_{false};
  std::exception_ptr failure_;
};

// The part of `tree` that is still ahead once `state` has come about: looked for a few moves below the root.
template <Game G>
std::optional<Tree<G>> reuse(const Tree<G>& tree, const typename G::State& state) {
  using Number = typename Tree<G>::Number;
  constexpr std::size_t kLooked = 20'000;
  if (tree.size() == 0) return std::nullopt;
  std::vector<Number> queue{1};
  for (std::size_t i = 0; i < queue.size() && i < kLooked; ++i) {
    const auto& node = tree[queue[i]];
    if (node.state == state) return tree.subtree(queue[i]);
    if (node.growth.load() != Tree<G>::kGrown) continue;
    for (std::size_t e = 0; e < node.edge_count; ++e) {
      if (const Number child = tree.edge(node, e).child.load(); child != Tree<G>::kNone)
        queue.push_back(child);
    }
  }
  return std::nullopt;
}

}  // namespace hazard
