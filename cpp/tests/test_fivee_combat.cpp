// Fifth-edition combat on battles built here: random fights ply by ply, the searches, whole fights, and
// content that must be refused.
#include "check.hpp"
#include "domains/fivee/content/check_battle.hpp"
#include "domains/fivee/forecast/fights.hpp"
#include "search/expectimax/expectimax.hpp"
#include "search/tree/tree_search.hpp"

namespace hazard::selftest {

namespace {

using namespace fivee;

Dice die(int sides, int plus = 0) {
  return {1 + plus, std::vector<double>(static_cast<std::size_t>(sides), 1.0 / sides)};
}

Dice both(const Dice& a, const Dice& b) {
  const Rolled sum = convolved(convolved(Rolled{}, a), b);
  return {sum.low, sum.probabilities};
}

Effect harming(int sides, int plus, int type) {
  Effect e;
  DamagePart part;
  part.normal = die(sides, plus);
  part.critical = both(die(sides, plus), die(sides));
  part.type = type;
  e.damage.push_back(part);
  return e;
}

// One of each kind of thing that the rules know, put together at random.
class Smith {
 public:
  explicit Smith(std::uint64_t seed) : random_(seed) {}

  Battle battle() {
    Battle b;
    b.map.width = 6 + number(8);
    b.map.height = 5 + number(6);
    b.map.prepare();
    b.options.flanking = chance(0.3);
    b.options.lair = chance(0.3);
    b.options.monsters_make_death_saves = chance(0.2);
    b.options.most_rounds = 12;
    for (int i = 0; i < 3; ++i) b.modifiers.push_back(modifier());
    const int size = 2 + number(4);
    for (int i = 0; i < size; ++i) {
      b.blocks.push_back(block(i));
      b.combatants.push_back({"creature " + std::to_string(i), i, i % 2});
    }
    return b;
  }

  State start(const Rules& rules) {
    State s;
    for (int i = 0; i < rules.size(); ++i) {
      Fighter& f = s.fighters[i];
      s.order[i] = static_cast<std::uint8_t>(i);
      f.most = static_cast<std::int16_t>(rules.block(i).most_hit_points);
      f.hit_points = static_cast<std::int16_t>(f.most * kPoint);
      f.at = {static_cast<std::uint8_t>(2 * (i / 2)), static_cast<std::uint8_t>(i % 2 == 0 ? 0 : 3)};
      f.left.fill(1);
      for (int level = 1; level <= 9; ++level) f.set_slots(level, rules.block(i).slots[level]);
      f.resistance_left = static_cast<std::uint8_t>(rules.block(i).legendary_resistance);
      f.set(kUnknownHitPoints, i % 2 == 1 && chance(0.3));
    }
    return s;
  }

  int number(int below) { return static_cast<int>(random_.below(static_cast<std::uint32_t>(below))); }
  bool chance(double p) { return random_.uniform() < p; }
  Random& random() { return random_; }

 private:
  Modifier modifier() {
    Modifier m;
    if (chance(0.5)) m.attack = die(4);
    if (chance(0.3)) m.save = die(4, -6);
    if (chance(0.3)) m.damage = die(6), m.damage_critical = both(die(6), die(6));
    m.armor_class = number(5) - 2;
    m.attack_advantage = number(3) - 1;
    m.defense_advantage = number(3) - 1;
    m.rounds = number(4);
    m.until = static_cast<Until>(number(5));
    m.repeat = chance(0.2) ? Repeat::EndOfTurn : Repeat::Never;
    m.extra_attacks = chance(0.2);
    m.half_speed = chance(0.1);
    m.no_reactions = chance(0.1);
    m.no_healing = chance(0.1);
    m.stops_missiles = m.armor_class > 0;
    return m;
  }

  Infliction infliction(int actions) {
    Infliction i;
    i.condition = static_cast<Condition>(number(kConditions));
    i.rounds = number(4);
    i.until = static_cast<Until>(number(5));
    i.repeat = static_cast<Repeat>(number(4));
    i.ends_on_damage = chance(0.2);
    if (chance(0.3)) i.escape_dc = 8 + number(8);
    if (chance(0.1)) i.becomes = number(kConditions);
    if (chance(0.2)) i.wound = actions - 1;  // the last action of a block is made for this
    return i;
  }

  Effect effect(int actions) {
    Effect e = chance(0.7) ? harming(4 + number(8), number(4), number(kDamageTypes)) : Effect{};
    e.saves = chance(0.5);
    e.ability = static_cast<Ability>(number(6));
    e.dc = 8 + number(10);
    e.half_on_success = e.saves && !e.damage.empty() && chance(0.6);
    if (chance(0.4)) e.inflictions.push_back(infliction(actions));
    if (chance(0.15)) e.push_feet = 5 * (number(7) - 3);
    if (chance(0.2)) e.modifier = number(3);
    e.heals_source = chance(0.1);
    if (chance(0.2)) e.only_if = static_cast<Situation>(number(9));
    if (chance(0.1)) e.at_zero = static_cast<AtZero>(number(3));
    if (e.saves && chance(0.1)) e.withstood = number(3);
    e.ends_for_good = chance(0.5);
    return e;
  }

  Action action(int number_of, int actions) {
    Action a;
    a.name = "action " + std::to_string(number_of);
    const int kind = number(5);
    a.attack = kind < 3;
    if (a.attack) {
      a.to_hit = 3 + number(6);
      (chance(0.6) ? a.reach : a.range) = 5 + 5 * number(4);
      a.effects.push_back(harming(4 + number(8), number(4), number(kDamageTypes)));
      if (chance(0.4)) a.effects.push_back(effect(actions));
      if (chance(0.2)) a.effects.push_back(effect(actions)), a.effects.back().when = When::Miss;
    } else {
      a.area = kind == 3;
      a.shape = static_cast<Shape>(number(6));
      a.size = 10 + 5 * number(3);
      a.area_range = chance(0.5) ? 0 : 30;
      a.target_range = 30;
      a.targets = 1 + number(3);
      a.who = a.area ? Who::Enemy : static_cast<Who>(number(3));
      a.effects.push_back(effect(actions));
      if (a.who != Who::Enemy) a.effects[0] = Effect{}, a.effects[0].heal = die(8, 2);
      a.missiles = !a.area && a.who == Who::Enemy && number_of % 2 == 0;
      a.effects[0].heals_to_half = number_of % 2 == 0;
      a.effects[0].shares_healing = number_of % 4 == 0;
      if (a.area && a.shape != Shape::Emanation && chance(0.4))
        a.lingers = actions - 1, a.at_once = chance(0.5), a.strikes_on_entering = chance(0.7),
        a.strikes_at_end = chance(0.3);
    }
    a.economy = static_cast<Economy>(number(10) < 6 ? 0 : number(5));
    if (a.economy == Economy::Reaction) {
      a.trigger = chance(0.5) ? Trigger::Hit : Trigger::Damaged;
      a.halves_damage = a.trigger == Trigger::Hit;
    }
    if (a.economy != Economy::Reaction && chance(0.15)) a.teleport_feet = 30;
    if (a.economy == Economy::Bonus && chance(0.3)) a.standard = static_cast<Standard>(number(5));
    if (chance(0.2)) a.recharge = 5;
    if (a.recharge > 0 && chance(0.5)) a.pool = 1;
    a.once_per_round = a.economy == Economy::Legendary && chance(0.3);
    if (a.attack && chance(0.1)) a.advantage_if = static_cast<Situation>(number(9));
    if (chance(0.2)) a.slot = 1 + number(2);
    a.concentration = chance(0.2);
    return a;
  }

  StatBlock block(int number_of) {
    StatBlock b;
    b.name = "block " + std::to_string(number_of);
    b.side = chance(0.2) ? 2 : 1;
    b.armor_class = 11 + number(8);
    b.most_hit_points = 6 + number(40);
    b.hit_points = die(b.most_hit_points + 6);
    b.character = number_of % 2 == 0;
    b.fly = chance(0.2) ? 30 : 0;
    b.slots[1] = b.slots[2] = 2;
    b.legendary_actions = number_of % 2 == 1 && chance(0.3) ? 3 : 0;
    b.legendary_resistance = number(2);
    for (bool* trait : {&b.pack_tactics, &b.magic_resistance, &b.undead_fortitude, &b.evasion, &b.reckless,
                        &b.blood_frenzy, &b.flyby, &b.regenerates_at_zero, &b.rampage})
      *trait = chance(0.15);
    b.regeneration = b.regenerates_at_zero ? 5 : 0;
    b.regeneration_stops = b.regenerates_at_zero ? 0xFF : 0;
    b.relentless = chance(0.1) ? 10 : 0;
    if (chance(0.2)) b.sneak_attack = die(6), b.sneak_critical = die(12);
    const int actions = 4;
    for (int i = 0; i + 1 < actions; ++i) b.actions.push_back(action(i, actions));
    b.actions[0].economy = Economy::Action;
    Action by_itself;
    by_itself.name = "by itself";
    by_itself.economy = Economy::Reaction;
    by_itself.effects.push_back(harming(6, 0, 3));
    b.actions.push_back(by_itself);
    if (chance(0.3)) b.auras.push_back({10, chance(0.5), actions - 1});
    if (chance(0.2)) {
      b.burst_action = static_cast<int>(b.actions.size());
      b.actions.push_back(by_itself);
      Action& burst = b.actions.back();
      burst.area = true;
      burst.shape = Shape::Emanation;
      burst.size = 10;
    }
    if (b.actions[0].attack && chance(0.2))
      b.charge_feet = 10, b.charge_action = 0, b.charge_extra = actions - 1;
    if (b.actions[0].attack && chance(0.6)) {
      Action all;
      all.name = "all";
      all.sequences = {{0, 0}, {0, 1, 0}};
      b.actions.push_back(all);
    }
    return b;
  }

  Random random_;
};

Combat combat(const std::shared_ptr<const Rules>& rules, const State& start, int buckets) {
  CombatSettings settings;
  settings.buckets = buckets;
  settings.planner.plans = 6;
  settings.planner.finish_off = buckets == 0;
  return Combat(rules, start, settings);
}

struct Sum {
  double mass = 0.0, damage = 0.0;
};

Sum summed(const Combat& game, const State& s) {
  Sum sum;
  game.outcomes(s, [&](const Move& move, double p) {
    CHECK(p > 0.0 && p <= 1.0 + 1e-9, p, game.text(s));
    sum.mass += p;
    sum.damage += p * move.amount;
  });
  return sum;
}

void random_fights_stay_within_the_rules() {
  int plies = 0, nodes = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Smith smith(seed);
    const Battle battle = smith.battle();
    BattleCheck{battle};
    const auto rules = std::make_shared<const Rules>(battle);
    const State start = smith.start(*rules);
    const Combat game = combat(rules, start, 0), coarse = combat(rules, start, 2);
    State s = game.start();
    for (int ply = 0; ply < 150 && game.turn(s) != Turn::Over; ++ply, ++plies) {
      game.check(s);
      CHECK(game.value(s) >= -1.0 && game.value(s) <= 1.0);
      if (game.turn(s) == Turn::Chance) {
        const Sum exact = summed(game, s), rough = summed(coarse, s);
        CHECK(near(exact.mass, 1.0) && near(rough.mass, 1.0), exact.mass, rough.mass, game.text(s));
        CHECK(near(exact.damage, rough.damage, 1.0), exact.damage, rough.damage, game.text(s));
        ++nodes;
      }
      step(game, s, smith.random());
    }
  }
  CHECK(plies > 2000 && nodes > 1000, plies, nodes);
}

void the_searches_play_random_fights() {
  for (std::uint64_t seed = 100; seed < 112; ++seed) {
    Smith smith(seed);
    const auto rules = std::make_shared<const Rules>(smith.battle());
    const Combat game = combat(rules, smith.start(*rules), 2);
    const State s = reached(game, smith.number(20), smith.random());
    Budget budget = with_nodes(3000);
    budget.depth = 2;
    Expectimax<Combat> search(game, {}, nullptr, nullptr);
    const auto found = search.run(s, budget, {}, nullptr);
    CHECK(!found.options.empty() && std::abs(found.options[0].value) <= 1.0 + 1e-9);
    TreeSearchSettings settings;
    settings.seed = seed;
    Tree<Combat> tree(settings.max_nodes);
    CHECK(!TreeSearch<Combat>(game, settings, nullptr).run(s, tree, with_nodes(300), {}).options.empty());
  }
}

void whole_fights_end() {
  for (std::uint64_t seed = 200; seed < 216; ++seed) {
    Smith smith(seed);
    const auto rules = std::make_shared<const Rules>(smith.battle());
    const Combat game = combat(rules, smith.start(*rules), 2);
    FightSettings settings;
    settings.initiative.fill(kRolledInitiative);
    settings.roll_hit_points = rules->everybody();
    settings.sides[1].policy = seed % 2 == 0 ? Policy::Nearest : Policy::FirstSight;
    const State start = smith.start(*rules);
    const Fights fights(game, game, settings);
    for (std::uint64_t number = 0; number < 8; ++number) {
      State end;
      const Fight fight = fights.play(start, seed, number, {}, 0, {}, &end);
      CHECK(game.turn(end) == Turn::Over && fight.rounds <= 12, seed, number, game.text(end));
    }
  }
}

void odd_content_is_refused() {
  Smith smith(7);
  const Battle good = smith.battle();
  BattleCheck{good};
  const auto refused = [&](auto&& spoil) {
    Battle bad = good;
    spoil(bad);
    return throws<std::invalid_argument>([&] { BattleCheck{bad}; });
  };
  CHECK(refused([](Battle& b) { b.blocks[0].side = 9; }));
  CHECK(refused([](Battle& b) { b.blocks[0].hit_points = {}; }));
  CHECK(refused([](Battle& b) { b.blocks[0].hit_points.probabilities = {0.5, 0.4}; }));
  CHECK(refused([](Battle& b) { b.blocks[0].hit_points.probabilities = {std::nan(""), 1.0}; }));
  CHECK(refused([](Battle& b) { b.blocks[0].actions[0].sequences = {{99}}; }));
  CHECK(refused([](Battle& b) { b.blocks[0].actions[0].effects[0].modifier = 99; }));
  CHECK(refused([](Battle& b) { b.blocks[0].actions[0].to_hit = 1 << 30; }));
  CHECK(refused([](Battle& b) { b.blocks[0].actions[0].recharge = 7; }));
  CHECK(refused([](Battle& b) { b.blocks[0].burst_action = 64; }));
  CHECK(refused([](Battle& b) { b.modifiers[0].damage_type = 99; }));
  CHECK(refused([](Battle& b) { b.blocks[0].auras.push_back({-5, false, 0}); }));
}

void states_of_another_fight_are_refused() {
  Smith smith(8);
  const auto rules = std::make_shared<const Rules>(smith.battle());
  const State start = smith.start(*rules);
  const Combat game = combat(rules, start, 2);
  const auto refused = [&](auto&& spoil) {
    State bad = game.start();
    spoil(bad);
    return throws<std::invalid_argument>([&] { game.check(bad); });
  };
  CHECK(!refused([](State&) {}));
  CHECK(refused([](State& s) { s.turn = 23; }));
  CHECK(refused([](State& s) { s.order[0] = s.order[1]; }));
  CHECK(refused([](State& s) { s.fighters[0].at = {63, 63}; }));
  CHECK(refused([](State& s) { s.fighters[0].hit_points = 32000; }));
  CHECK(refused([](State& s) { s.ongoing[s.ongoing_count++].what = 200; }));
  CHECK(refused([](State& s) { s.ongoing[s.ongoing_count++].source = 23; }));
  CHECK(refused([](State& s) { s.plan.action = 60; }));
  CHECK(refused([](State& s) { s.chance = Chance::Strike, s.target = 20; }));
  CHECK(refused([](State& s) { s.chance = Chance::RepeatSave, s.element = 31; }));
  CHECK(refused([](State& s) { s.waiting = ~Fighters{0}; }));
  CHECK(refused([](State& s) { s.sequels[s.sequel_count++] = {0, 60, 0}; }));
  CHECK(refused([](State& s) { s.frame.actor = 23, s.frame.held = true; }));
  CHECK(refused([](State& s) { s.zones[s.zone_count++].source = 23; }));
  CHECK(refused([](State& s) { s.plan.aim.x = -3; }));
  CHECK(refused([](State& s) { s.lair_turn = 23; }));
}

}  // namespace

void test_fivee_combat() {
  random_fights_stay_within_the_rules();
  the_searches_play_random_fights();
  whole_fights_end();
  odd_content_is_refused();
  states_of_another_fight_are_refused();
}

}  // namespace hazard::selftest
