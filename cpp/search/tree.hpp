// The tree that tree search grows: nodes and edges in two pools of fixed capacity, linked by numbers.
//
// Several threads may grow it at once. A node is published by setting its edge's `child`, after it is
// complete; whoever comes second drops its own copy. Edges are attached by whoever first claims the node.
// Statistics are relaxed atomics: a reader may see a value one simulation old, which is what tree search
// lives with anyway.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "search/game.hpp"

namespace hazard {

// A number that threads add to and read without order. Unlike std::atomic it may be copied with its node.
template <class T>
class Relaxed {
 public:
  T get() const { return value_.load(std::memory_order_relaxed); }
  void set(T value) { value_.store(value, std::memory_order_relaxed); }
  void add(T value) { value_.fetch_add(value, std::memory_order_relaxed); }

 private:
  std::atomic<T> value_{};
};

template <Game G>
class Tree {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Number = std::uint32_t;
  static constexpr Number kNone = 0;
  // Distinct outcomes kept of a chance node that can only be drawn from.
  static constexpr std::size_t kMaxDrawn = 64;

  enum Growth : std::uint8_t { kLeaf, kClaimed, kGrown };

  struct EdgeRecord {
    double weight;  // probability of an outcome, prior of an action
    double reward;
    Move move;
    std::atomic<Number> child;
  };

  // Choosing among siblings reads the first half of each and nothing else: one cache line a sibling.
  struct alignas(64) Node {
    Relaxed<std::uint32_t> visits;
    Relaxed<std::int32_t> under_way;  // simulations that passed here and have not come back
    Relaxed<double> value;            // the estimate
    Relaxed<double> exact;            // the value once proven: written before `proven`, and never again
    std::atomic<bool> proven;         // `exact` holds, to the end of the game
    std::atomic<std::uint8_t> growth;
    Turn turn;
    bool drawn;         // outcomes can only be drawn and are added one by one, into room for kMaxDrawn
    Number edge_count;  // edges in use
    std::uint64_t first_edge;
    Relaxed<double> first;    // what it was worth as a leaf
    Relaxed<double> squares;  // sum of squared returns, for the standard error of a mean
    State state;

    double worth() const { return proven.load(std::memory_order_acquire) ? exact.get() : value.get(); }
    void prove(double truth) {
      exact.set(truth);
      proven.store(true, std::memory_order_release);
    }
  };

  explicit Tree(std::size_t max_nodes)
      : max_nodes_(max_nodes),
        max_edges_(max_nodes * kEdgesPerNode),
        nodes_(allocate<Node>(max_nodes + 1)),
        edges_(allocate<EdgeRecord>(max_edges_)) {}

  Node& operator[](Number i) { return nodes_[i]; }
  const Node& operator[](Number i) const { return nodes_[i]; }
  void expect(Number i) const { __builtin_prefetch(&nodes_[i]); }
  EdgeRecord& edge(const Node& node, std::size_t i) { return edges_[node.first_edge + i]; }
  const EdgeRecord& edge(const Node& node, std::size_t i) const { return edges_[node.first_edge + i]; }

  std::size_t size() const { return std::min<std::size_t>(used_nodes_.load(), max_nodes_); }
  std::size_t max_nodes() const { return max_nodes_; }

  // A new node, or kNone when the pool is full.
  Number add(const State& state, Turn turn) {
    if (used_nodes_.load(std::memory_order_relaxed) >= max_nodes_) return kNone;
    const std::size_t number = used_nodes_.fetch_add(1, std::memory_order_relaxed) + 1;
    if (number > max_nodes_) return kNone;
    Node* node = new (&nodes_[number]) Node{};
    node->state = state;
    node->turn = turn;
    return static_cast<Number>(number);
  }

  // Room for `count` edges in a row: its first number, or false when the pool is full.
  bool add_edges(std::size_t count, std::uint64_t& first) {
    if (used_edges_.load(std::memory_order_relaxed) + count > max_edges_) return false;
    first = used_edges_.fetch_add(count, std::memory_order_relaxed);
    return first + count <= max_edges_;
  }

  // Makes a new tree of the part below `root`, which becomes node 1. One thread only.
  Tree subtree(Number root) const {
    Tree kept(max_nodes_);
    std::vector<std::pair<Number, Number>> queue{{root, kept.copy_node(nodes_[root])}};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const Node& from = nodes_[queue[i].first];
      Node& to = kept.nodes_[queue[i].second];
      if (from.growth.load() != kGrown) continue;
      std::uint64_t first = 0;
      if (!kept.add_edges(from.drawn ? kMaxDrawn : from.edge_count, first)) continue;
      to.first_edge = first;
      to.edge_count = from.edge_count;
      to.drawn = from.drawn;
      to.growth.store(kGrown);
      for (std::size_t e = 0; e < from.edge_count; ++e) {
        const EdgeRecord& old = edge(from, e);
        EdgeRecord* copy = new (&kept.edges_[first + e]) EdgeRecord{old.weight, old.reward, old.move, kNone};
        if (const Number child = old.child.load(); child != kNone) {
          copy->child.store(kept.copy_node(nodes_[child]));
          queue.push_back({child, copy->child.load()});
        }
      }
    }
    return kept;
  }

  Tree(Tree&& other) noexcept
      : max_nodes_(other.max_nodes_),
        max_edges_(other.max_edges_),
        nodes_(std::move(other.nodes_)),
        edges_(std::move(other.edges_)),
        used_nodes_(other.used_nodes_.load()),
        used_edges_(other.used_edges_.load()) {}

 private:
  // Edges are small and many nodes never get any; a full edge pool ends growth as a full node pool does.
  static constexpr std::size_t kEdgesPerNode = 8;

  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  // Fresh pages stay unmapped until they are touched: a large limit costs nothing until it is used. Every
  // node and edge is constructed in place before it is read.
  template <class T>
  static std::unique_ptr<T[], Free> allocate(std::size_t count) {
    const std::size_t bytes = (count * sizeof(T) + 63) / 64 * 64;
    auto* memory = static_cast<T*>(std::aligned_alloc(64, bytes));
    if (memory == nullptr) throw std::bad_alloc();
    return std::unique_ptr<T[], Free>(memory);
  }

  Number copy_node(const Node& from) {
    const Number number = add(from.state, from.turn);
    Node& to = nodes_[number];
    to.exact.set(from.exact.get());
    to.proven.store(from.proven.load());
    to.visits.set(from.visits.get());
    to.value.set(from.value.get());
    to.first.set(from.first.get());
    to.squares.set(from.squares.get());
    return number;
  }

  std::size_t max_nodes_, max_edges_;
  std::unique_ptr<Node[], Free> nodes_;
  std::unique_ptr<EdgeRecord[], Free> edges_;
  std::atomic<std::size_t> used_nodes_{0}, used_edges_{0};
};

}  // namespace hazard
