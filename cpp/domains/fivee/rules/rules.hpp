// What the rule book answers about a moment of a fight: who can act, who can reach whom, with which
// advantage, against which armour class. Nothing here changes a state.
//
// Over 400 lines: the questions are members of one class, and most are answered by the others.
#pragma once

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "domains/fivee/content/tables.hpp"
#include "domains/fivee/rules/condition_sets.hpp"

namespace hazard::fivee {

class Rules {
 public:
  explicit Rules(Battle battle) : battle_(std::move(battle)) {
    for (const StatBlock& block : battle_.blocks) tables_.emplace_back(block);
    for (int i = 0; i < size(); ++i) {
      (battle_.combatants[i].side == 0 ? party_ : monsters_) |= only(i);
      for (const Action& a : block(i).actions) {
        if (a.economy == Economy::Lair && battle_.options.lair) lair_master_ = i;
      }
      for (const Aura& aura : block(i).auras) {
        if (!aura.when_hit) haunting_ |= only(i);
      }
    }
  }

  const Battle& battle() const { return battle_; }
  const Map& map() const { return battle_.map; }
  bool revised() const { return battle_.options.revised; }
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
    return tables(fighter).damage[action][effect];
  }
  // Where an action's uses are counted, or kNothing if it has no limit.
  int limited(int fighter, int action) const { return tables(fighter).limited[action]; }
  // Whether a recharge is rolled for this action: once for all that are spent together.
  bool recharges(int fighter, int action) const { return tables(fighter).recharges(action); }
  const DamageTable& sneak_damage(int fighter, int action) const { return tables(fighter).sneaking[action]; }
  // The melee attack that answers those who walk away, or kNothing.
  int opportunity(int fighter) const { return tables(fighter).opportunity; }
  // What somebody shoots with, where they do.
  const BlockTables::Volley& volley(int fighter) const { return tables(fighter).volley; }
  // Those around whom it is not well to start a turn.
  Fighters haunting() const { return haunting_; }
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
  bool can_react(const State& s, int fighter) const {
    const Fighter& f = s.fighters[fighter];
    return can_act(f) && !f.is(kReacted) && !is_caught_out(f) && !modifiers_on(s, fighter).no_reactions;
  }
  // Who is surprised loses the first turn and all that needs attention (2014).
  bool is_caught_out(const Fighter& f) const { return f.is(kSurprised) && !revised(); }
  // On its feet, or about to rise by itself: a troll at 0 hit points has not lost yet.
  bool in_the_fight(const State& s, int fighter) const {
    const Fighter& f = s.fighters[fighter];
    return f.standing() || (f.is(kDown) && block(fighter).regenerates_at_zero && !f.is(kRegenerationStopped));
  }
  Fighters in_the_fight_among(const State& s, Fighters among) const {
    Fighters found = 0;
    for_each(among, [&](int i) {
      if (in_the_fight(s, i)) found |= only(i);
    });
    return found;
  }
  bool makes_death_saves(int fighter) const {
    const Options& options = battle_.options;
    return block(fighter).character ? !options.party_dies_at_zero : options.monsters_make_death_saves;
  }
  // Nobody attacks whom they are charmed by.
  bool may_harm(const State& s, int actor, int target) const {
    return !s.fighters[actor].has(mask_of(Condition::Charmed)) ||
           (sources(s, actor, Condition::Charmed) & only(target)) == 0;
  }
  bool sees(const State& s, int viewer, int viewed) const {
    const Fighter& v = s.fighters[viewed];
    const bool unseen = v.is(kHidden) || v.has(mask_of(Condition::Invisible));
    return !s.fighters[viewer].has(mask_of(Condition::Blinded)) &&
           (!unseen || block(viewer).sees_invisible) && has_light(s, viewer, viewed);
  }
  // Whether it is not too dark: darkness is as bad as blindness for whoever has no eyes for it.
  bool has_light(const State& s, int viewer, int viewed) const {
    if (battle_.options.light != Light::Dark) return true;
    const StatBlock& b = block(viewer);
    return feet_between(s, viewer, viewed) <= std::max(b.darkvision, b.sees_without_light);
  }
  // Dodging helps only those who can move.
  bool dodges(int fighter, const Fighter& f) const {
    return f.is(kDodging) && can_act(f) && !f.has(kRooted) && (f.exhaustion < 5 || body_feet(fighter, f) > 0);
  }
  // What is taken off every roll of a d20: two for each level of exhaustion by the rules of 2024.
  int tired(const Fighter& f) const { return revised() ? 2 * f.exhaustion : 0; }
  // Whether exhaustion of this level or above has its effect (2014).
  bool worn_out(const Fighter& f, int level) const { return !revised() && f.exhaustion >= level; }
  bool wounded(const Fighter& f) const {
    return f.is(kUnknownHitPoints) ? f.damage > 0 : f.hit_points < most_points(f) * kPoint;
  }

  // The fourth level of exhaustion halves the maximum of hit points (2014).
  int most_points(const Fighter& f) const { return worn_out(f, 4) ? std::max(1, f.most / 2) : f.most; }
  int most_hit_points(const State& s, int fighter) const { return most_points(s.fighters[fighter]) * kPoint; }

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

  ActiveModifiers modifiers_on(const State& s, int fighter) const {
    ActiveModifiers sum;
    for (int i = 0; i < s.ongoing_count; ++i) {
      const Ongoing& o = s.ongoing[i];
      if (o.target != fighter || o.what < kConditions || repeats(s, i)) continue;
      const Modifier& m = battle_.modifiers[o.what - kConditions];
      sum.armor_class += m.armor_class;
      sum.attack_advantage += m.attack_advantage;
      if (m.source_only) {
        sum.open_to |= m.defense_advantage > 0 ? only(o.source) : 0;
      } else {
        sum.defense_advantage += m.defense_advantage;
      }
      sum.save_advantage += m.save_advantage;
      sum.speed_feet += m.speed_feet;
      sum.extra_attacks += m.extra_attacks;
      sum.half_speed |= m.half_speed;
      sum.no_reactions |= m.no_reactions;
      sum.no_healing |= m.no_healing;
      sum.stops_missiles |= m.stops_missiles;
      sum.resist |= m.resist;
      sum.attack.add(m.attack);
      sum.save.add(m.save);
      if (!m.damage.probabilities.empty() && sum.damage_count < 4) sum.damage[sum.damage_count++] = &m;
    }
    return sum;
  }

  // The reaction by which somebody would take no harm from missiles now, or kNothing.
  int ward(const State& s, int target) const {
    if (!can_react(s, target)) return kNothing;
    const auto& actions = block(target).actions;
    const auto stops = [&](const Effect& e) {
      return e.modifier != kNothing && battle_.modifiers[e.modifier].stops_missiles;
    };
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      const Action& a = actions[i];
      if (a.economy == Economy::Reaction && a.trigger == Trigger::Hit && available(s, target, i) &&
          std::any_of(a.effects.begin(), a.effects.end(), stops))
        return i;
    }
    return kNothing;
  }

  // Whether somebody bears the same thing twice, from two hands: it counts once.
  static bool repeats(const State& s, int index) {
    const Ongoing& o = s.ongoing[index];
    for (int i = 0; i < index; ++i) {
      if (s.ongoing[i].target == o.target && s.ongoing[i].what == o.what) return true;
    }
    return false;
  }

  // Whether something that lasts is for one attack roll only, and an attack of `actor` on `target` is it.
  bool is_spent(const Ongoing& o, int actor, int target) const {
    if (o.what < kConditions) return false;
    const Modifier& m = battle_.modifiers[o.what - kConditions];
    const bool its_own = m.attack_advantage != 0 || !m.attack.probabilities.empty();
    return m.next_roll_only &&
           ((its_own && o.target == actor) ||
            (m.defense_advantage != 0 && o.target == target && (!m.source_only || o.source == actor)));
  }

  // Whether something that lasts is for one weapon attack that hits, and `actor` bears it.
  bool is_spent_by_a_hit(const Ongoing& o, int actor) const {
    return o.what >= kConditions && o.target == actor &&
           battle_.modifiers[o.what - kConditions].next_hit_only;
  }

  // An aura, a wound or a burst: nobody chooses it.
  static bool works_by_itself(const Action& a) {
    return a.economy == Economy::Reaction && a.trigger == Trigger::None;
  }

  // The action that laid something on, or none: a game master may have.
  const Action* laid_by(const Ongoing& o) const {
    const auto& actions = block(o.source).actions;
    return o.action < actions.size() ? &actions[o.action] : nullptr;
  }

  // Feet it may go this turn. Getting up costs half; flying creatures count as flying.
  int speed(const State& s, int fighter) const {
    const Fighter& f = s.fighters[fighter];
    if (f.has(kRooted)) return 0;
    const ActiveModifiers active = this->modifiers_on(s, fighter);
    int feet = body_feet(fighter, f);
    if (feet <= 0) return 0;
    feet += active.speed_feet;
    if (active.half_speed) feet /= 2;
    if (worn_out(f, 2)) feet /= 2;
    if (f.has(mask_of(Condition::Prone))) feet /= 2;
    return std::max(0, feet);
  }

  bool flies(int fighter) const { return block(fighter).fly > 0; }
  // By its legs and wings, less what exhaustion takes; whoever cannot swim wades at half speed.
  int body_feet(int fighter, const Fighter& f) const {
    const StatBlock& b = block(fighter);
    if (worn_out(f, 5)) return 0;
    const int dry = std::max(b.walk, b.fly);
    const int feet = !battle_.options.underwater ? dry : b.swim > 0 ? b.swim : dry / 2;
    return feet - (revised() ? 5 * f.exhaustion : 0);
  }
  // Whether one may go through the other's space: two sizes apart, or helpless or tiny (2024).
  bool passes(const State& s, int mover, int foe) const {
    const int size = block(foe).size;
    if (std::abs(block(mover).size - size) >= 2) return true;
    return revised() && (size == 0 || s.fighters[foe].has(kHelpless));
  }

  Share share(const State& s, int fighter, int type, TypeMask resist) const {
    const bool petrified = s.fighters[fighter].has(mask_of(Condition::Petrified));
    if (type == kUntyped) return petrified ? Share::Half : Share::Full;
    const StatBlock& b = block(fighter);
    const auto bit = static_cast<TypeMask>(1U << type);
    if ((b.immune & bit) != 0) return Share::None;
    const bool wet = battle_.options.underwater && type == kFire;
    const bool half = ((b.resistant | resist) & bit) != 0 || petrified || wet;
    const bool twice = (b.vulnerable & bit) != 0;
    return half && twice ? Share::Evened : half ? Share::Half : twice ? Share::Double : Share::Full;
  }

  const Rolled& damage_to(const State& s, int actor, int action, int effect, int target,
                          bool critical) const {
    return damage_to(s, actor, action, effect, target, critical, modifiers_on(s, target).resist);
  }
  // `resist`: what the target resists besides, by what it bears.
  const Rolled& damage_to(const State& s, int actor, int action, int effect, int target, bool critical,
                          TypeMask resist) const {
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
  // Whether an action can be carried out in one of its ways: nothing that it is made of is spent.
  bool available(const State& s, int fighter, int number, int sequence) const {
    const auto& ways = action(fighter, number).sequences;
    if (!available(s, fighter, number)) return false;
    return ways.empty() || std::all_of(ways[sequence].begin(), ways[sequence].end(),
                                       [&](int part) { return available(s, fighter, part); });
  }
  // Whether an action and a bonus action may be in one turn: with a spell as a bonus action only a cantrip
  // is cast besides (2014); one spell with a slot is enough for a turn (2024).
  bool may_cast_both(const Action& action, const Action& bonus) const;
  // Of the save to keep concentration; by the rules of 2024 it is never above 30.
  int concentration_dc(int damage) const;
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

  // The walls that stand between an area's origin, or whoever acts on one target, and somebody who saves.
  Cover cover_on_save(const State& s, int actor, const Action& a, const Aim& aim, int target) const {
    const Cell from = s.fighters[actor].at, to = s.fighters[target].at;
    const int side = block(target).side;
    if (works_by_itself(a) && !a.area) return Cover::None;
    if (!a.area || a.shape == Shape::Emanation) return cover(map(), from, block(actor).side, to, side, {});
    return cover_from_point(map(), corner(aim.x / 2, aim.y / 2), to, side, {});
  }
  bool inside(const State& s, const Zone& zone, int fighter) const {
    const Action& a = action(zone.source, zone.action);
    return area_touches(map(), a.shape, a.size, a.width, zone.from, block(zone.source).side, zone.aim,
                        s.fighters[fighter].at, block(fighter).side);
  }

  // ---- situations ----------------------------------------------------------------------------------------

  bool bloodied(const State& s, int fighter) const {
    const Fighter& f = s.fighters[fighter];
    return 2 * (hit_points(s, fighter) - f.temporary) <= most_hit_points(s, fighter);
  }
  static bool holds(const State& s, int source, int target) {
    for (int i = 0; i < s.ongoing_count; ++i) {
      const Ongoing& o = s.ongoing[i];
      if (o.target == target && o.source == source && o.what == static_cast<int>(Condition::Grappled))
        return true;
    }
    return false;
  }
  bool is_so(const State& s, Situation situation, int source, int target) const {
    switch (situation) {
      case Situation::Always:
        return true;
      case Situation::SourceBloodied:
        return bloodied(s, source);
      case Situation::SourceNotBloodied:
        return !bloodied(s, source);
      case Situation::TargetBloodied:
        return bloodied(s, target);
      case Situation::TargetNotBloodied:
        return !bloodied(s, target);
      case Situation::TargetWounded:
        return wounded(s.fighters[target]);
      case Situation::FirstRound:
        return s.round == 1;
      case Situation::TargetGrappledBySource:
        return holds(s, source, target);
      case Situation::TargetNotGrappledBySource:
        return !holds(s, source, target);
    }
    return true;
  }
  // Whether an effect of somebody's does anything to a target at all.
  bool concerns(const State& s, int actor, const Effect& e, int target) const {
    return (e.spares & only(target)) == 0 && is_so(s, e.only_if, actor, target) &&
           (e.withstood == kNothing || !withstands(s, actor, e.withstood, target));
  }
  static bool withstands(const State& s, int actor, int modifier, int target) {
    for (int i = 0; i < s.ongoing_count; ++i) {
      const Ongoing& o = s.ongoing[i];
      if (o.target == target && o.source == actor && o.what == kConditions + modifier) return true;
    }
    return false;
  }

  // Cover counts other creatures too: half.
  Cover cover_from(const State& s, Cell from, int fighter, int target) const {
    const Cell to = s.fighters[target].at;
    const int side = block(fighter).side, its_side = block(target).side;
    CellSet others;  // only those that can be in the way
    for_each(everybody() & ~only(fighter) & ~only(target), [&](int i) {
      const Fighter& f = s.fighters[i];
      const int wide = block(i).side;
      if (f.standing() && spans(from.x, side, to.x, its_side, f.at.x, wide) &&
          spans(from.y, side, to.y, its_side, f.at.y, wide))
        others.insert(f.at, wide);
    });
    return cover(map(), from, side, to, its_side, others);
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
      if (found.far && battle_.options.underwater && !a.spell) found.possible = false;
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
      near = near ||
             (feet_from(from, fighter, s, foe) <= 5 && can_act(s.fighters[foe]) && sees(s, foe, fighter));
    });
    return near;
  }

  // ---- rolls, defined in rolls.hpp -----------------------------------------------------------------------

  int advantage(const State& s, int actor, Cell from, const Action& action, int target,
                const Shot& shot) const;
  int advantage(const State& s, int actor, Cell from, const Action& action, int target, const Shot& shot,
                const ActiveModifiers& mine, const ActiveModifiers& theirs) const;
  bool has_ally_near(const State& s, int actor, int target) const;
  // A close critical: any hit from within 5 feet on somebody who cannot move.
  bool always_critical(const State& s, int target, const Shot& shot) const;
  int armor_class(int target, const Shot& shot, const ActiveModifiers& active) const;
  static int cover_bonus(Cover cover);
  static ConditionMask conditions_of(const Effect& e);
  // The chance that a target saves against an effect of an action; `cover` helps the nimble.
  double save_against(const State& s, int actor, const Action& a, const Effect& e, int target,
                      Cover cover = Cover::None) const;
  // Whether a save for half means no damage, and a failure half of it.
  bool evades(const Effect& e, int target) const;
  // The chance to get free, an ability check: what hampers those hampers it. A grip is escaped by Athletics
  // or Acrobatics; webs and slime give way to Strength alone.
  double escape_chance(const State& s, int fighter, const Ongoing& held) const;
  bool hampered(const State& s, int fighter) const;
  double held_off(const State& s, int grip, int target, bool held = false) const;
  double found_out(const State& s, int fighter) const;
  bool concealed(const State& s, int fighter, Cell at) const;
  bool wades(int actor, const Action& a, const Shot& shot) const;
  bool held_by_another(const State& s, int actor, int target) const;
  double save_probability(const State& s, int target, Ability ability, int dc, bool magical,
                          ConditionMask against) const;
  bool flanked(const State& s, int actor, Cell from, int target) const;
  // Who has laid a condition on somebody.
  Fighters sources(const State& s, int fighter, Condition condition) const;
  bool frightened_in_sight(const State& s, int fighter) const;

 private:
  const BlockTables& tables(int fighter) const { return tables_[battle_.combatants[fighter].block]; }

  Battle battle_;
  std::vector<BlockTables> tables_;
  Fighters party_ = 0, monsters_ = 0;
  Fighters haunting_ = 0;
  int lair_master_ = kNothing;
};

}  // namespace hazard::fivee

#include "domains/fivee/rules/contests.hpp"  // what is declared here
