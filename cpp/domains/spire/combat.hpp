// Slay the Spire's combat as a game: the player is MAX, shuffles, rolls and random targets are chance, and
// monsters do what they announced. A state always stands at a decision, at chance, or at the end: whatever
// happens by itself has happened.
#pragma once

#include <bit>
#include <memory>
#include <string>

#include "core/game.hpp"
#include "domains/spire/check_state.hpp"
#include "domains/spire/key.hpp"
#include "domains/spire/rules/chances.hpp"
#include "domains/spire/rules/choices.hpp"
#include "domains/spire/rules/monsters.hpp"
#include "domains/spire/rules/turns.hpp"
#include "domains/spire/text.hpp"

namespace hazard::spire {

// Whether a step still happens when the last monster has gone.
inline bool outlives_the_fight(const Step& step) {
  switch (step.op) {
    case Op::Heal:
    case Op::LoseHp:
    case Op::MaxHp:
    case Op::Gold:
    case Op::If:
    case Op::Grow:
      return true;
    case Op::Hurt:
      return step.who == kPlayer;
    default:
      return false;
  }
}

inline void win(const Fight& f) {
  f.s.ending = 0;
  f.s.queued_count = 0;
  if (f.s.in_play_set != 0) leave_play(f, f.s.in_play, false);
  f.s.in_play_set = 0;
  f.s.in_play = {};
  f.s.steps.clear();
  on_occasion(f, Occasion::Victory);
  while (!f.s.steps.empty()) do_step(f, f.s.steps.pop());
  f.s.phase = Phase::Won;
}

// Nothing is queued: the fight goes on by itself, or the player decides. Tells whether it went on.
inline bool next_moment(const Fight& f) {
  State& s = f.s;
  if (s.queued_count > 0) {
    play_queued(f);
    return true;
  }
  switch (s.phase) {
    case Phase::EndingTurn:
      begin_monsters(f);
      return true;
    case Phase::Monsters:
      s.to_act != 0 ? next_monster(f) : end_monsters(f);
      return true;
    case Phase::RoundOver:
      end_round(f);
      start_turn(f);
      return true;
    case Phase::StartingTurn:
      s.phase = Phase::Playing;
      return true;
    default:
      return false;
  }
}

// Makes the draw at the head of the queue possible: no more than the hand holds, the discard pile shuffled in
// between where the draw pile runs out. Tells whether there is a draw left to make.
inline bool ready_to_draw(const Fight& f) {
  State& s = f.s;
  Step& step = s.steps.front();
  const int amount = std::min<int>(step.amount, kHandSize - s.hand.count);
  if (amount <= 0 || s.player.powers.has(Power::NoDraw) || (s.draw.empty() && s.discard.empty())) {
    s.steps.pop();
    return false;
  }
  if (amount <= s.draw.count || s.discard.empty()) {
    step.amount = static_cast<std::int16_t>(std::min<int>(amount, s.draw.count));
    return true;
  }
  step.amount = static_cast<std::int16_t>(amount - s.draw.count);
  f.soon(step_of(Op::ShuffleDiscard, kPlayer));
  if (!s.draw.empty()) f.soon(step_of(Op::Draw, kPlayer, s.draw.count));
  return false;
}

// Far more than happens between two decisions of any fight, about a millisecond's worth.
inline constexpr int kMostHappenings = 10'000;

// Lets everything happen that needs no decision, and tells how much did. Without `random`, it stops at
// chance. Rules that go round in circles, or that need more steps than there is room for, end the fight as
// unsettled.
inline int settle(const Fight& f, Random* random) {
  State& s = f.s;
  int happened = 0;
  for (; !s.over(); ++happened) {
    if (happened == kMostHappenings || s.steps.overflowed) {
      s.phase = Phase::Unsettled;
      s.steps.clear();
      s.queued_count = 0;
      return happened;
    }
    if (s.ending != 0) {
      if (s.steps.empty()) {
        win(f);
        continue;
      }
      const Step step = s.steps.pop();
      if (outlives_the_fight(step)) do_step(f, step);
      continue;
    }
    if (s.steps.empty()) {
      if (!next_moment(f)) break;
      continue;
    }
    const Step& head = s.steps.front();
    if (head.op == Op::Draw) {
      if (!ready_to_draw(f)) continue;
      const int amount = s.steps.front().amount;
      const bool chance = draw_is_chance(s, amount);
      if (chance && random == nullptr) break;
      s.steps.pop();
      chance ? draw_randomly(f, amount, *random) : draw_cards(f, amount, nullptr);
    } else if (head.op == Op::Choose) {
      if (waits_for_choice(f)) break;
    } else if (may_need_chance(head)) {
      if (head.op == Op::PlayTop && s.draw.empty() && !s.discard.empty()) {
        f.soon(step_of(Op::ShuffleDiscard, kPlayer));
        continue;
      }
      int outcomes = 0, only = 0;
      if (random != nullptr) {
        only = sample_step(f, head, *random);
        outcomes = only >= 0 ? 1 : 0;
      } else {
        list_step_outcomes(f, head, [&](int index, double probability) {
          if (probability <= 0.0) return;
          ++outcomes;
          only = index;
        });
      }
      if (outcomes > 1) break;
      const Step step = s.steps.pop();
      if (outcomes == 1) do_outcome(f, step, only);
    } else {
      do_step(f, s.steps.pop());
    }
  }
  return happened;
}

// From here to where the player decides or chance does; where chance is foreseen, to the decision.
inline int settle_as_seen(const Fight& f, Random* random) {
  if (f.s.oracle == 0) return settle(f, random);
  Random foreseen(f.s.oracle);
  f.s.oracle = static_cast<std::uint32_t>(foreseen.bits() >> 32) | 1U;
  return settle(f, &foreseen);
}

class Combat {
 public:
  using State = spire::State;
  using Move = spire::Move;
  static constexpr bool kOnePlayer = true;
  // More different draws than this are sampled, not listed.
  static constexpr int kMostListed = 400;

  Combat(std::shared_ptr<const Content> content, const State& start)
      : content_(std::move(content)), start_(start) {}

  const Content& content() const { return *content_; }
  State start() const { return start_; }

  Turn turn(const State& s) const {
    if (s.over()) return Turn::Over;
    return s.steps.empty() || s.steps.front().op == Op::Choose ? Turn::Max : Turn::Chance;
  }

  void actions(const State& s, auto&& sink) const {
    const Fight f{*content_, const_cast<State&>(s)};  // only looked at
    if (!s.steps.empty()) {
      const Step& step = s.steps.front();
      list_choices(f, step, [&](int i) { sink(choice_of(i)); });
      if (Choice(step).optional) {
        Move done;
        done.kind = MoveKind::Done;
        sink(done);
      }
      return;
    }
    list_plays(f, sink);
    list_potions(f, sink);
    sink(Move{});
  }

  void outcomes(const State& s, auto&& sink) const {
    const Fight f{*content_, const_cast<State&>(s)};
    const Step& step = s.steps.front();
    if (step.op == Op::Draw) return list_draws(s, step.amount, sink);
    list_step_outcomes(f, step, [&](int index, double probability) {
      if (probability > 0.0) sink(outcome_of(index), probability);
    });
  }

  bool must_sample(const State& s) const {
    if (s.steps.empty() || s.steps.front().op != Op::Draw) return false;
    return count_draws(group_draw_pile(s), unknown_drawn(s, s.steps.front().amount), kMostListed + 1) >
           kMostListed;
  }

  Move sample(const State& s, Random& random) const {
    const Step& step = s.steps.front();
    if (step.op == Op::Draw) return sample_draw(s, step.amount, random);
    const Fight f{*content_, const_cast<State&>(s)};
    return outcome_of(sample_step(f, step, random));
  }

  State apply(const State& s, const Move& move) const {
    State next = s;
    play_in_place(next, move, nullptr);
    return next;
  }

  // The same on the state itself; with `random`, on to the next decision. Tells how much happened.
  int play_in_place(State& s, const Move& move, Random* random) const {
    const Fight f{*content_, s};
    make(f, move);
    return settle_as_seen(f, random);
  }

  // Any action, each as likely as the others; any outcome by its probability.
  Move random_move(const State& s, Random& random) const {
    if (turn(s) == Turn::Chance) return sample(s, random);
    Move found;
    std::uint32_t seen = 0;
    actions(s, [&](const Move& move) {
      if (random.below(++seen) == 0) found = move;
    });
    return found;
  }

  // The same card on the same monster is the same move, wherever it lies in hand.
  std::uint64_t move_key(const State& s, const Move& move) const {
    const auto kind = static_cast<std::uint64_t>(move.kind) << 60;
    if (move.kind == MoveKind::Play)
      return kind | std::uint64_t{s.hand[move.index].bits()} << 8 | move.target;
    if (move.kind == MoveKind::Potion)
      return kind | std::uint64_t{s.player.potions[move.index]} << 8 | move.target;
    return kind | std::uint64_t{move.index} << 8 | move.target;
  }

  // Before the end the share of HP is all that is said here; planners value states by themselves.
  double value(const State& s) const {
    if (s.failed()) return -1.0;
    const double kept =
        s.player.max_hp > 0 ? std::clamp(double(s.player.hp) / s.player.max_hp, 0.0, 1.0) : 0.0;
    return s.phase == Phase::Won ? kept : kept - 0.5 * threat(s);
  }

  Bounds bounds() const { return {-1.0, 1.0}; }
  void check(const State& s) const { check_state(*content_, s); }
  std::uint64_t key(const State& s) const { return key_of(s); }
  std::string text(const State& s) const { return state_text(*content_, s); }
  AnyRecord record(const State& s, const Move& move) const { return any_record(*content_, s, move); }

 private:
  // How much of the monsters is left, from 0 to 1.
  static double threat(const State& s) {
    int left = 0, all = 0;
    for (int i = 0; i < s.monster_count; ++i) {
      all += std::max<int>(0, s.monsters[i].max_hp);
      if (s.monsters[i].alive()) left += std::max<int>(0, s.monsters[i].hp);
    }
    return all > 0 ? std::min(1.0, double(left) / all) : 0.0;
  }

  void make(const Fight& f, const Move& move) const {
    switch (move.kind) {
      case MoveKind::Play:
        return play_from_hand(f, move.index, move.target);
      case MoveKind::Potion:
        return drink(f, move.index, move.target);
      case MoveKind::End:
        return end_turn(f);
      case MoveKind::Choose:
      case MoveKind::Done:
        return choose(f, move);
      case MoveKind::Drawn: {
        const Step step = f.s.steps.pop();
        return draw_cards(f, step.amount, &move);
      }
      case MoveKind::Outcome:
        return do_outcome(f, f.s.steps.pop(), move.index);
    }
  }

  void list_plays(const Fight& f, auto& sink) const {
    const State& s = f.s;
    if (plays_are_limited(f)) return;
    for (int i = 0; i < s.hand.count; ++i) {
      bool seen = false;
      for (int k = 0; k < i && !seen; ++k) seen = s.hand[k] == s.hand[i];
      if (seen || !can_play(f, s.hand[i])) continue;
      if (!f.kind(s.hand[i]).is(kCardAims)) {
        sink(play_of(i, kNobody));
        continue;
      }
      for (int target = 0; target < s.monster_count; ++target) {
        if (s.monsters[target].alive()) sink(play_of(i, target));
      }
    }
  }

  void list_potions(const Fight& f, auto& sink) const {
    const State& s = f.s;
    for (int slot = 0; slot < kPotionSlots; ++slot) {
      const std::uint8_t row = s.player.potions[slot];
      if (row == 0 || !f.content.potions[row].usable) continue;
      // Nobody runs from a boss, or with a foe behind.
      if (f.content.potions[row].flees && (meets_rank(f, 2, 2) || s.player.powers.has(Power::Surrounded)))
        continue;
      bool seen = false;
      for (int k = 0; k < slot && !seen; ++k) seen = s.player.potions[k] == row;
      if (seen) continue;
      if (!f.content.potions[row].aims) {
        sink(potion_of(slot, kNobody));
        continue;
      }
      for (int target = 0; target < s.monster_count; ++target) {
        if (s.monsters[target].alive()) sink(potion_of(slot, target));
      }
    }
  }

  std::shared_ptr<const Content> content_;
  State start_;
};

static_assert(Game<Combat>);

}  // namespace hazard::spire
