// Combat in words: plans and outcomes as the game model describes them, and what is in character.
#pragma once

#include "fivee/combat.hpp"

namespace hazard::fivee {

// Column letters and a row number, as on a chess board: a1 is the top left cell.
inline std::string cell_name(Cell cell) {
  std::string letters;
  int column = cell.x;
  if (column >= 26) letters += static_cast<char>('a' + column / 26 - 1);
  letters += static_cast<char>('a' + column % 26);
  return letters + std::to_string(cell.y + 1);
}

inline std::string points(int sixteenths) {
  const int whole = sixteenths / kPoint, rest = (sixteenths % kPoint * 100 + kPoint / 2) / kPoint;
  if (rest == 0) return std::to_string(whole);
  std::string digits = std::to_string(rest);
  if (digits.size() == 1) digits = "0" + digits;
  return std::to_string(whole) + "." + digits;
}

// Whom the areas of a plan strike, by name.
inline std::string Combat::names_caught(const State& s, int me, const Plan& plan) const {
  const int itself = plan.action;
  Fighters caught = 0;
  State there = s;
  there.fighters[me].at = plan.to;
  for (const int part : Strikes::elements(rules_->action(me, plan.action), itself, plan.sequence)) {
    const Action& a = rules_->action(me, part);
    if (a.area) caught |= resolver_.acting().caught(there, me, a, plan.aim);
  }
  std::string names;
  for_each(caught, [&](int i) { names += (names.empty() ? "" : " and ") + rules_->name(i); });
  return names;
}

inline std::string Combat::describe(const State& s, const Move& move) const {
  const Rules& rules = *rules_;
  if (!move.chance) {
    const int me = decider(s);
    const Plan& plan = move.plan;
    std::string words;
    const auto add = [&](const std::string& part) { words += (words.empty() ? "" : ", ") + part; };
    const bool swift = plan.bonus_first && plan.bonus != Plan::kNone;
    if (swift) add(rules.action(me, plan.bonus).name);
    if (!(plan.to == s.fighters[me].at)) add((plan.flees ? "flee to " : "move to ") + cell_name(plan.to));
    if (plan.standard == Standard::Dash) add("dash");
    if (plan.standard == Standard::Dodge) add("dodge");
    if (plan.standard == Standard::Disengage) add("disengage");
    if (plan.standard == Standard::Escape) add("escape");
    if (plan.action != Plan::kNone) {
      const Action& a = rules.action(me, plan.action);
      std::string part = a.name;
      if (a.sequences.size() > 1) part += " " + std::to_string(plan.sequence + 1);
      if (plan.target != kNobody) part += " at " + rules.name(plan.target);
      if (const std::string caught = names_caught(s, me, plan); !caught.empty()) part += " on " + caught;
      add(part);
    }
    if (plan.bonus != Plan::kNone && !swift) {
      std::string part = rules.action(me, plan.bonus).name;
      if (plan.bonus_target != kNobody) part += " at " + rules.name(plan.bonus_target);
      add(part);
    }
    if (!(plan.retreat == plan.to)) add("withdraw to " + cell_name(plan.retreat));
    return words.empty() ? "pass" : words;
  }
  const auto of = [&](const char* yes, const char* no) { return std::string(move.is(kSaved) ? yes : no); };
  switch (s.chance) {
    case Chance::Strike: {
      std::string words = move.is(kMissed)     ? "miss"
                          : move.is(kCritical) ? "critical hit for " + points(move.amount)
                                               : "hit for " + points(move.amount);
      if (move.is(kFelled)) words += ", down after " + std::to_string(move.used);
      if (move.is(kAnswered)) words += ", reaction";
      return words;
    }
    case Chance::Rider:
      return of("saved", "not saved") + (move.amount != 0 ? ", " + points(move.amount) : "");
    case Chance::AreaDamage:
      return points(move.amount) + " rolled";
    case Chance::AreaSave:
      return rules.name(s.target) + of(" saves", " fails");
    case Chance::Recharge:
      return of("recharged", "not recharged");
    case Chance::DeathSave:
      return move.is(kCritical) ? of("natural 20", "natural 1") : of("death save made", "death save failed");
    case Chance::RepeatSave:
      return of("shakes it off", "does not shake it off");
    case Chance::Concentration:
      return of("keeps concentration", "loses concentration");
    case Chance::Escape:
      return of("gets free", "is still held");
    case Chance::Collapse:
      return of("still stands", "goes down");
    case Chance::Fortitude:
      return of("rises again", "is destroyed");
    case Chance::None:
      break;
  }
  return "";
}

inline std::string Combat::text(const State& s) const {
  std::string words = "round " + std::to_string(s.round) + ", " + rules_->name(s.mover()) + ":";
  for (int i = 0; i < rules_->size(); ++i) {
    const Fighter& f = s.fighters[i];
    words += " " + rules_->name(i) + " " +
             (f.is(kDead)   ? "dead"
              : f.is(kFled) ? "fled"
                            : points(f.hit_points)) +
             "@" + cell_name(f.at) + (i + 1 < rules_->size() ? "," : "");
  }
  return words;
}

inline void Combat::note_style(State& s, const Move& move) const {
  const int me = decider(s);
  if (rules_->side(me) != 1) return;
  const Personality& p = rules_->block(me).personality;
  double style = 0.0;
  if (move.plan.flees) style += 600.0;
  const int target = move.plan.target;
  if (p.prefers != 0 && target != kNobody && rules_->side(target) == 0) {
    enum { kAny, kNearest, kWeakest, kStrongest, kWounded, kCaster, kHealer, kLastAttacker };
    const auto best_by = [&](auto&& measure) {
      double best = -1e9;
      int chosen = kNothing;
      for_each(rules_->standing(s, rules_->foes_of(me)), [&](int foe) {
        if (const double m = measure(foe); m > best) best = m, chosen = foe;
      });
      return chosen == target;
    };
    const auto health = [&](int foe) { return double(rules_->hit_points(s, foe)); };
    bool favourite = false;
    switch (p.prefers) {
      case kNearest:
        favourite = best_by([&](int foe) { return -rules_->feet_between(s, me, foe); });
        break;
      case kWeakest:
        favourite = best_by([&](int foe) { return -health(foe); });
        break;
      case kStrongest:
        favourite = best_by([&](int foe) { return worths_.share(foe); });
        break;
      case kWounded:
        favourite = best_by([&](int foe) { return -health(foe) / rules_->most_hit_points(s, foe); });
        break;
      case kCaster:
        favourite = rules_->block(target).role == 1;
        break;
      case kHealer:
        favourite = rules_->block(target).role == 2;
        break;
      case kLastAttacker:
        favourite = s.fighters[me].last_attacker == target;
        break;
      default:
        break;
    }
    if (favourite) style += 250.0;
  }
  s.style = static_cast<std::int16_t>(std::clamp<double>(s.style + style, -kMostStyle, kMostStyle));
}

static_assert(Game<Combat>);

}  // namespace hazard::fivee
