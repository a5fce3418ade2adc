// The tree that tree search grows: edges and nodes in two pools of fixed capacity, linked by numbers.
//
// An edge is a position as choosing among siblings sees it: how often it was visited and what it is worth.
// Siblings lie side by side, so that choosing reads a few cache lines in a row and nothing else. A position
// gets a node, with its state and its own edges, when it is visited a second time.
//
// Several threads may grow the tree at once. A node is published by setting its edge's `child`, after it is
// complete; whoever comes second drops its own copy. Edges are attached by whoever first claims the node.
// Statistics are relaxed atomics: a reader may see a value a few simulations old, which is what tree search
// lives with anyway.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/large_vector.hpp"
#include "search/tree/sharing.hpp"

namespace hazard {

// A number that threads read and write without order.
template <class T>
class Relaxed {
 public:
  T get() const { return value_.load(std::memory_order_relaxed); }
  void set(T value) { value_.store(value, std::memory_order_relaxed); }
  // `shared`: other threads may add at the same time. Alone, a plain addition is ten times cheaper.
  void add(T value, bool shared) {
    if (shared) {
      value_.fetch_add(value, std::memory_order_relaxed);
    } else {
      set(get() + value);
    }
  }

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
  static constexpr Number kRoot = 1;      // the root's node
  static constexpr Number kRootEdge = 0;  // an edge that leads to it, as to any other node
  // Distinct outcomes kept of a chance node that can only be drawn from.
  static constexpr std::size_t kMaxDrawn = 64;

  enum Growth : std::uint8_t { kLeaf, kClaimed, kGrown };
  enum Knowledge : std::uint8_t { kOpen, kOver, kProven };

  struct EdgeRecord {
    double weight;          // probability of an outcome, prior of an action
    Relaxed<double> value;  // the estimate: the step's reward and all that follows
    Relaxed<std::uint32_t> visits;
    Relaxed<std::int32_t> under_way;  // simulations that passed here and have not come back
    std::atomic<Number> child;
    Relaxed<sharing::Thread> owner;       // which thread works below this edge
    std::atomic<std::uint8_t> knowledge;  // kOver: `value` is exact. kProven: the node's `exact` is
    Move move;

    bool known() const { return knowledge.load(std::memory_order_acquire) != kOpen; }
  };

  struct Node {
    State state;
    double reward;            // of the step that leads here
    Relaxed<double> first;    // what it was worth as a leaf, without that reward
    Relaxed<double> exact;    // the edge's value once proven: written before the mark, and never again
    Relaxed<double> squares;  // of returns, for the standard error of a mean; so many of them:
    Relaxed<std::uint32_t> squared;
    Number first_edge;
    Number edge_count;
    Turn turn;
    bool drawn;  // outcomes can only be drawn and are added one by one, into room for kMaxDrawn
    std::atomic<std::uint8_t> growth;
  };

  explicit Tree(std::size_t max_nodes)
      : max_nodes_(max_nodes),
        nodes_(allocate<Node>(max_nodes + 1)),
        edges_(allocate<EdgeRecord>(max_nodes + 1)) {}

  Node& operator[](Number i) { return nodes_[i]; }
  const Node& operator[](Number i) const { return nodes_[i]; }
  EdgeRecord& edge(Number i) { return edges_[i]; }
  const EdgeRecord& edge(Number i) const { return edges_[i]; }
  EdgeRecord& edge(const Node& node, std::size_t i) { return edges_[node.first_edge + i]; }
  const EdgeRecord& edge(const Node& node, std::size_t i) const { return edges_[node.first_edge + i]; }

  // What the step along `edge` is worth, its reward included.
  double worth(const EdgeRecord& edge) const {
    return edge.knowledge.load(std::memory_order_acquire) == kProven
               ? nodes_[edge.child.load(std::memory_order_relaxed)].exact.get()
               : edge.value.get();
  }

  // `truth` without the reward of the step.
  void prove(EdgeRecord& edge, Node& node, double truth) {
    node.exact.set(node.reward + truth);
    edge.knowledge.store(kProven, std::memory_order_release);
  }

  // Positions in the tree, and nodes among them.
  std::size_t size() const { return used_edges_.load(); }
  std::size_t node_count() const { return used_nodes_.load(); }
  std::size_t max_nodes() const { return max_nodes_; }

  void plant(const State& root, Turn turn) {
    Room room;
    Number first = 0;
    add_edges(1, first, room);
    new (&edges_[kRootEdge]) EdgeRecord{};
    edges_[kRootEdge].child.store(add(root, turn, 0.0, room));
  }

  // Places that one thread has set aside for itself: taking them one by one would make all threads wait for
  // one counter.
  struct Room {
    std::size_t node = 0, last_node = 0, edge = 0, last_edge = 0;
    std::size_t at_once = 0;  // positions to set aside; none: only what is needed
  };

  // A new node, or kNone when the pool is full.
  Number add(const State& state, Turn turn, double reward, Room& room) {
    if (room.node == room.last_node && !set_aside(used_nodes_, 1, room.at_once, room.node, room.last_node))
      return kNone;
    const auto number = static_cast<Number>(++room.node);  // 0 is kNone
    Node* node = new (&nodes_[number]) Node{};
    node->state = state;
    node->turn = turn;
    node->reward = reward;
    return number;
  }

  // Room for `count` edges in a row: its first number, or false when the pool is full.
  bool add_edges(std::size_t count, Number& first, Room& room) {
    if (room.edge + count > room.last_edge) {
      give_back(room);
      if (!set_aside(used_edges_, count, 4 * room.at_once, room.edge, room.last_edge)) return false;
    }
    first = static_cast<Number>(room.edge);
    room.edge += count;
    return true;
  }

  // Ends the use of what was set aside, so that every edge up to size() is an edge.
  void give_back(Room& room) {
    for (; room.edge < room.last_edge; ++room.edge) new (&edges_[room.edge]) EdgeRecord{};
  }

  // Forgets all; the memory that was used stays at hand.
  void clear() {
    used_nodes_.store(0);
    used_edges_.store(0);
  }

  // Copies the part below `root_edge` into `kept`, whose root it becomes. One thread only.
  void copy_subtree(Number root_edge, Tree& kept) const {
    kept.clear();
    Room room;
    const Node& root = nodes_[edges_[root_edge].child.load()];
    kept.plant(root.state, root.turn);
    kept.copy_statistics(*this, root_edge, kRootEdge);
    std::vector<std::pair<Number, Number>> queue{{edges_[root_edge].child.load(), kRoot}};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const Node& from = nodes_[queue[i].first];
      Node& to = kept.nodes_[queue[i].second];
      if (from.growth.load() != kGrown) continue;
      if (!kept.add_edges(from.drawn ? kMaxDrawn : from.edge_count, to.first_edge, room)) continue;
      to.edge_count = from.edge_count;
      to.drawn = from.drawn;
      to.growth.store(kGrown);
      for (Number e = 0; e < from.edge_count; ++e) {
        const EdgeRecord& old = edge(from, e);
        EdgeRecord* copy = new (&kept.edges_[to.first_edge + e]) EdgeRecord{};
        copy->weight = old.weight;
        copy->move = old.move;
        if (const Number child = old.child.load(); child != kNone) {
          copy->child.store(kept.add(nodes_[child].state, nodes_[child].turn, nodes_[child].reward, room));
          queue.push_back({child, copy->child.load()});
        }
        kept.copy_statistics(*this, from.first_edge + e, to.first_edge + e);
      }
      for (Number e = from.edge_count; from.drawn && e < kMaxDrawn; ++e) {
        new (&kept.edges_[to.first_edge + e]) EdgeRecord{};
      }
    }
    // A root is worth its state alone: the step that led to it is in the past.
    Node& planted = kept.nodes_[kRoot];
    kept.edges_[kRootEdge].value.add(-planted.reward, false);
    planted.exact.add(-planted.reward, false);
    planted.reward = 0.0;
  }

 private:
  // Takes `wanted` places or, if there are not so many left, `needed`.
  bool set_aside(std::atomic<std::size_t>& used, std::size_t needed, std::size_t wanted, std::size_t& first,
                 std::size_t& last) {
    std::size_t taken = used.load(std::memory_order_relaxed);
    std::size_t count = 0;
    do {
      const std::size_t left = max_nodes_ - taken;
      if (left < needed) return false;
      count = std::max(needed, std::min(wanted, left / 16));
    } while (!used.compare_exchange_weak(taken, taken + count, std::memory_order_relaxed));
    first = taken;
    last = taken + count;
    return true;
  }

  template <class T>
  struct Free {
    std::size_t count = 0;
    void operator()(T* memory) const { LargeAllocator<T>().deallocate(memory, count); }
  };
  template <class T>
  using Memory = std::unique_ptr<T[], Free<T>>;
  // Fresh pages stay unmapped until they are touched: a large limit costs nothing until it is used. Every
  // node and edge is constructed in place before it is read.
  template <class T>
  static Memory<T> allocate(std::size_t count) {
    return Memory<T>(LargeAllocator<T>().allocate(count), Free<T>{count});
  }

  void copy_statistics(const Tree& other, Number from, Number to) {
    const EdgeRecord& old = other.edges_[from];
    EdgeRecord& fresh = edges_[to];
    fresh.value.set(old.value.get());
    fresh.visits.set(old.visits.get());
    fresh.knowledge.store(old.knowledge.load());
    if (old.child.load() == kNone) return;
    const Node& source = other.nodes_[old.child.load()];
    Node& node = nodes_[fresh.child.load()];
    node.reward = source.reward;
    node.first.set(source.first.get());
    node.exact.set(source.exact.get());
    node.squares.set(source.squares.get());
    node.squared.set(source.squared.get());
  }

  std::size_t max_nodes_;
  Memory<Node> nodes_;
  Memory<EdgeRecord> edges_;
  alignas(64) std::atomic<std::size_t> used_nodes_{0}, used_edges_{0};
};

}  // namespace hazard
