// The fight with whole turns as moves, for a tree search: an action is a plan for the rest of the turn, or up
// to the next card that chance brings; a beam lists the plans, so that orders of play that come to the same
// are one action. Positions that the tree does not hold are played out to the end of the fight by the quick
// policy.
#pragma once

#include "domains/spire/planning/turn_plan.hpp"

namespace hazard::spire {

// A plan, what chance does, or the whole rest of the fight by the quick policy.
struct TurnMove {
  spire::Move chance;
  PackedPlan plan;
  std::uint64_t luck = 0;  // not 0: the fight is played out, with these random numbers
  friend bool operator==(const TurnMove&, const TurnMove&) = default;
};

struct TurnsSettings {
  float death = 0.02F;              // how much worse than 0 HP death is, in shares of the most HP
  float potion = 0.08F;             // a potion that is kept when elites or a boss are fought, in the same
  float potion_in_hallway = 0.16F;  // and in any other fight: worse ones are to come
  float flight = 0.2F;              // the rewards that whoever flees goes without
  std::vector<int> root_width{60};
  int root_plans = 40;    // plans that the search chooses among
  int root_nodes = 4000;  // positions that are looked at to list them
  std::vector<int> width{8};
  int plans = 6;  // in positions after the first
  int nodes = 250;
};

class WholeTurns {
 public:
  using State = spire::State;
  using Move = TurnMove;
  static constexpr bool kOnePlayer = true;

  WholeTurns(const Combat& game, const PlayPolicy& policy, const SurvivalScore& score,
             const TurnsSettings& settings, std::uint64_t seed)
      : game_(game), policy_(policy), score_(score), settings_(settings), seed_(mix64(seed)) {}

  // Lists the plans of the position that will be searched.
  void prepare(const State& root, double seconds) {
    root_ = root;
    root_key_ = key_of(root);
    const bool hard = meets_rank({game_.content(), root_}, 1, 2);
    potion_ = hard ? settings_.potion : settings_.potion_in_hallway;
    // How much is explored depends on the bounds: an empty belt, which stays empty, must not widen them.
    const auto& belt = root.player.potions;
    const bool any = std::any_of(std::begin(belt), std::end(belt), [](auto row) { return row != 0; });
    most_ = 1.0 + kPotionSlots * settings_.potion;
    if (any) most_ = std::max(most_, 1.0 + static_cast<double>(kPotionSlots) * potion_);
    root_plans_ = plans_from(root, settings_.root_width, settings_.root_plans,
                             {.seconds = seconds, .nodes = static_cast<std::uint64_t>(settings_.root_nodes)});
  }
  const std::vector<TurnMove>& root_plans() const { return root_plans_; }
  // Lines that were given up because the rules did not come to rest.
  std::uint64_t unsettled() const { return unsettled_; }

  State start() const { return root_; }
  Turn turn(const State& s) const { return game_.turn(s); }

  void actions(const State& s, auto&& sink) const {
    if (key_of(s) == root_key_ && s == root_) {
      for (const TurnMove& plan : root_plans_) sink(plan);
      return;
    }
    const auto nodes = static_cast<std::uint64_t>(settings_.nodes);
    for (const TurnMove& plan : plans_from(s, settings_.width, settings_.plans, {.nodes = nodes})) sink(plan);
  }

  void outcomes(const State& s, auto&& sink) const {
    game_.outcomes(s, [&](const spire::Move& move, double p) { sink(as_chance(move), p); });
  }
  bool must_sample(const State& s) const { return game_.must_sample(s); }
  Move sample(const State& s, Random&) const {
    Random common(luck_of(s));
    return as_chance(game_.sample(s, common));
  }

  State apply(const State& s, const Move& move) const {
    State next = s;
    if (move.luck != 0) {
      Random random(move.luck);
      play_to_end(game_, policy_, next, random);
    } else if (move.plan.count == 0) {
      game_.play_in_place(next, move.chance, nullptr);
    } else {
      for (int i = 0; i < move.plan.count && game_.turn(next) == Turn::Max; ++i)
        game_.play_in_place(next, move.plan[i], nullptr);
    }
    unsettled_ += next.phase == Phase::Unsettled ? 1 : 0;
    return next;
  }

  // How the tree plays out: the policy takes the fight to its end in one move.
  Move random_move(const State& s, Random&) const {
    Move rest;
    rest.luck = luck_of(s) | 1U;
    return rest;
  }

  // The share of HP that is left, and the price of every potion. A fight that does not end is as good as half
  // lost, and one that nobody knows the end of as bad as any.
  double value(const State& s) const {
    const double most = std::max<int>(1, s.player.max_hp);
    if (s.phase == Phase::Unsettled) return bounds().low;
    if (s.phase == Phase::Lost) return -settings_.death - kLostInVain * left_of_monsters(s);
    double kept = s.player.hp / most;
    for (const std::uint8_t potion : s.player.potions) kept += potion != 0 ? potion_ : 0.0F;
    if (s.player.is(kFled)) kept = std::max(0.0, kept - settings_.flight);
    return s.phase == Phase::Won ? kept : 0.5 * kept;
  }

  Bounds bounds() const { return {-settings_.death - kLostInVain, most_}; }
  std::uint64_t key(const State& s) const { return key_of(s); }
  std::string text(const State& s) const { return game_.text(s); }

 private:
  // Of two deaths, the one that took more of the monsters along is the better: so hopeless fights are fought.
  static constexpr double kLostInVain = 0.05;

  static double left_of_monsters(const State& s) {
    int left = 0, all = 0;
    for (int i = 0; i < s.monster_count; ++i) {
      all += std::max<int>(0, s.monsters[i].max_hp);
      if (!s.monsters[i].is(kGone)) left += std::max<int>(0, s.monsters[i].hp);
    }
    return all > 0 ? std::min(1.0, static_cast<double>(left) / all) : 0.0;
  }

  static Move as_chance(const spire::Move& move) {
    Move found;
    found.chance = move;
    return found;
  }

  // The n-th time that luck is needed in a position, it is the same as in any other position: options are
  // compared on the same draws and rolls, and their difference is known long before their values are.
  std::uint64_t luck_of(const State& s) const { return mix64(seed_ + 977 * ++asked_[key_of(s)]); }

  std::vector<TurnMove> plans_from(const State& s, const std::vector<int>& width, int count,
                                   const Budget& budget) const {
    TurnEnds ends;
    const TurnPlan turn(game_, policy_, score_, AtChance::Stop, s, &ends);
    Beam<TurnPlan> beam(turn, {.width = width, .expand = {0}, .merge = true}, nullptr);
    const auto result = beam.run(turn.start(), budget, nullptr);
    unsettled_ += turn.unsettled();
    std::vector<TurnMove> plans;
    for (const auto& end : ends.best(static_cast<std::size_t>(count))) {
      plans.push_back({});
      plans.back().plan = end.plan;
    }
    if (plans.empty()) {  // not one came to its end in time: as far as the best one got
      plans.push_back({});
      for (const auto& edge : result.line) plans.back().plan.add(edge.move);
    }
    return plans;
  }

  const Combat& game_;
  const PlayPolicy& policy_;
  const SurvivalScore& score_;
  TurnsSettings settings_;
  State root_;
  std::uint64_t root_key_ = 0;
  std::vector<TurnMove> root_plans_;
  std::uint64_t seed_;
  float potion_ = 0.0F;  // the price of a potion in this fight
  double most_ = 1.0;    // that a fight can be worth
  mutable std::uint64_t unsettled_ = 0;
  mutable std::unordered_map<std::uint64_t, std::uint64_t> asked_;  // how often luck was needed, by position
};

static_assert(Game<WholeTurns>);

}  // namespace hazard::spire
