// How a fight goes on: a plan is carried out step by step until the dice or a player are needed again.
//
// `Resolver` changes a state in place. Each node of the game is a (stage, chance) pair; `advance` walks from
// one to the next. What a hit does besides damage, and what damage calls for (concentration, undead
// fortitude, hit points that nobody has rolled), are nodes of their own, in the order of the rule book.
//
// Over 400 lines: the order of a turn, stage by stage, as the rule book has it.
#pragma once

#include "domains/fivee/rules/movement.hpp"
#include "domains/fivee/rules/triggered_effects.hpp"

namespace hazard::fivee {

class Resolver {
 public:
  explicit Resolver(const Rules& rules)
      : rules_(rules),
        lasting_(rules),
        harm_(rules, lasting_),
        acting_(rules, lasting_, harm_),
        sequels_(acting_),
        walks_(rules, lasting_, acting_) {}
  Resolver(const Resolver&) = delete;  // its parts refer to each other

  const Lasting& lasting() const { return lasting_; }
  const Harm& harm() const { return harm_; }
  const Acting& acting() const { return acting_; }
  const Walks& walks() const { return walks_; }

  // ---- from node to node ---------------------------------------------------------------------------------

  // Walks on until somebody has to choose or roll, or the fight is over.
  void advance(State& s) const {
    while (true) {
      if (s.checks != 0) {
        set_next_check(s);
        if (s.chance != Chance::None) return;
        continue;
      }
      s.chance = Chance::None;
      if (s.frame.held || s.sequel_count > 0) {
        if (sequels_.go_on(s)) return;
        continue;
      }
      if (s.stage != Stage::Over && is_over(s)) s.stage = Stage::Over;
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
          if (acting_.act(s)) return;
          if (!Acting::pauses(s)) finish_action(s);  // what interrupts it comes first
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
    const Fighters left = rules_.in_the_fight_among(s, rules_.everybody());
    return (left & rules_.friends_of_side(0)) == 0 || (left & rules_.friends_of_side(1)) == 0;
  }

  // ---- decisions -----------------------------------------------------------------------------------------

  void begin_plan(State& s, const Plan& plan) const {
    s.plan = plan;
    if (s.stage == Stage::Legendary) {
      if (plan.action == Plan::kNone) return s.lair ? end_lair_action(s) : next_legend(s);
      Fighter& legend = s.fighters[s.legend];
      const int cost = s.lair ? 0 : rules_.action(s.legend, plan.action).cost;
      legend.legendary_left = static_cast<std::uint8_t>(std::max(0, legend.legendary_left - cost));
      acting_.start_action(s, s.legend, plan.action, plan.target);
      s.step = 1;
      return;
    }
    Fighter& mover = s.fighters[s.mover()];
    if (mover.has(mask_of(Condition::Prone)) && rules_.speed(s, s.mover()) > 0)
      lasting_.remove(s, s.mover(), Condition::Prone);
    if (plan.standard == Standard::Disengage) mover.set(kDisengaged);
    if (plan.standard == Standard::Dodge) mover.set(kDodging);
    if (plan.standard == Standard::Ready) mover.readied = static_cast<std::uint8_t>(plan.sequence + 1);
    const int feet = rules_.block(s.mover()).charge_feet;
    s.charged = feet > 0 && distance_feet(mover.at, 1, plan.to, 1) >= feet;
    if (plan.bonus != Plan::kNone && plan.bonus_first) {
      s.stage = Stage::Bonus;
      return acting_.start_action(s, s.mover(), plan.bonus, plan.bonus_target);
    }
    walks_.start(s, Stage::Leaving, plan.to);
  }

 private:
  // ---- a turn begins -------------------------------------------------------------------------------------

  // The steps of a turn's start: after kRecharging come the actions' recharge rolls, one step each.
  enum Start : std::uint8_t {
    kBeginning = 0,  // a lair action may come before
    kRefreshing = 1,
    kRecharging = 2,
    kHaunted = 100,
    kStruck = 101,
    kRepeating = 102
  };

  // True when a roll is needed.
  bool start_turn(State& s) const {
    if (s.step == kBeginning) {
      s.step = kRefreshing;
      if (begins_lair_action(s)) return false;
    }
    const int mover = s.mover();
    Fighter& f = s.fighters[mover];
    const StatBlock& b = rules_.block(mover);
    if (!f.present()) {
      lasting_.expire(s, [&](const Ongoing& o) {
        return o.source == mover &&
               (o.until == Until::StartOfSourceTurn || o.until == Until::EndOfSourceTurn);
      });
      lasting_.count_rounds(s, mover);
      next_creature(s);
      return false;
    }
    if (s.step == kRefreshing) {
      refresh(s, mover);
      s.step = kRecharging;
      if (f.is(kDown) && !f.is(kStable) && f.present()) {
        s.chance = Chance::DeathSave;
        return true;
      }
    }
    while (s.step >= kRecharging && s.step < kRecharging + b.actions.size()) {
      const int number = s.step++ - kRecharging;
      if (b.actions[number].recharge == 0 || f.left[rules_.limited(mover, number)] > 0 || !f.standing() ||
          !rules_.recharges(mover, number))
        continue;
      s.action = static_cast<std::uint8_t>(number);
      s.chance = Chance::Recharge;
      return true;
    }
    if (s.step < kHaunted) s.step = kHaunted, s.legend = 0;
    if (s.step <= kStruck && haunt(s)) return s.chance != Chance::None;
    if (const int found = next_repeat(s, Repeat::StartOfTurn); found != kNothing) return repeat(s, found);
    s.waiting = 0;
    s.legend = kNobody;
    s.step = 0;
    const bool acts = Rules::can_act(f) && !rules_.is_caught_out(f);
    s.stage = acts ? Stage::Deciding : Stage::TurnEnd;
    if (s.stage == Stage::Deciding && b.reckless) f.set(kReckless);
    return false;
  }

  void refresh(State& s, int mover) const {
    Fighter& f = s.fighters[mover];
    f.flags = static_cast<std::uint16_t>(f.flags & ~(kReacted | kDodging | kDisengaged | kReckless));
    f.readied = 0;
    for (int i = 0; i < rules_.size(); ++i) s.fighters[i].set(kSneaked, false);  // once in anybody's turn
    f.legendary_left = static_cast<std::uint8_t>(rules_.block(mover).legendary_actions);
    lasting_.expire(s, [&](const Ongoing& o) {
      return (o.until == Until::StartOfSourceTurn && o.source == mover && !o.fresh) ||
             (o.until == Until::StartOfTargetTurn && o.target == mover && !o.fresh);
    });
    const auto& actions = rules_.block(mover).actions;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      if (actions[i].once_per_round) f.left[rules_.limited(mover, i)] = 1;
    }
    regenerate(s, mover);
    s.waiting = 0;
  }

  // What strikes the mover at the start of its turn: auras of foes, then what it carries with it, then the
  // areas it stands in. One after the other, counted by `legend`. True when the walk has to stop here.
  bool haunt(State& s) const {
    const int mover = s.mover();
    constexpr int kAuras = 4, kWounds = kMostCombatants * kAuras;
    if (s.legend < kWounds && rules_.haunting() == 0) s.legend = kWounds;
    while (true) {
      if (s.step == kStruck) {
        if (acting_.act(s) || Acting::pauses(s)) return true;
        s.step = kHaunted;
      }
      const int zones = kWounds + s.ongoing_count;
      if (!s.fighters[mover].present() || s.legend >= zones + s.zone_count) break;
      const int at = s.legend++;
      const auto [source, action] = at < kWounds ? aura_on(s, mover, at / kAuras, at % kAuras)
                                    : at < zones ? wound_on(s, mover, s.ongoing[at - kWounds])
                                                 : strike_of(s, mover, s.zones[at - zones], false);
      if (action == kNothing) continue;
      acting_.start_action(s, source, action, mover);
      s.step = kStruck;
    }
    s.step = kRepeating;
    s.element = 0;
    return false;
  }

  std::pair<int, int> aura_on(const State& s, int mover, int foe, int number) const {
    if (foe >= rules_.size() || rules_.side(foe) == rules_.side(mover)) return {0, kNothing};
    const auto& auras = rules_.block(foe).auras;
    if (number >= static_cast<int>(auras.size()) || auras[number].when_hit) return {0, kNothing};
    const bool near =
        Rules::can_act(s.fighters[foe]) && rules_.feet_between(s, mover, foe) <= auras[number].feet;
    return {foe, near ? auras[number].action : kNothing};
  }

  std::pair<int, int> wound_on(const State& s, int mover, const Ongoing& o) const {
    if (o.what < kConditions) return {o.source, o.target == mover && o.wound != 255 ? o.wound : kNothing};
    const int strike = walks_.hazards().strike_of(o, mover);
    const bool near =
        strike != kNothing && rules_.feet_between(s, mover, o.target) <= walks_.hazards().feet_of(o);
    return {o.target, near ? strike : kNothing};
  }

  // `at_end`: of the turn; other areas strike at its start.
  std::pair<int, int> strike_of(const State& s, int mover, const Zone& zone, bool at_end) const {
    const bool now = rules_.action(zone.source, zone.action).strikes_at_end == at_end;
    const int strike = now ? walks_.hazards().strike_of(zone, mover) : kNothing;
    return {zone.source, strike != kNothing && rules_.inside(s, zone, mover) ? strike : kNothing};
  }

  void regenerate(State& s, int mover) const {
    Fighter& f = s.fighters[mover];
    const StatBlock& b = rules_.block(mover);
    if (b.regeneration > 0 && !f.is(kRegenerationStopped) && (f.standing() || b.regenerates_at_zero))
      harm_.heal(s, mover, b.regeneration * kPoint);
    // Kept alive by regeneration alone, and now it has none.
    if (b.regenerates_at_zero && f.is(kDown) && f.is(kRegenerationStopped)) harm_.die(s, mover);
    f.set(kRegenerationStopped, false);
  }

  // ---- walking -------------------------------------------------------------------------------------------

  // To where the plan acts, or back; then on with the turn. True when a roll is needed.
  bool walk(State& s) const {
    switch (walks_.go_on(s)) {
      case Walks::Rolls:
        return true;
      case Walks::Paused:
        return false;
      case Walks::Arrived:
        break;
    }
    if (s.stage == Stage::Leaving) {
      start_main_action(s);
      return s.chance != Chance::None;
    }
    Fighter& f = s.fighters[s.mover()];
    const bool goes = s.plan.flees && Rules::can_act(f) && !f.has(kRooted);
    if (goes && at_the_edge(f.at, s.mover())) f.set(kFled);
    s.stage = Stage::TurnEnd;
    s.step = 0;
    return false;
  }

  bool at_the_edge(Cell at, int fighter) const {
    const int side = rules_.block(fighter).side;
    return at.x == 0 || at.y == 0 || at.x + side >= rules_.map().width || at.y + side >= rules_.map().height;
  }

  void start_main_action(State& s) const {
    s.stage = Stage::Acting;
    s.element = 255;  // nothing to do unless there is an action
    if (s.plan.standard == Standard::Escape) {
      for (int i = 0; i < s.ongoing_count; ++i) {
        if (s.ongoing[i].target == s.mover() && s.ongoing[i].escape) s.element = static_cast<std::uint8_t>(i);
      }
      if (s.element != 255) s.chance = Chance::Escape;
      return;
    }
    if (s.plan.action != Plan::kNone && Rules::can_act(s.fighters[s.mover()]))
      acting_.start_action(s, s.mover(), s.plan.action, s.plan.target);
  }

  void finish_action(State& s) const {
    const bool able = Rules::can_act(s.fighters[s.mover()]);
    if (s.stage == Stage::Legendary) {
      s.lair ? end_lair_action(s) : next_legend(s);
    } else if (s.stage == Stage::Acting && s.step == 0 && able &&
               rules_.modifiers_on(s, s.mover()).extra_attacks > 0) {
      s.step = 1;
      attack_once_more(s);
    } else if (s.stage == Stage::Bonus && s.plan.bonus_first) {
      walks_.start(s, Stage::Leaving, s.plan.to);
    } else if (s.stage == Stage::Acting && s.plan.bonus != Plan::kNone && !s.plan.bonus_first && able) {
      s.stage = Stage::Bonus;
      acting_.start_action(s, s.mover(), s.plan.bonus, s.plan.bonus_target);
    } else {
      walks_.start(s, Stage::Retreating, able ? s.plan.retreat : s.fighters[s.mover()].at);
    }
  }

  // The hasted strike once more, with what they struck with or with their best.
  void attack_once_more(State& s) const {
    const int mover = s.mover(), itself = s.plan.action;
    int number = rules_.opportunity(mover);
    if (itself != Plan::kNone) {
      for (const int part : Strikes::elements(rules_.action(mover, itself), itself, s.plan.sequence)) {
        const Action& a = rules_.action(mover, part);
        if (a.attack && !a.spell && rules_.limited(mover, part) == kNothing) number = part;
      }
    }
    if (number != kNothing) acting_.start_action(s, mover, number, s.plan.target);
  }

  // ---- a turn ends ---------------------------------------------------------------------------------------

  // The steps of a turn's end, after the first.
  enum End : std::uint8_t { kEnding = 1, kBurning = 2, kSaving = 3 };

  bool end_turn(State& s) const {
    const int mover = s.mover();
    if (s.step == 0) {
      s.step = kEnding;
      s.legend = 0;
      Fighter& f = s.fighters[mover];
      f.set(kActed);
      f.set(kSurprised, false);
      const bool still = s.plan.action == Plan::kNone && s.plan.bonus == Plan::kNone;
      if (f.is(kHidden)) f.set(kHidden, still || rules_.concealed(s, mover, f.at));
    }
    if (s.step != kSaving) {
      if (linger(s)) return s.chance != Chance::None;
      s.step = kSaving;
      s.element = 0;
    }
    if (const int found = next_repeat(s, Repeat::EndOfTurn); found != kNothing) return repeat(s, found);
    lasting_.expire(s, [&](const Ongoing& o) {
      return (o.until == Until::EndOfSourceTurn && o.source == mover && !o.fresh) ||
             (o.until == Until::EndOfTargetTurn && o.target == mover && !o.fresh);
    });
    lasting_.count_rounds(s, mover);
    for (int i = 0; i < s.ongoing_count; ++i) s.ongoing[i].fresh = false;
    s.legend = kNobody;
    next_legend(s);
    return false;
  }

  // The areas that strike whoever ends a turn in them, one after the other. True when the turn waits for one.
  bool linger(State& s) const {
    const int mover = s.mover();
    while (true) {
      if (s.step == kBurning) {
        if (acting_.act(s) || Acting::pauses(s)) return true;
        s.step = kEnding;
      }
      if (!s.fighters[mover].present() || s.legend >= s.zone_count) return false;
      const auto [source, action] = strike_of(s, mover, s.zones[s.legend++], true);
      if (action == kNothing) continue;
      acting_.start_action(s, source, action, mover);
      s.step = kBurning;
    }
  }

  // The next thing on the mover that a save may end, from `element` on.
  int next_repeat(const State& s, Repeat when) const {
    for (int i = s.element; i < s.ongoing_count; ++i) {
      const Ongoing& o = s.ongoing[i];
      if (o.target == s.mover() && o.repeat == when && !shares_a_save(s, i)) return i;
    }
    return kNothing;
  }
  // Whether one save decides about this and something before it: both came from the same.
  static bool shares_a_save(const State& s, int index) {
    return std::any_of(s.ongoing.begin(), s.ongoing.begin() + index,
                       [&](const Ongoing& o) { return o.repeats_with(s.ongoing[index]); });
  }
  bool repeat(State& s, int index) const {
    s.element = static_cast<std::uint8_t>(index);
    s.chance = Chance::RepeatSave;
    return true;
  }

  // Somebody else's turn is over: who may take a legendary action now, one after the other.
  void next_legend(State& s) const {
    for (int i = s.legend == kNobody ? 0 : s.legend + 1; i < rules_.size(); ++i) {
      if (i == s.mover() || s.fighters[i].legendary_left == 0 || !takes_part(s, i)) continue;
      s.legend = static_cast<std::uint8_t>(i);
      s.stage = Stage::Legendary;
      s.step = 0;
      return;
    }
    next_creature(s);
  }

  // Nobody takes legendary or lair actions while surprised.
  bool takes_part(const State& s, int fighter) const {
    return Rules::can_act(s.fighters[fighter]) && !rules_.is_caught_out(s.fighters[fighter]);
  }

  void next_creature(State& s) const {
    s.legend = s.target = kNobody;
    s.actor = s.action = s.element = s.effect = s.step = 0;
    s.struck = s.critical = s.missed = false;
    s.rolled = s.check_damage = 0;
    s.waiting = 0;
    s.plan = {};
    s.stage = Stage::TurnStart;
    if (++s.turn < rules_.size()) return;
    s.turn = 0;
    ++s.round;
  }

  // On initiative 20, after those who are as quick.
  bool begins_lair_action(State& s) const {
    const int master = rules_.lair_master();
    if (master == kNothing || !takes_part(s, master)) return false;
    const bool last = s.lair_turn == rules_.size();  // everybody is quicker: when they have all acted
    if (last ? s.turn != 0 || s.round == 1 : s.turn != s.lair_turn) return false;
    s.legend = static_cast<std::uint8_t>(master);
    s.stage = Stage::Legendary;
    s.lair = true;
    s.step = 0;
    return true;
  }

  void end_lair_action(State& s) const {
    s.lair = false;
    s.legend = s.target = kNobody;
    s.actor = s.action = s.element = s.effect = s.step = 0;
    s.struck = s.critical = s.missed = false;
    s.waiting = 0;
    s.plan = {};
    s.stage = Stage::TurnStart;
    s.step = kRefreshing;
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
  Lasting lasting_;
  Harm harm_;
  Acting acting_;
  Sequels sequels_;
  Walks walks_;
};

}  // namespace hazard::fivee
