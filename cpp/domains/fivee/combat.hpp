// Fifth-edition combat as a game: the monsters are MAX, the party is MIN, the dice are chance.
//
// A decision is a whole turn (a Plan) or a legendary action; between two decisions lie the rolls that the
// plan calls for, in the order of the rule book. How the other side replies is a setting: as an adversary
// that searches too, or as a player who takes the plan that looks best at first sight.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "domains/fivee/check_state.hpp"
#include "domains/fivee/planning/planner.hpp"
#include "domains/fivee/rules/chances.hpp"

namespace hazard::fivee {

enum class Reply : std::uint8_t { Adversary, Policy, Expected };

struct CombatSettings {
  PlannerSettings planner;
  Objective objective;
  int buckets = 2;  // of damage between two cuts; 0: every amount
  Reply reply = Reply::Adversary;
  int decider = 1;        // the side that decides; the other one replies
  int replies = 0;        // plans that the other side chooses from; 0: as many as the decider
  int reply_buckets = 1;  // of damage in its rolls, where there are buckets at all
  double thrift = 1.0;    // how dear slots and uses are
};

class Combat {
 public:
  using State = fivee::State;
  using Move = fivee::Move;

  Combat(std::shared_ptr<const Rules> rules, const State& start, const CombatSettings& settings)
      : rules_(std::move(rules)),
        strikes_(*rules_),
        resolver_(*rules_),
        chances_(*rules_, strikes_, resolver_),
        worths_(*rules_, settings.objective),
        prospects_(*rules_, strikes_, worths_, settings.thrift),
        settings_(settings),
        planner_(*rules_, resolver_, worths_, prospects_, settings.planner),
        first_sight_(*rules_, resolver_, worths_, prospects_, so_many(settings.planner, 1)),
        replies_(*rules_, resolver_, worths_, prospects_,
                 so_many(settings.planner, settings.replies > 0 ? settings.replies : settings.planner.plans)),
        every_plan_(*rules_, resolver_, worths_, prospects_, all_there_are(settings.planner)),
        start_(start) {
    resolver_.advance(start_);
  }
  Combat(const Combat& other) : Combat(other.rules_, other.start_, other.settings_) {
    root_ = other.root_;
    only_ = other.only_;
  }
  // The same fight, with nothing but some plans to choose from in one state.
  Combat(const Combat& other, const State& root, std::vector<Move> only) : Combat(other) {
    root_ = key(root);
    only_ = std::move(only);
  }
  Combat& operator=(const Combat&) = delete;

  State start() const { return start_; }

  // Refuses a state that is none of this fight.
  void check(const State& s) const { StateCheck(*rules_, resolver_.acting(), s); }

  Turn turn(const State& s) const {
    if (s.chance != Chance::None) return Turn::Chance;
    if (s.stage == Stage::Over) return Turn::Over;
    return rules_->side(decider(s)) == 1 ? Turn::Max : Turn::Min;
  }

  // Whoever decides: the creature whose turn it is, or one with a legendary action.
  int decider(const State& s) const { return s.stage == Stage::Legendary ? s.legend : s.mover(); }

  void actions(const State& s, auto&& sink) const {
    if (!only_.empty() && key(s) == root_) {
      for (const Move& move : only_) sink(move);
      return;
    }
    if (rules_->side(decider(s)) == settings_.decider) return planner_.plans(s, sink);
    (settings_.reply == Reply::Adversary ? replies_ : first_sight_).plans(s, sink);
  }

  void outcomes(const State& s, auto&& sink) const {
    if (settings_.reply == Reply::Expected && rules_->side(s.mover()) != settings_.decider &&
        (s.chance == Chance::Strike || s.chance == Chance::Rider || s.chance == Chance::AreaDamage)) {
      return expected(s, sink);
    }
    const bool reply = rules_->side(s.mover()) != settings_.decider;
    chances_.outcomes(s, reply ? std::min(settings_.buckets, settings_.reply_buckets) : settings_.buckets,
                      sink);
  }

  State apply(State s, const Move& move) const {
    if (move.chance) {
      chances_.settle(s, move);
    } else {
      note_style(s, move);
      resolver_.begin_plan(s, move.plan);
    }
    resolver_.advance(s);
    return s;
  }

  // An outcome drawn by the dice as they are, whatever the buckets.
  Move draw(const State& s, Random& random) const { return chances_.draw(s, random); }
  // The plan that looks best at first sight.
  Move first_sight(const State& s) const {
    Move best;
    first_sight_.plans(s, [&](const Move& move) { best = move; });
    return best;
  }

  // The same where a task adds to the score of each plan.
  Move first_sight(const State& s, auto&& bias) const {
    Move best;
    first_sight_.plans(s, bias, [&](const Move& move) { best = move; });
    return best;
  }
  // The plans that a search of the side that decides would look at.
  void best_plans(const State& s, auto&& sink) const { planner_.plans(s, sink); }

  // Every plan there is, not only the best.
  void all_plans(const State& s, auto&& sink) const { every_plan_.plans(s, sink); }

  double value(const State& s) const { return worths_.value(s); }
  // A value before the dice have fallen would say nothing of the plan they are rolled for.
  bool quiet(const State& s) const { return s.chance == Chance::None; }
  Bounds bounds() const { return {-1.0, 1.0}; }
  double rank(const State&, const Move& move) const { return move.score; }
  // For killers and history: what is done to whom matters more than from where.
  std::uint64_t move_key(const State& s, const Move& move) const {
    const Plan& p = move.plan;
    return std::uint64_t{p.action} | std::uint64_t{p.sequence} << 8 | std::uint64_t{p.target} << 16 |
           std::uint64_t{p.bonus} << 24 | std::uint64_t{static_cast<std::uint8_t>(p.standard)} << 32 |
           static_cast<std::uint64_t>(decider(s)) << 40 | std::uint64_t{move.chance} << 48 |
           static_cast<std::uint64_t>(p.other & 127) << 49;
  }
  std::uint64_t key(const State& s) const { return fingerprint(s, rules_->size()); }

  std::string text(const State& s) const;

  // A move by itself, with all that is needed to speak of it.
  MoveRecord record(const State& s, const Move& move) const {
    if (!move.chance) return move.plan;
    return Outcome{s.chance, move.result, move.used, rolled_for(s), saves(s), move.amount};
  }

  const Rules& rules() const { return *rules_; }
  const Strikes& strikes() const { return strikes_; }
  const Resolver& resolver() const { return resolver_; }
  const Chances& chances() const { return chances_; }
  const Worths& worths() const { return worths_; }
  const CombatSettings& settings() const { return settings_; }

 private:
  static PlannerSettings all_there_are(PlannerSettings settings) {
    settings.plans = 0;
    settings.dodges = true;
    settings.common = true;
    settings.morale = false;
    return settings;
  }
  static PlannerSettings so_many(PlannerSettings settings, int plans) {
    settings.plans = plans;
    return settings;
  }

  // The reply by its mean: one outcome in place of many.
  void expected(const State& s, auto&& sink) const {
    double sum = 0.0;
    int used = 1;
    chances_.outcomes(s, 1, [&](const Move& move, double p) {
      sum += p * move.amount;
      used = std::max<int>(used, move.used);
    });
    const int amount = static_cast<int>(std::lround(sum));
    Move move = outcome(amount, amount == 0 ? kMissed : 0, used);
    sink(move, 1.0);
  }

  // Whose save it is, or whom the dice befall; nobody where it is everybody.
  std::uint8_t rolled_for(const State& s) const {
    switch (s.chance) {
      case Chance::Strike:
      case Chance::AreaSave:
        return s.target;
      case Chance::Rider:
        return chances_.effect(s).on_self ? s.actor : s.target;
      case Chance::Recharge:
      case Chance::DeathSave:
      case Chance::Escape:
        return static_cast<std::uint8_t>(s.mover());
      case Chance::RepeatSave:
        return s.ongoing[s.element].target;
      case Chance::Concentration:
      case Chance::Collapse:
      case Chance::Fortitude:
        return s.checked;
      default:
        return kNobody;
    }
  }
  bool saves(const State& s) const {
    switch (s.chance) {
      case Chance::Rider:
        return chances_.effect(s).saves;
      case Chance::AreaSave:
      case Chance::DeathSave:
      case Chance::RepeatSave:
      case Chance::Concentration:
      case Chance::Fortitude:
        return true;
      default:
        return false;
    }
  }

  // Being in character counts a little: the favourite target, flight when the heart sinks.
  void note_style(State& s, const Move& move) const;

  std::shared_ptr<const Rules> rules_;
  Strikes strikes_;
  Resolver resolver_;
  Chances chances_;
  Worths worths_;
  Prospects prospects_;
  CombatSettings settings_;
  Planner planner_, first_sight_, replies_, every_plan_;
  State start_;
  std::uint64_t root_ = 0;  // the state where only some plans are to choose from
  std::vector<Move> only_;
};

}  // namespace hazard::fivee

#include "domains/fivee/combat_text.hpp"
