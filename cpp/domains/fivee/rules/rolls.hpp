// What the rule book answers about rolls: advantage, armour class, saves, and the chance to get free.
#pragma once

#include "domains/fivee/rules/rules.hpp"

namespace hazard::fivee {

inline int Rules::advantage(const State& s, int actor, Cell from, const Action& action, int target,
                            const Shot& shot) const {
  return advantage(s, actor, from, action, target, shot, modifiers_on(s, actor), modifiers_on(s, target));
}

inline int Rules::advantage(const State& s, int actor, Cell from, const Action& action, int target,
                            const Shot& shot, const ActiveModifiers& mine,
                            const ActiveModifiers& theirs) const {
  const Fighter &a = s.fighters[actor], &t = s.fighters[target];
  const bool close = shot.feet <= 5, prone = t.has(mask_of(Condition::Prone));
  // Reckless are blows in melee on one's own turn; whoever is reckless is open until the next.
  const bool reckless = a.is(kReckless) && !shot.ranged && !action.spell && s.mover() == actor;
  const bool better =
      !sees(s, target, actor) || mine.attack_advantage > 0 || theirs.defense_advantage > 0 || reckless ||
      t.is(kReckless) || (prone && close) ||
      t.has(mask_of(Condition::Paralyzed, Condition::Petrified, Condition::Restrained, Condition::Stunned,
                    Condition::Unconscious)) ||
      (block(actor).pack_tactics && has_ally_near(s, actor, target)) ||
      (block(actor).blood_frenzy && !shot.ranged && wounded(t)) || (theirs.open_to & only(actor)) != 0 ||
      (action.advantage_if != Situation::Always && is_so(s, action.advantage_if, actor, target)) ||
      (battle_.options.flanking && !shot.ranged && flanked(s, actor, from, target));
  const bool worse =
      !sees(s, actor, target) || mine.attack_advantage < 0 || theirs.defense_advantage < 0 || shot.far ||
      (prone && !close) || (dodges(target, t) && sees(s, target, actor)) || worn_out(a, 3) ||
      (battle_.options.underwater && wades(actor, action, shot)) ||
      (revised() && a.has(mask_of(Condition::Grappled)) && held_by_another(s, actor, target)) ||
      a.has(mask_of(Condition::Poisoned, Condition::Prone, Condition::Restrained)) ||
      frightened_in_sight(s, actor) || (shot.ranged && threatened(s, from, actor));
  return static_cast<int>(better) - static_cast<int>(worse);
}

// Weapons are hard to use under water for those who are not at home there.
inline bool Rules::wades(int actor, const Action& a, const Shot& shot) const {
  if (a.spell) return false;
  return shot.ranged ? !a.wet_ranged : !a.wet_melee && block(actor).swim == 0;
}
// Whoever is grappled strikes well only at who holds them (2024).
inline bool Rules::held_by_another(const State& s, int actor, int target) const {
  const Fighters holders = sources(s, actor, Condition::Grappled);
  return holders != 0 && (holders & only(target)) == 0;
}

inline bool Rules::has_ally_near(const State& s, int actor, int target) const {
  bool found = false;
  for_each(friends_of(actor) & ~only(actor), [&](int ally) {
    found = found || (can_act(s.fighters[ally]) && feet_between(s, ally, target) <= 5);
  });
  return found;
}

inline bool Rules::always_critical(const State& s, int target, const Shot& shot) const {
  return shot.feet <= 5 && s.fighters[target].has(mask_of(Condition::Paralyzed, Condition::Unconscious));
}

inline int Rules::armor_class(int target, const Shot& shot, const ActiveModifiers& active) const {
  return block(target).armor_class + active.armor_class + cover_bonus(shot.cover);
}

inline int Rules::cover_bonus(Cover cover) {
  return cover == Cover::Half ? 2 : cover == Cover::ThreeQuarters ? 5 : 0;
}

inline ConditionMask Rules::conditions_of(const Effect& e) {
  ConditionMask all = 0;
  for (const Infliction& i : e.inflictions) all |= mask_of(i.condition);
  return all;
}

inline double Rules::save_against(const State& s, int actor, const Action& a, const Effect& e, int target,
                                  Cover cover) const {
  if (!e.saves) return 0.0;
  if (e.contest == Contest::Grip) return held_off(s, actor, target);
  if (e.contest == Contest::Hide) return found_out(s, actor);
  const int dc = e.ability == Ability::Dex ? e.dc - cover_bonus(cover) : e.dc;
  const double saved = save_probability(s, target, e.ability, dc, a.magical, conditions_of(e));
  if (e.or_ability == kNothing) return saved;
  return std::max(saved, save_probability(s, target, static_cast<Ability>(e.or_ability), e.dc, a.magical,
                                          conditions_of(e)));
}

inline bool Rules::evades(const Effect& e, int target) const {
  const StatBlock& b = block(target);
  return e.saves && e.half_on_success && (b.avoidance || (b.evasion && e.ability == Ability::Dex));
}

inline double Rules::escape_chance(const State& s, int fighter, const Ongoing& held) const {
  if (held.dc == kContested) return held_off(s, held.source, fighter, true);
  const StatBlock& b = block(fighter);
  const int bonus = holds(s, held.source, fighter) ? b.escape : b.modifiers[static_cast<int>(Ability::Str)];
  return at_least(held.dc - bonus + tired(s.fighters[fighter]), hampered(s, fighter) ? -1 : 0);
}

inline double Rules::save_probability(const State& s, int target, Ability ability, int dc, bool magical,
                                      ConditionMask against) const {
  const Fighter& t = s.fighters[target];
  const bool strong_or_quick = ability == Ability::Str || ability == Ability::Dex;
  if (strong_or_quick && t.has(mask_of(Condition::Paralyzed, Condition::Petrified, Condition::Stunned,
                                       Condition::Unconscious))) {
    return 0.0;
  }
  const ActiveModifiers active = this->modifiers_on(s, target);
  const StatBlock& b = block(target);
  const bool better = active.save_advantage > 0 || (magical && b.magic_resistance) ||
                      (against & b.save_advantage_against) != 0 ||
                      (ability == Ability::Dex && dodges(target, t));
  const bool worse = active.save_advantage < 0 || worn_out(t, 3) ||
                     (ability == Ability::Dex && t.has(mask_of(Condition::Restrained)));
  return save_chance(b.saves[static_cast<int>(ability)] - tired(t), dc,
                     static_cast<int>(better) - static_cast<int>(worse), active.save);
}

inline bool Rules::flanked(const State& s, int actor, Cell from, int target) const {
  bool found = false;
  for_each(friends_of(actor) & ~only(actor), [&](int ally) {
    found = found || (can_act(s.fighters[ally]) &&
                      flanks(from, block(actor).side, s.fighters[ally].at, block(ally).side,
                             s.fighters[target].at, block(target).side));
  });
  return found;
}

inline Fighters Rules::sources(const State& s, int fighter, Condition condition) const {
  Fighters found = 0;
  for (int i = 0; i < s.ongoing_count; ++i) {
    const Ongoing& o = s.ongoing[i];
    if (o.target == fighter && o.what == static_cast<int>(condition)) found |= only(o.source);
  }
  return found;
}

inline bool Rules::frightened_in_sight(const State& s, int fighter) const {
  const Fighter& f = s.fighters[fighter];
  if (!f.has(mask_of(Condition::Frightened))) return false;
  const Fighters feared = sources(s, fighter, Condition::Frightened);
  bool seen = feared == 0;  // of something that is not in this fight
  for_each(standing(s, feared), [&](int i) {
    seen = seen || (sees(s, fighter, i) &&
                    line_of_sight(map(), f.at, block(fighter).side, s.fighters[i].at, block(i).side));
  });
  return seen;
}

inline int Rules::concentration_dc(int damage) const {
  const int dc = std::max(10, damage / 2);
  return revised() ? std::min(dc, 30) : dc;
}

inline bool Rules::may_cast_both(const Action& action, const Action& bonus) const {
  if (revised()) return action.slot == 0 || bonus.slot == 0;
  return !bonus.is_spell || !action.is_spell || action.cantrip;
}

}  // namespace hazard::fivee
