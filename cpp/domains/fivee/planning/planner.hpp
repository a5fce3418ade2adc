// What the creature whose turn it is could sensibly do: plans, each with a score at first sight.
//
// For every action and target a beam over the cells in reach keeps the best few to do it from: what it takes
// to get there (opportunity attacks), what waits there (foes, cover from their shots) and how well the attack
// goes from there are priced in. The search looks at the best plans closely; a quick player takes the first.
//
// Over 400 lines: the ways to act are found and ranked in one place.
#pragma once

#include <algorithm>
#include <array>

#include "core/lent.hpp"
#include "domains/fivee/planning/completion.hpp"
#include "domains/fivee/planning/division.hpp"
#include "domains/fivee/planning/plan_list.hpp"

namespace hazard::fivee {

class Planner {
 public:
  Planner(const Rules& rules, const Resolver& resolver, const Worths& worths, const Prospects& prospects,
          const PlannerSettings& settings)
      : rules_(rules),
        resolver_(resolver),
        worths_(worths),
        prospects_(prospects),
        settings_(settings),
        targets_(rules, settings),
        completion_(rules, worths, prospects, targets_),
        division_(rules, worths, prospects, targets_) {}
  Planner(const Planner&) = delete;  // its parts refer to each other

  // The best plans, best first.
  void plans(const State& s, auto&& sink) const {
    plans(s, [](const Move&) { return 0.0; }, sink);
  }
  // The same where a task adds to the score of each plan: `bias`.
  void plans(const State& s, auto&& bias, auto&& sink) const {
    const Lent<PlanRoom> room;
    for (Move& move : found(s, *room)) move.score += static_cast<float>(bias(std::as_const(move)));
    for (const Move& move : kept(s, *room)) sink(move);
  }

 private:
  using List = PlanList;
  static constexpr int kMostAims = 3;
  static constexpr int kFarCells = 6;  // for shots: so many safe cells are tried for a line of sight

  std::span<Move> found(const State& s, PlanRoom& room) const {
    room.found.count = 0;
    s.stage == Stage::Legendary ? add_legendary(s, room.found) : add_turns(s, room.places, room.found);
    return room.found.all();
  }

  // Those that are kept, best first, with where each goes when it has acted.
  std::span<const Move> kept(const State& s, PlanRoom& room) const {
    const std::span<Move> best = best_of(room.found);
    if (s.stage != Stage::Legendary) completion_.add_ways_back(s, s.mover(), best, room.places);
    return best;
  }

  std::span<Move> best_of(List& found) const {
    const auto better = [](const Move& a, const Move& b) { return a.score > b.score; };
    const std::span<Move> all = found.all();
    if (settings_.plans == 1 && !all.empty()) {
      const auto best = std::max_element(all.begin(), all.end(),
                                         [&](const Move& a, const Move& b) { return better(b, a); });
      return all.subspan(static_cast<std::size_t>(best - all.begin()), 1);
    }
    std::stable_sort(all.begin(), all.end(), better);
    const int most = settings_.plans > 0 ? std::min(settings_.plans, found.count) : found.count;
    return all.first(static_cast<std::size_t>(most));
  }

  // ---- whole turns ---------------------------------------------------------------------------------------

  void add_turns(const State& s, Places& places, List& found) const {
    const int me = s.mover();
    places.survey(rules_, worths_, prospects_, s, me, rules_.speed(s, me));
    Plan stay;
    stay.to = stay.retreat = s.fighters[me].at;
    add_actions(s, me, stay, places, found);
    const bool idle = found.count == 0;
    if (idle || (places.pressed() && !worths_.hand_to_hand(me))) add_swift(s, me, stay, found);
    const bool nothing = idle && found.count == 0;
    add_standard(s, me, stay, places, nothing, found);
    const bool flees = settings_.morale && found.count == 1 && found.moves[0].plan.flees;  // nothing else
    if (settings_.common || (nothing && !flees && settings_.plans != 1))
      add_common(s, me, stay, nothing, places, found);
    for (int i = 0; i < found.count; ++i) completion_.add_bonus(s, me, found.moves[i]);
  }

  // What everybody has besides their own actions; in a search only where there is nothing to strike, or it
  // would often seem better to duck. To hide there would be to hide for ever.
  void add_common(const State& s, int me, Plan plan, bool idle, Places& places, List& found) const {
    const auto& actions = rules_.block(me).actions;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      if (!actions[i].common || (hides(actions[i]) && !settings_.common)) continue;
      plan.action = static_cast<std::uint8_t>(i);
      with_action(s, me, plan, places, found);
    }
    plan.action = Plan::kNone;
    add_waiting(s, me, plan, places, idle, found);
  }

  // Every action from where it goes best.
  void add_actions(const State& s, int me, Plan plan, Places& places, List& found) const {
    const auto& actions = rules_.block(me).actions;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      if (actions[i].common || actions[i].economy != Economy::Action || !rules_.available(s, me, i)) continue;
      if (plan.bonus != Plan::kNone && !rules_.may_cast_both(actions[i], actions[plan.bonus])) continue;
      plan.action = static_cast<std::uint8_t>(i);
      const int before = found.count;
      const std::size_t ways = std::max<std::size_t>(1, actions[i].sequences.size());
      for (std::size_t way = 0; way < ways; ++way) {
        plan.sequence = static_cast<std::uint8_t>(way);
        if (rules_.available(s, me, i, static_cast<int>(way))) with_action(s, me, plan, places, found);
      }
      const auto price = static_cast<float>(prospects_.price(me, i));
      for (int made = before; made < found.count; ++made) found.moves[made].score -= price;
    }
  }

  // With a bonus action that carries one further: a dash, or a step through the air.
  void add_swift(const State& s, int me, const Plan& stay, List& found) const {
    static thread_local Places far;
    const auto& actions = rules_.block(me).actions;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      const Action& a = actions[i];
      const bool dashes = a.standard == Standard::Dash, jumps = a.teleport_feet > 0;
      if (!(dashes || jumps) || !rules_.available(s, me, i)) continue;
      if (a.economy == Economy::Action && jumps) add_jump(s, me, stay, i, far, found);
      if (a.economy != Economy::Bonus) continue;
      look_far(s, me, a, far);
      Plan plan = stay;
      plan.bonus = static_cast<std::uint8_t>(i);
      plan.bonus_first = true;
      const int before = found.count;
      add_actions(s, me, plan, far, found);
      const auto price = static_cast<float>(prospects_.price(me, i));
      for (int made = before; made < found.count; ++made) found.moves[made].score -= price;
    }
  }

  void look_far(const State& s, int me, const Action& a, Places& far) const {
    if (a.teleport_feet > 0) {
      far.survey_jump(rules_, worths_, prospects_, s, me, a.teleport_feet);
    } else {
      far.survey(rules_, worths_, prospects_, s, me, 2 * rules_.speed(s, me));
    }
  }

  // Away from foes who press, or next to those who are out of reach.
  void add_jump(const State& s, int me, Plan plan, int number, Places& far, List& found) const {
    look_far(s, me, rules_.action(me, number), far);
    const bool closes_in = worths_.hand_to_hand(me);
    plan.action = static_cast<std::uint8_t>(number);
    plan.to = plan.retreat = far.best([&](Cell cell) {
      return closes_in ? -far.nearest(cell) : -far.risk(cell) - 1e-6 * far.nearest(cell);
    });
    if (plan.to == s.fighters[me].at) return;
    const double closer = far.nearest(s.fighters[me].at) - far.nearest(plan.to);
    const double gain = closes_in ? worths_.share(me) * 0.02 * closer / 60.0
                                  : far.risk(s.fighters[me].at) - far.risk(plan.to);
    found.add(plan, gain - prospects_.price(me, number));
  }

  void with_action(const State& s, int me, Plan plan, Places& places, List& found) const {
    const int itself = plan.action;
    const auto parts = Strikes::elements(rules_.action(me, plan.action), itself, plan.sequence);
    if (parts.empty()) return;
    // The attacks set where to stand; an area in front of them is aimed from there.
    const auto leading =
        std::find_if(parts.begin(), parts.end(), [&](int part) { return rules_.action(me, part).attack; });
    if (leading != parts.end()) {
      const ConditionMask needs = rules_.action(me, *leading).needs;
      for_each(targets_.targets(s, me), [&](int foe) {
        if (needs != 0 && !s.fighters[foe].has(needs)) return;
        plan.target = static_cast<std::uint8_t>(foe);
        add_attack(s, me, plan, rules_.action(me, *leading), parts, places, found);
      });
      return;
    }
    const Action& e = rules_.action(me, parts[0]);
    if (e.standard != Standard::None) return;
    if (hides(e)) return add_hiding(s, me, plan, places, found);
    if (e.area) {
      for_each_origin(s, me, e, places, [&](Cell origin) {
        plan.to = plan.retreat = origin;
        add_aims(s, me, plan, parts[0], found, -places.risk(origin));
      });
    } else {
      add_affected(s, me, plan, e, places, found);
    }
  }

  // ---- attacks -------------------------------------------------------------------------------------------

  void add_attack(const State& s, int me, Plan plan, const Action& e, std::span<const int> parts,
                  Places& places, List& found) const {
    const int foe = plan.target;
    const Cell at = s.fighters[foe].at;
    const int side = rules_.block(foe).side;
    PlaceBeam beam(settings_.cells);
    if (e.reach > 0) {
      places.for_each_within(at, side, targets_.common_reach(me, e, parts), [&](Cell cell) {
        if (places.in_line(cell, at, side)) beam.add(cell, -places.risk(cell));
      });
    }
    if (e.range > 0 && beam.empty()) {
      PlaceBeam far(kFarCells);
      places.safest_within(at, side, e.range, far);
      if (far.empty() && e.long_range > e.range) places.safest_within(at, side, e.long_range, far);
      for (const Place& place : far) {
        if (!beam.full() && rules_.shot(s, me, place.cell, e, foe).possible)
          beam.add(place.cell, place.score);
      }
    }
    static thread_local State moved;
    bool first = true;
    for (const Place& place : beam) {
      moved = s;
      moved.fighters[me].at = plan.to = plan.retreat = place.cell;
      const double more = place.score + aim_parts(s, me, plan, parts);
      const double worth = prospects_.attacks(moved, me, plan.action, plan.sequence, foe);
      found.add(plan, more + worth);
      if (first && parts.size() > 1 && settings_.plans != 1) {
        const auto [divided, its_worth] = division_.best(moved, me, plan, parts, worth);
        if (divided.other != kNobody) found.add(divided, more + its_worth);
      }
      first = false;
    }
  }

  // Aims the area that goes with the attacks of a plan (a breath in place of a bite), and tells its worth.
  double aim_parts(const State& s, int me, Plan& plan, std::span<const int> parts) const {
    double best = 0.0;
    for (const int part : parts) {
      const Action& a = rules_.action(me, part);
      if (!a.area || a.shape == Shape::Emanation) continue;
      for_each_aim(s, me, plan.to, part, [&](int, const Aim& aim, double worth) {
        if (worth > best) best = worth, plan.aim = aim;
      });
    }
    return best;
  }

  // ---- areas ---------------------------------------------------------------------------------------------

  // From where to aim: here, and from a few cells closer to the foes.
  void for_each_origin(const State& s, int me, const Action& e, Places& places, auto&& visit) const {
    const Cell here = s.fighters[me].at;
    visit(here);
    if (e.area_range >= 60) return;
    PlaceBeam beam(3);
    for_each(rules_.standing(s, rules_.foes_of(me)), [&](int foe) {
      PlaceBeam near(1);
      const int feet = std::clamp(e.size + e.area_range - 5, 5, 30);
      const Cell at = s.fighters[foe].at;
      const int side = rules_.block(foe).side;
      places.for_each_within(at, side, feet, [&](Cell cell) {
        if (places.in_line(cell, at, side)) near.add(cell, -places.risk(cell));
      });
      if (near.empty() || near.best().cell == here || beam.has(near.best().cell)) return;
      beam.add(near.best().cell, near.best().score);
    });
    for (const Place& place : beam) visit(place.cell);
  }

  // The best few ways to aim an area from where the plan goes.
  void add_aims(const State& s, int me, Plan plan, int number, List& found, double bonus) const {
    PlaceBeam beam(kMostAims);  // of options, by their number
    std::array<Aim, kMaxAreaOptions> aims;
    for_each_aim(s, me, plan.to, number, [&](int i, const Aim& aim, double worth) {
      aims[static_cast<std::size_t>(i)] = aim;
      beam.add(Cell{static_cast<std::uint8_t>(i), 0}, worth);
    });
    for (const Place& option : beam) {
      if (option.score <= 0.0) continue;
      plan.aim = aims[option.cell.x];
      found.add(plan, bonus + option.score);
    }
  }

  // Calls offer(number, aim, worth) for every way to aim an area from a cell.
  void for_each_aim(const State& s, int me, Cell from, int number, auto&& offer) const {
    static thread_local AreaOptions options;
    static thread_local State moved;
    const Action& e = rules_.action(me, number);
    std::array<Placed, kMostCombatants> placed{};
    const auto count = static_cast<std::size_t>(rules_.size());
    const Fighters meant = e.who == Who::Ally ? rules_.present(s, rules_.friends_of(me))
                                              : rules_.standing(s, rules_.foes_of(me));
    for (std::size_t i = 0; i < count; ++i) {
      const int fighter = static_cast<int>(i);
      const int side = s.fighters[i].present() ? rules_.block(fighter).side : 0;
      placed[i] = {fighter == me ? from : s.fighters[i].at, static_cast<std::uint8_t>(side)};
    }
    area_options(rules_.map(), {e.shape, e.size, e.width, e.area_range}, from, rules_.block(me).side,
                 {placed.data(), count}, meant, true, options);
    moved = s;
    moved.fighters[me].at = from;
    for (int i = 0; i < options.size(); ++i) {
      const Fighters struck = resolver_.acting().caught(moved, me, e, options[i].aim);
      offer(i, options[i].aim, prospects_.area(moved, me, number, struck));
    }
  }

  // ---- actions on friends and single targets -------------------------------------------------------------

  void add_affected(const State& s, int me, Plan plan, const Action& e, Places& places, List& found) const {
    for_each(targets_.affected_by(s, me, e), [&](int target) {
      if (e.needs != 0 && !s.fighters[target].has(e.needs)) return;
      const double worth = prospects_.affected(s, me, plan.action, plan.sequence, target);
      if (worth <= 0.0 || (e.common && !rules_.concerns(s, me, e.effects[0], target))) return;
      plan.target = static_cast<std::uint8_t>(target);
      plan.to = plan.retreat = s.fighters[me].at;
      double risk = -places.risk(plan.to);
      if (target != me) {
        const Cell at = s.fighters[target].at;
        const int side = rules_.block(target).side, feet = std::max(5, e.target_range);
        PlaceBeam beam(kFarCells);
        places.safest_within(at, side, feet, beam);
        const auto seen = std::find_if(beam.begin(), beam.end(), [&](const Place& place) {
          return feet <= 5 || line_of_effect(rules_.map(), place.cell, rules_.block(me).side, at, side);
        });
        if (seen == beam.end()) return;
        plan.to = plan.retreat = seen->cell;
        risk = seen->score;
      }
      found.add(plan, worth + risk);
    });
  }

  // ---- what everybody can do -----------------------------------------------------------------------------

  static bool hides(const Action& a) { return !a.effects.empty() && a.effects[0].contest == Contest::Hide; }

  // Out of sight, and the safest place there.
  void add_hiding(const State& s, int me, Plan plan, Places& places, List& found) const {
    static thread_local State moved;
    moved = s;
    double most = 0.0;
    bool any = false;
    places.reach().stops.for_each(
        [&](Cell cell) {
          const double safe = -places.risk(cell);
          if ((any && safe <= most) || !rules_.concealed(s, me, cell)) return;
          any = true;
          most = safe;
          plan.to = plan.retreat = cell;
        },
        rules_.map().height);
    if (!any) return;
    moved.fighters[me].at = plan.to;
    plan.target = static_cast<std::uint8_t>(me);
    const double worth = prospects_.affected(moved, me, plan.action, plan.sequence, me);
    if (worth > 0.0) found.add(plan, worth + most);
  }

  // Away from those who press, without a blow; and an attack that waits for whoever comes.
  void add_waiting(const State& s, int me, Plan plan, Places& places, bool idle, List& found) const {
    if (s.fighters[me].has(kRooted)) return;
    const bool hurt = 2 * rules_.hit_points(s, me) < rules_.most_hit_points(s, me);
    const bool shy = settings_.common || (hurt && !worths_.hand_to_hand(me));
    if (places.pressed() && shy) {
      static thread_local State slipping;
      static thread_local Places away;
      slipping = s;
      slipping.fighters[me].set(kDisengaged);
      away.survey(rules_, worths_, prospects_, slipping, me, rules_.speed(s, me));
      plan.standard = Standard::Disengage;
      plan.to = plan.retreat = away.best([&](Cell cell) { return -away.risk(cell); });
      if (!(plan.to == s.fighters[me].at)) found.add(plan, away.risk(s.fighters[me].at) - away.risk(plan.to));
    }
    if (s.fighters[me].concentration != 0 && places.pressed() && !settings_.dodges) {
      plan.standard = Standard::Dodge;
      plan.to = plan.retreat = s.fighters[me].at;
      found.add(plan, 0.002 * worths_.share(me));
    }
    const auto& volley = rules_.volley(me);
    const int number = volley.action != kNothing ? volley.action : rules_.opportunity(me);
    if (!idle || number == kNothing) return;
    plan.standard = Standard::Ready;
    plan.sequence = static_cast<std::uint8_t>(number);
    plan.to = plan.retreat = s.fighters[me].at;
    found.add(plan, 0.001 * worths_.share(me));
  }

  void add_standard(const State& s, int me, const Plan& stay, Places& places, bool idle, List& found) const {
    Plan plan = stay;
    plan.standard = Standard::Dodge;
    // Whoever can do something does it: within the few turns that are looked at, ducking would often seem
    // better. Staying costs what the place costs, as with any other plan; cover alone is no reason to stay,
    // or two sides would sit behind their walls for ever.
    const double risk = std::max(0.0, places.risk(stay.to));
    const double ducking = 0.002 * worths_.share(me) - risk;
    if (idle || settings_.dodges || unwilling(me, ducking, found)) found.add(plan, ducking);
    add_escape(s, me, stay, risk, found);
    const bool flees =
        rules_.hit_points(s, me) < rules_.block(me).personality.flees_below * rules_.most_hit_points(s, me);
    if (!idle && !flees) return;
    // Nobody in reach, or no heart left: a run at twice the speed, towards the foes or away from them.
    static thread_local Places far;
    far.survey(rules_, worths_, prospects_, s, me, 2 * rules_.speed(s, me));
    plan.standard = Standard::Dash;
    if (idle) {
      plan.to = plan.retreat =
          far.best([&](Cell cell) { return -far.nearest(cell) - 1e-3 * far.reach().feet(cell); });
      const double closer = far.nearest(stay.to) - far.nearest(plan.to);
      if (closer > 0.0) found.add(plan, worths_.share(me) * 0.02 * closer / 60.0);
    }
    if (flees) {
      plan.to = plan.retreat =
          far.best([&](Cell cell) { return far.nearest(cell) + (far.at_the_edge(cell) ? 60.0 : 0.0); });
      plan.flees = true;
      const bool gets_away = !(plan.to == stay.to) || far.at_the_edge(plan.to);
      if (settings_.morale && gets_away && rules_.side(me) == 1) found.count = 0;  // nothing else counts
      found.add(plan, 0.5 * worths_.share(me) - far.risk(plan.to));
    }
  }

  // Whether whatever a monster can do would do more harm than it is meant to.
  bool unwilling(int me, double ducking, const List& found) const {
    const auto moves = std::span(found.moves).first(static_cast<std::size_t>(found.count));
    return rules_.side(me) == 1 && worths_.objective().rout > 0.0 &&
           std::all_of(moves.begin(), moves.end(), [&](const Move& move) { return move.score < ducking; });
  }

  // Out of a grapple or a web, with an action.
  void add_escape(const State& s, int me, Plan plan, double risk, List& found) const {
    if (!s.fighters[me].has(mask_of(Condition::Grappled, Condition::Restrained))) return;
    for (int i = 0; i < s.ongoing_count; ++i) {
      const Ongoing& o = s.ongoing[i];
      if (o.target != me || !o.escape) continue;
      plan.standard = Standard::Escape;
      const double held = Worths::held(s.fighters[me]), chance = rules_.escape_chance(s, me, o);
      found.add(plan, 0.5 * worths_.share(me) * held * chance - risk);
      return;
    }
  }

  // ---- legendary actions ---------------------------------------------------------------------------------

  void add_legendary(const State& s, List& found) const {
    const int me = s.legend;
    Plan pass;
    pass.to = pass.retreat = s.fighters[me].at;
    found.add(pass, 0.0);
    const auto& actions = rules_.block(me).actions;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      const Action& a = actions[i];
      const bool due = s.lair ? a.economy == Economy::Lair
                              : a.economy == Economy::Legendary && a.cost <= s.fighters[me].legendary_left;
      if (!due) continue;
      Plan plan = pass;
      plan.action = static_cast<std::uint8_t>(i);
      for (std::size_t way = 0; way < std::max<std::size_t>(1, a.sequences.size()); ++way) {
        plan.sequence = static_cast<std::uint8_t>(way);
        if (!rules_.available(s, me, i, static_cast<int>(way))) continue;
        from_here(s, me, plan, found, -0.01 * (a.cost - 1));  // what is spent now is not there after the turn
      }
    }
  }

  // Everything that can be done with plan.action from where the creature stands.
  void from_here(const State& s, int me, Plan plan, List& found, double bonus) const {
    const int first = Targets::first_element(rules_.action(me, plan.action), plan.action, plan.sequence);
    const Action& e = rules_.action(me, first);
    if (e.area) return add_aims(s, me, plan, first, found, bonus);
    for_each(e.attack ? targets_.targets(s, me) : targets_.affected_by(s, me, e), [&](int target) {
      const bool reaches =
          e.attack ? rules_.shot(s, me, s.fighters[me].at, e, target).possible
                   : target == me || rules_.feet_between(s, me, target) <= std::max(5, e.target_range);
      if (!reaches) return;
      const double worth = e.attack ? prospects_.attacks(s, me, plan.action, plan.sequence, target)
                                    : prospects_.affected(s, me, plan.action, plan.sequence, target);
      if (worth <= 0.0) return;
      plan.target = static_cast<std::uint8_t>(target);
      found.add(plan, bonus + worth);
    });
  }

  const Rules& rules_;
  const Resolver& resolver_;
  const Worths& worths_;
  const Prospects& prospects_;
  PlannerSettings settings_;
  Targets targets_;
  Completion completion_;
  Division division_;
};

}  // namespace hazard::fivee
