// What one thread of tree search carries along: the simulations that it has under way, and room to work in.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"
#include "search/tree/growth.hpp"
#include "search/tree/sharing.hpp"
#include "search/tree/tree.hpp"

namespace hazard {

template <Game G>
struct TreeWorker {
  using State = typename G::State;
  using Number = typename Tree<G>::Number;

  struct Step {
    Number edge;
    Number node;   // where it leads; kNone for a position that is visited for the first time
    bool meeting;  // other threads may choose this edge too
    bool marked;   // the edge knows that this simulation is under way
  };

  struct Pending {
    std::vector<Step> path;
    State state;
    double value = 0.0;
    double reward = 0.0;  // of the last step
    bool valued = false;  // over or proven: nothing to evaluate
    bool dealt = false;   // chance, whose outcomes have all just been valued
  };

  struct Returns {
    Number edge = 0, node = Tree<G>::kNone;
    std::uint32_t count = 0;
    double sum = 0.0, squares = 0.0;
  };

  TreeWorker(std::uint64_t seed, int number, bool shared)
      : thread(shared ? sharing::thread_of(number) : sharing::kNobody),
        random(mix64(seed) + static_cast<std::uint64_t>(number)) {
    room.at_once = shared ? 64 : 0;
  }

  const sharing::Thread thread;
  Random random;
  typename Tree<G>::Room room;
  std::vector<Pending> pending;
  std::size_t used = 0;
  typename TreeGrowth<G>::Scratch scratch;
  std::vector<State> batch;
  std::vector<double> values;
  std::array<Returns, 256> held_back{};  // of edges where threads meet, not in their statistics yet
  std::uint64_t allowance = 0;           // simulations that it may still make before it asks for more
  std::size_t unreported = 0;            // simulations
  std::size_t evaluations = 0;           // not reported either
  std::size_t long_lines = 0, full_tree = 0, short_play_outs = 0;  // what limits cut, not reported either
  int deepest = 0;
};

}  // namespace hazard
