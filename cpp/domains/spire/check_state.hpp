// Whether a state points only at what the content has. States come from messages and from Python; one that
// passes here can be played without looking again.
#pragma once

#include <string>

#include "core/game.hpp"
#include "domains/spire/content/content.hpp"
#include "domains/spire/state.hpp"

namespace hazard::spire {

namespace detail {

inline void require(bool holds, const std::string& what) {
  if (!holds) throw GameError("spire.not_a_state", {{"why", what}});
}

inline void check_card(const Content& content, const Card& card, const char* where) {
  require(card.kind < content.cards.size(), std::string("an unknown card in the ") + where);
}

inline void check_step(const Content& content, const State& s, const Step& step) {
  require(static_cast<int>(step.op) < kOpCount, "an unknown step");
  require(step.who <= kNobody && step.source <= kNobody, "a step about nobody");
  require(step.who >= kPlayer || step.who < s.monster_count, "a step about a monster that is not there");
  require(step.source >= kPlayer || step.source < s.monster_count, "a step of a monster that is not there");
  if (step.op == Op::AddCard) require(step.arg < content.cards.size(), "a step with an unknown card");
  if (step.op == Op::AddRandom || step.op == Op::Discover)
    require(step.arg < content.pools.size() && content.pools[step.arg].size() >= 4,
            "a step with an unknown pool");
  if (step.op == Op::Apply || step.op == Op::Remove) require(step.arg < kPowerCount, "an unknown power");
  if (step.op == Op::Roll || step.op == Op::Summon || step.op == Op::Stasis || step.op == Op::SetMove)
    require(step.who < s.monster_count, "a step that only monsters make");
  if (step.op == Op::Trigger)
    require(step.source < s.monster_count && step.arg < kMonsterRuleCount, "a rule that no monster has");
  if (step.op == Op::Choose)
    require((step.times >> 4) <= 4 && (step.times & 15) < kDeedCount, "an unknown choice");
}

inline void check_monster(const Content& content, const Monster& m) {
  require(m.kind < content.monsters.size(), "an unknown monster");
  const std::size_t moves = content.monsters[m.kind].moves.size();
  for (const std::uint8_t move : {m.move, m.last, m.second_last})
    require(move == kNoMove || move < moves,
            "a move that " + content.monsters[m.kind].name + " does not have");
  require(m.counters[2] >= 0 && m.counters[2] <= static_cast<int>(content.cards.size()),
          "an unknown card in stasis");
  require(m.powers.count <= 12, "too many powers");
  for (int i = 0; i < m.powers.count; ++i)
    require(static_cast<int>(m.powers.entries[i].id) < kPowerCount, "an unknown power");
}

}  // namespace detail

inline void check_state(const Content& content, const State& s) {
  using namespace detail;
  require(s.monster_count <= kMostMonsters, "more than seven monsters");
  require(s.hand.count <= kHandSize, "more than ten cards in hand");
  require(s.draw.count <= kPileSize && s.discard.count <= kPileSize && s.exhaust.count <= kPileSize,
          "a pile of more than eighty cards");
  require(s.known_top <= s.draw.count, "more known cards than there are to draw");
  for (const Card& card : s.hand) check_card(content, card, "hand");
  for (const Card& card : s.draw) check_card(content, card, "draw pile");
  for (const Card& card : s.discard) check_card(content, card, "discard pile");
  for (const Card& card : s.exhaust) check_card(content, card, "exhaust pile");
  for (int i = 0; i < s.monster_count; ++i) check_monster(content, s.monsters[i]);
  require(s.steps.count <= kMostSteps && s.steps.head < kMostSteps, "too many steps");
  for (int i = 0; i < s.steps.count; ++i) check_step(content, s, s.steps[i]);
  require(s.queued_count <= kMostQueued && s.options_count <= 4, "too many cards on their way");
  for (int i = 0; i < s.queued_count; ++i) check_card(content, s.queued[i].card, "queue");
  for (int i = 0; i < s.options_count; ++i) check_card(content, s.options[i], "choice");
  check_card(content, s.in_play.card, "card in play");
  for (const std::uint8_t potion : s.player.potions)
    require(potion == 0 || potion < content.potions.size(), "an unknown potion");
}

}  // namespace hazard::spire
