// A game as a judge sees it: the numbers of a state, whom they are for, and the codes of the actions.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/chance.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "core/result.hpp"
#include "learn/judge.hpp"
#include "search/tree/priors.hpp"

namespace hazard {

// What tells one action from another in any state.
template <Game G>
std::uint64_t action_code(const G& game, const typename G::State& state, const typename G::Move& move) {
  using Move = typename G::Move;
  if constexpr (requires { game.move_key(state, move); }) {
    return game.move_key(state, move);
  } else if constexpr (requires { move.key(); }) {
    return move.key();
  } else if constexpr (std::is_enum_v<Move> || std::is_integral_v<Move>) {
    return static_cast<std::uint64_t>(move);
  } else {
    static_assert(std::has_unique_object_representations_v<Move>);
    std::uint64_t mixed = sizeof(Move);
    const auto* bytes = reinterpret_cast<const unsigned char*>(&move);
    for (std::size_t i = 0; i < sizeof(Move); ++i) mixed = mix64(mixed ^ bytes[i]);
    return mixed;
  }
}

// A player's decision, or chance with one state after it: `kDeep` steps are enough for any turn order.
template <Game G>
learn::View view_of(const G& game, const typename G::State& state, int sides) {
  const Turn turn = game.turn(state);
  learn::View view{turn == Turn::Min ? 1 : 0, turn == Turn::Chance};
  if (sides == 1 || turn != Turn::Chance) return view;
  constexpr int kDeep = 4;
  typename G::State next = state;
  for (int step = 0; step < kDeep && game.turn(next) == Turn::Chance; ++step) {
    if (must_sample(game, next)) {
      Random same(0);
      if constexpr (can_sample<G>()) next = game.apply(next, game.sample(next, same));
      continue;
    }
    Edges<typename G::Move> edges;
    game.outcomes(next, edges);
    if (edges.empty()) break;
    next = game.apply(next, edges[0].move);
  }
  view.side = game.turn(next) == Turn::Min ? 1 : 0;
  return view;
}

// Whether a game can be told where the weights of its actions come from.
template <Game G>
constexpr bool takes_weigher() {
  return requires(const G& game, typename G::Weigher weigher) { game.weigh_by(weigher); };
}

template <Game G>
class JudgedGame {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Reader = std::function<void(const G&, const State&, std::vector<double>&)>;
  using Room = learn::Judge::Room;

  // `afterwards`: the judge has learned only what follows an action; a decision is worth its best action.
  JudgedGame(const G& game, std::shared_ptr<const learn::Judge> judge, std::shared_ptr<const Reader> reader,
             bool afterwards)
      : game_(game), judge_(std::move(judge)), reader_(std::move(reader)), afterwards_(afterwards) {}

  // The same judge of another copy of the game.
  JudgedGame of(const G& game) const { return {game, judge_, reader_, afterwards_}; }

  const G& game() const { return game_; }
  const learn::Judge& judge() const { return *judge_; }
  bool afterwards() const { return afterwards_; }

  learn::View view(const State& state) const { return view_of(game_, state, judge_->encoding().sides()); }

  void read(const State& state, Room& room) const { (*reader_)(game_, state, room.numbers); }

  // What a state is worth for MAX that is not over.
  double value(const State& state, Room& room) const {
    const Turn turn = game_.turn(state);
    if (afterwards_ && turn != Turn::Chance) return best(state, turn, room);
    return seen(state, room);
  }

  // The same of any state, as far as it goes.
  double worth(const State& state, Room& room) const {
    return game_.turn(state) == Turn::Over ? game_.value(state) : seen(state, room);
  }

  void weigh(const State& state, const Edges<Move>& edges, std::vector<double>& weights, Room& room) const {
    room.rows.clear();
    for (const auto& edge : edges)
      room.rows.push_back(judge_->actions()->row(action_code(game_, state, edge.move)));
    read(state, room);
    judge_->weigh(view(state), room, weights);
  }

  // For searches of this very game. Where the game can be told whose weights its actions have, they are asked
  // for when the tree grows; elsewhere they are left in `priors` with every value.
  Evaluator<G> evaluator(TreePriors<G>* priors) const {
    const bool weighs = judge_->has_policy();
    if constexpr (takes_weigher<G>()) {
      typename G::Weigher weigher;
      if (weighs) {
        weigher = [seen = *this](const State& state, const Edges<Move>& edges, std::vector<double>& weights) {
          thread_local Room room;
          seen.weigh(state, edges, weights, room);
        };
      }
      game_.weigh_by(std::move(weigher));
    }
    return [seen = *this, weighs, priors](std::span<const State> states, std::span<double> values) {
      using Given = typename TreePriors<G>::Given;
      thread_local Room room;
      for (std::size_t i = 0; i < states.size(); ++i) values[i] = seen.value(states[i], room);
      if (priors == nullptr) return;
      const bool left = weighs && !takes_weigher<G>();
      priors->note(left ? Given::Always : Given::Never);
      for (std::size_t i = 0; left && i < states.size(); ++i) seen.leave_weights(states[i], *priors, room);
    };
  }

 private:
  double seen(const State& state, Room& room) const {
    read(state, room);
    return judge_->value(view(state), room);
  }

  void leave_weights(const State& state, TreePriors<G>& priors, Room& room) const {
    const Turn turn = game_.turn(state);
    if (turn != Turn::Max && turn != Turn::Min) return;
    Edges<Move> edges;
    list_actions(game_, state, edges);
    std::vector<double> weights;
    weigh(state, edges, weights, room);
    priors.keep(state, weights);
  }

  double best(const State& state, Turn turn, Room& room) const {
    double best = turn == Turn::Max ? -kInfinity : kInfinity;
    expand(game_, state, [&](const Move& move, const State& next) {
      const double value = reward_of(game_, state, move) + worth(next, room);
      best = turn == Turn::Max ? std::max(best, value) : std::min(best, value);
    });
    return judge_->scale().held(best);
  }

  const G& game_;
  std::shared_ptr<const learn::Judge> judge_;
  std::shared_ptr<const Reader> reader_;
  const bool afterwards_;
};

}  // namespace hazard
