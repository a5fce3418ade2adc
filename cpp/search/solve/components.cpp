#include "search/solve/components.hpp"

#include <algorithm>

namespace hazard {

Components find_components(const Graph& graph, const std::function<void()>& look) {
  constexpr std::uint32_t kUnseen = ~std::uint32_t{0};
  // Side by side, because each step needs all of them for one state.
  struct Mark {
    std::uint32_t number = kUnseen;  // when depth-first search came to the state
    std::uint32_t low = 0;           // the earliest open state that can be reached from it
    std::uint32_t component = kUnseen;
  };
  struct Visit {
    std::uint32_t state;
    std::uint64_t edge;
  };
  const auto n = static_cast<std::uint32_t>(graph.states());
  LargeVector<Mark> marks(n);
  std::vector<std::uint32_t> open;  // states whose component is not complete
  LargeVector<std::uint32_t> left;  // states in the order in which the search left them
  std::vector<Visit> path;
  Components found;
  found.first.push_back(0);
  left.reserve(n);
  std::uint32_t counter = 0;
  for (std::uint32_t root = 0; root < n; ++root) {
    if (marks[root].number != kUnseen) continue;
    path.push_back({root, graph.first[root]});
    marks[root].number = marks[root].low = counter++;
    open.push_back(root);
    while (!path.empty()) {
      Visit& visit = path.back();
      const std::uint32_t v = visit.state;
      if (visit.edge < graph.first[v + 1]) {
        const std::uint32_t w = graph.next[visit.edge++];
        Mark& mark = marks[w];
        if (mark.number == kUnseen) {
          mark.number = mark.low = counter++;
          open.push_back(w);
          path.push_back({w, graph.first[w]});
        } else if (mark.component == kUnseen) {
          marks[v].low = std::min(marks[v].low, mark.number);
        }
        continue;
      }
      left.push_back(v);
      path.pop_back();
      if (look && left.size() % 65536 == 0) look();
      const Mark mark = marks[v];
      if (!path.empty()) {
        std::uint32_t& low = marks[path.back().state].low;
        low = std::min(low, mark.low);
      }
      if (mark.low != mark.number) continue;
      const auto component = static_cast<std::uint32_t>(found.first.size() - 1);
      std::uint32_t size = 0, w;
      do {
        w = open.back();
        open.pop_back();
        marks[w].component = component;
        ++size;
      } while (w != v);
      found.first.push_back(found.first.back() + size);
    }
  }
  // Dealt out in the order they were left, the states of each component stand in that order.
  found.order.resize(n);
  found.component_of.resize(n);
  std::vector<std::uint32_t> next_place(found.first.begin(), found.first.end() - 1);
  for (const std::uint32_t v : left) {
    found.component_of[v] = marks[v].component;
    found.order[next_place[marks[v].component]++] = v;
  }
  return found;
}

}  // namespace hazard
