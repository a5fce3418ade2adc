// Areas that stay, and auras that somebody bears: whom they strike, where they lie, and who walks into them.
#pragma once

#include "domains/fivee/rules/rules.hpp"

namespace hazard::fivee {

class Hazards {
 public:
  explicit Hazards(const Rules& rules) : rules_(rules) {}

  // Something that a step leads into: what strikes, and at which cell of the way.
  struct Entered {
    int source = kNothing, action = kNothing;
    int step = 0;
  };

  // What a zone does to somebody who is in it, or kNothing if it spares them.
  int strike_of(const Zone& zone, int fighter) const {
    const bool spared = rules_.action(zone.source, zone.action).spares_friends &&
                        rules_.side(zone.source) == rules_.side(fighter);
    return spared ? kNothing : zone.strike;
  }

  // What an aura that somebody bears does to a foe of theirs, or kNothing if it is none, or not against them.
  int strike_of(const Ongoing& o, int fighter) const {
    if (o.what < kConditions) return kNothing;
    const Modifier& m = rules_.battle().modifiers[o.what - kConditions];
    const bool its_own = m.aura_action < static_cast<int>(rules_.block(o.target).actions.size());
    return m.aura_feet > 0 && its_own && rules_.side(o.target) != rules_.side(fighter) ? m.aura_action
                                                                                       : kNothing;
  }
  int feet_of(const Ongoing& o) const { return rules_.battle().modifiers[o.what - kConditions].aura_feet; }

  // Calls visit(source, action, places, on entering) for everything there is that strikes `mover`; places are
  // those where it would be inside.
  void for_each_around(const State& s, int mover, auto&& visit) const {
    const int side = rules_.block(mover).side;
    for (int i = 0; i < s.zone_count; ++i) {
      const Zone& z = s.zones[i];
      const int strike = strike_of(z, mover);
      if (strike == kNothing) continue;
      const Action& a = rules_.action(z.source, z.action);
      const CellSet cells =
          area_cells(rules_.map(), a.shape, a.size, a.width, z.from, rules_.block(z.source).side, z.aim);
      visit(int{z.source}, strike, detail::touching(cells, side, rules_.map().height), a.strikes_on_entering);
    }
    for (int i = 0; i < s.ongoing_count; ++i) {
      const Ongoing& o = s.ongoing[i];
      const int strike = strike_of(o, mover);
      if (strike == kNothing) continue;
      const CellSet places =
          places_within(s.fighters[o.target].at, rules_.block(o.target).side, side, feet_of(o));
      visit(int{o.target}, strike, places, rules_.battle().modifiers[o.what - kConditions].aura_on_entering);
    }
  }

  // The places that strike whoever enters them.
  CellSet traps(const State& s, int mover) const {
    CellSet found;
    if (!any(s)) return found;
    for_each_around(s, mover, [&](int, int, const CellSet& places, bool on_entering) {
      if (on_entering) found |= places;
    });
    return found;
  }

  // The first on a way; whoever is inside already does not enter.
  Entered first_entered(const State& s, int mover, std::span<const Cell> way) const {
    Entered first;
    first.step = static_cast<int>(way.size());
    for_each_around(s, mover, [&](int source, int action, const CellSet& places, bool on_entering) {
      for (int i = 1; on_entering && i < first.step; ++i) {
        if (places.test(way[i]) && !places.test(way[i - 1])) first = {source, action, i};
      }
    });
    return first;
  }

  // Whether there may be anything of the kind.
  bool any(const State& s) const {
    if (s.zone_count > 0) return true;
    for (int i = 0; i < s.ongoing_count; ++i) {
      const int what = s.ongoing[i].what;
      if (what >= kConditions && rules_.battle().modifiers[what - kConditions].aura_feet > 0) return true;
    }
    return false;
  }

 private:
  const Rules& rules_;
};

}  // namespace hazard::fivee
