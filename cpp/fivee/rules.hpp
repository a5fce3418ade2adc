// What the rule book answers about a moment of a fight: who can act, who can reach whom, with which
// advantage, against which armour class. Nothing here changes a state.
#pragma once

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "fivee/damage.hpp"
#include "fivee/odds.hpp"
#include "fivee/state.hpp"

namespace hazard::fivee {

inline constexpr ConditionMask kHelpless =
    mask_of(Condition::Incapacitated, Condition::Paralyzed, Condition::Petrified, Condition::Stunned,
            Condition::Unconscious);
inline constexpr ConditionMask kRooted =
    mask_of(Condition::Grappled, Condition::Restrained) | (kHelpless & ~mask_of(Condition::Incapacitated));

constexpr Fighters only(int fighter) { return Fighters{1} << fighter; }

// Calls `visit` with each member of a set, the lowest first.
void for_each(Fighters set, auto&& visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// The sum of all modifiers that somebody bears.
struct Borne {
  int armor_class = 0, attack_advantage = 0, defense_advantage = 0, save_advantage = 0, speed_feet = 0,
      extra_attacks = 0;
  TypeMask resist = 0;
  const Dice* attack = nullptr;
  const Dice* save = nullptr;
  const Dice* damage = nullptr;
};

// Whether and how an attack from somewhere reaches a target.
struct Shot {
  bool possible = false, ranged = false, far = false;
  int feet = 0;
  Cover cover = Cover::None;
};

inline const Dice kNoDice{};

class Rules {
 public:
  explicit Rules(Battle battle) : battle_(std::move(battle)) {
    for (const StatBlock& block : battle_.blocks) prepare(block);
    for (int i = 0; i < size(); ++i) {
      (battle_.combatants[i].side == 0 ? party_ : monsters_) |= only(i);
      for (const Action& a : block(i).actions) {
        if (a.economy == Economy::Lair && battle_.options.lair) lair_master_ = i;
      }
    }
  }

  const Battle& battle() const { return battle_; }
  const Map& map() const { return battle_.map; }
  int size() const { return static_cast<int>(battle_.combatants.size()); }
  const StatBlock& block(int fighter) const { return battle_.block(fighter); }
  const Action& action(int fighter, int number) const { return block(fighter).actions[number]; }
  int side(int fighter) const { return battle_.combatants[fighter].side; }
  const std::string& name(int fighter) const { return battle_.combatants[fighter].name; }
  Fighters everybody() const { return party_ | monsters_; }
  Fighters friends_of(int fighter) const { return side(fighter) == 0 ? party_ : monsters_; }
  Fighters friends_of_side(int side) const { return side == 0 ? party_ : monsters_; }
  Fighters foes_of(int fighter) const { return side(fighter) == 0 ? monsters_ : party_; }

  const DamageTable& damage(int fighter, int action, int effect) const {
    return tables_[battle_.combatants[fighter].block].damage[action][effect];
  }
  // Where an action's uses are counted, or kNothing if it has no limit.
  int limited(int fighter, int action) const {
    return tables_[battle_.combatants[fighter].block].limited[action];
  }
  // The melee attack that answers those who walk away, or kNothing.
  int opportunity(int fighter) const { return tables_[battle_.combatants[fighter].block].opportunity; }
  // Whose lair it is, or kNothing.
  int lair_master() const { return lair_master_; }

  int opportunity_reach(int fighter) const {
    return opportunity(fighter) == kNothing ? 0 : action(fighter, opportunity(fighter)).reach;
  }

  // ---- sets ----------------------------------------------------------------------------------------------

  Fighters which(const State& s, Fighters among, auto&& test) const {
    Fighters found = 0;
    for_each(among, [&](int i) {
      if (test(s.fighters[i])) found |= only(i);
    });
    return found;
  }
  Fighters standing(const State& s, Fighters among) const {
    return which(s, among, [](const Fighter& f) { return f.standing(); });
  }
  Fighters present(const State& s, Fighters among) const {
    return which(s, among, [](const Fighter& f) { return f.present(); });
  }

  // ---- a fighter -----------------------------------------------------------------------------------------

  static bool can_act(const Fighter& f) { return f.standing() && !f.has(kHelpless); }
  static bool can_react(const Fighter& f) { return can_act(f) && !f.is(kReacted); }

  static int most_hit_points(const State& s, int fighter) { return s.fighters[fighter].most * kPoint; }

  // Hit points left, temporary ones included; where they are unknown, their mean given the damage so far.
  int hit_points(const State& s, int fighter) const {
    const Fighter& f = s.fighters[fighter];
    if (!f.is(kUnknownHitPoints)) return f.hit_points + f.temporary;
    const Dice& dice = block(fighter).hit_points;
    double weight = 0.0, sum = 0.0;
    for (std::size_t i = 0; i < dice.probabilities.size(); ++i) {
      const int left = (dice.low + static_cast<int>(i)) * kPoint - f.damage;
      if (left <= 0) continue;
      weight += dice.probabilities[i];
      sum += dice.probabilities[i] * left;
    }
    return f.temporary + (weight > 0.0 ? static_cast<int>(sum / weight) : 1);
  }

  // The chance that hit points that have not been rolled are used up, given that they were not before the
  // last damage.
  double collapse_chance(const State& s, int fighter, int before) const {
    const Dice& dice = block(fighter).hit_points;
    double alive = 0.0, fallen = 0.0;
    for (std::size_t i = 0; i < dice.probabilities.size(); ++i) {
      const int had = (dice.low + static_cast<int>(i)) * kPoint;
      if (had <= before) continue;
      alive += dice.probabilities[i];
      if (had <= s.fighters[fighter].damage) fallen += dice.probabilities[i];
    }
    return alive > 0.0 ? fallen / alive : 1.0;
  }

  Borne borne(const State& s, int fighter) const {
    Borne sum;
    for (int i = 0; i < s.ongoing_count; ++i) {
      const Ongoing& o = s.ongoing[i];
      if (o.target != fighter || o.what < kConditions) continue;
      const Modifier& m = battle_.modifiers[o.what - kConditions];
      sum.armor_class += m.armor_class;
      sum.attack_advantage += m.attack_advantage;
      sum.defense_advantage += m.defense_advantage;
      sum.save_advantage += m.save_advantage;
      sum.speed_feet += m.speed_feet;
      sum.extra_attacks += m.extra_attacks;
      sum.resist |= m.resist;
      if (!m.attack.probabilities.empty()) sum.attack = &m.attack;
      if (!m.save.probabilities.empty()) sum.save = &m.save;
      if (!m.damage.probabilities.empty()) sum.damage = &m.damage;
    }
    return sum;
  }

  // Feet it may go this turn. Getting up costs half; flying creatures count as flying.
  int speed(const State& s, int fighter) const {
    const Fighter& f = s.fighters[fighter];
    if (f.has(kRooted)) return 0;
    const StatBlock& b = block(fighter);
    int feet = std::max(b.walk, b.fly) + borne(s, fighter).speed_feet;
    if (f.exhaustion >= 5) return 0;
    if (f.exhaustion >= 2) feet /= 2;
    if (f.has(mask_of(Condition::Prone))) feet /= 2;
    return std::max(0, feet);
  }

  bool flies(int fighter) const { return block(fighter).fly > 0; }

  Share share(const State& s, int fighter, int type, TypeMask resist) const {
    if (type == kUntyped) return Share::Full;
    const StatBlock& b = block(fighter);
    const auto bit = static_cast<TypeMask>(1U << type);
    if ((b.immune & bit) != 0) return Share::None;
    const bool half =
        ((b.resistant | resist) & bit) != 0 || s.fighters[fighter].has(mask_of(Condition::Petrified));
    const bool twice = (b.vulnerable & bit) != 0;
    return half == twice ? Share::Full : half ? Share::Half : Share::Double;
  }

  const Rolled& damage_to(const State& s, int actor, int action, int effect, int target,
                          bool critical) const {
    const TypeMask resist = borne(s, target).resist;
    return damage(actor, action, effect).rolled(critical, [&](int type) {
      return share(s, target, type, resist);
    });
  }

  bool available(const State& s, int fighter, int number) const {
    const Action& a = action(fighter, number);
    const Fighter& f = s.fighters[fighter];
    if (const int place = limited(fighter, number); place != kNothing && f.left[place] == 0) return false;
    if (a.slot > 0 && slot_for(f, a.slot) == 0) return false;
    return true;
  }
  // The lowest slot that serves a spell of this level; 0: none is left.
  static int slot_for(const Fighter& f, int level) {
    for (int l = level; l <= 9; ++l) {
      if (f.slots_left(l) > 0) return l;
    }
    return 0;
  }

  // ---- space ---------------------------------------------------------------------------------------------

  CellSet cells_of(const State& s, Fighters among) const {
    CellSet cells;
    for_each(among, [&](int i) {
      if (s.fighters[i].present()) cells.insert(s.fighters[i].at, block(i).side);
    });
    return cells;
  }
  int feet_between(const State& s, int a, int b) const {
    return distance_feet(s.fighters[a].at, block(a).side, s.fighters[b].at, block(b).side);
  }
  int feet_from(Cell from, int fighter, const State& s, int target) const {
    return distance_feet(from, block(fighter).side, s.fighters[target].at, block(target).side);
  }

  // Cover counts other creatures too: half.
  Cover cover_from(const State& s, Cell from, int fighter, int target) const {
    const CellSet others = cells_of(s, standing(s, everybody()) & ~only(fighter) & ~only(target));
    return cover(map(), from, block(fighter).side, s.fighters[target].at, block(target).side, others);
  }

  // An attack with `number` from a cell. Melee where it reaches, otherwise the range.
  Shot shot(const State& s, int fighter, Cell from, const Action& a, int target) const {
    Shot found;
    found.feet = feet_from(from, fighter, s, target);
    if (a.reach > 0 && found.feet <= a.reach) {
      found.possible = true;
    } else if (a.range > 0 && found.feet <= std::max(a.range, a.long_range)) {
      found.possible = found.ranged = true;
      found.far = found.feet > a.range;
    }
    if (found.possible) {
      found.cover = cover_from(s, from, fighter, target);
      found.possible = found.cover != Cover::Total;
    }
    return found;
  }

  // Whether any standing foe that could bother an archer is next to the cell.
  bool threatened(const State& s, Cell from, int fighter) const {
    bool near = false;
    for_each(standing(s, foes_of(fighter)), [&](int foe) {
      near = near || (feet_from(from, fighter, s, foe) <= 5 && can_act(s.fighters[foe]));
    });
    return near;
  }

  // ---- rolls ---------------------------------------------------------------------------------------------

  int advantage(const State& s, int actor, Cell from, const Action&, int target, const Shot& shot) const {
    const Fighter &a = s.fighters[actor], &t = s.fighters[target];
    const Borne mine = borne(s, actor), theirs = borne(s, target);
    const bool close = shot.feet <= 5, prone = t.has(mask_of(Condition::Prone));
    const bool unseen =
        a.is(kHidden) || (a.has(mask_of(Condition::Invisible)) && !block(target).sees_invisible);
    const bool target_unseen =
        (t.has(mask_of(Condition::Invisible)) || t.is(kHidden)) && !block(actor).sees_invisible;
    const bool better =
        unseen || mine.attack_advantage > 0 || theirs.defense_advantage > 0 || a.is(kReckless) ||
        t.is(kReckless) || (prone && close) ||
        t.has(mask_of(Condition::Blinded, Condition::Paralyzed, Condition::Petrified, Condition::Restrained,
                      Condition::Stunned, Condition::Unconscious)) ||
        (block(actor).pack_tactics && has_ally_near(s, actor, target)) ||
        (block(actor).blood_frenzy && !shot.ranged && t.hit_points < most_hit_points(s, target)) ||
        (battle_.options.flanking && !shot.ranged && flanked(s, actor, from, target));
    const bool worse =
        target_unseen || mine.attack_advantage < 0 || theirs.defense_advantage < 0 || shot.far ||
        (prone && !close) || (t.is(kDodging) && can_act(t)) || a.exhaustion >= 3 ||
        a.has(mask_of(Condition::Blinded, Condition::Poisoned, Condition::Prone, Condition::Restrained)) ||
        frightened_in_sight(s, actor) || (shot.ranged && threatened(s, from, actor));
    return static_cast<int>(better) - static_cast<int>(worse);
  }

  bool has_ally_near(const State& s, int actor, int target) const {
    bool found = false;
    for_each(friends_of(actor) & ~only(actor), [&](int ally) {
      found = found || (can_act(s.fighters[ally]) && feet_between(s, ally, target) <= 5);
    });
    return found;
  }

  // A close critical: any hit from within 5 feet on somebody who cannot move.
  bool always_critical(const State& s, int target, const Shot& shot) const {
    return shot.feet <= 5 && s.fighters[target].has(mask_of(Condition::Paralyzed, Condition::Unconscious));
  }

  int armor_class(const State& s, int target, const Shot& shot, const Borne& borne) const {
    const int cover_bonus = shot.cover == Cover::Half ? 2 : shot.cover == Cover::ThreeQuarters ? 5 : 0;
    (void)s;
    return block(target).armor_class + borne.armor_class + cover_bonus;
  }

  double save_probability(const State& s, int target, Ability ability, int dc, bool magical,
                          ConditionMask against) const {
    const Fighter& t = s.fighters[target];
    const bool strong_or_quick = ability == Ability::Str || ability == Ability::Dex;
    if (strong_or_quick && t.has(mask_of(Condition::Paralyzed, Condition::Petrified, Condition::Stunned,
                                         Condition::Unconscious))) {
      return 0.0;
    }
    const Borne borne = this->borne(s, target);
    const StatBlock& b = block(target);
    const bool better = borne.save_advantage > 0 || (magical && b.magic_resistance) ||
                        (against & b.save_advantage_against) != 0 ||
                        (ability == Ability::Dex && t.is(kDodging) && can_act(t));
    const bool worse = borne.save_advantage < 0 || t.exhaustion >= 3 ||
                       (ability == Ability::Dex && t.has(mask_of(Condition::Restrained)));
    return save_chance(b.saves[static_cast<int>(ability)], dc,
                       static_cast<int>(better) - static_cast<int>(worse),
                       borne.save != nullptr ? *borne.save : kNoDice);
  }

  bool flanked(const State& s, int actor, Cell from, int target) const {
    bool found = false;
    for_each(friends_of(actor) & ~only(actor), [&](int ally) {
      found = found || (can_act(s.fighters[ally]) &&
                        flanks(from, block(actor).side, s.fighters[ally].at, block(ally).side,
                               s.fighters[target].at, block(target).side));
    });
    return found;
  }

  // Who has laid a condition on somebody.
  Fighters sources(const State& s, int fighter, Condition condition) const {
    Fighters found = 0;
    for (int i = 0; i < s.ongoing_count; ++i) {
      const Ongoing& o = s.ongoing[i];
      if (o.target == fighter && o.what == static_cast<int>(condition)) found |= only(o.source);
    }
    return found;
  }

  bool frightened_in_sight(const State& s, int fighter) const {
    if (!s.fighters[fighter].has(mask_of(Condition::Frightened))) return false;
    for (int i = 0; i < s.ongoing_count; ++i) {
      const Ongoing& o = s.ongoing[i];
      if (o.target == fighter && o.what == static_cast<int>(Condition::Frightened) &&
          s.fighters[o.source].standing()) {
        return line_of_sight(map(), s.fighters[fighter].at, block(fighter).side, s.fighters[o.source].at,
                             block(o.source).side);
      }
    }
    return true;  // of something that is not in this fight
  }

 private:
  struct BlockTables {
    std::vector<std::vector<DamageTable>> damage;  // by action and effect
    std::vector<int> limited;
    int opportunity = kNothing;
  };

  void prepare(const StatBlock& block) {
    BlockTables tables;
    int places = 0;
    for (const Action& a : block.actions) {
      auto& effects = tables.damage.emplace_back();
      for (const Effect& e : a.effects) effects.emplace_back(e.damage);
      const bool limited = a.recharge > 0 || a.uses > 0;
      if (limited && places == kLimitedActions) {
        throw std::invalid_argument(block.name + " has more than " + std::to_string(kLimitedActions) +
                                    " actions of limited use");
      }
      tables.limited.push_back(limited ? places++ : kNothing);
      const bool melee = a.attack && a.reach > 0 && !a.spell && a.economy == Economy::Action;
      const int number = static_cast<int>(tables.limited.size()) - 1;
      if (melee && (tables.opportunity == kNothing ||
                    strength(tables, number) > strength(tables, tables.opportunity))) {
        tables.opportunity = number;
      }
    }
    tables_.push_back(std::move(tables));
  }

  static double strength(const BlockTables& tables, int action) {
    double sum = 0.0;
    for (const DamageTable& table : tables.damage[action]) {
      if (!table.empty()) sum += table.rolled(false, [](int) { return Share::Full; }).mean;
    }
    return sum;
  }

  Battle battle_;
  std::vector<BlockTables> tables_;
  Fighters party_ = 0, monsters_ = 0;
  int lair_master_ = kNothing;
};

}  // namespace hazard::fivee
