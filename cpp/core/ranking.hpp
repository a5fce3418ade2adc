// Puts lists in order by a number for each item. The numbers are sorted by one function for all lists,
// whatever they hold: it is compiled once, and not for every game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/lent.hpp"

namespace hazard {

class Ranking {
 public:
  struct Rank {
    double number;
    std::uint32_t place;  // in the list as it was
  };

  void clear() { ranks_.clear(); }
  void add(double number) { ranks_.push_back({number, static_cast<std::uint32_t>(ranks_.size())}); }
  std::size_t size() const { return ranks_.size(); }
  std::uint32_t& operator[](std::size_t i) { return ranks_[i].place; }

  // The greatest number first; equal ones stay in their order.
  void sort();

 private:
  std::vector<Rank> ranks_;
};

// The greatest `number(item)` first; equal ones stay in their order.
template <class List>
void sort_by(List&& list, auto&& number) {
  const Lent<Ranking> ranking;
  Ranking& places = *ranking;
  places.clear();
  for (std::size_t i = 0; i < list.size(); ++i) places.add(number(std::as_const(list[i])));
  places.sort();
  // Every item goes to its place, around each circle of places once.
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] == i) continue;
    auto first = std::move(list[i]);
    std::size_t to = i;
    while (places[to] != i) {
      const std::size_t from = places[to];
      list[to] = std::move(list[from]);
      places[to] = static_cast<std::uint32_t>(to);
      to = from;
    }
    list[to] = std::move(first);
    places[to] = static_cast<std::uint32_t>(to);
  }
}

}  // namespace hazard
