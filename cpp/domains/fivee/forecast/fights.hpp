// Whole fights, played out by the dice: what a forecast is counted from.
//
// Every fight has its own stream of randomness, made from the seed and its number, so that any fight can be
// played again alone, and the number of threads changes nothing.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <span>
#include <thread>
#include <vector>

#include "domains/fivee/forecast/turns.hpp"

namespace hazard::fivee {

// How a side chooses its plans.
enum class Policy : std::uint8_t {
  FirstSight,  // the plan that looks best
  Nearest,     // the strongest attack on the nearest foe
  Weakest,     // the strongest attack on the foe with the fewest hit points
  Search,      // expectimax
  Joint,       // the round of the whole side, planned together
};

struct Side {
  Policy policy = Policy::FirstSight;
  Lookahead ahead;
  JointSettings joint;
};

inline constexpr int kRolledInitiative = -1000;

struct FightSettings {
  std::array<Side, 2> sides{};                    // the party, the monsters
  std::array<int, kMostCombatants> initiative{};  // kRolledInitiative: by the dice
  Fighters roll_hit_points = 0;                   // whose hit points are rolled for each fight
};

inline constexpr int kRecordedRounds = 20;
inline constexpr int kSlotLevels = 10;

enum FateBit : std::uint8_t { kHasDropped = 1, kHasDied = 2, kHasFled = 4, kIsDown = 8 };

// What a combatant has come through, or brings from an earlier fight.
struct Fate {
  std::int16_t hit_points = 0;
  std::uint8_t bits = 0;  // see FateBit
  float reserve = 1.0F;   // share of slots and uses that is left
  std::array<std::uint8_t, kSlotLevels> slots{};
  std::array<std::uint8_t, kLimitedActions> left{};
};

struct Fight {
  int winner = -1;  // 0: the party, 1: the monsters, -1: nobody
  int rounds = 0;
  std::array<Fate, kMostCombatants> fates{};
  // Hit points at the start and after each round, in whole points; rounds after the end repeat the last.
  std::array<std::array<std::int16_t, kMostCombatants>, kRecordedRounds + 1> history{};
};

// The party as it comes into each fight: a row of fates for every fight, empty where it is fresh.
struct Arrivals {
  int size = 0;  // combatants in a row
  std::span<const std::int16_t> hit_points;
  std::span<const std::uint8_t> bits, slots, left;

  bool empty() const { return hit_points.empty(); }
  Fate at(std::size_t row, int fighter) const {
    const std::size_t place = row * static_cast<std::size_t>(size) + static_cast<std::size_t>(fighter);
    Fate fate;
    fate.hit_points = hit_points[place];
    fate.bits = bits[place];
    std::copy_n(slots.begin() + static_cast<std::ptrdiff_t>(place * kSlotLevels), kSlotLevels,
                fate.slots.begin());
    std::copy_n(left.begin() + static_cast<std::ptrdiff_t>(place * kLimitedActions), kLimitedActions,
                fate.left.begin());
    return fate;
  }
};

class Fights {
 public:
  // `monsters` is searched when the monsters decide, `party` when the party does: their objectives may
  // differ.
  Fights(const Combat& party, const Combat& monsters, const FightSettings& settings)
      : sides_{&party, &monsters}, rules_(monsters.rules()), settings_(settings) {}

  using Report = std::function<void(const State&, const Move&, const Combat&)>;

  // One fight; `row` says which of the arrivals it begins with.
  Fight play(const State& from, std::uint64_t seed, std::uint64_t number, const Arrivals& arrivals = {},
             std::size_t row = 0, const Report& report = {}, State* end = nullptr) const {
    Random random(mix64(seed) ^ mix64(number + 1));
    State s = from;
    rounds_ = {};
    if (!arrivals.empty()) arrive(s, arrivals, row);
    if (s.round == 1 && s.turn == 0 && s.stage == Stage::TurnStart) prepare(s, random);
    sides_[1]->resolver().advance(s);
    Fight fight;
    note_round(s, fight, 0);
    int noted = s.round;  // the round that is going on
    for (int step = 0; step < kMostSteps && !stopped(); ++step) {
      const Turn turn = sides_[1]->turn(s);
      if (turn == Turn::Over) break;
      const Combat& game = *sides_[turn == Turn::Min ? 0 : 1];
      const Move move = turn == Turn::Chance ? game.draw(s, random) : choose(game, s);
      if (report) report(s, move, game);
      s = game.apply(s, move);
      note_fallen(s, fight);
      for (; noted < s.round && noted <= kRecordedRounds; ++noted) note_round(s, fight, noted);
    }
    for (; noted <= kRecordedRounds; ++noted) note_round(s, fight, noted);
    finish(s, fight);
    if (end != nullptr) *end = s;
    return fight;
  }

  // Many fights on several threads; `tick` is told how many are done and may throw to end it, `keep` is given
  // each fight with its place in `numbers`, from any thread.
  void play_all(const State& from, std::uint64_t seed, std::span<const std::uint64_t> numbers,
                const Arrivals& arrivals, int threads, const std::function<void(std::size_t)>& tick,
                const std::function<void(std::size_t, const Fight&)>& keep) const {
    std::atomic<std::size_t> next{0}, done{0};
    std::atomic<bool> stop{false}, failed{false};
    std::exception_ptr failure;
    const auto work = [&] {
      try {
        const Combat party(*sides_[0]), monsters(*sides_[1]);  // each thread has its own
        Fights mine(party, monsters, settings_);
        mine.stop_ = &stop;
        for (std::size_t i = next++; i < numbers.size() && !stop; i = next++) {
          keep(i, mine.play(from, seed, numbers[i], arrivals, i));
          ++done;
        }
      } catch (...) {
        if (!failed.exchange(true)) failure = std::current_exception();
        stop = true;
      }
    };
    std::vector<std::thread> crew;
    for (int i = 0; i < std::max(1, threads); ++i) crew.emplace_back(work);
    std::exception_ptr interrupted;
    while (done < numbers.size() && !stop) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      try {
        tick(done);
      } catch (...) {
        interrupted = std::current_exception();
        stop = true;
      }
    }
    for (auto& thread : crew) thread.join();
    if (interrupted) std::rethrow_exception(interrupted);
    if (failure) std::rethrow_exception(failure);
  }

 private:
  static constexpr int kMostSteps = 100'000;

  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

  // The party as earlier fights have left it.
  void arrive(State& s, const Arrivals& arrivals, std::size_t row) const {
    for_each(rules_.friends_of_side(0), [&](int i) {
      const Fate fate = arrivals.at(row, i);
      Fighter& f = s.fighters[i];
      f.hit_points = static_cast<std::int16_t>(std::clamp<int>(fate.hit_points, 0, f.most) * kPoint);
      for (int level = 1; level < kSlotLevels; ++level) f.set_slots(level, fate.slots[level]);
      f.left = fate.left;
      if ((fate.bits & kHasDied) != 0) {
        f.set(kDead);
        f.hit_points = 0;
      } else if (f.hit_points == 0) {  // unconscious, but no longer dying
        f.set(kDown);
        f.set(kStable);
        f.conditions |= mask_of(Condition::Unconscious, Condition::Prone);
      }
    });
  }

  void prepare(State& s, Random& random) const {
    for_each(settings_.roll_hit_points, [&](int i) {
      Fighter& f = s.fighters[i];
      const int taken = f.is(kUnknownHitPoints) ? f.damage : f.most * kPoint - f.hit_points;
      Rolled dice;
      dice.low = rules_.block(i).hit_points.low;
      dice.probabilities = rules_.block(i).hit_points.probabilities;
      f.most = static_cast<std::int16_t>(std::clamp(dice.draw(random), 1, kMostHitPoints));
      f.hit_points = static_cast<std::int16_t>(std::max(kPoint, f.most * kPoint - taken));
      f.damage = 0;
      f.set(kUnknownHitPoints, false);
    });
    const auto rolls = [&](int i) { return settings_.initiative[i] == kRolledInitiative; };
    std::array<double, kMostCombatants> initiative{};
    for (int i = 0; i < rules_.size(); ++i) {
      initiative[i] = (rolls(i) ? rolled_initiative(s, i, random) : settings_.initiative[i]) +
                      0.01 * rules_.block(i).modifiers[1] + 1e-4 * random.uniform();
    }
    std::sort(s.order.begin(), s.order.begin() + rules_.size(),
              [&](int a, int b) { return initiative[a] > initiative[b]; });
    const auto quick = [&](int i) { return initiative[i] > 19.5; };  // they come before the lair
    for (int i = 0; i < rules_.size(); ++i) {
      if (!rolls(i)) continue;  // else the order is as it was, and the lair's place in it
      const auto place = std::count_if(s.order.begin(), s.order.begin() + rules_.size(), quick);
      s.lair_turn = static_cast<std::uint8_t>(place);
    }
  }

  // By the rules of 2024 the surprised and the incapacitated are slow, and the unseen quick.
  double rolled_initiative(const State& s, int i, Random& random) const {
    const Fighter& f = s.fighters[i];
    double roll = 1.0 + random.below(20);
    if (rules_.revised()) {
      const bool better = f.has(mask_of(Condition::Invisible)) || f.is(kHidden);
      const bool worse = f.is(kSurprised) || f.has(kHelpless);
      if (better != worse) {
        const double other = 1.0 + random.below(20);
        roll = better ? std::max(roll, other) : std::min(roll, other);
      }
    }
    return rules_.block(i).initiative - rules_.tired(f) + roll;
  }

  Move choose(const Combat& game, const State& s) const {
    const Side& side = settings_.sides[rules_.side(game.decider(s))];
    const Restraint restraint(*sides_[1], *sides_[0]);
    const bool binds = restraint.binds(s);
    switch (side.policy) {
      case Policy::Search:
        return binds ? searched_within(game, s, side.ahead, restraint)
                     : searched(game, s, side.ahead, false)[0].action;
      case Policy::Joint:
        return together(game, s, side);
      case Policy::FirstSight:
        return binds ? restraint.first_sight(s) : game.first_sight(s);
      case Policy::Nearest:
      case Policy::Weakest:
        break;
    }
    const Move move = side.policy == Policy::Nearest ? nearest(game, s) : weakest(game, s);
    const bool keeps = !binds || restraint.tolls().keeps(s, move, restraint.limits());
    return keeps ? move : restraint.within(s, 1).moves.front();
  }

  // The plan of the round is made once, and again where the dice have left it behind.
  Move together(const Combat& game, const State& s, const Side& side) const {
    const int number = rules_.side(game.decider(s));
    const JointTurns turns(game, *sides_[1 - number], side.joint, side.ahead);
    RoundPlan& plan = rounds_[number];
    if (turns.rounds().is_stale(s, plan)) plan = turns.rounds().plan_round(s);
    return turns.choose(s, plan.task, plan.turns);
  }

  Move nearest(const Combat& game, const State& s) const {
    return plain(game, s, [&](int me, int foe) { return -rules_.feet_between(s, me, foe); });
  }
  Move weakest(const Combat& game, const State& s) const {
    return plain(game, s, [&](int, int foe) { return -rules_.hit_points(s, foe); });
  }
  // The strongest attack on the foe that `prefers` likes best among those in reach; otherwise the best of the
  // rest.
  Move plain(const Combat& game, const State& s, auto&& prefers) const {
    const int me = game.decider(s);
    Move best = game.first_sight(s);
    double most = -1e18;
    bool found = false;
    game.all_plans(s, [&](const Move& move) {
      if (move.plan.action == Plan::kNone || move.plan.target == kNobody) return;
      if (rules_.side(move.plan.target) == rules_.side(me)) return;
      const double score =
          1e6 * prefers(me, move.plan.target) + game.worths().plain_damage(me, move.plan.action);
      if (score > most) {
        most = score;
        best = move;
        found = true;
      }
    });
    if (!found) {  // nobody in reach: run
      game.all_plans(s, [&](const Move& move) {
        if (move.plan.standard == Standard::Dash && !move.plan.flees) best = move;
      });
    }
    best.plan.bonus = Plan::kNone;
    best.plan.bonus_target = kNobody;
    best.plan.bonus_first = false;
    best.plan.retreat = best.plan.to;
    return best;
  }

  int whole_points(const State& s, int fighter) const {
    const bool standing = s.fighters[fighter].standing();
    return standing ? (rules_.hit_points(s, fighter) + kPoint - 1) / kPoint : 0;
  }

  void note_round(const State& s, Fight& fight, int round) const {
    for (int i = 0; i < rules_.size(); ++i)
      fight.history[round][i] = static_cast<std::int16_t>(whole_points(s, i));
  }

  void note_fallen(const State& s, Fight& fight) const {
    for (int i = 0; i < rules_.size(); ++i) {
      if ((s.fighters[i].flags & (kDown | kDead)) != 0) fight.fates[i].bits |= kHasDropped;
    }
  }

  void finish(const State& s, Fight& fight) const {
    const Fighters standing = rules_.standing(s, rules_.everybody());
    const bool party = (standing & rules_.friends_of_side(0)) != 0;
    const bool monsters = (standing & rules_.friends_of_side(1)) != 0;
    fight.winner = party == monsters ? -1 : monsters ? 1 : 0;
    fight.rounds = std::min<int>(s.round, rules_.battle().options.most_rounds);
    for (int i = 0; i < rules_.size(); ++i) {
      const Fighter& f = s.fighters[i];
      Fate& fate = fight.fates[i];
      fate.hit_points = static_cast<std::int16_t>(whole_points(s, i));
      if (f.is(kDead)) fate.bits |= kHasDied;
      if (f.is(kFled)) fate.bits |= kHasFled;
      if (f.is(kDown)) fate.bits |= kIsDown;
      fate.reserve = static_cast<float>(sides_[1]->worths().reserve(s, i));
      for (int level = 0; level < kSlotLevels; ++level)
        fate.slots[level] = static_cast<std::uint8_t>(f.slots_left(level));
      fate.left = f.left;
    }
  }

  std::array<const Combat*, 2> sides_;
  const Rules& rules_;
  FightSettings settings_;
  mutable std::array<RoundPlan, 2> rounds_;  // of each side that plans them, in the fight that is played
  const std::atomic<bool>* stop_ = nullptr;  // somebody wants this to end
};

}  // namespace hazard::fivee
