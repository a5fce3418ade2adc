// Random play: any action, each as likely as the others; an outcome by its probability.
#pragma once

#include "core/chance.hpp"
#include "core/game.hpp"
#include "core/random.hpp"

namespace hazard {

// `edges` is room to work in, where the game cannot pick a move by itself.
template <Game G>
typename G::Move random_move(const G& game, const typename G::State& state, Turn turn, Random& random,
                             Edges<typename G::Move>& edges) {
  if constexpr (requires { game.random_move(state, random); }) {
    return game.random_move(state, random);
  } else {
    if constexpr (can_sample<G>()) {
      if (turn == Turn::Chance && must_sample(game, state)) return game.sample(state, random);
    }
    edges.clear();
    if (turn == Turn::Chance) {
      game.outcomes(state, edges);
      return pick(edges, random.uniform()).move;
    }
    game.actions(state, edges);
    return edges[random.below(static_cast<std::uint32_t>(edges.size()))].move;
  }
}

// What one random game from `state` brings: rewards on the way, and the value of where it ends, which is
// after `limit` moves at the latest: `cut_short` counts those. A game may know better than to play at random.
template <Game G>
double play_out(const G& game, typename G::State state, int limit, Random& random,
                Edges<typename G::Move>& edges, std::size_t& cut_short) {
  if constexpr (requires { game.play_out(state, limit, random); }) return game.play_out(state, limit, random);
  double collected = 0.0;
  for (int moves = 0; moves < limit; ++moves) {
    const Turn turn = game.turn(state);
    if (turn == Turn::Over) break;
    const typename G::Move move = random_move(game, state, turn, random, edges);
    collected += reward_of(game, state, move);
    state = game.apply(state, move);
  }
  cut_short += game.turn(state) != Turn::Over;
  return collected + game.value(state);
}

}  // namespace hazard
