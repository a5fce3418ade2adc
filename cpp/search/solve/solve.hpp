// Exact values and an optimal policy of a finite game, cycles included, with a proven error bound.
//
// 1. The game is enumerated once into flat arrays (graph.hpp).
// 2. Its strongly connected components are solved one by one, successors first (components.hpp). Within a
//    component, values are iterated in place (Gauss-Seidel) until they stop moving.
// 3. Each component's values are certified. Let r be the largest residual |TV - V| left, and w a function
// with
//      w(s) >= 1 + max over near-optimal moves of the expected w of the next state inside the component,
//    so that w bounds how long near-optimal play stays inside. Then V + r*w and V - r*w satisfy the
//    optimality inequalities, and the true value lies between them; errors of the components below add to it.
//    Moves that are worse by more than r*w cannot upset the inequalities, so they need not be bounded.
// 4. Where that fails, because best play may stay inside for ever, or takes very long to leave, the component
//    is solved by strategies, end components and elimination instead (cycles.hpp).
// Play that never ends is worth the rewards it collects, and nothing else: infinite where they add up without
// end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "search/solve/components.hpp"
#include "search/solve/cycles.hpp"
#include "search/solve/graph.hpp"

namespace hazard {

struct SolveReport {
  struct Some {  // how many states there are of a kind, and one of them
    std::size_t states = 0;
    std::uint32_t example = 0;
    void add(std::uint32_t s) {
      if (states++ == 0) example = s;
    }
  };
  double error = 0.0;  // every finite value is within this of the truth; infinite where it was not proven
  std::size_t components = 0;
  std::size_t largest_component = 0;
  std::uint64_t sweeps = 0;
  Some rises, falls;  // states worth +infinity and -infinity
  Some cancels;       // states whose rewards go up and down for ever, or are infinite both ways
  Some unsettled;     // states whose values are computed, but beyond what the solver can prove
};

// How far one backup may be off by rounding.
inline double rounding(double value) { return 4e-16 * (1.0 + std::abs(value)); }

// The same of a sum over `terms` outcomes, of which the probability itself, the product and each addition are
// rounded. `size` is the sum of their sizes, which may be large where the sum is small: they may cancel out.
inline double rounding(double size, std::size_t terms) {
  return std::max(rounding(size), 1.12e-16 * (static_cast<double>(terms) + 2.0) * size);
}

class Solver {
 public:
  Solver(Graph& graph, double tolerance, const Progress& progress)
      : graph_(graph), tolerance_(tolerance), progress_(progress) {}

  SolveReport run();

  // The value of `s` is this far from the truth at most.
  double error_at(std::uint32_t s) const {
    if (!std::isinf(graph_.value[s])) return error_of_[components_.component_of[s]];
    return doubtful_.contains(s) ? kInfinity : 0.0;
  }

  // The edge an optimal player takes: among the best, one from which play still gets on (a tie must not be
  // broken in favour of waiting for ever). Chance and the end of the game have none: the first edge stands
  // in.
  std::uint64_t best_edge(std::uint32_t s) const;

 private:
  static constexpr std::uint64_t kMaxSweeps = 2'000'000;
  // A component that elimination can take is not iterated for longer than it would take elimination.
  static constexpr std::uint64_t kFewSweeps = 2'000;
  static constexpr std::size_t kSmall = 1'000'000;
  static constexpr std::uint32_t kNoChoice = ~std::uint32_t{0};

  double edge_value(std::uint64_t e) const;
  double tie_tolerance(double value) const;

  // The right-hand side of the optimality equation: what `s` is worth if its successors are worth theirs.
  double backup(std::uint32_t s) const;

  // How far backup() may be off by rounding.
  double rounding_at(std::uint32_t s) const;
  bool leads_to_unknown(std::uint32_t s) const;

  // Only what is infinitely good for whoever moves makes up for a successor that has no value.
  double of_unknown(std::uint32_t s) const;

  // One step above a value that is not proven, which may or may not have a part in this infinite one.
  void endless_by_unproven(std::uint32_t s);

  // What a component has that could not be proven, for reasons of its own; what cancels is told by itself.
  void note_unsettled(const std::uint32_t* begin, const std::uint32_t* end, double below, double error,
                      SolveReport& report) const;
  bool loops(std::uint32_t s) const;
  double error_below(const std::uint32_t* begin, const std::uint32_t* end, std::size_t c) const;
  double solve_component(const std::uint32_t* begin, const std::uint32_t* end, std::size_t c,
                         SolveReport& report);
  bool finite_beyond(const std::uint32_t* begin, const std::uint32_t* end) const;

  // The component by itself, its states numbered as they stand in the order.
  Cycle take_out(const std::uint32_t* begin, const std::uint32_t* end, std::size_t c);
  std::vector<double> values_of(const std::uint32_t* begin, const std::uint32_t* end) const;
  void keep(const std::uint32_t* begin, const std::uint32_t* end, const Cycle& cycle,
            const CycleValues& found);

  // Iterates one component to a fixed point; returns the error proven for it.
  double iterate(const std::uint32_t* begin, const std::uint32_t* end, std::size_t c, SolveReport& report,
                 bool extrapolate, std::uint64_t most_sweeps);

  // The largest w of the header's step 3, or infinity if near-optimal play may stay inside for ever.
  double bound_steps(const std::uint32_t* begin, const std::uint32_t* end, std::size_t c, double scale,
                     std::uint64_t most_sweeps);

  // Whether every near-optimal way to play has a chance to leave the component, from every state of it.
  bool always_leaves(const std::uint32_t* begin, const std::uint32_t* end, std::size_t c, double slack);
  bool near_optimal(std::uint32_t s, std::uint64_t e, double slack) const;
  void look(std::size_t done);
  double steps_ahead(std::uint32_t s, std::size_t c, double slack) const;
  double steps_after(std::uint32_t s, std::uint64_t e) const;

  Graph& graph_;
  double tolerance_;
  const Progress& progress_;
  Components components_;
  std::vector<double> error_of_;       // of each component
  LargeVector<double> steps_;          // of each state: w above
  std::vector<std::uint32_t> choice_;  // of each state, where step 4 was needed: which of its edges is best
  std::vector<std::uint32_t> cancelling_;       // states whose rewards go up and down for ever
  std::unordered_set<std::uint32_t> doubtful_;  // states whose infinite values are not proven
  bool endless_ = false;                        // some values are infinite, or do not exist
  std::size_t work_ = 0;
};

}  // namespace hazard
