// Whole fights, played out by the dice: what a forecast is counted from.
//
// Every fight has its own stream of randomness, made from the seed and its number, so that any fight can be
// played again alone, and the number of threads changes nothing.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "fivee/combat.hpp"
#include "search/expectimax.hpp"

namespace hazard::fivee {

// How a side chooses its plans.
enum class Policy : std::uint8_t {
  FirstSight,  // the plan that looks best
  Nearest,     // the strongest attack on the nearest foe
  Weakest,     // the strongest attack on the foe with the fewest hit points
  Search,      // expectimax
};

struct Side {
  Policy policy = Policy::FirstSight;
  int depth = 2;                 // of the search
  std::uint64_t nodes = 20'000;  // at most, for each decision
};

struct FightSettings {
  std::array<Side, 2> sides{};  // the party, the monsters
  bool roll_initiative = true;
  Fighters roll_hit_points = 0;  // whose hit points are rolled for each fight
};

// What a combatant has come through.
struct Fate {
  std::int16_t hit_points = 0;
  bool dropped = false, dead = false, fled = false;
  float reserve = 1.0F;  // share of slots and uses that is left
};

inline constexpr int kRecordedRounds = 20;

struct Fight {
  int winner = -1;  // 0: the party, 1: the monsters, -1: nobody
  int rounds = 0;
  std::array<Fate, kMostCombatants> fates{};
  // Hit points at the start of each round, in whole points; rounds after the end repeat the last.
  std::array<std::array<std::int16_t, kMostCombatants>, kRecordedRounds + 1> history{};
  double damage_to_party = 0.0;
};

class Fights {
 public:
  // `monsters` is searched when the monsters decide, `party` when the party does: their objectives may
  // differ.
  Fights(const Combat& party, const Combat& monsters, const FightSettings& settings)
      : sides_{&party, &monsters}, rules_(monsters.rules()), settings_(settings) {}

  using Report = std::function<void(const State&, const Move&, const Combat&)>;

  Fight play(const State& from, std::uint64_t seed, std::uint64_t number, const Report& report = {}) const {
    Random random(mix64(seed) ^ mix64(number + 1));
    State s = from;
    if (s.round == 1 && s.turn == 0 && s.stage == Stage::TurnStart) prepare(s, random);
    sides_[1]->resolver().advance(s);
    Fight fight;
    note_round(s, fight, 0);
    int round = s.round;
    for (int step = 0; step < kMostSteps; ++step) {
      const Turn turn = sides_[1]->turn(s);
      if (turn == Turn::Over) break;
      const Combat& game = *sides_[turn == Turn::Min ? 0 : 1];
      const Move move = turn == Turn::Chance ? game.draw(s, random) : choose(game, s);
      if (report) report(s, move, game);
      s = game.apply(s, move);
      for (int i = 0; i < rules_.size(); ++i) {
        const Fighter& f = s.fighters[i];
        if (f.is(kDown) || f.is(kDead)) fight.fates[i].dropped = true;
      }
      for (; round < s.round && round <= kRecordedRounds; ++round) note_round(s, fight, round);
    }
    for (; round <= kRecordedRounds; ++round) note_round(s, fight, round);
    finish(s, fight);
    return fight;
  }

  // Many fights on several threads; `tick` is told how many are done and may throw to end it.
  std::vector<Fight> play_all(const State& from, std::uint64_t seed, std::uint64_t first, std::size_t count,
                              int threads, const std::function<void(std::size_t)>& tick) const {
    std::vector<Fight> found(count);
    std::atomic<std::size_t> next{0}, done{0};
    std::atomic<bool> stop{false};
    std::exception_ptr failure;
    std::atomic<bool> failed{false};
    const auto work = [&] {
      const Combat party(*sides_[0]), monsters(*sides_[1]);  // each thread has its own
      const Fights mine(party, monsters, settings_);
      try {
        for (std::size_t i = next++; i < count && !stop; i = next++) {
          found[i] = mine.play(from, seed, first + i);
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
    while (done < count && !stop) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
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
    return found;
  }

 private:
  static constexpr int kMostSteps = 100'000;

  void prepare(State& s, Random& random) const {
    for_each(settings_.roll_hit_points, [&](int i) {
      Fighter& f = s.fighters[i];
      Rolled dice;
      dice.low = rules_.block(i).hit_points.low;
      dice.probabilities = rules_.block(i).hit_points.probabilities;
      f.most = static_cast<std::int16_t>(std::clamp(dice.draw(random), 1, kMostHitPoints));
      f.hit_points = static_cast<std::int16_t>(f.most * kPoint);
      f.set(kUnknownHitPoints, false);
    });
    if (!settings_.roll_initiative) return;
    std::array<double, kMostCombatants> rolled{};
    for (int i = 0; i < rules_.size(); ++i) {
      rolled[i] = rules_.block(i).initiative + 1.0 + random.below(20) + 0.01 * rules_.block(i).modifiers[1] +
                  1e-4 * random.uniform();
    }
    std::sort(s.order.begin(), s.order.begin() + rules_.size(),
              [&](int a, int b) { return rolled[a] > rolled[b]; });
  }

  Move choose(const Combat& game, const State& s) const {
    const Side& side = settings_.sides[rules_.side(game.decider(s))];
    switch (side.policy) {
      case Policy::Search: {
        ExpectimaxSettings settings;
        settings.table = false;
        settings.all_options = false;
        Expectimax<Combat> search(game, settings, nullptr, nullptr);
        Budget budget;
        budget.depth = side.depth;
        budget.nodes = side.nodes;
        const auto result = search.run(s, budget, {}, nullptr);
        return result.options[0].action;
      }
      case Policy::Nearest:
        return plain(game, s, [&](int me, int foe) { return -rules_.feet_between(s, me, foe); });
      case Policy::Weakest:
        return plain(game, s, [&](int, int foe) { return -rules_.hit_points(s, foe); });
      case Policy::FirstSight:
        break;
    }
    return game.first_sight(s);
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
    best.plan.retreat = best.plan.to;
    return best;
  }

  void note_round(const State& s, Fight& fight, int round) const {
    for (int i = 0; i < rules_.size(); ++i) {
      fight.history[round][i] = static_cast<std::int16_t>(
          s.fighters[i].standing() ? (rules_.hit_points(s, i) + kPoint - 1) / kPoint : 0);
    }
  }

  void finish(const State& s, Fight& fight) const {
    const Fighters standing = rules_.standing(s, rules_.everybody());
    const bool party = (standing & rules_.friends_of_side(0)) != 0;
    const bool monsters = (standing & rules_.friends_of_side(1)) != 0;
    fight.winner = party == monsters ? -1 : monsters ? 1 : 0;
    fight.rounds = s.round;
    for (int i = 0; i < rules_.size(); ++i) {
      const Fighter& f = s.fighters[i];
      Fate& fate = fight.fates[i];
      fate.hit_points = static_cast<std::int16_t>(f.standing() ? rules_.hit_points(s, i) / kPoint : 0);
      fate.dead = f.is(kDead);
      fate.fled = f.is(kFled);
      fate.reserve = static_cast<float>(sides_[1]->worths().reserve(s, i));
      if (rules_.side(i) == 0) fight.damage_to_party += std::max(0, f.most - fate.hit_points);
    }
  }

  std::array<const Combat*, 2> sides_;
  const Rules& rules_;
  FightSettings settings_;
};

}  // namespace hazard::fivee
