// A list that a thread lends out for as long as it is in use, and then lends again.
//
// A game that finds all its moves before it tells the first of them needs room for them. The room cannot be
// one for each thread: a search goes deeper while it is told, comes back to the game, and asks for the next
// list before it has heard all of this one. So there is one for each depth, made when it is first needed.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

#include "core/game.hpp"

namespace hazard {

template <class List>
class Lent {
 public:
  Lent() {
    Shelf& here = shelf();
    if (here.lent == here.lists.size()) here.lists.push_back(std::make_unique<List>());
    list_ = here.lists[here.lent++].get();
  }
  ~Lent() { --shelf().lent; }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;

  List& operator*() const { return *list_; }
  List* operator->() const { return list_; }

 private:
  struct Shelf {
    std::vector<std::unique_ptr<List>> lists;
    std::size_t lent = 0;
  };
  static Shelf& shelf() {
    static thread_local Shelf here;
    return here;
  }
  List* list_;
};

// Tells a sink of moves, or of outcomes, what `fill` puts into a list. The rules are then compiled once, for
// lists, and not for every search that listens.
template <class Move, class Fill, class Sink>
void tell_moves(Fill&& fill, Sink&& sink) {
  if constexpr (std::is_same_v<std::remove_cvref_t<Sink>, Edges<Move>>) {
    fill(sink);
  } else {
    const Lent<Edges<Move>> listed;
    listed->clear();
    fill(*listed);
    for (const auto& edge : *listed) sink(edge.move);
  }
}

template <class Move, class Fill, class Sink>
void tell_outcomes(Fill&& fill, Sink&& sink) {
  if constexpr (std::is_same_v<std::remove_cvref_t<Sink>, Edges<Move>>) {
    fill(sink);
  } else {
    const Lent<Edges<Move>> listed;
    listed->clear();
    fill(*listed);
    for (const auto& edge : *listed) sink(edge.move, edge.probability);
  }
}

}  // namespace hazard
