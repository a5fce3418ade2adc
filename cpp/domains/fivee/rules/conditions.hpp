// Conditions and modifiers that last: laying them on, ending them, and what is left of a fighter's
// conditions.
#pragma once

#include "domains/fivee/rules/rules.hpp"

namespace hazard::fivee {

class Lasting {
 public:
  explicit Lasting(const Rules& rules) : rules_(rules) {}

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
      Ongoing& o = s.ongoing[i];
      if (over(o)) {
        touched |= only(o.target);
        // What never comes back leaves its mark in the place of what it was.
        if (const int mark = mark_of(s, o); mark != kNothing) s.ongoing[kept++] = marked(o, mark);
      } else {
        s.ongoing[kept++] = o;
      }
    }
    for (int i = kept; i < s.ongoing_count; ++i) s.ongoing[i] = {};
    s.ongoing_count = static_cast<std::uint8_t>(kept);
    for_each(touched, [&](int i) { restore_conditions(s, i); });
  }

  // The modifier that keeps somebody safe from what has just ended for them, or kNothing.
  int mark_of(const State& s, const Ongoing& ended) const {
    const Action* cause = rules_.laid_by(ended);
    if (cause == nullptr || !s.fighters[ended.target].present()) return kNothing;
    for (const Effect& e : cause->effects) {
      if (!e.ends_for_good || e.withstood == kNothing || ended.what == kConditions + e.withstood) continue;
      if (!Rules::withstands(s, ended.source, e.withstood, ended.target)) return e.withstood;
    }
    return kNothing;
  }
  static Ongoing marked(const Ongoing& ended, int mark) {
    return {.target = ended.target,
            .source = ended.source,
            .what = static_cast<std::uint8_t>(kConditions + mark),
            .action = ended.action};
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

  // Ends the holds of `source` on those whom `lets` names, with all that hangs on the grip.
  void release(State& s, int source, auto&& lets) const {
    Fighters held = 0;
    for (int i = 0; i < s.ongoing_count; ++i) {
      const Ongoing& o = s.ongoing[i];
      if (o.source == source && o.what == static_cast<int>(Condition::Grappled) && lets(o))
        held |= only(o.target);
    }
    if (held == 0) return;
    expire(s, [&](const Ongoing& o) {
      const bool grip = o.what == static_cast<int>(Condition::Grappled) || o.escape;
      return grip && o.source == source && (held & only(o.target)) != 0;
    });
  }
  void release_all(State& s, int source) const {
    release(s, source, [](const Ongoing&) { return true; });
  }
  // Nobody is held by somebody who is out of reach.
  void release_those_apart(State& s, int moved) const {
    for (int source = 0; source < rules_.size(); ++source) {
      release(s, source, [&](const Ongoing& o) {
        if (o.source != moved && o.target != moved) return false;
        const Action* grip = rules_.laid_by(o);
        const int reach = std::max(5, grip == nullptr ? 0 : grip->reach);
        return rules_.feet_between(s, o.source, o.target) > reach;
      });
    }
  }

  void end_concentration(State& s, int fighter) const {
    Fighter& f = s.fighters[fighter];
    if (f.concentration == 0) return;
    const int action = f.concentration - 1;
    f.concentration = 0;
    expire(s, [&](const Ongoing& o) { return o.source == fighter && o.action == action; });
    clear(s, [&](const Zone& zone) { return zone.source == fighter && zone.action == action; });
  }

  // Takes away the areas that `over` names.
  static void clear(State& s, auto&& over) {
    int kept = 0;
    for (int i = 0; i < s.zone_count; ++i) {
      if (!over(s.zones[i])) s.zones[kept++] = s.zones[i];
    }
    for (int i = kept; i < s.zone_count; ++i) s.zones[i] = {};
    s.zone_count = static_cast<std::uint8_t>(kept);
  }

  // An area is there from now on; the same again is somewhere else now.
  static void lay(State& s, const Zone& zone) {
    clear(s, [&](const Zone& old) { return old.source == zone.source && old.action == zone.action; });
    if (s.zone_count < kZones) s.zones[s.zone_count++] = zone;
  }

  // A round of what `source` laid on others is over.
  void count_rounds(State& s, int source) const {
    expire(s, [&](Ongoing& o) { return o.source == source && !o.fresh && o.rounds > 0 && --o.rounds == 0; });
    clear(s, [&](Zone& zone) { return zone.source == source && --zone.rounds == 0; });
  }

 private:
  const Rules& rules_;
};

}  // namespace hazard::fivee
