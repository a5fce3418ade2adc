// What a search hands back; hazard.Decision in Python is made of this.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"

namespace hazard {

enum class ValueKind : std::uint8_t { Exact, Lower, Upper, Estimate };

inline const char* to_string(ValueKind kind) {
  constexpr const char* names[] = {"exact", "lower", "upper", "estimate"};
  return names[static_cast<int>(kind)];
}

template <class Move>
struct OutcomeValue {
  Move outcome;
  double probability;
  double value;  // the outcome's reward included
  ValueKind kind;
};

inline constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();

template <class Move>
struct Option {
  Move action;
  double value;  // the action's reward included
  ValueKind kind = ValueKind::Estimate;
  std::uint64_t visits = 0;
  double standard_error = 0.0;
  double prior = kNotGiven, policy = kNotGiven;
  std::vector<OutcomeValue<Move>> outcomes;
  bool grouped = false;  // an outcome may stand for others, with their probability
};

struct Statistics {
  std::uint64_t nodes = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t table_hits = 0;
  std::uint64_t table_bytes = 0;
  std::uint64_t alpha_beta_cuts = 0;
  std::uint64_t star1_cuts = 0;
  std::uint64_t star2_cuts = 0;
  std::uint64_t table_cuts = 0;
  std::uint64_t reach_cuts = 0;
  std::uint64_t simulations = 0;
  std::uint64_t tree_nodes = 0;
  // What the engine's own limits cut: lines of play, runs of chance, simulations that found no room in the
  // tree, play-outs that came to no end.
  std::uint64_t long_lines = 0;
  std::uint64_t chance_runs = 0;
  std::uint64_t full_tree = 0;
  std::uint64_t short_play_outs = 0;
  int depth = 0;
  double seconds = 0.0;
};

enum class Cut : std::uint8_t { None, AlphaBeta, Star1, Star2, Table, Reach, Horizon, Over };

inline const char* to_string(Cut cut) {
  constexpr const char* names[] = {"", "alpha-beta", "star1", "star2", "table", "reach", "horizon", "over"};
  return names[static_cast<int>(cut)];
}

template <class G>
struct TraceNode {
  std::int64_t parent = -1;  // index in the trace, -1 for the root
  typename G::State from{};
  typename G::Move move{};
  double probability = 1.0;
  double reward = 0.0;  // of the step that led here; the value is of what comes after it
  Turn turn = Turn::Over;
  int depth = 0;
  double alpha = 0.0, beta = 0.0, value = 0.0;
  ValueKind kind = ValueKind::Estimate;
  Cut cut = Cut::None;
  bool probe = false;  // Star2: an action right below chance, past an outcome that is not searched yet
};

template <class G>
struct Result {
  std::vector<Option<typename G::Move>> options;  // best first for whoever moves
  std::vector<Edge<typename G::Move>> line;       // the principal line
  Statistics statistics;
  Stop stopped = Stop::Complete;
  std::vector<TraceNode<G>> trace;
};

// Values for a batch of states that are not over, in place of the game's own `value`.
template <class G>
using Evaluator = std::function<void(std::span<const typename G::State>, std::span<double>)>;

}  // namespace hazard
