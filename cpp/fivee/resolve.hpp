// How a fight goes on: a plan is carried out step by step until the dice or a player are needed again.
//
// `Resolver` changes a state in place. Each node of the game is a (stage, chance) pair; `advance` walks from
// one to the next. What a hit does besides damage, and what damage calls for (concentration, undead
// fortitude, hit points that nobody has rolled), are nodes of their own, in the order of the rule book.
#pragma once

#include "fivee/strike.hpp"

namespace hazard::fivee {

enum Check : std::uint8_t { kCollapse = 1, kFortitude = 2, kConcentration = 4 };

class Resolver {
 public:
  explicit Resolver(const Rules& rules) : rules_(rules) {}

  // ---- from node to node ---------------------------------------------------------------------------------

  // Walks on until somebody has to choose or roll, or the fight is over.
  void advance(State& s) const {
    while (true) {
      if (s.checks != 0) {
        set_next_check(s);
        if (s.chance != Chance::None) return;
        continue;
      }
      if (s.stage != Stage::Over && is_over(s)) s.stage = Stage::Over;
      s.chance = Chance::None;
      switch (s.stage) {
        case Stage::TurnStart:
          if (start_turn(s)) return;
          break;
        case Stage::Leaving:
        case Stage::Retreating:
          if (walk(s)) return;
          break;
        case Stage::Acting:
        case Stage::Bonus:
        case Stage::Legendary:
          if (s.stage == Stage::Legendary && s.step == 0) return;  // to be chosen
          if (act(s)) return;
          finish_action(s);
          break;
        case Stage::TurnEnd:
          if (end_turn(s)) return;
          break;
        case Stage::Deciding:
        case Stage::Over:
          return;
      }
    }
  }

  bool is_over(const State& s) const {
    if (s.round > rules_.battle().options.most_rounds) return true;
    const Fighters standing = rules_.standing(s, rules_.everybody());
    return (standing & rules_.friends_of_side(0)) == 0 || (standing & rules_.friends_of_side(1)) == 0;
  }

  // ---- decisions -----------------------------------------------------------------------------------------

  void begin_plan(State& s, const Plan& plan) const {
    s.plan = plan;
    if (s.stage == Stage::Legendary) {
      if (plan.action == Plan::kNone) return next_legend(s);
      Fighter& legend = s.fighters[s.legend];
      const int cost = rules_.action(s.legend, plan.action).cost;
      legend.legendary_left = static_cast<std::uint8_t>(std::max(0, legend.legendary_left - cost));
      start_action(s, s.legend, plan.action, plan.target);
      s.step = 1;
      return;
    }
    Fighter& mover = s.fighters[s.mover()];
    if (mover.has(mask_of(Condition::Prone)) && rules_.speed(s, s.mover()) > 0)
      remove(s, s.mover(), Condition::Prone);
    if (plan.standard == Standard::Disengage) mover.set(kDisengaged);
    if (plan.standard == Standard::Dodge) mover.set(kDodging);
    if (plan.bonus != Plan::kNone && plan.bonus_first) {
      s.stage = Stage::Bonus;
      return start_action(s, s.mover(), plan.bonus, plan.bonus_target);
    }
    start_walking(s, Stage::Leaving, plan.to);
  }

 private:
  // ---- a turn begins -------------------------------------------------------------------------------------

  // True when a roll is needed.
  bool start_turn(State& s) const {
    const int mover = s.mover();
    Fighter& f = s.fighters[mover];
    const StatBlock& b = rules_.block(mover);
    if (!f.present()) {
      count_rounds(s, mover);
      next_creature(s);
      return false;
    }
    if (s.step == 0) {
      f.flags =
          static_cast<std::uint16_t>(f.flags & ~(kReacted | kDodging | kDisengaged | kSneaked | kReckless));
      f.legendary_left = static_cast<std::uint8_t>(b.legendary_actions);
      expire(s, [&](const Ongoing& o) {
        return (o.until == Until::StartOfSourceTurn && o.source == mover && !o.fresh) ||
               (o.until == Until::StartOfTargetTurn && o.target == mover && !o.fresh);
      });
      regenerate(s, mover);
      burn_in_auras(s, mover);
      s.step = 1;
      s.waiting = 0;
      if (f.is(kDown) && !f.is(kStable) && f.present()) {
        s.chance = Chance::DeathSave;
        return true;
      }
    }
    if (s.checks != 0) return false;
    // Recharge rolls, one action after the other.
    while (s.step >= 1 && s.step <= b.actions.size()) {
      const int number = s.step++ - 1;
      const Action& a = b.actions[number];
      if (a.recharge == 0 || f.left[rules_.limited(mover, number)] > 0 || !f.standing()) continue;
      s.action = static_cast<std::uint8_t>(number);
      s.chance = Chance::Recharge;
      return true;
    }
    if (const int found = next_repeat(s, Repeat::StartOfTurn); found != kNothing) return repeat(s, found);
    s.waiting = 0;
    if (Rules::can_act(f)) {
      if (b.reckless) f.set(kReckless);
      s.stage = Stage::Deciding;
    } else {
      s.stage = Stage::TurnEnd;
      s.step = 0;
    }
    return false;
  }

  void regenerate(State& s, int mover) const {
    Fighter& f = s.fighters[mover];
    const StatBlock& b = rules_.block(mover);
    if (b.regeneration > 0 && !f.is(kRegenerationStopped) && (f.standing() || b.regenerates_at_zero))
      heal(s, mover, b.regeneration * kPoint);
    // Kept alive by regeneration alone, and now it has none.
    if (b.regenerates_at_zero && f.is(kDown) && f.is(kRegenerationStopped)) die(s, mover);
    f.set(kRegenerationStopped, false);
  }

  // Auras do their mean: their dice are not worth a node each.
  void burn_in_auras(State& s, int mover) const {
    for_each(rules_.standing(s, rules_.foes_of(mover)), [&](int foe) {
      for (const Aura& aura : rules_.block(foe).auras) {
        if (aura.when_hit || rules_.feet_between(s, mover, foe) > aura.feet) continue;
        for (const Effect& e : aura.effects) suffer_mean(s, foe, e, mover);
      }
    });
  }

 public:
  // An effect by its expected damage, the save counted in; conditions where they are likely to stick.
  void suffer_mean(State& s, int source, const Effect& e, int target) const {
    if (!s.fighters[target].present() || (e.spares & only(target)) != 0) return;
    const double saved = e.saves ? rules_.save_probability(s, target, e.ability, e.dc, false, 0) : 0.0;
    double mean = 0.0;
    const TypeMask resist = rules_.borne(s, target).resist;
    for (const DamagePart& part : e.damage) {
      const Dice taken = shared(part.normal, rules_.share(s, target, part.type, resist));
      for (std::size_t i = 0; i < taken.probabilities.size(); ++i)
        mean += taken.probabilities[i] * (taken.low + double(i));
    }
    mean *= 1.0 - saved * (e.half_on_success ? 0.5 : 1.0);
    if (mean > 0.0) hurt(s, target, static_cast<int>(std::lround(mean * kPoint)), source, types_of(e), false);
    if (saved < 0.5) inflict(s, source, e, target, 0);
  }

 private:
  // ---- walking -------------------------------------------------------------------------------------------

  void start_walking(State& s, Stage stage, Cell to) const {
    s.stage = stage;
    s.step = 0;
    s.waiting = 0;
    const int mover = s.mover();
    const Fighter& f = s.fighters[mover];
    if (to == f.at) return;
    if (f.is(kDisengaged) || rules_.block(mover).flyby || teleports(s)) return;
    s.waiting = opportunities(s, mover, to);
  }

  bool teleports(const State& s) const {
    const auto jumps = [&](int number) {
      return number != Plan::kNone && rules_.action(s.mover(), number).teleport_feet > 0;
    };
    return s.stage == Stage::Leaving && s.plan.bonus_first && jumps(s.plan.bonus);
  }

 public:
  // Foes whose reach a walk to `to` would leave, and who may answer it.
  Fighters opportunities(const State& s, int mover, Cell to) const {
    Fighters found = 0;
    const Fighter& f = s.fighters[mover];
    const int side = rules_.block(mover).side;
    for_each(rules_.standing(s, rules_.foes_of(mover)), [&](int foe) {
      const int reach = rules_.opportunity_reach(foe);
      if (reach == 0 || !Rules::can_react(s.fighters[foe])) return;
      const Cell at = s.fighters[foe].at;
      const int foe_side = rules_.block(foe).side;
      if (distance_feet(f.at, side, at, foe_side) <= reach && distance_feet(to, side, at, foe_side) > reach)
        found |= only(foe);
    });
    return found;
  }

 private:
  // One opportunity attack after the other, then the walk itself. True when a roll is needed.
  bool walk(State& s) const {
    const int mover = s.mover();
    Fighter& f = s.fighters[mover];
    if (s.step == 1) {  // an attack is being made
      if (act(s)) return true;
      s.step = 0;
    }
    if (f.standing() && s.waiting != 0) {
      const int foe = std::countr_zero(s.waiting);
      s.waiting &= s.waiting - 1;
      if (!Rules::can_react(s.fighters[foe])) return false;
      s.fighters[foe].set(kReacted);
      start_action(s, foe, rules_.opportunity(foe), mover);
      s.step = 1;
      return false;
    }
    const Cell to = s.stage == Stage::Leaving ? s.plan.to : s.plan.retreat;
    if (Rules::can_act(f)) f.at = to;
    if (s.stage == Stage::Retreating) {
      if (s.plan.flees && at_the_edge(f.at, mover) && f.standing()) f.set(kFled);
      s.stage = Stage::TurnEnd;
      s.step = 0;
    } else {
      start_main_action(s);
    }
    return false;
  }

  bool at_the_edge(Cell at, int fighter) const {
    const int side = rules_.block(fighter).side;
    return at.x == 0 || at.y == 0 || at.x + side >= rules_.map().width || at.y + side >= rules_.map().height;
  }

  void start_main_action(State& s) const {
    s.stage = Stage::Acting;
    s.element = 255;  // nothing to do unless there is an action
    if (s.plan.action != Plan::kNone && Rules::can_act(s.fighters[s.mover()]))
      start_action(s, s.mover(), s.plan.action, s.plan.target);
  }

  void finish_action(State& s) const {
    const bool able = Rules::can_act(s.fighters[s.mover()]);
    if (s.stage == Stage::Legendary) {
      next_legend(s);
    } else if (s.stage == Stage::Bonus && s.plan.bonus_first) {
      start_walking(s, Stage::Leaving, s.plan.to);
    } else if (s.stage == Stage::Acting && s.plan.bonus != Plan::kNone && !s.plan.bonus_first && able) {
      s.stage = Stage::Bonus;
      start_action(s, s.mover(), s.plan.bonus, s.plan.bonus_target);
    } else {
      start_walking(s, Stage::Retreating, able ? s.plan.retreat : s.fighters[s.mover()].at);
    }
  }

  // ---- an action -----------------------------------------------------------------------------------------

 public:
  void start_action(State& s, int actor, int number, int target) const {
    Fighter& f = s.fighters[actor];
    const Action& a = rules_.action(actor, number);
    s.actor = static_cast<std::uint8_t>(actor);
    s.action = static_cast<std::uint8_t>(number);
    s.target = static_cast<std::uint8_t>(target);
    s.element = s.effect = 0;
    s.struck = s.critical = s.saved = s.spare = false;
    if (const int place = rules_.limited(actor, number); place != kNothing && f.left[place] > 0)
      --f.left[place];
    if (a.slot > 0) {
      if (const int level = Rules::slot_for(f, a.slot); level > 0)
        f.set_slots(level, f.slots_left(level) - 1);
    }
    if (a.concentration) {
      end_concentration(s, actor);
      f.concentration = static_cast<std::uint8_t>(number + 1);
    }
    if (a.standard == Standard::Disengage) f.set(kDisengaged);
    if (a.standard == Standard::Dodge) f.set(kDodging);
    if (a.standard == Standard::Hide) f.set(kHidden);
  }

  // The simple actions that make up what is being done.
  std::span<const int> sequence(const State& s) const {
    const int number = s.action;
    const Action& a = rules_.action(s.actor, number);
    static thread_local int itself;
    itself = number;
    const bool main = (s.stage == Stage::Acting || s.stage == Stage::Legendary) && s.actor != kNobody;
    return Strikes::elements(a, itself, main ? s.plan.sequence : 0);
  }

 private:
  // Carries the action on; true when a roll is needed, false when it is done.
  bool act(State& s) const {
    const auto parts = s.element == 255 ? std::span<const int>{} : sequence(s);
    while (s.element < parts.size() && s.checks == 0) {
      if (!Rules::can_act(s.fighters[s.actor])) return false;
      const int number = parts[s.element];
      const Action& a = rules_.action(s.actor, number);
      const bool rolls = a.attack ? attack(s, number, a)
                         : a.area ? strike_area(s, number, a)
                                  : affect(s, number, a);
      if (rolls) return true;
    }
    return false;
  }

  void next_element(State& s, int count = 1) const {
    s.element = static_cast<std::uint8_t>(s.element + count);
    s.effect = 0;
    s.struck = s.critical = s.saved = s.spare = false;
    s.waiting = s.stage == Stage::Leaving || s.stage == Stage::Retreating ? s.waiting : 0;
  }

  bool attack(State& s, int number, const Action& a) const {
    if (!s.struck) {
      const int target = strike_target(s, a);
      if (target == kNothing) {
        next_element(s);
        return false;
      }
      s.target = static_cast<std::uint8_t>(target);
      s.chance = Chance::Strike;
      return true;
    }
    while (s.effect < a.effects.size()) {
      const Effect& e = a.effects[s.effect];
      if (e.when == When::Miss || !s.fighters[s.target].present() || (e.spares & only(s.target)) != 0) {
        ++s.effect;
        continue;
      }
      if (needs_roll(e)) {
        s.chance = Chance::Rider;
        return true;
      }
      take_effect(s, number, e, 0, false);
      ++s.effect;
      if (s.checks != 0) return false;
    }
    next_element(s);
    return false;
  }

  // Whom the next attack is made on: the target, or whoever else is in reach when it has fallen.
  int strike_target(const State& s, const Action& a) const {
    const Cell from = s.fighters[s.actor].at;
    const auto fits = [&](int target) { return rules_.shot(s, s.actor, from, a, target).possible; };
    if (s.target != kNobody) {
      const Fighter& t = s.fighters[s.target];
      const bool first = s.element == 0;
      if (t.present() && (t.standing() || first) && fits(s.target)) return s.target;
    }
    int best = kNothing, least = 0;
    for_each(rules_.standing(s, rules_.foes_of(s.actor)), [&](int foe) {
      const int left = rules_.hit_points(s, foe);
      if ((best == kNothing || left < least) && fits(foe)) {
        best = foe;
        least = left;
      }
    });
    return best;
  }

  static bool needs_roll(const Effect& e) {
    return e.saves || !e.damage.empty() || e.heal.probabilities.size() > 1 ||
           e.temporary.probabilities.size() > 1;
  }

  // ---- areas ---------------------------------------------------------------------------------------------

 public:
  // Whom an area made by `actor` from where it stands would strike.
  Fighters caught(const State& s, int actor, const Action& a, const Aim& aim) const {
    const Cell from = s.fighters[actor].at;
    const CellSet cells =
        area_cells(rules_.map(), a.shape, a.size, a.width, from, rules_.block(actor).side, aim);
    Fighters found = 0;
    const Fighters among = a.who == Who::Ally ? rules_.friends_of(actor)
                           : a.spares_friends ? rules_.foes_of(actor)
                                              : rules_.everybody();
    for_each(rules_.present(s, among), [&](int i) {
      if (a.shape == Shape::Emanation && i == actor && a.who != Who::Ally) return;
      if (cells.intersects(s.fighters[i].at, rules_.block(i).side)) found |= only(i);
    });
    return found;
  }

 private:
  // Effect by effect: one roll of damage for all, then a save for each.
  bool strike_area(State& s, int number, const Action& a) const {
    while (s.effect < a.effects.size()) {
      const Effect& e = a.effects[s.effect];
      if (!s.struck) {
        s.waiting = caught(s, s.actor, a, s.plan.aim) & ~e.spares;
        s.rolled = 0;
        s.struck = true;
        if (!e.damage.empty() && s.waiting != 0) {
          s.chance = Chance::AreaDamage;
          return true;
        }
      }
      while (s.waiting != 0) {
        s.target = static_cast<std::uint8_t>(std::countr_zero(s.waiting));
        if (e.saves) {
          s.chance = Chance::AreaSave;
          return true;
        }
        s.waiting &= s.waiting - 1;
        take_effect(s, number, e, area_damage(s, number), false);
        if (s.checks != 0) return false;
      }
      ++s.effect;
      s.struck = false;
    }
    next_element(s);
    return false;
  }

 public:
  // What the target takes of the roll: by the share of its mean, where the types differ.
  int area_damage(const State& s, int number) const {
    const Rolled& full =
        rules_.damage(s.actor, number, s.effect).rolled(false, [](int) { return Share::Full; });
    if (full.mean <= 0.0) return 0;
    const Rolled& taken = rules_.damage_to(s, s.actor, number, s.effect, s.target, false);
    if (&taken == &full) return s.rolled;
    return static_cast<int>(s.rolled * taken.mean / full.mean);
  }

  int current(const State& s) const { return sequence(s)[s.element]; }

 private:
  // ---- actions on chosen targets -------------------------------------------------------------------------

  bool affect(State& s, int number, const Action& a) const {
    if (!s.struck) {
      s.waiting = chosen(s, a);
      s.struck = true;
      if (s.waiting != 0) s.target = static_cast<std::uint8_t>(std::countr_zero(s.waiting));
    }
    while (s.waiting != 0) {
      s.target = static_cast<std::uint8_t>(std::countr_zero(s.waiting));
      while (s.effect < a.effects.size()) {
        const Effect& e = a.effects[s.effect];
        if (s.fighters[s.target].present() && (e.spares & only(s.target)) == 0) {
          if (needs_roll(e)) {
            s.chance = Chance::Rider;
            return true;
          }
          take_effect(s, number, e, fixed_amount(e), false);
        }
        ++s.effect;
        if (s.checks != 0) return false;
      }
      s.effect = 0;
      s.waiting &= s.waiting - 1;
    }
    next_element(s);
    return false;
  }

  static int fixed_amount(const Effect& e) {
    const Dice& dice = e.heal.probabilities.empty() ? e.temporary : e.heal;
    return dice.probabilities.empty() ? 0 : dice.low * kPoint;
  }

  // The chosen target and, for actions with several, the others that need it most or stand nearest.
  Fighters chosen(const State& s, const Action& a) const {
    if (a.who == Who::Self) return only(s.actor);
    if (s.target == kNobody) return 0;
    Fighters found = only(s.target);
    const Fighters among = a.who == Who::Ally ? rules_.friends_of(s.actor) : rules_.foes_of(s.actor);
    Fighters rest = rules_.present(s, among) & ~found;
    for (int more = 1; more < a.targets && rest != 0; ++more) {
      int best = kNothing, least = 0;
      for_each(rest, [&](int i) {
        if (rules_.feet_between(s, s.actor, i) > a.target_range) return;
        const int left = rules_.hit_points(s, i);
        if (best == kNothing || left < least) {
          best = i;
          least = left;
        }
      });
      if (best == kNothing) break;
      found |= only(best);
      rest &= ~only(best);
    }
    return found;
  }

  // ---- what effects do -----------------------------------------------------------------------------------

 public:
  static TypeMask types_of(const Effect& e) {
    TypeMask types = 0;
    for (const DamagePart& part : e.damage) types |= TypeMask{1} << part.type;
    return types;
  }

  // `amount`: damage or healing in sixteenths, already halved where a save was made.
  void take_effect(State& s, int number, const Effect& e, int amount, bool saved) const {
    const int target = e.on_self ? s.actor : s.target;
    if (!e.damage.empty()) {
      const int before = s.fighters[target].hit_points;
      hurt(s, target, amount, s.actor, types_of(e), s.critical);
      if (e.heals_source)
        heal(s, s.actor, std::max(0, before - std::max<int>(0, s.fighters[target].hit_points)));
    }
    if (!e.heal.probabilities.empty()) heal(s, target, amount);
    if (!e.temporary.probabilities.empty()) {
      Fighter& f = s.fighters[target];
      f.temporary = std::max(f.temporary, static_cast<std::int16_t>(amount));
    }
    if (saved || !s.fighters[target].present()) return;
    inflict(s, s.actor, e, target, number);
    if (e.modifier != kNothing) {
      const Modifier& m = rules_.battle().modifiers[e.modifier];
      add(s, {.target = static_cast<std::uint8_t>(target),
              .source = s.actor,
              .what = static_cast<std::uint8_t>(kConditions + e.modifier),
              .rounds = static_cast<std::uint8_t>(std::min(m.rounds, 255)),
              .action = static_cast<std::uint8_t>(number),
              .until = m.until,
              .fresh = true});
    }
    if (e.push_feet != 0) push(s, target, e.push_feet);
  }

  void inflict(State& s, int source, const Effect& e, int target, int number) const {
    for (const Infliction& i : e.inflictions) {
      const auto bit = mask_of(i.condition);
      if ((rules_.block(target).condition_immunities & bit) != 0) continue;
      if (i.condition == Condition::Exhaustion) {
        Fighter& f = s.fighters[target];
        f.exhaustion = static_cast<std::uint8_t>(std::min(6, f.exhaustion + i.level));
        if (f.exhaustion == 6) die(s, target);
        continue;
      }
      s.fighters[target].conditions |= bit;
      const bool escapes = i.escape_dc > 0;
      add(s, {.target = static_cast<std::uint8_t>(target),
              .source = static_cast<std::uint8_t>(source),
              .what = static_cast<std::uint8_t>(i.condition),
              .rounds = static_cast<std::uint8_t>(std::min(i.rounds, 255)),
              .action = static_cast<std::uint8_t>(number),
              .dc = static_cast<std::uint8_t>(escapes ? i.escape_dc : e.dc),
              .ability = e.ability,
              .until = i.until,
              .repeat = i.repeat,
              .ends_on_damage = i.ends_on_damage,
              .escape = escapes,
              .fresh = true});
    }
    if (s.fighters[target].has(kHelpless)) end_concentration(s, target);
  }

  // Damage in sixteenths. What else it calls for is left in `checks`.
  void hurt(State& s, int target, int amount, int source, TypeMask types, bool critical) const {
    Fighter& f = s.fighters[target];
    if (amount <= 0 || !f.present()) return;
    f.last_attacker = static_cast<std::uint8_t>(source);
    if ((types & rules_.block(target).regeneration_stops) != 0) f.set(kRegenerationStopped);
    expire(s, [&](const Ongoing& o) { return o.target == target && o.ends_on_damage; });
    if (f.is(kDown)) return fail_death_saves(s, target, critical ? 2 : 1);
    s.check_damage = static_cast<std::int16_t>(std::min(amount, 32000));
    s.checked = static_cast<std::uint8_t>(target);
    const int absorbed = std::min<int>(amount, f.temporary);
    f.temporary = static_cast<std::int16_t>(f.temporary - absorbed);
    amount -= absorbed;
    if (f.concentration != 0) s.checks |= kConcentration;
    if (f.is(kUnknownHitPoints)) {
      f.damage = static_cast<std::int16_t>(std::min(32000, f.damage + amount));
      s.check_damage = static_cast<std::int16_t>(amount);
      s.checks |= kCollapse;
      return;
    }
    if (amount < f.hit_points) {
      f.hit_points = static_cast<std::int16_t>(f.hit_points - amount);
      return;
    }
    const int beyond = amount - f.hit_points;
    const StatBlock& b = rules_.block(target);
    constexpr TypeMask radiant = 1U << kRadiant;
    if (b.relentless > 0 && !f.is(kRelentlessUsed) && amount <= b.relentless * kPoint) {
      f.set(kRelentlessUsed);
      f.hit_points = kPoint;
    } else if (b.undead_fortitude && !critical && (types & radiant) == 0) {
      f.hit_points = kPoint;
      s.checks |= kFortitude;
    } else {
      fall(s, target, beyond);
    }
  }

  void heal(State& s, int target, int amount) const {
    Fighter& f = s.fighters[target];
    if (!f.present() || amount <= 0) return;
    if (f.is(kUnknownHitPoints)) {
      f.damage = static_cast<std::int16_t>(std::max(0, f.damage - amount));
      return;
    }
    if (f.is(kDown)) {
      f.flags = static_cast<std::uint16_t>(f.flags & ~(kDown | kStable));
      f.successes = f.failures = 0;
      f.hit_points = 0;
      f.conditions = static_cast<ConditionMask>(f.conditions & ~mask_of(Condition::Unconscious));
      restore_conditions(s, target);
    }
    f.hit_points =
        static_cast<std::int16_t>(std::min(rules_.most_hit_points(s, target), f.hit_points + amount));
  }

  // At 0 hit points: a character is dying, anybody else is dead.
  void fall(State& s, int target, int beyond) const {
    Fighter& f = s.fighters[target];
    const StatBlock& b = rules_.block(target);
    const Options& options = rules_.battle().options;
    f.hit_points = 0;
    s.checks &= static_cast<std::uint8_t>(~kConcentration);
    end_concentration(s, target);
    const bool saves = b.character ? !options.party_dies_at_zero : options.monsters_make_death_saves;
    const bool lingers = b.regenerates_at_zero;
    if ((!saves && !lingers) || beyond >= rules_.most_hit_points(s, target)) return die(s, target);
    f.set(kDown);
    if (lingers && !saves) f.set(kStable);
    f.successes = f.failures = 0;
    f.conditions |= mask_of(Condition::Unconscious, Condition::Prone);
  }

  void die(State& s, int target) const {
    Fighter& f = s.fighters[target];
    if (f.is(kDead)) return;
    f.hit_points = 0;
    f.flags = static_cast<std::uint16_t>((f.flags & ~(kDown | kStable)) | kDead);
    end_concentration(s, target);
    expire(s, [&](const Ongoing& o) {
      return o.target == target || (o.source == target && o.what == static_cast<int>(Condition::Grappled));
    });
    const StatBlock& b = rules_.block(target);
    if (!b.bursts) return;
    for_each(rules_.present(s, rules_.everybody()), [&](int near) {
      if (rules_.feet_between(s, target, near) > b.burst_feet) return;
      for (const Effect& e : b.burst) suffer_mean(s, target, e, near);
    });
  }

  void fail_death_saves(State& s, int target, int count) const {
    Fighter& f = s.fighters[target];
    f.set(kStable, false);
    f.failures = static_cast<std::uint8_t>(std::min(3, f.failures + count));
    if (f.failures == 3) die(s, target);
  }

  void push(State& s, int target, int feet) const {
    Fighter& f = s.fighters[target];
    const CellSet blocked = rules_.cells_of(s, rules_.everybody() & ~only(target));
    const Fighter& source = s.fighters[s.actor];
    const int side = rules_.block(target).side, source_side = rules_.block(s.actor).side;
    f.at = feet > 0 ? pushed(rules_.map(), f.at, side, source.at, source_side, feet, blocked)
                    : pulled(rules_.map(), f.at, side, source.at, source_side, -feet, blocked);
  }

  // ---- things that last ----------------------------------------------------------------------------------

  void add(State& s, const Ongoing& fresh) const {
    for (int i = 0; i < s.ongoing_count; ++i) {  // the same again: the longer one stays
      Ongoing& o = s.ongoing[i];
      if (o.target == fresh.target && o.what == fresh.what && o.source == fresh.source) {
        o = fresh;
        return;
      }
    }
    if (s.ongoing_count < kOngoing) s.ongoing[s.ongoing_count++] = fresh;
  }

  // Ends what `over` says, and the conditions that rested on it.
  void expire(State& s, auto&& over) const {
    Fighters touched = 0;
    int kept = 0;
    for (int i = 0; i < s.ongoing_count; ++i) {
      if (over(s.ongoing[i])) {
        touched |= only(s.ongoing[i].target);
      } else {
        s.ongoing[kept++] = s.ongoing[i];
      }
    }
    for (int i = kept; i < s.ongoing_count; ++i) s.ongoing[i] = {};
    s.ongoing_count = static_cast<std::uint8_t>(kept);
    for_each(touched, [&](int i) { restore_conditions(s, i); });
  }

  // The conditions that are still laid on somebody; whoever lies, lies until they get up.
  void restore_conditions(State& s, int fighter) const {
    Fighter& f = s.fighters[fighter];
    ConditionMask left = f.conditions & mask_of(Condition::Prone);
    if (f.is(kDown)) left |= mask_of(Condition::Unconscious);
    for (int i = 0; i < s.ongoing_count; ++i) {
      const Ongoing& o = s.ongoing[i];
      if (o.target == fighter && o.what < kConditions) left |= static_cast<ConditionMask>(1U << o.what);
    }
    f.conditions = left;
  }

  void remove(State& s, int fighter, Condition condition) const {
    s.fighters[fighter].conditions &= static_cast<ConditionMask>(~mask_of(condition));
    expire(s, [&](const Ongoing& o) { return o.target == fighter && o.what == static_cast<int>(condition); });
  }

  void end_concentration(State& s, int fighter) const {
    Fighter& f = s.fighters[fighter];
    if (f.concentration == 0) return;
    const int action = f.concentration - 1;
    f.concentration = 0;
    expire(s, [&](const Ongoing& o) { return o.source == fighter && o.action == action; });
  }

 private:
  // ---- a turn ends ---------------------------------------------------------------------------------------

  bool end_turn(State& s) const {
    const int mover = s.mover();
    if (s.step == 0) {
      s.step = 1;
      s.element = 0;
      Fighter& f = s.fighters[mover];
      f.set(kActed);
      if (s.plan.standard != Standard::Hide) f.set(kHidden, f.is(kHidden) && s.plan.action == Plan::kNone);
    }
    if (const int found = next_repeat(s, Repeat::EndOfTurn); found != kNothing) return repeat(s, found);
    expire(s, [&](const Ongoing& o) {
      return (o.until == Until::EndOfSourceTurn && o.source == mover && !o.fresh) ||
             (o.until == Until::EndOfTargetTurn && o.target == mover && !o.fresh);
    });
    count_rounds(s, mover);
    for (int i = 0; i < s.ongoing_count; ++i) s.ongoing[i].fresh = false;
    s.legend = kNobody;
    next_legend(s);
    return false;
  }

  // A round of what `source` laid on others is over.
  void count_rounds(State& s, int source) const {
    expire(s, [&](Ongoing& o) { return o.source == source && !o.fresh && o.rounds > 0 && --o.rounds == 0; });
  }

  // The next thing on the mover that a save may end, from `element` on.
  int next_repeat(const State& s, Repeat when) const {
    for (int i = s.element; i < s.ongoing_count; ++i) {
      const Ongoing& o = s.ongoing[i];
      if (o.target == s.mover() && o.repeat == when) return i;
    }
    return kNothing;
  }
  bool repeat(State& s, int index) const {
    s.element = static_cast<std::uint8_t>(index);
    s.chance = Chance::RepeatSave;
    return true;
  }

  // Somebody else's turn is over: who may take a legendary action now, one after the other.
  void next_legend(State& s) const {
    for (int i = s.legend == kNobody ? 0 : s.legend + 1; i < rules_.size(); ++i) {
      if (i == s.mover() || s.fighters[i].legendary_left == 0 || !Rules::can_act(s.fighters[i])) continue;
      s.legend = static_cast<std::uint8_t>(i);
      s.stage = Stage::Legendary;
      s.step = 0;
      return;
    }
    next_creature(s);
  }

  void next_creature(State& s) const {
    s.legend = s.target = kNobody;
    s.actor = s.action = s.element = s.effect = s.step = 0;
    s.struck = s.critical = s.saved = s.spare = false;
    s.rolled = s.check_damage = 0;
    s.waiting = 0;
    s.plan = {};
    s.stage = Stage::TurnStart;
    if (++s.turn >= rules_.size()) {
      s.turn = 0;
      ++s.round;
    }
  }

  // ---- checks --------------------------------------------------------------------------------------------

  void set_next_check(State& s) const {
    const Fighter& f = s.fighters[s.checked];
    if ((s.checks & kCollapse) != 0) {
      s.chance = Chance::Collapse;
    } else if ((s.checks & kFortitude) != 0) {
      s.chance = Chance::Fortitude;
    } else if ((s.checks & kConcentration) != 0 && f.concentration != 0 && f.standing()) {
      s.chance = Chance::Concentration;
    } else {
      s.checks = 0;
      s.chance = Chance::None;
    }
  }

  const Rules& rules_;
};

}  // namespace hazard::fivee
