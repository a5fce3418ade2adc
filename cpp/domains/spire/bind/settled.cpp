// What chance must have decided: a player who sees the hand after a draw knows which outcome it was.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "domains/spire/bind/bind.hpp"
#include "domains/spire/combat.hpp"

namespace hazard {

using namespace spire;

namespace {

bool same_hand(const State& s, std::vector<int> kinds) {
  if (s.hand.count != static_cast<int>(kinds.size())) return false;
  for (const Card& card : s.hand) {
    const auto found = std::find(kinds.begin(), kinds.end(), int{card.kind});
    if (found == kinds.end()) return false;
    kinds.erase(found);
  }
  return true;
}

// The next decision in which the hand is this one, looked for among `left` states at most.
std::optional<State> settled_as(const Combat& game, const State& from, const std::vector<int>& hand,
                                int& left) {
  if (--left < 0) return std::nullopt;
  const Turn turn = game.turn(from);
  if (turn == Turn::Max && same_hand(from, hand)) return from;
  if (turn != Turn::Chance || game.must_sample(from)) return std::nullopt;
  std::vector<spire::Move> outcomes;
  game.outcomes(from, [&](const spire::Move& move, double) { outcomes.push_back(move); });
  for (const auto& move : outcomes) {
    if (auto found = settled_as(game, game.apply(from, move), hand, left)) return found;
  }
  return std::nullopt;
}

}  // namespace

void bind_spire_settled(nb::module_& m) {
  m.def(
      "spire_settled_as",
      [](const Combat& game, const State& state, const std::vector<int>& hand, int most) {
        check_state(game.content(), state);
        return settled_as(game, state, hand, most);
      },
      nb::arg("game"), nb::arg("state"), nb::arg("hand"), nb::arg("most") = 3000,
      "The state at the next decision in which the hand holds these kinds of cards, if chance can bring it.");
}

}  // namespace hazard
