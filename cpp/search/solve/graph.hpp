// The whole of a finite game as flat arrays: every state once, its successors as numbers.
//
//   state       0        1              2
//   turn        Max      Chance         Over
//   first       0        2              8        8      edges of state i: first[i] .. first[i+1]
//   next        1 2      3 4 5 6 7 8
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "core/large_vector.hpp"
#include "core/memory.hpp"

namespace hazard {

// Numbers states in the order they are first seen. A slot keeps part of the key, so that almost every look-up
// touches one place in memory; on large games that, and asking for it early, is what the time goes into.
template <Game G>
class StateIndex {
 public:
  using State = typename G::State;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit StateIndex(const G& game) : game_(game), slots_(1024) {}

  std::uint32_t find(const State& state) const { return find(state, game_.key(state)); }
  std::uint32_t find(const State& state, std::uint64_t key) const {
    return slots_[slot_of(state, key)].number;
  }

  // The state's number, a new one if need be.
  std::uint32_t add(const State& state, std::uint64_t key) {
    Slot& slot = slots_[slot_of(state, key)];
    if (slot.number != kNone) return slot.number;
    const auto number = static_cast<std::uint32_t>(states_.size());
    slot = {tag_of(key), number};
    states_.push_back(state);
    if (states_.size() * 2 > slots_.size()) grow();
    return number;
  }

  void expect(std::uint64_t key) const { __builtin_prefetch(&slots_[key & (slots_.size() - 1)]); }

  const State& operator[](std::uint32_t i) const { return states_[i]; }
  std::size_t size() const { return states_.size(); }

  // What it takes, for a moment, to make room for the states that may come soon.
  std::size_t bytes_ahead() const {
    const std::size_t table = grows_soon(2 * states_.size(), slots_.size()) ? 4 * slots_.size() : 0;
    return table * sizeof(Slot) + hazard::bytes_ahead(states_);
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = kNone;
  };

  static std::uint32_t tag_of(std::uint64_t key) { return static_cast<std::uint32_t>(key >> 32); }

  std::size_t slot_of(const State& state, std::uint64_t key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = key & mask;
    while (slots_[i].number != kNone &&
           !(slots_[i].tag == tag_of(key) && states_[slots_[i].number] == state)) {
      i = (i + 1) & mask;
    }
    return i;
  }

  void grow() {
    LargeVector<Slot> slots(slots_.size() * 4);
    const std::size_t mask = slots.size() - 1;
    for (std::size_t number = 0; number < states_.size(); ++number) {
      const std::uint64_t key = game_.key(states_[number]);
      std::size_t i = key & mask;
      while (slots[i].number != kNone) i = (i + 1) & mask;
      slots[i] = {tag_of(key), static_cast<std::uint32_t>(number)};
    }
    slots_.swap(slots);
  }

  const G& game_;
  LargeVector<State> states_;
  LargeVector<Slot> slots_;
};

struct Graph {
  LargeVector<Turn> turn;
  LargeVector<std::uint64_t> first;  // one more than there are states
  LargeVector<std::uint32_t> next;
  LargeVector<double> probability;
  LargeVector<double> reward;  // empty where no step of the game pays anything
  LargeVector<double> value;   // utilities where the game is over; the solver fills in the rest

  std::size_t states() const { return turn.size(); }
  std::size_t edges() const { return next.size(); }
  double reward_at(std::uint64_t edge) const { return reward.empty() ? 0.0 : reward[edge]; }
  std::size_t bytes_ahead() const {
    return hazard::bytes_ahead(turn) + hazard::bytes_ahead(first) + hazard::bytes_ahead(next) +
           hazard::bytes_ahead(probability) + hazard::bytes_ahead(reward) + hazard::bytes_ahead(value);
  }
};

// Called now and then with what is being done, how much is done and how much there is (0: not known);
// throws to stop.
using Progress = std::function<void(const char* phase, std::size_t done, std::size_t total)>;

// What a game may take. Many games have more states than their author thinks, some have no last one.
struct Limits {
  Limits(std::size_t most_states, std::size_t most_bytes = std::numeric_limits<std::size_t>::max())  // NOLINT
      : states(most_states), bytes(most_bytes) {}
  std::size_t states, bytes;
};

// Keeps to the limits while states are being listed, and tells how far it has got.
template <Game G>
class Listing {
 public:
  // `watch` is called each time the number of states has doubled, with how many of them are still to be
  // followed.
  using Watch = std::function<void(const StateIndex<G>&, std::size_t open)>;

  Listing(const G& game, const StateIndex<G>& index, const Limits& limits, const Progress& progress,
          const Watch& watch)
      : game_(game), index_(index), limits_(limits), progress_(progress), watch_(watch) {}

  // Before each move that is followed, for a single node may have a million of them. A game in Python may
  // take its time over each: there the clock decides when to look.
  void look() {
    if constexpr (is_interpreted<G>()) {
      const auto now = std::chrono::steady_clock::now();
      if (now - looked_ < std::chrono::milliseconds(5)) return;
      looked_ = now;
    } else if (++moves_ % kStatesPerLook != 0) {
      return;
    }
    progress_("states", index_.size(), 0);
  }

  // `graph` is what is made of the states, where it is made at once.
  void check(const Graph* graph = nullptr) {
    if (index_.size() > limits_.states) {
      throw GameError("solve.more_states_than_allowed",
                      {{"most", std::to_string(limits_.states)}, {"samples", samples()}});
    }
    look();
    if (done_++ % kStatesPerLook != 0) return;
    progress_("states", index_.size(), 0);
    if (bytes(graph) > limits_.bytes) {
      throw GameError("solve.states_take_too_much", {{"most", std::to_string(limits_.bytes / 1'000'000)},
                                                     {"count", std::to_string(index_.size())},
                                                     {"samples", samples()}});
    }
    if (index_.size() < next_watch_) return;
    next_watch_ = 2 * index_.size();
    if (watch_) watch_(index_, index_.size() + 1 - std::min(done_, index_.size()));
  }

 private:
  // A game in Python may take its time over each state.
  static constexpr std::size_t kStatesPerLook = is_interpreted<G>() ? 256 : 4096;
  // What the solver will need for each state.
  static constexpr std::size_t kSolving = 40;

  // What the process has grown by since listing began: whatever a state consists of, wherever it lives. With
  // it, what arrays that are full will take while they move, and what comes after listing: an array must
  // not be moved into memory that is not there.
  std::size_t bytes(const Graph* graph) const {
    const std::size_t now = resident_bytes();
    std::size_t ahead = index_.bytes_ahead() + kSolving * index_.size();
    if (graph != nullptr) ahead += graph->bytes_ahead();
    if constexpr (requires { game_.bytes_ahead(); }) ahead += game_.bytes_ahead();
    return (now > before_ ? now - before_ : 0) + ahead;
  }

  std::string samples() const {
    std::string samples;
    const auto size = static_cast<std::uint32_t>(index_.size());
    for (const std::uint32_t i : {std::uint32_t{0}, size / 2, size - 1})
      samples += (samples.empty() ? "" : ", ") + game_.text(index_[i]);
    return samples;
  }

  const G& game_;
  const StateIndex<G>& index_;
  const Limits limits_;
  const Progress& progress_;
  const Watch& watch_;
  std::size_t done_ = 0, moves_ = 0, next_watch_ = 2048;
  std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
  const std::size_t before_ = resident_bytes();
};

// Walks everything that can be reached from `root`, breadth first.
template <Game G>
Graph enumerate(const G& game, const typename G::State& root, StateIndex<G>& index, const Limits& limits,
                const Progress& progress, const typename Listing<G>::Watch& watch = {}) {
  using Move = typename G::Move;
  Graph graph;
  struct Successor {
    typename G::State state;
    std::uint64_t key;
    double probability, reward;
  };
  std::vector<Successor> successors;
  index.add(root, game.key(root));
  graph.first.push_back(0);
  Listing<G> listing(game, index, limits, progress, watch);
  for (std::uint32_t i = 0; i < index.size(); ++i) {
    listing.check(&graph);
    const auto state = index[i];
    const Turn turn = turn_before_moves(game, state);
    graph.turn.push_back(turn);
    graph.value.push_back(turn == Turn::Over ? static_cast<double>(game.value(state)) : 0.0);
    successors.clear();
    const auto follow = [&](const Move& move, double probability = 1.0) {
      if (probability <= 0.0) return;  // it cannot happen, and the game need not know what would follow
      listing.look();
      const auto next = game.apply(state, move);
      const std::uint64_t key = game.key(next);
      index.expect(key);
      successors.push_back({next, key, probability, reward_of(game, state, move)});
    };
    if (turn == Turn::Chance) {
      game.outcomes(state, follow);
    } else if (turn != Turn::Over) {
      game.actions(state, follow);
    }
    if (turn != Turn::Over && successors.empty()) {
      throw GameError("game.nothing_can_happen", {{"state", game.text(state)}});
    }
    double sum = 0.0;
    for (const auto& successor : successors) {
      sum += successor.probability;
      if (successor.reward != 0.0 && graph.reward.empty()) graph.reward.assign(graph.next.size(), 0.0);
      graph.next.push_back(index.add(successor.state, successor.key));
      graph.probability.push_back(successor.probability);
      if (successor.reward != 0.0 || !graph.reward.empty()) graph.reward.push_back(successor.reward);
    }
    // A user's rounded probabilities may miss one by a little: round a cycle, that would make or lose value.
    if (turn == Turn::Chance && std::abs(sum - 1.0) > 1e-13) {
      for (std::uint64_t e = graph.first.back(); e < graph.next.size(); ++e) graph.probability[e] /= sum;
    }
    graph.first.push_back(graph.next.size());
  }
  return graph;
}

}  // namespace hazard
