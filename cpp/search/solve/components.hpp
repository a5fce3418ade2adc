// Strongly connected components of a game's graph, successors before predecessors (Tarjan 1972, iterative).
// States of different components cannot return to each other, so each component is solved once, on top of
// those below it; a component of one state without a loop needs no iteration at all.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "search/solve/graph.hpp"

namespace hazard {

struct Components {
  // States grouped by component, each component's in the order in which depth-first search left them:
  // what follows comes before what leads to it, the best order to sweep in.
  LargeVector<std::uint32_t> order;
  std::vector<std::uint32_t> first;         // component c: order[first[c]] .. order[first[c + 1]]
  LargeVector<std::uint32_t> component_of;  // of each state
  std::size_t size() const { return first.size() - 1; }
};

// `look` is called now and then, and may throw to stop.
Components find_components(const Graph& graph, const std::function<void()>& look = {});

}  // namespace hazard
