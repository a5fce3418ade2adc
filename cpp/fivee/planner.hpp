// What the creature whose turn it is could sensibly do: plans, each with a score at first sight.
//
// For every action and target a beam over the cells in reach keeps the best few to do it from: what it takes
// to get there (opportunity attacks), what waits there (foes, cover) and how well the attack goes from there
// are priced in. The search looks at the best plans closely; a quick player takes the first.
#pragma once

#include <algorithm>
#include <array>

#include "fivee/objective.hpp"
#include "fivee/resolve.hpp"

namespace hazard::fivee {

struct PlannerSettings {
  int cells = 2;            // to do an action on a target from
  int plans = 12;           // at a decision; 0: all
  bool finish_off = false;  // dying characters are targets
};

class Planner {
 public:
  Planner(const Rules& rules, const Strikes& strikes, const Resolver& resolver, const Worths& worths,
          const PlannerSettings& settings)
      : rules_(rules), strikes_(strikes), resolver_(resolver), worths_(worths), settings_(settings) {}

  // The best plans, best first.
  void plans(const State& s, auto&& sink) const {
    static thread_local List found;
    found.count = 0;
    if (s.stage == Stage::Legendary) {
      add_legendary(s, found);
    } else {
      add_turns(s, found);
    }
    const auto end = found.moves.begin() + found.count;
    std::stable_sort(found.moves.begin(), end,
                     [](const Move& a, const Move& b) { return a.score > b.score; });
    const int most = settings_.plans > 0 ? std::min(settings_.plans, found.count) : found.count;
    for (int i = 0; i < most; ++i) sink(found.moves[i]);
  }

 private:
  static constexpr int kMostPlans = 256;
  static constexpr int kMostAims = 3;

  struct List {
    std::array<Move, kMostPlans> moves;
    int count = 0;
    void add(const Plan& plan, double score) {
      if (count == kMostPlans) return;
      moves[count] = Move{};
      moves[count].plan = plan;
      moves[count++].score = static_cast<float>(score);
    }
  };

  // ---- legendary actions ---------------------------------------------------------------------------------

  void add_legendary(const State& s, List& found) const {
    const int me = s.legend;
    Plan pass;
    pass.to = pass.retreat = s.fighters[me].at;
    found.add(pass, 0.0);
    const auto& actions = rules_.block(me).actions;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      const Action& a = actions[i];
      if (a.economy != Economy::Legendary || a.cost > s.fighters[me].legendary_left) continue;
      if (!rules_.available(s, me, i)) continue;
      Plan plan = pass;
      plan.action = static_cast<std::uint8_t>(i);
      // What is spent now is not there after the next turn.
      from_here(s, me, plan, found, -0.01 * (a.cost - 1));
    }
  }

  // Everything that can be done with plan.action from where the creature stands.
  void from_here(const State& s, int me, Plan plan, List& found, double bonus) const {
    const Action& a = rules_.action(me, plan.action);
    const int first = first_element(a, plan.action);
    const Action& e = rules_.action(me, first);
    if (e.area) {
      add_aims(s, me, plan, e, found, bonus);
    } else if (e.attack) {
      for_each(targets(s, me), [&](int foe) {
        if (!rules_.shot(s, me, s.fighters[me].at, e, foe).possible) return;
        plan.target = static_cast<std::uint8_t>(foe);
        found.add(plan, bonus + gain(s, me, plan.action, plan.sequence, foe));
      });
    } else {
      add_affected(s, me, plan, e, found, bonus);
    }
  }

  // ---- whole turns ---------------------------------------------------------------------------------------

  void add_turns(const State& s, List& found) const {
    const int me = s.mover();
    static thread_local Reach reach;
    explore(s, me, rules_.speed(s, me), reach);
    const auto& actions = rules_.block(me).actions;
    Plan stay;
    stay.to = stay.retreat = s.fighters[me].at;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      const Action& a = actions[i];
      if (a.economy != Economy::Action || !rules_.available(s, me, i)) continue;
      Plan plan = stay;
      plan.action = static_cast<std::uint8_t>(i);
      const std::size_t ways = std::max<std::size_t>(1, a.sequences.size());
      for (std::size_t way = 0; way < ways; ++way) {
        plan.sequence = static_cast<std::uint8_t>(way);
        with_action(s, me, plan, reach, found);
      }
    }
    add_standard(s, me, stay, reach, found);
    const int before = found.count;
    for (int i = 0; i < before; ++i) complete(s, me, found.moves[i], reach);
  }

  void explore(const State& s, int me, int feet, Reach& reach) const {
    const CellSet foes = rules_.cells_of(s, rules_.standing(s, rules_.foes_of(me)));
    const CellSet friends = rules_.cells_of(
        s, rules_.present(s, rules_.everybody()) & ~only(me) & ~rules_.standing(s, rules_.foes_of(me)));
    reachable(rules_.map(), s.fighters[me].at, rules_.block(me).side, feet, foes, friends, rules_.flies(me),
              reach);
  }

  Fighters targets(const State& s, int me) const {
    const bool down_too = settings_.finish_off && rules_.side(me) == 1;
    return down_too ? rules_.present(s, rules_.foes_of(me)) : rules_.standing(s, rules_.foes_of(me));
  }

  int first_element(const Action& a, int number) const {
    return a.sequences.empty() || a.sequences[0].empty() ? number : a.sequences[0][0];
  }

  void with_action(const State& s, int me, Plan plan, const Reach& reach, List& found) const {
    const Action& a = rules_.action(me, plan.action);
    const int itself = plan.action;
    const auto parts = Strikes::elements(a, itself, plan.sequence);
    if (parts.empty()) return;
    // The attacks set where to stand; an area in front of them is aimed from there.
    const int* leading = std::find_if(parts.data(), parts.data() + parts.size(),
                                      [&](int part) { return rules_.action(me, part).attack; });
    if (leading != parts.data() + parts.size()) {
      for_each(targets(s, me), [&](int foe) {
        plan.target = static_cast<std::uint8_t>(foe);
        add_cells(s, me, plan, rules_.action(me, *leading), parts, reach, found);
      });
      return;
    }
    const Action& e = rules_.action(me, parts[0]);
    if (e.standard != Standard::None) return;
    if (e.area) {
      for_each_origin(s, me, e, reach, [&](Cell origin) {
        plan.to = plan.retreat = origin;
        add_aims(s, me, plan, e, found, -risk(s, me, origin));
      });
    } else {
      add_affected_nearby(s, me, plan, e, reach, found);
    }
  }

  // ---- where to attack from ------------------------------------------------------------------------------

  struct Place {
    Cell cell;
    double score;
  };

  // Keeps the best few places.
  struct Beam {
    std::array<Place, 8> places;
    int count = 0, width = 2;
    void add(Cell cell, double score) {
      if (count == width && score <= places[count - 1].score) return;
      int i = count < width ? count++ : count - 1;
      for (; i > 0 && places[i - 1].score < score; --i) places[i] = places[i - 1];
      places[i] = {cell, score};
    }
  };

  void add_cells(const State& s, int me, Plan plan, const Action& e, std::span<const int> parts,
                 const Reach& reach, List& found) const {
    const int foe = plan.target;
    int feet = e.reach;
    for (const int part : parts) {
      const Action& other = rules_.action(me, part);
      if (other.attack && other.reach > 0) feet = feet > 0 ? std::min(feet, other.reach) : other.reach;
    }
    Beam beam;
    beam.width = std::clamp(settings_.cells, 1, 8);
    if (e.reach > 0)
      cells_within(s, me, foe, feet, reach, [&](Cell cell) { beam.add(cell, -risk(s, me, cell)); });
    if (e.range > 0 && beam.count == 0) {
      Beam far;
      far.width = 6;
      const int most = e.range;
      cells_within(s, me, foe, most, reach, [&](Cell cell) { far.add(cell, -risk(s, me, cell)); });
      if (far.count == 0 && e.long_range > most)
        cells_within(s, me, foe, e.long_range, reach, [&](Cell cell) { far.add(cell, -risk(s, me, cell)); });
      for (int i = 0; i < far.count && beam.count < beam.width; ++i) {
        if (rules_.shot(s, me, far.places[i].cell, e, foe).possible)
          beam.add(far.places[i].cell, far.places[i].score);
      }
    }
    static thread_local State moved;
    for (int i = 0; i < beam.count; ++i) {
      moved = s;
      moved.fighters[me].at = plan.to = plan.retreat = beam.places[i].cell;
      found.add(plan, beam.places[i].score + gain(moved, me, plan.action, plan.sequence, foe));
    }
  }

  // The cells within some feet of a foe where one may stop.
  void cells_within(const State& s, int me, int foe, int feet, const Reach& reach, auto&& visit) const {
    const Cell at = s.fighters[foe].at;
    const int side = rules_.block(me).side, foe_side = rules_.block(foe).side, steps = feet / kFeetPerCell;
    const int top = std::max(0, at.y - steps - side + 1),
              bottom = std::min(rules_.map().height - side, at.y + foe_side - 1 + steps);
    const int left = std::max(0, at.x - steps - side + 1),
              right = std::min(rules_.map().width - side, at.x + foe_side - 1 + steps);
    for (int y = top; y <= bottom; ++y) {
      std::uint64_t row = reach.stops.row(y) & CellSet::span(left, right - left + 1);
      for (; row != 0; row &= row - 1)
        visit(Cell{static_cast<std::uint8_t>(std::countr_zero(row)), static_cast<std::uint8_t>(y)});
    }
  }

  // What it costs to get to a cell and to be there, in the coin of values.
  double risk(const State& s, int me, Cell cell) const {
    const double mine = worths_.share(me);
    double cost = 0.0;
    const Fighter& f = s.fighters[me];
    if (cell != f.at) {
      cost += 1e-4 * distance_feet(cell, 1, f.at, 1) / kFeetPerCell;
      if (!f.is(kDisengaged) && !rules_.block(me).flyby) {
        for_each(resolver_.opportunities(s, me, cell),
                 [&](int foe) { cost += mine * expected_share(s, foe, rules_.opportunity(foe), me); });
      }
    }
    const double caution = 1.2 - rules_.block(me).personality.aggression;
    const bool archer = !worths_.hand_to_hand(me);
    for_each(rules_.standing(s, rules_.foes_of(me)), [&](int foe) {
      const int feet = rules_.feet_from(cell, me, s, foe);
      if (!Rules::can_act(s.fighters[foe])) return;
      if (feet <= rules_.opportunity_reach(foe)) cost += (archer ? 0.06 : 0.015) * mine * caution;
      if (archer && feet <= 35) cost += 0.02 * mine * caution * (1.0 - feet / 40.0);
    });
    return cost;
  }

  // The share of a creature's hit points that one attack takes, at a glance.
  double expected_share(const State& s, int actor, int number, int target) const {
    const Action& a = rules_.action(actor, number);
    const double hits = at_least(std::clamp(rules_.block(target).armor_class - a.to_hit, 2, 20), 0);
    double sum = 0.0;
    for (std::size_t e = 0; e < a.effects.size(); ++e) {
      if (!a.effects[e].damage.empty())
        sum += rules_.damage_to(s, actor, number, static_cast<int>(e), target, false).mean *
               (a.effects[e].saves ? 0.6 : 1.0);
    }
    return std::min(1.0, hits * sum * kPoint / std::max(kPoint, rules_.hit_points(s, target)));
  }

  // ---- what it brings ------------------------------------------------------------------------------------

  // The worth to one's own side of an action's attacks on a foe from where `s` has the actor.
  double gain(const State& s, int me, int number, int sequence, int foe) const {
    const Action& a = rules_.action(me, number);
    const int itself = number;
    double mean = 0.0, variance = 0.0, held = 0.0;
    for (const int part : Strikes::elements(a, itself, sequence)) {
      const Action& e = rules_.action(me, part);
      if (!e.attack) continue;
      if (!rules_.shot(s, me, s.fighters[me].at, e, foe).possible) continue;
      const Blow b = strikes_.blow(s, me, part, foe);
      const double hit = b.hit * b.normal->mean + b.critical * b.doubled->mean;
      const double square = b.hit * (b.normal->variance + b.normal->mean * b.normal->mean) +
                            b.critical * (b.doubled->variance + b.doubled->mean * b.doubled->mean);
      mean += hit;
      variance += square - hit * hit;
      for (std::size_t i = 1; i < e.effects.size(); ++i) {
        const Effected more = effected(s, me, part, static_cast<int>(i), foe);
        mean += more.damage * (b.hit + b.critical);
        held = std::max(held, more.held * (b.hit + b.critical));
      }
    }
    return worth_of(s, me, foe, mean, variance, held);
  }

  struct Effected {
    double damage = 0.0, held = 0.0;
  };

  // An effect's mean damage on somebody, and the share of the next turns that it costs them.
  Effected effected(const State& s, int me, int number, int index, int target) const {
    const Effect& e = rules_.action(me, number).effects[index];
    Effected found;
    if ((e.spares & only(target)) != 0) return found;
    const double saved = e.saves ? rules_.save_probability(s, target, e.ability, e.dc, true, 0) : 0.0;
    if (!e.damage.empty()) {
      const double mean = rules_.damage_to(s, me, number, index, target, false).mean;
      found.damage = mean * (1.0 - saved * (e.half_on_success ? 0.5 : 1.0));
    }
    Fighter held;
    for (const Infliction& i : e.inflictions) {
      const auto bit = mask_of(i.condition);
      if ((rules_.block(target).condition_immunities & bit) == 0 && !s.fighters[target].has(bit))
        held.conditions |= bit;
    }
    found.held = (1.0 - saved) * Worths::held(held);
    if (e.modifier != kNothing) found.held += (1.0 - saved) * modifier_worth(e.modifier);
    return found;
  }

  double modifier_worth(int index) const {
    const Modifier& m = rules_.battle().modifiers[index];
    double worth =
        0.05 * (m.attack_advantage + m.save_advantage - m.defense_advantage) + 0.03 * m.armor_class;
    if (!m.attack.probabilities.empty())
      worth += 0.04 * (m.attack.low + 0.5 * double(m.attack.probabilities.size()));
    if (!m.save.probabilities.empty())
      worth += 0.02 * (m.save.low + 0.5 * double(m.save.probabilities.size()));
    if (m.extra_attacks > 0) worth += 0.2;
    if (m.resist != 0) worth += 0.1;
    if (!m.damage.probabilities.empty()) worth += 0.05;
    return std::abs(worth);
  }

  // Damage to a foe in the coin of values: hit points off, and perhaps the foe itself.
  double worth_of(const State& s, int me, int foe, double mean, double variance, double held) const {
    const Fighter& f = s.fighters[foe];
    const Objective& o = worths_.objective();
    const bool character = rules_.side(foe) == 0;
    const double share = worths_.share(foe) * (character ? 1.0 : o.own);
    if (f.is(kDown)) return share * (o.foe_down - o.foe_dead) * 0.5;
    const double left = std::max(1.0, rules_.hit_points(s, foe) / double(kPoint));
    const double most = f.most;
    const double spread = std::sqrt(std::max(1.0, variance));
    const double fells = 1.0 / (1.0 + std::exp(-1.7 * (mean - left) / spread));
    const double standing = character ? o.foe_standing : o.own_standing;
    double health = std::min(mean, left) / most;
    if (character && o.focus != 1.0) {
      const double before = std::min(1.0, left / most);
      health = std::pow(before, o.focus) - std::pow(std::max(0.0, before - health), o.focus);
    }
    const double gone = character ? standing - o.foe_down : standing;
    (void)me;
    return share * (fells * gone + (1.0 - standing) * health + o.control * 0.6 * held * (1.0 - fells));
  }

  // ---- areas ---------------------------------------------------------------------------------------------

  // From where to aim: here, and from a few cells closer to the foes.
  void for_each_origin(const State& s, int me, const Action& e, const Reach& reach, auto&& visit) const {
    const Cell here = s.fighters[me].at;
    visit(here);
    if (e.area_range >= 60) return;
    Beam beam;
    beam.width = 3;
    for_each(rules_.standing(s, rules_.foes_of(me)), [&](int foe) {
      const int feet = std::max(5, e.size + e.area_range - 5);
      Beam near;
      near.width = 1;
      cells_within(s, me, foe, std::min(feet, 30), reach,
                   [&](Cell cell) { near.add(cell, -risk(s, me, cell)); });
      if (near.count > 0 && near.places[0].cell != here) beam.add(near.places[0].cell, near.places[0].score);
    });
    for (int i = 0; i < beam.count; ++i) visit(beam.places[i].cell);
  }

  // The best few ways to aim an area from where the plan goes.
  void add_aims(const State& s, int me, Plan plan, const Action& e, List& found, double bonus) const {
    static thread_local AreaOptions options;
    static thread_local State moved;
    std::array<Placed, kMostCombatants> placed{};
    const Fighters foes = rules_.standing(s, rules_.foes_of(me));
    const bool helps = e.who == Who::Ally;
    const auto count = static_cast<std::size_t>(rules_.size());
    std::uint64_t wanted = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const int fighter = static_cast<int>(i);
      const Fighter& f = s.fighters[i];
      placed[i] = {fighter == me ? plan.to : f.at,
                   static_cast<std::uint8_t>(f.present() ? rules_.block(fighter).side : 0)};
      const bool meant = helps ? (rules_.friends_of(me) & only(fighter)) != 0 : (foes & only(fighter)) != 0;
      if (meant && f.present()) wanted |= std::uint64_t{1} << i;
    }
    const AreaAttack area{e.shape, e.size, e.width, e.area_range};
    area_options(rules_.map(), area, plan.to, rules_.block(me).side, {placed.data(), count}, wanted, true,
                 options);
    moved = s;
    moved.fighters[me].at = plan.to;
    Beam beam;
    beam.width = kMostAims;
    int index = 0;
    for (const AreaOption& option : options) {
      const Fighters struck = resolver_.caught(moved, me, e, option.aim);
      beam.add(Cell{static_cast<std::uint8_t>(index++), 0}, area_gain(moved, me, plan.action, struck));
    }
    for (int i = 0; i < beam.count; ++i) {
      if (beam.places[i].score <= 0.0) continue;
      plan.aim = options[beam.places[i].cell.x].aim;
      found.add(plan, bonus + beam.places[i].score);
    }
  }

  double area_gain(const State& s, int me, int number, Fighters struck) const {
    const Action& a = rules_.action(me, number);
    double sum = 0.0;
    if (a.who == Who::Ally) {
      for_each(struck, [&](int target) { sum += affected_gain(s, me, number, target); });
      return sum;
    }
    for_each(struck, [&](int target) {
      double mean = 0.0, held = 0.0;
      for (std::size_t i = 0; i < a.effects.size(); ++i) {
        const Effected one = effected(s, me, number, static_cast<int>(i), target);
        mean += one.damage;
        held = std::max(held, one.held);
      }
      const double worth = s.fighters[target].is(kDown)
                               ? 0.05 * worths_.share(target)
                               : worth_of(s, me, target, mean, mean * mean / 8.0, held);
      sum += rules_.side(target) == rules_.side(me) ? -1.2 * worth : worth;
    });
    return sum;
  }

  // ---- actions on friends and single targets -------------------------------------------------------------

  void add_affected_nearby(const State& s, int me, Plan plan, const Action& e, const Reach& reach,
                           List& found) const {
    const Fighters among = e.who == Who::Self   ? only(me)
                           : e.who == Who::Ally ? rules_.present(s, rules_.friends_of(me))
                                                : targets(s, me);
    for_each(among, [&](int target) {
      const double worth = affected_gain(s, me, plan.action, target);
      if (worth <= 0.0) return;
      plan.target = static_cast<std::uint8_t>(target);
      Beam beam;
      beam.width = 1;
      if (target == me) {
        beam.add(s.fighters[me].at, 0.0);
      } else {
        const int feet = std::max(5, e.target_range);
        cells_within(s, me, target, std::min(feet, 300), reach, [&](Cell cell) {
          const double score = -risk(s, me, cell);
          if (beam.count < beam.width || score > beam.places[beam.count - 1].score) {
            if (feet <= 5 || cover(rules_.map(), cell, rules_.block(me).side, s.fighters[target].at,
                                   rules_.block(target).side, CellSet{}) != Cover::Total)
              beam.add(cell, score);
          }
        });
      }
      if (beam.count == 0) return;
      plan.to = plan.retreat = beam.places[0].cell;
      found.add(plan, worth + beam.places[0].score);
    });
  }

  void add_affected(const State& s, int me, Plan plan, const Action& e, List& found, double bonus) const {
    const Fighters among = e.who == Who::Self   ? only(me)
                           : e.who == Who::Ally ? rules_.present(s, rules_.friends_of(me))
                                                : targets(s, me);
    for_each(among, [&](int target) {
      if (target != me && rules_.feet_between(s, me, target) > std::max(5, e.target_range)) return;
      const double worth = affected_gain(s, me, plan.action, target);
      if (worth <= 0.0) return;
      plan.target = static_cast<std::uint8_t>(target);
      found.add(plan, worth + bonus);
    });
  }

  // Healing, help or harm to one target; several targets count as so many.
  double affected_gain(const State& s, int me, int number, int target) const {
    const Action& a = rules_.action(me, number);
    const bool harm = rules_.side(target) != rules_.side(me);
    const Fighter& f = s.fighters[target];
    const double share = worths_.share(target) * (rules_.side(target) == 1 ? worths_.objective().own : 1.0);
    double sum = 0.0, mean = 0.0, held = 0.0;
    for (std::size_t i = 0; i < a.effects.size(); ++i) {
      const Effect& e = a.effects[i];
      if (harm) {
        const Effected one = effected(s, me, number, static_cast<int>(i), target);
        mean += one.damage;
        held = std::max(held, one.held);
        continue;
      }
      if (e.modifier != kNothing && !bears(s, target, e.modifier)) sum += share * modifier_worth(e.modifier);
      for (const Dice* dice : {&e.heal, &e.temporary}) {
        if (dice->probabilities.empty()) continue;
        double amount = 0.0;
        for (std::size_t v = 0; v < dice->probabilities.size(); ++v)
          amount += dice->probabilities[v] * (dice->low + double(v));
        const double most = f.most;
        const double missing =
            dice == &e.heal ? most - std::max<int>(0, f.hit_points) / double(kPoint) : amount;
        sum += share * (f.is(kDown) ? 0.5 : 0.0) + share * 0.4 * std::min(amount, missing) / most;
      }
    }
    if (harm) sum += worth_of(s, me, target, mean, mean * mean / 4.0, held);
    if (a.concentration && s.fighters[me].concentration != 0) sum -= 0.1 * worths_.share(me);
    return sum * (1.0 + 0.7 * (std::min(a.targets, 4) - 1));
  }

  static bool bears(const State& s, int target, int modifier) {
    for (int i = 0; i < s.ongoing_count; ++i) {
      if (s.ongoing[i].target == target && s.ongoing[i].what == kConditions + modifier) return true;
    }
    return false;
  }

  // ---- what everybody can do -----------------------------------------------------------------------------

  void add_standard(const State& s, int me, const Plan& stay, const Reach& reach, List& found) const {
    Plan plan = stay;
    plan.standard = Standard::Dodge;
    found.add(plan, 0.002 * worths_.share(me));
    const Fighters foes = rules_.standing(s, rules_.foes_of(me));
    if (foes == 0) return;
    // Closer, with twice the speed: the cell from which the nearest foe is nearest.
    static thread_local Reach run;
    explore(s, me, 2 * rules_.speed(s, me), run);
    plan.standard = Standard::Dash;
    plan.to = plan.retreat = nearest_cell(s, me, foes, run);
    if (!(plan.to == s.fighters[me].at)) {
      const double closer = nearest(s, me, s.fighters[me].at, foes) - nearest(s, me, plan.to, foes);
      found.add(plan, worths_.share(me) * 0.02 * closer / 60.0 - risk(s, me, plan.to));
    }
    add_flight(s, me, stay, run, found);
    (void)reach;
  }

  int nearest(const State& s, int me, Cell cell, Fighters foes) const {
    int least = 10'000;
    for_each(foes, [&](int foe) { least = std::min(least, rules_.feet_from(cell, me, s, foe)); });
    return least;
  }

  Cell nearest_cell(const State& s, int me, Fighters foes, const Reach& reach) const {
    Cell best = s.fighters[me].at;
    int least = nearest(s, me, best, foes) * 1000;
    reach.stops.for_each(
        [&](Cell cell) {
          const int feet = nearest(s, me, cell, foes) * 1000 + reach.feet(cell);
          if (feet < least) {
            least = feet;
            best = cell;
          }
        },
        rules_.map().height);
    return best;
  }

  // Away from everybody, towards the edge of the map: for those whose morale breaks.
  void add_flight(const State& s, int me, const Plan& stay, const Reach& run, List& found) const {
    const double below = rules_.block(me).personality.flees_below;
    const double health = rules_.hit_points(s, me) / double(rules_.most_hit_points(s, me));
    if (health >= below) return;
    const Fighters foes = rules_.standing(s, rules_.foes_of(me));
    Cell best = stay.to;
    int most = -1;
    const int side = rules_.block(me).side;
    run.stops.for_each(
        [&](Cell cell) {
          const bool edge = cell.x == 0 || cell.y == 0 || cell.x + side >= rules_.map().width ||
                            cell.y + side >= rules_.map().height;
          const int score = nearest(s, me, cell, foes) + (edge ? 60 : 0);
          if (score > most) {
            most = score;
            best = cell;
          }
        },
        rules_.map().height);
    Plan plan = stay;
    plan.standard = Standard::Dash;
    plan.to = plan.retreat = best;
    plan.flees = true;
    found.add(plan, 0.5 * worths_.share(me) - risk(s, me, best));
  }

  // ---- the rest of the turn ------------------------------------------------------------------------------

  // Adds a bonus action and a way back to a plan.
  void complete(const State& s, int me, Move& move, const Reach& reach) const {
    static thread_local State moved;
    Plan& plan = move.plan;
    const auto& actions = rules_.block(me).actions;
    int slip = kNothing;  // a bonus action to disengage
    double best = 0.0;
    bool copied = false;
    for (int i = 0; i < static_cast<int>(actions.size()); ++i) {
      const Action& a = actions[i];
      if (a.economy != Economy::Bonus || !rules_.available(s, me, i)) continue;
      if (!copied) {
        moved = s;
        moved.fighters[me].at = plan.to;
        copied = true;
      }
      if (a.standard == Standard::Disengage) slip = i;
      const auto [worth, target] = bonus_gain(moved, me, i);
      // One spell with a slot is enough for a turn.
      const bool second_spell =
          a.slot > 0 && plan.action != Plan::kNone && rules_.action(me, plan.action).slot > 0;
      if (worth > best && !second_spell) {
        best = worth;
        plan.bonus = static_cast<std::uint8_t>(i);
        plan.bonus_target = static_cast<std::uint8_t>(target);
      }
    }
    move.score += static_cast<float>(best);
    if (plan.action == Plan::kNone) return;
    if (rules_.block(me).flyby) {
      withdraw(s, me, move, reach);
    } else if (slip != kNothing && plan.bonus == Plan::kNone) {
      withdraw(s, me, move, reach);
      if (!(plan.retreat == plan.to)) plan.bonus = static_cast<std::uint8_t>(slip);
    }
  }

  std::pair<double, int> bonus_gain(const State& s, int me, int number) const {
    const Action& a = rules_.action(me, number);
    double best = 0.0;
    int chosen = kNobody;
    if (a.attack || (!a.sequences.empty() && !a.sequences[0].empty())) {
      const Action& e = rules_.action(me, first_element(a, number));
      for_each(targets(s, me), [&](int foe) {
        if (!e.attack || !rules_.shot(s, me, s.fighters[me].at, e, foe).possible) return;
        const double worth = gain(s, me, number, 0, foe);
        if (worth > best) best = worth, chosen = foe;
      });
    } else if (!a.area && !a.effects.empty()) {
      const Fighters among = a.who == Who::Self   ? only(me)
                             : a.who == Who::Ally ? rules_.present(s, rules_.friends_of(me))
                                                  : targets(s, me);
      for_each(among, [&](int target) {
        if (target != me && rules_.feet_between(s, me, target) > a.target_range) return;
        const double worth = affected_gain(s, me, number, target);
        if (worth > best) best = worth, chosen = target;
      });
    }
    return {best, chosen};
  }

  // Out of reach again with what is left of the movement.
  void withdraw(const State& s, int me, Move& move, const Reach& reach) const {
    Plan& plan = move.plan;
    const int left = rules_.speed(s, me) - reach.feet(plan.to);
    if (left < kFeetPerCell) return;
    static thread_local State moved;
    static thread_local Reach back;
    moved = s;
    moved.fighters[me].at = plan.to;
    explore(moved, me, left, back);
    const Fighters foes = rules_.standing(s, rules_.foes_of(me));
    Cell best = plan.to;
    double least = risk(moved, me, plan.to);
    moved.fighters[me].set(kDisengaged);
    back.stops.for_each(
        [&](Cell cell) {
          const double cost = risk(moved, me, cell);
          if (cost < least - 1e-6) {
            least = cost;
            best = cell;
          }
        },
        rules_.map().height);
    (void)foes;
    plan.retreat = best;
  }

  const Rules& rules_;
  const Strikes& strikes_;
  const Resolver& resolver_;
  const Worths& worths_;
  PlannerSettings settings_;
};

}  // namespace hazard::fivee
