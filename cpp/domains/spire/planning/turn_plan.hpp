// One turn as a game of its own, for a beam to plan: cards and potions until the turn ends, valued by
// survival first.
//
// What chance decides within a turn is either where a plan ends (a tree search takes it from there), or it is
// passed over: cards that are drawn are counted, not known, a random enemy is the one with the fewest HP, and
// the rest is planned anew when it has happened.
#pragma once

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "domains/spire/planning/scoring.hpp"
#include "search/beam/beam.hpp"

namespace hazard::spire {

enum class AtChance : std::uint8_t { Stop, PassOver };

inline constexpr int kLongestPlan = 14;

// The moves of a plan in two bytes each, up to where they lead.
struct PackedPlan {
  std::uint16_t steps[kLongestPlan] = {};
  std::uint8_t count = 0;
  friend bool operator==(const PackedPlan&, const PackedPlan&) = default;

  bool full() const { return count == kLongestPlan; }
  void add(const Move& move) {
    if (full()) return;
    steps[count++] =
        static_cast<std::uint16_t>(static_cast<int>(move.kind) << 12 | move.index << 4 | (move.target & 15));
  }
  Move operator[](int i) const {
    Move move;
    move.kind = static_cast<MoveKind>(steps[i] >> 12);
    move.index = static_cast<std::uint8_t>(steps[i] >> 4 & 255);
    move.target = static_cast<std::uint8_t>(steps[i] & 15);
    return move;
  }
};

// The ends that a turn can come to, each with the best way there.
class TurnEnds {
 public:
  struct End {
    PackedPlan plan;
    double value;
  };

  void note(std::uint64_t key, const PackedPlan& plan, double value) {
    const auto [place, fresh] = places_.try_emplace(key, ends_.size());
    if (fresh) {
      ends_.push_back({plan, value});
    } else if (value > ends_[place->second].value) {
      ends_[place->second] = {plan, value};
    }
  }

  // The best `count`, best first.
  std::vector<End> best(std::size_t count) const {
    std::vector<End> found = ends_;
    std::stable_sort(found.begin(), found.end(),
                     [](const End& a, const End& b) { return a.value > b.value; });
    found.resize(std::min(count, found.size()));
    return found;
  }

 private:
  std::unordered_map<std::uint64_t, std::size_t> places_;
  std::vector<End> ends_;
};

struct TurnState {
  State fight;
  PackedPlan plan;         // how it came about; states are equal whatever way they did
  std::uint8_t drawn = 0;  // cards that were drawn and are not known
  bool ended = false;

  friend bool operator==(const TurnState& a, const TurnState& b) {
    return a.drawn == b.drawn && a.ended == b.ended && a.fight == b.fight;
  }
};

class TurnPlan {
 public:
  using State = TurnState;
  using Move = spire::Move;
  static constexpr bool kOnePlayer = true;

  TurnPlan(const Combat& game, const PlayPolicy& policy, const SurvivalScore& score, AtChance at_chance,
           const spire::State& start, TurnEnds* ends = nullptr)
      : game_(game), policy_(policy), score_(score), at_chance_(at_chance), start_(start), ends_(ends) {}

  State start() const { return {start_, {}, 0, false}; }

  Turn turn(const State& s) const {
    if (s.ended) return Turn::Over;
    const Turn turn = game_.turn(s.fight);
    return turn == Turn::Max && s.plan.full() ? Turn::Over : turn;  // the rest is planned from there
  }

  void actions(const State& s, auto&& sink) const { game_.actions(s.fight, sink); }
  void outcomes(const State& s, auto&& sink) const { game_.outcomes(s.fight, sink); }
  bool must_sample(const State&) const { return true; }  // chance is valued where it stands

  State apply(const State& s, const Move& move) const {
    State next = s;
    next.plan.add(move);
    if (move.kind == MoveKind::End) {
      next.ended = true;
      return next;
    }
    game_.play_in_place(next.fight, move, nullptr);
    if (at_chance_ == AtChance::PassOver) pass_over(next);
    unsettled_ += next.fight.phase == Phase::Unsettled ? 1 : 0;
    return next;
  }

  // A turn that ended loses what the monsters take, played out; before, what they have announced.
  double value(const State& s) const {
    const double found = worth(s);
    if (ends_ != nullptr && turn(s) != Turn::Max) ends_->note(key(s), s.plan, found);
    return found;
  }

  // The same, without a note of it.
  double worth(const State& s) const {
    if (s.fight.over()) return score_(s.fight);
    const auto& settings = score_.settings();
    const double drawn =
        static_cast<float>(s.drawn) * (s.fight.player.energy > 0 ? settings.drawn : settings.idle_drawn);
    if (s.ended)
      return score_(s.fight, loss_at_end(s.fight)) + static_cast<float>(s.drawn) * settings.idle_drawn;
    if (game_.turn(s.fight) != Turn::Chance) return score_(s.fight) + drawn;
    return score_(s.fight, std::max(0, loss_now(s.fight) - 5 * s.fight.player.energy)) +
           static_cast<float>(waiting_draw(s.fight)) *
               (s.fight.player.energy > 0 ? settings.drawn : settings.idle_drawn) +
           settings.energy * static_cast<float>(s.fight.player.energy);
  }

  // Cheap: what the play is worth to the quick policy, by need, threat and energy.
  double rank(const State& s, const Move& move) const {
    const Fight f{game_.content(), const_cast<spire::State&>(s.fight)};
    if (move.kind == MoveKind::Play) {
      const Card& card = s.fight.hand[move.index];
      const CardKind& kind = f.kind(card);
      const int cost = kind.cost == kCostX ? s.fight.player.energy : cost_of(f, card, kind);
      return policy_.score(f, policy_.look(f), card, move.target) / (cost + 0.5);
    }
    if (move.kind == MoveKind::Potion)
      return policy_.score_potion(f, policy_.look(f), move.index, move.target) - policy_.weights().potion;
    if (move.kind == MoveKind::Choose) return move == policy_.choose(s.fight) ? 1000.0 : 1.0;
    return 500.0;  // to end the turn is always looked at
  }

  std::uint64_t key(const State& s) const {
    return key_of(s.fight) ^ mix64(s.drawn * 2U + (s.ended ? 1U : 0U) + 0x51U);
  }
  std::uint64_t move_key(const State& s, const Move& move) const { return game_.move_key(s.fight, move); }
  std::string text(const State& s) const { return game_.text(s.fight); }

  // HP that monsters take when the turn ends here: their turn is played, with one throw of the dice.
  int loss_at_end(const spire::State& s) const {
    spire::State after = s;
    Random random(kThrow);
    game_.play_in_place(after, spire::Move{}, &random);
    unsettled_ += after.phase == Phase::Unsettled ? 1 : 0;
    if (after.failed()) return s.player.hp;
    return s.player.hp - after.player.hp;
  }

  // Lines that were given up because the rules did not come to rest.
  std::uint64_t unsettled() const { return unsettled_; }

 private:
  static constexpr std::uint64_t kThrow = 20;

  int loss_now(const spire::State& s) const {
    const Fight f{game_.content(), const_cast<spire::State&>(s)};
    return expected_loss(f);
  }

  static int waiting_draw(const spire::State& s) {
    const Step& step = s.steps.front();
    return step.op == Op::Draw ? step.amount : 1;
  }

  void pass_over(State& s) const {
    for (int i = 0; i < 200 && game_.turn(s.fight) == Turn::Chance; ++i) {
      const Fight f{game_.content(), s.fight};
      const Step head = s.fight.steps.front();
      if (head.op == Op::Draw) {
        s.drawn = static_cast<std::uint8_t>(std::min(100, s.drawn + head.amount));
        s.fight.steps.pop();
        settle(f, nullptr);
        continue;
      }
      game_.play_in_place(s.fight, likely_outcome(s.fight), nullptr);
    }
  }

  // The most likely; of monsters that are as likely as another, the one with the fewest HP.
  Move likely_outcome(const spire::State& s) const {
    Move best;
    double best_chance = -1.0;
    const bool monsters = s.steps.front().who == kRandomFoe;
    game_.outcomes(s, [&](const Move& move, double p) {
      const double chance = monsters ? 1e4 - s.monsters[move.index].hp : p;
      if (chance > best_chance) {
        best_chance = chance;
        best = move;
      }
    });
    return best;
  }

  const Combat& game_;
  const PlayPolicy& policy_;
  const SurvivalScore& score_;
  AtChance at_chance_;
  spire::State start_;
  TurnEnds* ends_;  // where ends are noted as they are valued
  mutable std::uint64_t unsettled_ = 0;
};

static_assert(Game<TurnPlan>);

}  // namespace hazard::spire
