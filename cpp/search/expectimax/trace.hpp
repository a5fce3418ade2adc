// The log of a search: the nodes it visits with their windows, in the order of the visits, up to a limit.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/game.hpp"
#include "core/result.hpp"

namespace hazard {

template <Game G>
class Trace {
 public:
  using Node = TraceNode<G>;

  explicit Trace(std::int64_t limit) : limit_(limit), room_(limit) {}

  // Also where nothing is to be logged at all. Asked at every node.
  bool full() const { return room_ == 0; }

  // Forgets everything and starts with the root.
  void begin(const Node& root) {
    nodes_.clear();
    room_ = limit_;
    current_ = -1;
    if (!full()) enter(root);
  }

  // Logs `node` as a child of the one that was entered last and not left; returns its number.
  std::int64_t enter(Node node) {
    node.parent = current_;
    --room_;
    nodes_.push_back(std::move(node));
    return current_ = static_cast<std::int64_t>(nodes_.size()) - 1;
  }

  void leave(std::int64_t number, double value, ValueKind kind, Cut cut) {
    Node& node = nodes_[number];
    node.value = value;
    node.kind = kind;
    node.cut = cut;
    current_ = node.parent;
  }

  // What the root is worth is known last.
  void finish(double value, ValueKind kind) {
    if (!nodes_.empty()) leave(0, value, kind, Cut::None);
  }

  std::vector<Node> take() { return std::move(nodes_); }

 private:
  std::int64_t limit_, room_;
  std::int64_t current_ = -1;
  std::vector<Node> nodes_;
};

}  // namespace hazard
