// Strongly connected components of a game's graph, successors before predecessors (Tarjan 1972, iterative).
// States of different components cannot return to each other, so each component is solved once, on top of
// those below it; a component of one state without a loop needs no iteration at all.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/graph.hpp"

namespace hazard {

struct Components {
  // States grouped by component, each component's in the order in which depth-first search left them:
  // what follows comes before what leads to it, the best order to sweep in.
  std::vector<std::uint32_t> order;
  std::vector<std::uint32_t> first;         // component c: order[first[c]] .. order[first[c + 1]]
  std::vector<std::uint32_t> component_of;  // of each state
  std::size_t size() const { return first.size() - 1; }
};

inline Components find_components(const Graph& graph) {
  constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  const auto n = static_cast<std::uint32_t>(graph.states());
  Components found;
  found.component_of.assign(n, kUnseen);
  found.order.reserve(n);
  found.first.push_back(0);
  std::vector<std::uint32_t> number(n, kUnseen), low(n, 0), left_at(n, 0);
  std::vector<std::uint32_t> open;  // states whose component is not complete
  struct Visit {
    std::uint32_t state;
    std::uint64_t edge;
  };
  std::vector<Visit> path;
  std::uint32_t counter = 0, left = 0;
  for (std::uint32_t root = 0; root < n; ++root) {
    if (number[root] != kUnseen) continue;
    path.push_back({root, graph.first[root]});
    number[root] = low[root] = counter++;
    open.push_back(root);
    while (!path.empty()) {
      Visit& visit = path.back();
      const std::uint32_t v = visit.state;
      if (visit.edge < graph.first[v + 1]) {
        const std::uint32_t w = graph.next[visit.edge++];
        if (number[w] == kUnseen) {
          number[w] = low[w] = counter++;
          open.push_back(w);
          path.push_back({w, graph.first[w]});
        } else if (found.component_of[w] == kUnseen) {
          low[v] = std::min(low[v], number[w]);
        }
        continue;
      }
      left_at[v] = left++;
      path.pop_back();
      if (!path.empty()) low[path.back().state] = std::min(low[path.back().state], low[v]);
      if (low[v] != number[v]) continue;
      const auto begin = found.order.size();
      const auto component = static_cast<std::uint32_t>(found.first.size() - 1);
      std::uint32_t w;
      do {
        w = open.back();
        open.pop_back();
        found.component_of[w] = component;
        found.order.push_back(w);
      } while (w != v);
      std::sort(found.order.begin() + static_cast<std::ptrdiff_t>(begin), found.order.end(),
                [&](auto a, auto b) { return left_at[a] < left_at[b]; });
      found.first.push_back(static_cast<std::uint32_t>(found.order.size()));
    }
  }
  return found;
}

}  // namespace hazard
