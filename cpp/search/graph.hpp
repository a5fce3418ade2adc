// The whole of a finite game as flat arrays: every state once, its successors as numbers.
//
//   state       0        1              2
//   turn        Max      Chance         Over
//   first       0        2              8        8      edges of state i: first[i] .. first[i+1]
//   next        1 2      3 4 5 6 7 8
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "search/game.hpp"

namespace hazard {

// Numbers states in the order they are first seen.
template <Game G>
class StateIndex {
 public:
  using State = typename G::State;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit StateIndex(const G& game) : game_(game), slots_(1024, 0) {}

  std::uint32_t find(const State& state) const {
    const std::uint32_t found = slots_[slot_of(state)];
    return found == 0 ? kNone : found - 1;
  }

  // The state's number, a new one if need be.
  std::uint32_t add(const State& state) {
    const std::size_t slot = slot_of(state);
    if (slots_[slot] != 0) return slots_[slot] - 1;
    states_.push_back(state);
    slots_[slot] = static_cast<std::uint32_t>(states_.size());
    if (states_.size() * 2 > slots_.size()) grow();
    return static_cast<std::uint32_t>(states_.size() - 1);
  }

  const State& operator[](std::uint32_t i) const { return states_[i]; }
  std::size_t size() const { return states_.size(); }

 private:
  std::size_t slot_of(const State& state) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = game_.key(state) & mask;
    while (slots_[slot] != 0 && !(states_[slots_[slot] - 1] == state)) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    std::vector<std::uint32_t> slots(slots_.size() * 2, 0);
    const std::size_t mask = slots.size() - 1;
    for (std::size_t i = 0; i < states_.size(); ++i) {
      std::size_t slot = game_.key(states_[i]) & mask;
      while (slots[slot] != 0) slot = (slot + 1) & mask;
      slots[slot] = static_cast<std::uint32_t>(i + 1);
    }
    slots_.swap(slots);
  }

  const G& game_;
  std::vector<State> states_;
  std::vector<std::uint32_t> slots_;
};

struct Graph {
  std::vector<Turn> turn;
  std::vector<std::uint64_t> first;  // one more than there are states
  std::vector<std::uint32_t> next;
  std::vector<double> probability;
  std::vector<double> reward;  // empty where the game has no rewards
  std::vector<double> value;   // utilities where the game is over; the solver fills in the rest

  std::size_t states() const { return turn.size(); }
  std::size_t edges() const { return next.size(); }
  double reward_at(std::uint64_t edge) const { return reward.empty() ? 0.0 : reward[edge]; }
};

// Called now and then with what is being done, how much is done and how much there is (0: not known);
// throws to stop.
using Progress = std::function<void(const char* phase, std::size_t done, std::size_t total)>;

// Walks everything that can be reached from `root`, breadth first.
template <Game G>
Graph enumerate(const G& game, const typename G::State& root, StateIndex<G>& index, std::size_t max_states,
                const Progress& progress) {
  using Move = typename G::Move;
  Graph graph;
  const bool rewards = features_of(game).reward;
  index.add(root);
  graph.first.push_back(0);
  for (std::uint32_t i = 0; i < index.size(); ++i) {
    if (index.size() > max_states) {
      throw GameError("the game has more than " + std::to_string(max_states) +
                      " states; raise max_states, or search it instead of solving it");
    }
    if (i % 4096 == 0) progress("states", i, 0);
    const auto state = index[i];
    const Turn turn = game.turn(state);
    graph.turn.push_back(turn);
    graph.value.push_back(turn == Turn::Over ? static_cast<double>(game.value(state)) : 0.0);
    const auto add = [&](const Move& move, double probability = 1.0) {
      graph.next.push_back(index.add(game.apply(state, move)));
      graph.probability.push_back(probability);
      if (rewards) graph.reward.push_back(reward_of(game, state, move));
    };
    if (turn == Turn::Chance) {
      game.outcomes(state, add);
    } else if (turn != Turn::Over) {
      game.actions(state, add);
    }
    if (turn != Turn::Over && graph.next.size() == graph.first.back()) {
      throw GameError("nothing can happen in a state that is not over: " + game.text(state));
    }
    graph.first.push_back(graph.next.size());
  }
  return graph;
}

}  // namespace hazard
