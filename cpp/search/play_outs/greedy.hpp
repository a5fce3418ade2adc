// A game played to its end by values alone, variance-reduced.
//
// Whoever moves takes what leads to the best value. Where chance moves, all that it can bring is valued, and
// by how much the outcome that came about is better than the mean is taken off the result. On average that
// changes nothing, whatever the values are; but the better they are, the less results differ, and with the
// true values of this way to play they are all the same (advantage sums: Zinkevich, Bowling, Bard, Kan and
// Billings 2006; players of backgammon say variance reduction).
#pragma once

#include <cstddef>
#include <vector>

#include "core/chance.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "search/play_outs/followers.hpp"

namespace hazard {

template <Game G>
class GreedyPlayOut {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Room = typename Followers<G>::Room;

  // `longest`: after so many moves a game ends with the value of where it is.
  GreedyPlayOut(const G& game, const Evaluator<G>* evaluator, int longest)
      : game_(game), followers_(game, evaluator), longest_(longest) {}

  // What can follow `state`, valued. Many games from one state need it only once.
  void look(const State& state, Room& room) {
    edges_.clear();
    room.list.clear();
    const Turn turn = turn_before_moves(game_, state);
    if (turn == Turn::Over || must_draw(turn, state)) return;
    if (turn == Turn::Chance) {
      game_.outcomes(state, edges_);
    } else {
      list_actions(game_, state, edges_);
    }
    followers_.list(state, edges_, room);
  }

  // The result of one game from `state`, whose followers are `first`; `each_move` is called before each move.
  double play(const State& state, const Room& first, Random& random, auto&& each_move) {
    State now = state;
    const Room* seen = &first;
    double result = 0.0;
    for (int moves = 0; moves < longest_; ++moves) {
      const Turn turn = game_.turn(now);
      if (turn == Turn::Over) return result + game_.value(now);
      each_move();
      if (must_draw(turn, now)) {
        result += draw(now, random);
      } else {
        if (seen == nullptr) look(now, room_);
        const auto& list = seen == nullptr ? room_.list : seen->list;
        const auto& next = turn == Turn::Chance ? picked(list, random.uniform()) : best(list, turn);
        result += next.reward;
        if (turn == Turn::Chance) result -= next.value - mean(list);
        now = next.state;
      }
      seen = nullptr;
    }
    return result + value(now);
  }

  // Values asked for since the last time.
  std::size_t evaluations() {
    const std::size_t made = room_.evaluations;
    room_.evaluations = 0;
    return made;
  }

 private:
  using Follower = typename Followers<G>::Follower;
  using List = std::vector<Follower>;

  bool must_draw(Turn turn, const State& state) const {
    return turn == Turn::Chance && must_sample(game_, state);
  }

  // Chance that cannot be listed is drawn from, and its luck stays in.
  double draw(State& state, Random& random) const {
    double reward = 0.0;
    if constexpr (can_sample<G>()) {
      const Move move = game_.sample(state, random);
      reward = reward_of(game_, state, move);
      state = game_.apply(state, move);
    }
    return reward;
  }

  static const Follower& picked(const List& list, double uniform) {
    for (const Follower& follower : list) {
      uniform -= follower.edge.probability;
      if (uniform < 0.0) return follower;
    }
    return list.back();
  }

  static const Follower& best(const List& list, Turn turn) {
    const Follower* best = &list.front();
    for (const Follower& follower : list) {
      if (turn == Turn::Max ? follower.value > best->value : follower.value < best->value) best = &follower;
    }
    return *best;
  }

  static double mean(const List& list) {
    double sum = 0.0;
    for (const Follower& follower : list) sum += follower.edge.probability * follower.value;
    return sum;
  }

  double value(const State& state) {
    if (game_.turn(state) == Turn::Over) return game_.value(state);
    room_.states.assign(1, state);
    followers_.evaluate(room_.states, room_.values);
    ++room_.evaluations;
    return room_.values[0];
  }

  const G& game_;
  const Followers<G> followers_;
  const int longest_;
  Edges<Move> edges_;
  Room room_;
};

}  // namespace hazard
