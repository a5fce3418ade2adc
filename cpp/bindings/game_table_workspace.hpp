// What a game that is a table of C functions (game_table.hpp) needs beside it: who finds words for its bytes,
// and room for the moves and states that its functions list.
#pragma once

#include <hazard_game.h>

#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "search/expectimax/expectimax.hpp"
#include "search/play_outs/numbered.hpp"

namespace hazard {

// Words for what the bytes mean, and for what goes wrong. May be asked by any thread.
class Speaker {
 public:
  virtual ~Speaker() = default;
  virtual std::string text(const void* state) const = 0;
  virtual std::string words(const void* state, bool chance, std::int64_t move) const = 0;
  // Throws what a method of the rules would have thrown for this state, and this move if there is one.
  [[noreturn]] virtual void failed(const char* method, const void* state, bool chance,
                                   const std::int64_t* move, const hazard_call& call) const = 0;
};

// What a thread needs to ask: memory for a call, and room for the successors of the nodes it is in.
template <class State>
class Workspace {
 public:
  struct Node {
    std::vector<std::int64_t> moves;
    std::vector<double> probabilities;
    std::vector<std::int32_t> turns;
    std::vector<State> states;
    std::int32_t room() const { return static_cast<std::int32_t>(moves.size()); }
    void make_room(std::int32_t count) {
      const auto size = static_cast<std::size_t>(count);
      moves.resize(size);
      probabilities.resize(size);
      turns.resize(size);
      states.resize(size);
    }
  };

  // The successors of one node, while a search is below it.
  class Visit {
   public:
    HAZARD_INLINE explicit Visit(Workspace& mine) : space(mine) {
      if (space.depth_ == space.nodes_.size()) [[unlikely]]
        space.deepen();
      node = space.nodes_[space.depth_++].get();
    }
    HAZARD_INLINE ~Visit() {
      --space.depth_;
      space.shown_of_ = nullptr;
    }
    // The successor that the search is looking at.
    void show(const State* of, std::int32_t i) const {
      space.shown_of_ = of;
      space.shown_move_ = node->moves[i];
      space.shown_ = &node->states[i];
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;
    Workspace& space;
    Node* node;
  };

  // What follows a move of a state, if that is what the search is looking at.
  const State* shown(const State* of, std::int64_t move) const {
    return of == shown_of_ && move == shown_move_ ? shown_ : nullptr;
  }

  // By a pointer of the thread, because a search asks for it at every node.
  HAZARD_INLINE static Workspace& mine() {
    if (mine_ == nullptr) [[unlikely]]
      mine_ = made();
    return *mine_;
  }

  Workspace() { take_memory(std::size_t{1} << 16); }

  // Calls until there is memory enough; what is negative then is an error.
  template <class Ask>
  HAZARD_INLINE std::int32_t ask(Ask&& question) {
    call.memory = memory_.get();
    std::int32_t answer = question(call);
    while (answer == HAZARD_NO_ROOM) [[unlikely]] {
      if (size_ >= kMostMemory) break;
      take_memory(8 * size_);
      answer = question(call);
    }
    return answer;
  }

  hazard_call call{};

 private:
  static constexpr std::size_t kMostMemory = std::size_t{1} << 31;

  [[gnu::noinline]] void take_memory(std::size_t size) {
    size_ = size;
    memory_ = std::make_unique_for_overwrite<char[]>(size);
    call.memory = memory_.get();
    call.memory_end = memory_.get() + size;
  }

  [[gnu::noinline]] void deepen() {
    nodes_.push_back(std::make_unique<Node>());
    nodes_.back()->make_room(16);
  }
  [[gnu::noinline]] static Workspace* made() {
    thread_local Workspace space;
    return &space;
  }
  static constinit inline thread_local Workspace* mine_ = nullptr;

  const State* shown_of_ = nullptr;
  const State* shown_ = nullptr;
  std::int64_t shown_move_ = 0;
  std::size_t size_ = 0, depth_ = 0;
  std::unique_ptr<char[]> memory_;
  std::vector<std::unique_ptr<Node>> nodes_;  // by depth
};

}  // namespace hazard
