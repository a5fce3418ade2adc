// All that can follow a state, valued together: one call for an evaluator that values many states faster than
// one by one.
#pragma once

#include <cstddef>
#include <vector>

#include "core/game.hpp"
#include "core/result.hpp"

namespace hazard {

template <Game G>
class Followers {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  // An action or an outcome, and what it leads to.
  struct Follower {
    Edge<Move> edge;
    State state;
    double reward;
    double value;  // with the step's reward
    bool over;
  };

  // Room to work in; it allocates only while it grows.
  struct Room {
    std::vector<Follower> list;
    std::vector<State> states;
    std::vector<double> values;
    std::size_t evaluations = 0;  // made and not yet reported
  };

  Followers(const G& game, const Evaluator<G>* evaluator)
      : game_(game), evaluator_(evaluator), has_rewards_(features_of(game).reward) {}

  // Makes `room.list` what follows `from` along the edges, in their order.
  void list(const State& from, const Edges<Move>& edges, Room& room) const {
    room.list.clear();
    room.states.clear();
    for (const auto& edge : edges) {
      const State next = game_.apply(from, edge.move);
      const double reward = has_rewards_ ? reward_of(game_, from, edge.move) : 0.0;
      const bool over = game_.turn(next) == Turn::Over;
      room.list.push_back({edge, next, reward, reward + (over ? game_.value(next) : 0.0), over});
      if (!over) room.states.push_back(next);
    }
    evaluate(room.states, room.values);
    room.evaluations += room.states.size();
    std::size_t next = 0;
    for (Follower& follower : room.list) {
      if (!follower.over) follower.value += room.values[next++];
    }
  }

  // States that are not over.
  void evaluate(const std::vector<State>& states, std::vector<double>& values) const {
    values.resize(states.size());
    if (states.empty()) return;
    if (evaluator_ != nullptr) {
      (*evaluator_)(states, values);
      return;
    }
    if constexpr (requires { game_.prefetch(states); }) game_.prefetch(states);
    values_of<G>(game_, states, values);
  }

 private:
  const G& game_;
  const Evaluator<G>* evaluator_;
  const bool has_rewards_;
};

}  // namespace hazard
