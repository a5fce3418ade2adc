// Slay the Spire's combat from Python: states from plain data and back, the game, the searches, and many
// random fights at once.
//
// Over 400 lines: each field of a state is read and written side by side.
#include "domains/spire/combat.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>

#include "bindings/engine.hpp"
#include "domains/spire/bind/bind.hpp"

namespace hazard {

using namespace spire;

namespace {

// A field of a dictionary, within bounds; the default where it is missing.
int number(const nb::dict& d, const char* name, int low, int high, int otherwise = 0) {
  if (!d.contains(name)) return otherwise;
  int value = 0;
  if (!nb::try_cast(d[name], value))
    throw nb::value_error((std::string(name) + ": expected a whole number").c_str());
  return checked(value, low, high, name);
}

template <class T>
T field(const nb::dict& d, const char* name, int low, int high, int otherwise = 0) {
  return static_cast<T>(number(d, name, low, high, otherwise));
}

nb::list list_of(const nb::dict& d, const char* name) {
  nb::list found;
  if (d.contains(name) && !nb::try_cast(d[name], found))
    throw nb::value_error((std::string(name) + ": expected a list").c_str());
  return found;
}

constexpr int kSmall = 30000;

// (kind, cost this turn, cost this combat, extra, free once); -1 for a cost: the card's own.
using CardTuple = std::tuple<int, int, int, int, bool>;

Card card_from(const Content& content, nb::handle item) {
  CardTuple given;
  if (!nb::try_cast(item, given))
    throw nb::value_error("expected a card: (kind, cost this turn, cost this combat, extra, free once)");
  const auto& [kind, turn, combat, extra, free] = given;
  Card card = fresh_card(content, checked(kind, 0, static_cast<int>(content.cards.size()) - 1, "card"));
  if (combat >= 0) card.set_combat_cost(std::min(combat, kMostCost));
  if (turn >= 0) card.set_turn_cost(std::min(turn, kMostCost));
  card.extra = static_cast<std::uint8_t>(checked(extra, 0, 255, "extra"));
  if (free) card.costs |= Card::kFreeOnce;
  return card;
}

CardTuple card_tuple(const Card& card) {
  return {card.kind, card.turn_cost(), card.combat_cost(), card.extra, card.free_once()};
}

template <class PileType>
void read_pile(const Content& content, State& s, PileType& pile, const nb::dict& d, const char* name) {
  for (nb::handle item : list_of(d, name)) {
    if (pile.full()) throw nb::value_error((std::string(name) + ": too many cards").c_str());
    const Card card = card_from(content, item);
    if (content.kind(card).is(kCardCheaperWhenHurt)) s.player.set(kCardsWatchHurt);
    if (card.turn_cost() != card.combat_cost()) s.player.set(kCostsChanged);
    pile.add(card);
  }
}

template <class PileType>
nb::list pile_list(const PileType& pile) {
  nb::list found;
  for (const Card& card : pile) found.append(card_tuple(card));
  return found;
}

template <class List>
void read_powers(List& powers, const nb::dict& d) {
  for (nb::handle item : list_of(d, "powers")) {
    std::tuple<int, int, int> given;
    if (!nb::try_cast(item, given)) throw nb::value_error("expected a power: (number, amount, extra)");
    const auto& [id, amount, extra] = given;
    powers.add(static_cast<Power>(checked(id, 0, kPowerCount - 1, "power")),
               checked(amount, -kSmall, kSmall, "amount"),
               static_cast<std::uint8_t>(checked(extra, 0, 255, "extra")));
  }
}

template <class List>
nb::list power_list(const List& powers) {
  nb::list found;
  for (int i = 0; i < powers.count; ++i) {
    const PowerEntry& e = powers.entries[i];
    found.append(nb::make_tuple(static_cast<int>(e.id), int{e.amount}, int{e.extra}));
  }
  return found;
}

void read_player(Player& p, const nb::dict& d) {
  p.hp = field<std::int16_t>(d, "hp", 0, kSmall, 1);
  p.max_hp = field<std::int16_t>(d, "max_hp", 1, kSmall, std::max<int>(1, p.hp));
  p.block = field<std::int16_t>(d, "block", 0, kSmall);
  p.gold = field<std::int16_t>(d, "gold", 0, kSmall);
  p.energy = field<std::uint8_t>(d, "energy", 0, 99);
  p.energy_each_turn = field<std::uint8_t>(d, "energy_each_turn", 0, 99, 3);
  p.draw_each_turn = field<std::uint8_t>(d, "draw_each_turn", 0, 20, 5);
  p.potion_slots = field<std::uint8_t>(d, "potion_slots", 0, kPotionSlots, 3);
  p.cards_played = field<std::uint8_t>(d, "cards_played", 0, 255);
  p.attacks_played = field<std::uint8_t>(d, "attacks_played", 0, 255);
  p.skills_played = field<std::uint8_t>(d, "skills_played", 0, 255);
  p.powers_played = field<std::uint8_t>(d, "powers_played", 0, 255);
  p.discarded = field<std::uint8_t>(d, "discarded", 0, 255);
  p.times_damaged = field<std::uint8_t>(d, "times_damaged", 0, 255);
  p.flags = field<std::uint16_t>(d, "flags", 0, 65535);
  int slot = 0;
  for (nb::handle item : list_of(d, "potions")) {
    if (slot == kPotionSlots) throw nb::value_error("more than five potions");
    p.potions[slot++] = static_cast<std::uint8_t>(checked(nb::cast<int>(item), 0, 255, "potion"));
  }
  int place = 0;
  for (nb::handle item : list_of(d, "counters")) {
    if (place == kCounters) throw nb::value_error("too many counters");
    p.counters[place++] = static_cast<std::uint8_t>(checked(nb::cast<int>(item), 0, 255, "counter"));
  }
  for (nb::handle item : list_of(d, "relics"))
    p.add_relic(checked(nb::cast<int>(item), 0, 64 * kRelicWords - 1, "relic"));
  read_powers(p.powers, d);
}

nb::dict player_dict(const Player& p) {
  nb::dict d;
  d["hp"] = int{p.hp};
  d["max_hp"] = int{p.max_hp};
  d["block"] = int{p.block};
  d["gold"] = int{p.gold};
  d["energy"] = int{p.energy};
  d["energy_each_turn"] = int{p.energy_each_turn};
  d["draw_each_turn"] = int{p.draw_each_turn};
  d["potion_slots"] = int{p.potion_slots};
  d["cards_played"] = int{p.cards_played};
  d["attacks_played"] = int{p.attacks_played};
  d["skills_played"] = int{p.skills_played};
  d["powers_played"] = int{p.powers_played};
  d["discarded"] = int{p.discarded};
  d["times_damaged"] = int{p.times_damaged};
  d["flags"] = int{p.flags};
  nb::list potions, counters, relics;
  for (const auto potion : p.potions) potions.append(int{potion});
  for (const auto count : p.counters) counters.append(int{count});
  for (int relic = 0; relic < 64 * kRelicWords; ++relic) {
    if (p.has(relic)) relics.append(relic);
  }
  d["potions"] = potions;
  d["counters"] = counters;
  d["relics"] = relics;
  d["powers"] = power_list(p.powers);
  return d;
}

Monster monster_from(const nb::dict& d) {
  Monster m;
  m.kind = field<std::uint16_t>(d, "kind", 0, 65535);
  m.flags = field<std::uint16_t>(d, "flags", 0, 65535);
  m.hp = field<std::int16_t>(d, "hp", 0, kSmall);
  m.max_hp = field<std::int16_t>(d, "max_hp", 0, kSmall, m.hp);
  m.block = field<std::int16_t>(d, "block", 0, kSmall);
  m.move = field<std::uint8_t>(d, "move", 0, 255, kNoMove);
  m.last = field<std::uint8_t>(d, "last", 0, 255, kNoMove);
  m.second_last = field<std::uint8_t>(d, "second_last", 0, 255, kNoMove);
  m.shown_hits = field<std::uint8_t>(d, "shown_hits", 0, 255);
  m.shown_damage = field<std::int16_t>(d, "shown_damage", 0, kSmall);
  int place = 0;
  for (nb::handle item : list_of(d, "counters")) {
    if (place == 3) throw nb::value_error("more than three counters");
    m.counters[place++] = static_cast<std::int16_t>(checked(nb::cast<int>(item), -kSmall, kSmall, "counter"));
  }
  read_powers(m.powers, d);
  return m;
}

nb::dict monster_dict(const Monster& m) {
  nb::dict d;
  d["kind"] = int{m.kind};
  d["flags"] = int{m.flags};
  d["hp"] = int{m.hp};
  d["max_hp"] = int{m.max_hp};
  d["block"] = int{m.block};
  d["move"] = int{m.move};
  d["last"] = int{m.last};
  d["second_last"] = int{m.second_last};
  d["shown_hits"] = int{m.shown_hits};
  d["shown_damage"] = int{m.shown_damage};
  nb::list counters;
  for (const auto count : m.counters) counters.append(int{count});
  d["counters"] = counters;
  d["powers"] = power_list(m.powers);
  return d;
}

// (op, who, source, times, amount, arg)
using StepTuple = std::tuple<int, int, int, int, int, int>;

Step step_from(nb::handle item) {
  StepTuple given;
  if (!nb::try_cast(item, given))
    throw nb::value_error("expected a step: (op, who, source, times, amount, arg)");
  const auto& [op, who, source, times, amount, arg] = given;
  return step_of(static_cast<Op>(checked(op, 0, kOpCount - 1, "op")), checked(who, 0, 15, "who"),
                 checked(amount, -kSmall, kSmall, "amount"), checked(arg, 0, 65535, "arg"),
                 checked(source, 0, 15, "source"), checked(times, 0, 255, "times"));
}

// A card on its way: the card, its target, flags, energy, cost.
using PlayedTuple = std::tuple<CardTuple, int, int, int, int>;

PlayedCard played_from(const Content& content, nb::handle item) {
  PlayedTuple given;
  if (!nb::try_cast(item, given))
    throw nb::value_error("expected a card being played: (card, target, flags, energy, cost)");
  const auto& [card, target, flags, energy, cost] = given;
  PlayedCard played;
  played.card = card_from(content, nb::cast(card));
  played.target = static_cast<std::uint8_t>(checked(target, 0, 15, "target"));
  played.flags = static_cast<std::uint8_t>(checked(flags, 0, 15, "flags"));
  played.energy = static_cast<std::uint8_t>(checked(energy, 0, 99, "energy"));
  played.cost = static_cast<std::uint8_t>(checked(cost, 0, 99, "cost"));
  return played;
}

PlayedTuple played_tuple(const PlayedCard& p) {
  return {card_tuple(p.card), p.target, p.flags, p.energy, p.cost};
}

State state_from(const Content& content, const nb::dict& d) {
  State s;
  if (d.contains("player")) read_player(s.player, nb::cast<nb::dict>(d["player"]));
  for (nb::handle item : list_of(d, "monsters")) {
    if (s.monster_count == kMostMonsters) throw nb::value_error("more than seven monsters");
    s.monsters[s.monster_count++] = monster_from(nb::cast<nb::dict>(item));
  }
  read_pile(content, s, s.hand, d, "hand");
  for (nb::handle item : list_of(d, "withheld")) {
    s.hand[checked(nb::cast<int>(item), 0, s.hand.count - 1, "withheld")].costs |= Card::kWithheld;
    s.player.set(kCostsChanged);  // and so it ends with the turn
  }
  read_pile(content, s, s.draw, d, "draw");
  read_pile(content, s, s.discard, d, "discard");
  read_pile(content, s, s.exhaust, d, "exhaust");
  s.known_top = field<std::uint8_t>(d, "known_top", 0, s.draw.count);
  s.turn = field<std::uint16_t>(d, "turn", 0, 60000, 1);
  s.phase = static_cast<Phase>(number(d, "phase", 0, static_cast<int>(Phase::Unsettled)));
  s.ascension = field<std::uint8_t>(d, "ascension", 0, 20);
  s.act = field<std::uint8_t>(d, "act", 1, 4, 1);
  s.to_act = field<std::uint8_t>(d, "to_act", 0, (1 << s.monster_count) - 1);
  s.chosen = field<std::uint8_t>(d, "chosen", 0, 255);
  if (d.contains("oracle")) s.oracle = nb::cast<std::uint32_t>(d["oracle"]);
  if (d.contains("in_play") && !d["in_play"].is_none()) {
    s.in_play = played_from(content, d["in_play"]);
    s.in_play_set = 1;
  }
  for (nb::handle item : list_of(d, "queued")) {
    if (s.queued_count == kMostQueued) throw nb::value_error("too many queued cards");
    s.queued[s.queued_count++] = played_from(content, item);
  }
  for (nb::handle item : list_of(d, "options")) {
    if (s.options_count == 4) throw nb::value_error("more than four options");
    s.options[s.options_count++] = card_from(content, item);
  }
  for (nb::handle item : list_of(d, "steps")) s.steps.push_back(step_from(item));
  check_state(content, s);
  return s;
}

nb::dict state_dict(const State& s) {
  nb::dict d;
  d["player"] = player_dict(s.player);
  nb::list monsters, steps, queued, options, withheld;
  for (int i = 0; i < s.monster_count; ++i) monsters.append(monster_dict(s.monsters[i]));
  for (int i = 0; i < s.steps.count; ++i) {
    const Step& t = s.steps[i];
    steps.append(nb::make_tuple(static_cast<int>(t.op), int{t.who}, int{t.source}, int{t.times},
                                int{t.amount}, int{t.arg}));
  }
  for (int i = 0; i < s.queued_count; ++i) queued.append(played_tuple(s.queued[i]));
  for (int i = 0; i < s.options_count; ++i) options.append(card_tuple(s.options[i]));
  d["monsters"] = monsters;
  for (int i = 0; i < s.hand.count; ++i) {
    if (s.hand[i].withheld()) withheld.append(i);
  }
  d["hand"] = pile_list(s.hand);
  d["withheld"] = withheld;
  d["draw"] = pile_list(s.draw);
  d["discard"] = pile_list(s.discard);
  d["exhaust"] = pile_list(s.exhaust);
  d["known_top"] = int{s.known_top};
  d["turn"] = int{s.turn};
  d["phase"] = static_cast<int>(s.phase);
  d["ascension"] = int{s.ascension};
  d["act"] = int{s.act};
  d["to_act"] = int{s.to_act};
  d["chosen"] = int{s.chosen};
  d["oracle"] = s.oracle;
  d["in_play"] = s.in_play_set != 0 ? nb::cast(played_tuple(s.in_play)) : nb::none();
  d["queued"] = queued;
  d["options"] = options;
  d["steps"] = steps;
  return d;
}

// A move as plain data: kind, index, target, picks.
nb::tuple move_tuple(const spire::Move& m) {
  nb::list picks;
  for (int i = 0; i < m.count; ++i) picks.append(int{m.picks[i]});
  return nb::make_tuple(static_cast<int>(m.kind), int{m.index}, int{m.target}, picks);
}

// Random fights from `start`: (fights won, actions, HP left in all, seconds, fights that did not settle, the
// most that happened between two decisions).
nb::tuple random_fights(const Combat& game, std::uint64_t fights, std::uint64_t seed) {
  std::uint64_t won = 0, actions = 0, hp = 0, unsettled = 0;
  int happened = 0;
  const auto began = std::chrono::steady_clock::now();
  {
    const nb::gil_scoped_release released;
    Random random(seed);
    for (std::uint64_t i = 0; i < fights; ++i) {
      State s = game.start();
      settle({game.content(), s}, &random);
      for (int moves = 0; moves < 5000 && !s.over(); ++moves) {
        happened = std::max(happened, game.play_in_place(s, game.random_move(s, random), &random));
        ++actions;
      }
      won += s.phase == Phase::Won ? 1 : 0;
      unsettled += s.phase == Phase::Unsettled ? 1 : 0;
      hp += static_cast<std::uint64_t>(std::max<int>(0, s.player.hp));
    }
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return nb::make_tuple(won, actions, hp, seconds, unsettled, happened);
}

void bind_game(nb::module_& m) {
  nb::class_<Combat> game(m, "SpireCombat");
  game.def(nb::init<std::shared_ptr<const Content>, const State&>(), nb::arg("content"), nb::arg("start"))
      .def("random_fights", &random_fights, nb::arg("fights"), nb::arg("seed"))
      .def(
          "sampled",
          [](const Combat& g, const State& s, std::uint64_t seed) {
            check_state(g.content(), s);
            State next = s;
            Random random(seed);
            settle({g.content(), next}, &random);
            return next;
          },
          nb::arg("state"), nb::arg("seed"), "Chance drawn until the player decides or the fight is over.")
      .def(
          "must_sample",
          [](const Combat& g, const State& s) { return g.must_sample(Convert<Combat>::sound(g, s)); },
          nb::arg("state"))
      .def(
          "moves",
          [](const Combat& g, const State& s) {
            nb::list found;
            check_state(g.content(), s);
            if (g.turn(s) == Turn::Max)
              g.actions(s, [&](const spire::Move& move) { found.append(move_tuple(move)); });
            return found;
          },
          nb::arg("state"), "The player's actions as plain data, in the order of `actions`.");
  bind_walk(game);
  bind_engine<Combat>(m, "SpireCombatEngine");
}

}  // namespace

void bind_spire_combat(nb::module_& m) {
  nb::class_<State> state(m, "SpireState");
  state.def_prop_ro("hp", [](const State& s) { return s.player.hp; })
      .def_prop_ro("max_hp", [](const State& s) { return s.player.max_hp; })
      .def_prop_ro("turn", [](const State& s) { return s.turn; })
      .def_prop_ro("won", [](const State& s) { return s.phase == Phase::Won; })
      .def_prop_ro("lost", [](const State& s) { return s.phase == Phase::Lost; })
      .def_prop_ro("unsettled", [](const State& s) { return s.phase == Phase::Unsettled; })
      .def("as_dict", &state_dict);
  bind_state<Combat>(state, [](const State& s) { return key_of(s); });
  m.def(
      "spire_state",
      [](const Content& content, const nb::dict& d, bool begin, std::uint64_t seed) {
        State s = state_from(content, d);
        const Fight f{content, s};
        if (begin) {
          Random random(seed);
          for (int i = 0; i < s.monster_count; ++i) begin_monster(f, i, random);
          begin_fight(f);
        }
        settle_as_seen(f, nullptr);
        return s;
      },
      nb::arg("content"), nb::arg("data"), nb::arg("begin") = false, nb::arg("seed") = 0,
      "A state from plain data; with `begin`, the first turn of a fight that is about to begin.");
  m.def(
      "spire_player", [](const Content& content, const nb::dict& d) { return state_from(content, d); },
      nb::arg("content"), nb::arg("data"),
      "A player between fights: the deck is the draw pile, and nobody is met.");
  bind_game(m);
}

}  // namespace hazard
