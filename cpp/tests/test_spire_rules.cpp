// Slay the Spire's combat on content made up at random: fights walked move by move and in place, chance added
// up, keys held against equality, searches run, and states that must be refused.
#include <set>

#include "check.hpp"
#include "domains/spire/combat.hpp"
#include "search/beam/beam.hpp"
#include "search/expectimax/expectimax.hpp"
#include "search/tree/tree_search.hpp"

namespace hazard::selftest {

namespace {

using namespace spire;

// Rows of every kind, put together at random from what the rules know.
class Scribe {
 public:
  explicit Scribe(std::uint64_t seed) : random_(seed) {}

  std::shared_ptr<const Content> content() {
    for (int i = 0; i < 3; ++i) {  // what rules refer to, and what pools need
      CardKind kind = plain("plain " + std::to_string(i));
      content_.cards.push_back(kind);
    }
    content_.wound = 1;
    content_.dazed = 2;
    for (int pool = 0; pool < 5; ++pool) content_.pools.push_back({0, 1, 2, 3, 4, 5});
    for (int i = 0; i < 20; ++i) content_.cards.push_back(card(i));
    for (std::size_t i = 0; i < content_.cards.size(); ++i) {
      CardKind& kind = content_.cards[i];
      kind.upgrade = static_cast<std::uint16_t>(chance(0.5) ? i : (i + 1) % content_.cards.size());
    }
    for (int i = 0; i < 6; ++i) content_.monsters.push_back(monster(i));
    content_.potions.push_back({.id = "", .name = "empty", .usable = false, .steps = {}, .doubled = {}});
    for (int i = 0; i < 6; ++i) content_.potions.push_back(potion(i));
    for (int i = 1; i < kRelicCount; ++i) content_.relics.push_back(relic(i));
    for (int i = 0; i < 20; ++i) content_.relics.push_back(relic(kRelicCount + i));
    content_.prepare();
    return std::make_shared<const Content>(content_);
  }

  State start(const Content& content) {
    State s;
    Player& p = s.player;
    p.max_hp = 80;
    p.hp = static_cast<std::int16_t>(30 + number(51));
    for (int i = 0; i < 12; ++i) p.add_relic(1 + number(kRelicCount + 19));
    for (int slot = 0; slot < 3; ++slot) p.potions[slot] = static_cast<std::uint8_t>(number(7));
    const int deck = 6 + number(20);
    for (int i = 0; i < deck; ++i)
      s.draw.add(fresh_card(content, number(static_cast<int>(content.cards.size()))));
    s.monster_count = static_cast<std::uint8_t>(1 + number(3));
    for (int i = 0; i < s.monster_count; ++i) {
      Monster& m = s.monsters[i];
      m.kind = static_cast<std::uint16_t>(number(6));
    }
    const Fight f{content, s};
    for (int i = 0; i < s.monster_count; ++i) begin_monster(f, i, random_);
    begin_fight(f);
    settle(f, nullptr);
    return s;
  }

 private:
  int number(int below) { return static_cast<int>(random_.below(static_cast<std::uint32_t>(below))); }
  bool chance(double p) { return random_.uniform() < p; }

  Steps add(std::vector<Step> steps) {
    const auto first = static_cast<std::uint16_t>(content_.steps.size());
    content_.steps.insert(content_.steps.end(), steps.begin(), steps.end());
    return {first, static_cast<std::uint16_t>(steps.size())};
  }

  Step about(Op op, int who, int amount, int arg = 0, int times = 1) {
    return step_of(op, who, amount, arg, kPlayer, times);
  }

  // A step that a card, a relic or a potion may have; `aims`: there is a target.
  Step player_step(bool aims) {
    const int foe = aims && chance(0.6) ? kTarget : chance(0.5) ? kEachFoe : kRandomFoe;
    const int amount = 1 + number(12);
    switch (number(24)) {
      case 0:
      case 1:
      case 2:
        return about(Op::Damage, foe, amount, number(kAmountCount) | number(4) << 8,
                     chance(0.1) ? kTimesX : 1 + number(3));
      case 3:
        return about(Op::Hurt, foe, amount);
      case 4:
      case 5:
        return about(Op::Block, kSelf, amount);
      case 6:
        return about(Op::Apply, foe == kRandomFoe ? kEachFoe : foe, amount, 1 + number(kPowerCount - 1));
      case 7:
      case 8:
        return about(Op::Apply, kSelf, amount, 1 + number(kPowerCount - 1));
      case 9:
        return about(Op::Draw, kSelf, 1 + number(4));
      case 10:
        return about(Op::Energy, kSelf, number(3) - 1);
      case 11:
        return about(Op::LoseHp, kSelf, 1 + number(3));
      case 12:
        return about(Op::Heal, kSelf, amount);
      case 13:
        return about(Op::AddCard, kSelf, 1 + number(2), number(3), number(4));
      case 14:
        return about(Op::AddRandom, kSelf, 1, number(5), number(4) | (chance(0.5) ? kFreeThisTurn : 0));
      case 15:
        return about(Op::Discover, kSelf, 1, number(5), chance(0.5) ? kFreeThisTurn : 0);
      case 16:
        return about(Op::Choose, kSelf, 1 + number(3), number(7) | number(2) << 8 | (1 + number(2)) << 9,
                     number(kDeedCount) | number(4) << 4);
      case 17:
        return about(Op::ExhaustRandom, kSelf, 1 + number(2));
      case 18:
        return about(Op::PlayTop, kSelf, 1, 1);
      case 19:
        return about(Op::UpgradeRandom, kSelf, 0);
      case 20:
        return about(Op::RandomCosts, kSelf, 0);
      case 21:
        return about(Op::SecondWind, kSelf, amount);
      case 22:
        return about(Op::CheapRandom, kSelf, 0, number(2));
      default:
        return about(Op::Remove, kSelf, 0, 1 + number(kPowerCount - 1));
    }
  }

  std::vector<Step> player_steps(bool aims, int most) {
    std::vector<Step> steps;
    const int count = 1 + number(most);
    for (int i = 0; i < count; ++i) {
      if (chance(0.1)) steps.push_back(about(Op::If, aims ? kTarget : kSelf, 1, number(kConditionCount)));
      steps.push_back(player_step(aims));
    }
    return steps;
  }

  CardKind plain(const std::string& name) {
    CardKind kind;
    kind.id = kind.name = name;
    kind.type = CardType::Status;
    kind.cost = kUnplayable;
    return kind;
  }

  CardKind card(int i) {
    CardKind kind;
    kind.id = kind.name = "card " + std::to_string(i);
    kind.type = static_cast<CardType>(number(5));
    kind.cost = static_cast<std::int8_t>(number(6) - 2);
    if (kind.type <= CardType::Power && kind.cost == kUnplayable) kind.cost = 0;
    kind.flags = static_cast<std::uint16_t>(number(512));
    if (chance(0.8)) kind.flags &= static_cast<std::uint16_t>(~kCardLimitsPlays);
    kind.needs = static_cast<Needs>(chance(0.8) ? 0 : number(4));
    kind.play = add(player_steps(kind.is(kCardAims), 3));
    if (chance(0.2)) kind.when_drawn = add({about(Op::Energy, kSelf, -1)});
    if (chance(0.2)) kind.when_exhausted = add({about(Op::AddCard, kSelf, 1, number(3), number(4))});
    if (chance(0.2)) kind.at_end_of_turn = add({about(Op::Hurt, kPlayer, 2)});
    if (chance(0.2)) kind.when_another_is_played = add({about(Op::LoseHp, kSelf, 1)});
    return kind;
  }

  MonsterKind monster(int i) {
    MonsterKind kind;
    kind.id = kind.name = "monster " + std::to_string(i % 4);  // two share a name
    kind.rank = static_cast<std::uint8_t>(number(4));
    kind.low_hp = static_cast<std::int16_t>(5 + number(30));
    kind.high_hp = static_cast<std::int16_t>(kind.low_hp + number(10));
    for (int m = 0; m < 3; ++m) {
      MonsterMove move;
      move.name = "move " + std::to_string(m);
      move.attacks = m == 0;
      std::vector<Step> steps{about(Op::Damage, kTarget, 3 + number(9), 0, 1 + number(2))};
      if (m == 1) steps = {about(Op::Apply, kTarget, 1 + number(2), 1 + number(kPowerCount - 1))};
      if (m == 2)
        steps = {about(Op::Apply, kSelf, 2, 1 + number(kPowerCount - 1)),
                 about(Op::Block,
                       chance(0.5)   ? kSelf
                       : chance(0.5) ? kEachAlly
                                     : kRandomAlly,
                       5, static_cast<int>(Amount::Unscaled))};
      move.steps = add(steps);
      kind.moves.push_back(move);
    }
    for (int m = 0; m < 3; ++m) {
      RollLine line;
      line.from = static_cast<std::uint8_t>(m * 40);
      line.upto = static_cast<std::uint8_t>(m == 2 ? 100 : (m + 1) * 40);
      line.move.count = 1;
      line.move.outcomes[0].move = static_cast<std::uint8_t>(m);
      kind.roll.push_back(line);
    }
    if (chance(0.3)) kind.starts_with.push_back({static_cast<Power>(1 + number(kPowerCount - 1)), 2, 5});
    return kind;
  }

  PotionKind potion(int i) {
    PotionKind kind;
    kind.id = kind.name = "potion " + std::to_string(i);
    kind.aims = chance(0.4);
    kind.steps = add(player_steps(kind.aims, 2));
    kind.doubled = kind.steps;
    return kind;
  }

  RelicKind relic(int bit) {
    RelicKind kind;
    kind.id = kind.name = "relic " + std::to_string(bit);
    kind.bit = static_cast<std::uint8_t>(bit);
    if (bit < 24) kind.counter = static_cast<std::uint8_t>(bit);
    if (bit < kRelicCount) return kind;
    kind.occasion = static_cast<Occasion>(number(kOccasionCount));
    kind.every = static_cast<std::uint8_t>(1 + number(3));
    kind.once = chance(0.3);
    kind.each_turn = chance(0.3);
    kind.counter = static_cast<std::uint8_t>(number(kCounters));
    kind.steps = add({player_step(false)});
    return kind;
  }

  Random random_;
  Content content_;
};

void check_sound(const Combat& game, const State& s) {
  bool sound = true;
  try {
    game.check(s);
  } catch (const GameError&) {
    sound = false;
  }
  CHECK(sound, game.text(s));
  CHECK(s.player.hp >= 0 && s.player.hp <= s.player.max_hp, game.text(s));
  CHECK(s.player.block >= 0 && s.hand.count <= kHandSize && s.known_top <= s.draw.count);
  CHECK(s.over() || s.player.hp > 0, game.text(s));
  for (int i = 0; i < s.monster_count; ++i) CHECK(s.monsters[i].hp >= 0 && s.monsters[i].block >= 0);
}

void check_moves(const Combat& game, const State& s, Edges<spire::Move>& edges) {
  const Turn turn = game.turn(s);
  edges.clear();
  if (turn == Turn::Chance) {
    game.outcomes(s, edges);
    double sum = 0.0;
    for (const auto& edge : edges) {
      CHECK(edge.probability > 0.0);
      sum += edge.probability;
    }
    CHECK(near(sum, 1.0), game.text(s));
    CHECK(edges.size() > 1, game.text(s));
  } else {
    game.actions(s, edges);
    CHECK(!edges.empty());
    for (std::size_t i = 0; i < edges.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) CHECK(!(edges[i].move == edges[k].move), game.text(s));
    }
  }
}

// One fight, move by move: every state is sound, and the same moves lead to the same places.
void walk(const Combat& game, Random& random) {
  State s = game.start();
  Edges<spire::Move> edges;
  for (int moves = 0; moves < 150 && game.turn(s) != Turn::Over; ++moves) {
    check_sound(game, s);
    const bool wide = game.turn(s) == Turn::Chance && game.must_sample(s);
    if (!wide) check_moves(game, s, edges);
    const std::uint64_t key = game.key(s);
    const spire::Move move =
        wide ? game.sample(s, random) : edges[random.below(static_cast<std::uint32_t>(edges.size()))].move;
    const State next = game.apply(s, move);
    CHECK(game.key(s) == key && next == game.apply(s, move));
    State other = s;
    Random dice(random.bits());
    game.play_in_place(other, move, &dice);  // on to the next decision
    CHECK(game.turn(other) == Turn::Max || game.turn(other) == Turn::Over);
    s = next;
  }
  check_sound(game, s);
}

// Equal states have equal keys, and different ones different keys, whatever the order of their piles.
void check_keys(const Combat& game, Random& random) {
  State s = game.start();
  settle({game.content(), s}, &random);
  State shuffled = s;
  for (int i = shuffled.draw.count - shuffled.known_top - 1; i > 0; --i)
    std::swap(shuffled.draw[i],
              shuffled.draw[static_cast<int>(random.below(static_cast<std::uint32_t>(i + 1)))]);
  for (int i = shuffled.hand.count - 1; i > 0; --i)
    std::swap(shuffled.hand[i],
              shuffled.hand[static_cast<int>(random.below(static_cast<std::uint32_t>(i + 1)))]);
  CHECK(shuffled == s && game.key(shuffled) == game.key(s));
  State hurt = s;
  --hurt.player.hp;
  CHECK(!(hurt == s) && game.key(hurt) != game.key(s));
}

void search(const Combat& game, Random& random) {
  State s = game.start();
  settle({game.content(), s}, &random);
  if (game.turn(s) != Turn::Max) return;
  TreeSearchSettings settings;
  settings.leaf = Leaf::Rollout;
  Tree<Combat> tree(500);
  const auto found = TreeSearch<Combat>(game, settings, nullptr).run(s, tree, with_nodes(400), {});
  CHECK(!found.options.empty());
  Beam<Combat> beam(game, {.width = {4}, .expand = {4}, .merge = true}, nullptr);
  CHECK(!beam.run(s, with_nodes(300), {}).options.empty());
}

void check_refused(const Combat& game) {
  State s = game.start();
  s.hand.count = 0;
  s.hand.add(fresh_card(game.content(), 0));
  s.hand[0].kind = 60'000;
  CHECK(throws<GameError>([&] { game.check(s); }));
  s = game.start();
  s.monsters[0].kind = 999;
  CHECK(throws<GameError>([&] { game.check(s); }));
  s = game.start();
  s.monster_count = 200;
  CHECK(throws<GameError>([&] { game.check(s); }));
  s = game.start();
  s.steps.push_back(step_of(Op::AddRandom, kPlayer, 1, 77));
  CHECK(throws<GameError>([&] { game.check(s); }));
}

}  // namespace

void test_spire_rules() {
  Random random(11);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Scribe scribe(seed);
    const auto content = scribe.content();
    for (int fight = 0; fight < 6; ++fight) {
      const Combat game(content, scribe.start(*content));
      walk(game, random);
      if (fight == 0) check_keys(game, random);
      if (fight == 1 && seed % 6 == 0) search(game, random);
      if (fight == 2) check_refused(game);
    }
  }
}

}  // namespace hazard::selftest
