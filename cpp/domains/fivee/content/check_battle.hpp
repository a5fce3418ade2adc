// Refuses content that would lead the rules out of their arrays or their arithmetic.
#pragma once

#include <cmath>
#include <initializer_list>
#include <stdexcept>
#include <string>

#include "domains/fivee/state.hpp"

namespace hazard::fivee {

class BattleCheck {
 public:
  explicit BattleCheck(const Battle& battle) : battle_(battle) {
    for (const Modifier& m : battle.modifiers) modifier(m);
    for (const StatBlock& b : battle.blocks) block(b);
  }

 private:
  void require(bool holds, const std::string& what) const {
    if (!holds) throw std::invalid_argument(who_ + ": " + what);
  }
  void within(std::initializer_list<int> numbers, int low, int high, const char* what) const {
    for (const int number : numbers) {
      require(number >= low && number <= high, std::string(what) + " is " + std::to_string(number) +
                                                   "; expected " + std::to_string(low) + " to " +
                                                   std::to_string(high));
    }
  }

  void dice(const Dice& dice, const char* what) const {
    require(dice.probabilities.size() <= 4096 && dice.low >= -4096 && dice.low <= 4096,
            std::string(what) + ": dice out of range");
    double sum = 0.0;
    for (const double p : dice.probabilities) {
      require(p >= 0.0 && p <= 1.0 + 1e-9, std::string(what) + ": a probability beyond 0 to 1");
      sum += p;
    }
    require(dice.probabilities.empty() || std::abs(sum - 1.0) < 1e-9,
            std::string(what) + ": probabilities that do not sum to 1");
  }

  void modifier(const Modifier& m) {
    who_ = "a modifier";
    dice(m.attack, "attack");
    dice(m.save, "save");
    dice(m.damage, "damage");
    dice(m.damage_critical, "damage");
    require(m.damage.probabilities.empty() == m.damage_critical.probabilities.empty(),
            "damage without its critical");
    within({m.damage_type}, 0, kDamageTypes - 1, "damage type");
    within({m.armor_class, m.extra_attacks}, -100, 100, "bonus");
    within({m.attack_advantage, m.defense_advantage, m.save_advantage}, -1, 1, "advantage");
    within({m.speed_feet}, -kMostFeet, kMostFeet, "speed");
    within({m.rounds}, 0, 255, "rounds");
    within({m.aura_feet}, 0, kMostFeet, "feet");
  }

  void effect(const Effect& e, int actions) const {
    require(e.damage.size() <= 4, "more than 4 kinds of damage in an effect");
    require(e.inflictions.size() <= kConditions, "more conditions in an effect than there are");
    within({e.modifier}, kNothing, static_cast<int>(battle_.modifiers.size()) - 1, "modifier");
    if (e.modifier != kNothing) numbered(battle_.modifiers[e.modifier].aura_action, actions);
    within({e.withstood}, kNothing, static_cast<int>(battle_.modifiers.size()) - 1, "modifier");
    within({e.dc}, 0, 250, "difficulty");
    within({e.push_feet}, -kMostFeet, kMostFeet, "push");
    for (const DamagePart& part : e.damage) {
      within({part.type}, 0, kDamageTypes - 1, "damage type");
      require(!part.normal.probabilities.empty() && !part.critical.probabilities.empty(),
              "damage without dice");
      dice(part.normal, "damage");
      dice(part.critical, "damage");
    }
    dice(e.heal, "healing");
    dice(e.temporary, "temporary hit points");
    for (const Infliction& i : e.inflictions) {
      numbered(i.wound, actions);
      within({i.becomes}, kNothing, kConditions - 1, "condition");
      within({i.rounds, i.escape_dc}, 0, 255, "rounds or difficulty");
      within({i.level}, 0, 6, "level of exhaustion");
    }
  }

  void numbered(int action, int actions) const { within({action}, kNothing, actions - 1, "action"); }

  void action(const Action& a, const StatBlock& b) const {
    const int actions = static_cast<int>(b.actions.size());
    require(a.effects.size() <= 16, "more than 16 effects in an action");
    for (const Effect& e : a.effects) effect(e, actions);
    require(a.sequences.size() <= 32, "more than 32 ways to attack");
    for (const auto& sequence : a.sequences) {
      require(sequence.size() <= 16, "more than 16 attacks in a row");
      for (const int part : sequence) {
        require(part >= 0 && part < actions && b.actions[part].sequences.empty(),
                "a multiattack that uses what is no simple action");
      }
    }
    within({a.to_hit}, -100, 100, "attack bonus");
    within({a.reach, a.range, a.long_range, a.size, a.width, a.area_range, a.target_range, a.teleport_feet},
           0, kMostFeet, "feet");
    require(!a.area || (a.size > 0 && a.width > 0), "an area without a size");
    numbered(a.lingers, actions);
    within({a.crit_from}, 2, 20, "critical");
    within({a.targets}, 1, kMostCombatants, "targets");
    within({a.recharge}, 0, 6, "recharge");
    within({a.uses}, 0, 250, "uses");
    within({a.slot}, 0, 9, "slot");
    within({a.cost}, 0, 15, "cost");
    within({a.pool}, 0, 64, "pool");
  }

  void block(const StatBlock& b) {
    who_ = b.name;
    const int actions = static_cast<int>(b.actions.size());
    require(b.side >= 1 && b.side <= kMaxFootprint, "a size beyond 4 by 4 cells");
    within({b.most_hit_points}, 1, kMostHitPoints, "hit points");
    require(!b.hit_points.probabilities.empty(), "no hit points");
    dice(b.hit_points, "hit points");
    dice(b.sneak_attack, "sneak attack");
    dice(b.sneak_critical, "sneak attack");
    require(b.sneak_attack.probabilities.empty() == b.sneak_critical.probabilities.empty(),
            "a sneak attack without its critical");
    require(actions <= 64, "more than 64 actions");
    for (const Action& a : b.actions) action(a, b);
    require(b.auras.size() <= 4, "more than 4 auras");
    for (const Aura& aura : b.auras) {
      numbered(aura.action, actions);
      require(aura.action != kNothing || !aura.when_hit, "an aura that does nothing");
      within({aura.feet}, 0, kMostFeet, "feet");
    }
    for (const int number : {b.burst_action, b.charge_action, b.charge_extra}) numbered(number, actions);
    within({b.walk, b.fly, b.charge_feet}, 0, kMostFeet, "feet");
    within({b.armor_class, b.initiative, b.escape}, -100, 100, "bonus");
    for (const int save : b.saves) within({save}, -100, 100, "save");
    for (const int count : b.slots) within({count}, 0, 15, "slots");
    within({b.legendary_actions, b.legendary_resistance}, 0, 15, "legendary");
    within({b.regeneration, b.relentless}, 0, kMostHitPoints, "hit points");
  }

  static constexpr int kMostFeet = 6000;

  const Battle& battle_;
  std::string who_;
};

}  // namespace hazard::fivee
