// Which action to try first: the table's move, then the game's rank, then killers and history.
// Good order is what makes pruning pay: near-best-first alpha-beta visits about the square root of a tree.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <vector>

#include "core/game.hpp"
#include "core/random.hpp"

namespace hazard {

// A number that names a move from node to node, for killers and history.
template <class G>
std::uint64_t move_key(const G& game, const typename G::State& state, const typename G::Move& move) {
  if constexpr (requires { game.move_key(state, move); }) {
    return game.move_key(state, move);
  } else {
    static_assert(std::is_trivially_copyable_v<typename G::Move> && sizeof(move) <= 8);
    std::uint64_t bits = 0;
    std::memcpy(&bits, &move, sizeof(move));
    return bits;
  }
}

struct OrderingSwitches {
  bool table = true;
  bool rank = true;
  bool value = false;  // by the value of what an action leads to, where there is more below it
  bool killers = true;
  bool history = true;
};

template <class G>
class Ordering {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  Ordering(const G& game, OrderingSwitches switches) : game_(game), switches_(switches) {
    switches_.rank = switches_.rank && features_of(game).rank;
  }

  bool ranks() const { return switches_.rank; }

  // Sorts `edges` best first; equal ones keep the game's own order.
  void sort(const State& state, Edges<Move>& edges, int ply, const Move* table_move) {
    if (!switches_.table) table_move = nullptr;
    if (table_move == nullptr && !switches_.rank && !switches_.killers && !switches_.history) return;
    sort_by(state, edges, ply, table_move,
            [&](std::size_t i) { return switches_.rank ? rank_of(game_, state, edges[i].move) : 0.0; });
  }

  // The same, by what `score` says of the move with this index.
  void sort_by(const State& state, Edges<Move>& edges, int ply, const Move* table_move, auto&& score) {
    if (edges.size() < 2) return;
    if (!switches_.table) table_move = nullptr;
    scored_.clear();
    for (std::uint32_t i = 0; i < edges.size(); ++i) {
      const Move& move = edges[i].move;
      const bool first = table_move != nullptr && move == *table_move;
      Scored scored{edges[i], first ? kInfinity : score(i), 0.0, i};
      if (switches_.killers || switches_.history) {
        const std::uint64_t key = move_key(game_, state, move);
        if (switches_.killers && is_killer(key, ply)) scored.minor = 4e18;
        if (switches_.history) scored.minor += static_cast<double>(history_[slot(key)]);
      }
      scored_.push_back(scored);
    }
    std::sort(scored_.begin(), scored_.end(), [](const Scored& a, const Scored& b) {
      return a.major != b.major   ? a.major > b.major
             : a.minor != b.minor ? a.minor > b.minor
                                  : a.index < b.index;
    });
    for (std::size_t i = 0; i < edges.size(); ++i) edges[i] = scored_[i].edge;
  }

  // A move that ended its node: worth trying early in the node's cousins.
  void reward_cut(const State& state, const Move& move, int ply, int depth) {
    if (!switches_.killers && !switches_.history) return;
    const std::uint64_t key = move_key(game_, state, move);
    if (killers_.size() <= static_cast<std::size_t>(ply)) killers_.resize(ply + 1, {kNone, kNone});
    auto& killers = killers_[ply];
    if (killers[0] != key) killers = {key, killers[0]};
    const auto bonus = static_cast<std::uint64_t>(std::max(depth, 1));
    history_[slot(key)] += bonus * bonus;
  }

 private:
  struct Scored {
    Edge<Move> edge;
    double major, minor;
    std::uint32_t index;
  };
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  static std::size_t slot(std::uint64_t key) { return mix64(key) & 4095; }

  bool is_killer(std::uint64_t key, int ply) const {
    return static_cast<std::size_t>(ply) < killers_.size() &&
           (killers_[ply][0] == key || killers_[ply][1] == key);
  }

  const G& game_;
  OrderingSwitches switches_;
  std::vector<std::array<std::uint64_t, 2>> killers_;
  std::array<std::uint64_t, 4096> history_{};
  std::vector<Scored> scored_;
};

}  // namespace hazard
