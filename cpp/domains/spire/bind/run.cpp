// A whole run from Python: states as pictures, the game, the searches, and many random runs at once.
#include "domains/spire/run/run.hpp"

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

nb::tuple card_tuple(const Card& card) { return nb::make_tuple(int{card.kind}, int{card.extra}); }

template <class T>
nb::list numbers(const T* first, int count) {
  nb::list found;
  for (int i = 0; i < count; ++i) found.append(static_cast<int>(first[i]));
  return found;
}

nb::list cards(const Card* first, int count) {
  nb::list found;
  for (int i = 0; i < count; ++i) found.append(card_tuple(first[i]));
  return found;
}

nb::list map_list(const Journey& j) {
  nb::list found;
  for (int y = 0; y < kRows; ++y) {
    for (int x = 0; x < kColumns; ++x) {
      if (j.rooms[y][x] != 0) found.append(nb::make_tuple(x, y, int{j.rooms[y][x]}, int{j.edges[y][x]}));
    }
  }
  return found;
}

void show_belongings(nb::dict& d, const Journey& j) {
  d["hp"] = int{j.hp};
  d["max_hp"] = int{j.max_hp};
  d["gold"] = int{j.gold};
  d["deck"] = cards(j.deck, j.deck_count);
  d["potions"] = numbers(j.potions, j.potion_slots);
  d["relics"] = numbers(j.owned, j.owned_count);
  d["counters"] = numbers(j.counters, kCounters);
  d["charges"] = numbers(j.charges, kCharges);
  d["bottled"] = numbers(j.bottled, 3);
  d["tail_used"] = j.tail_used != 0;
  d["keys"] = int{j.keys};
}

void show_place(nb::dict& d, const Journey& j) {
  d["act"] = int{j.act};
  d["floor"] = int{j.floor};
  d["x"] = j.x == kNoPlace ? -1 : int{j.x};
  d["y"] = j.y == kNoPlace ? -1 : int{j.y};
  d["room"] = static_cast<int>(j.room);
  d["bosses"] = numbers(j.bosses, 2);
  d["map"] = map_list(j);
  d["burning"] = nb::make_tuple(int{j.burning_x}, int{j.burning_y}, int{j.burning});
  d["card_offset"] = int{j.card_offset};
  d["potion_offset"] = int{j.potion_offset};
  d["unknown"] = nb::make_tuple(int{j.monster_chance}, int{j.shop_chance}, int{j.chest_chance});
  d["removals"] = int{j.removals};
  d["flags"] = int{j.flags};
  d["encounter"] = int{j.encounter};
}

void show_screen(nb::dict& d, const RunGame& game, const RunState& s) {
  const Journey& j = s.j;
  const Run r = game.run(s);
  d["screen"] = std::string(screen_name(j.screen));
  d["event"] = int{j.event};
  d["page"] = int{j.page};
  d["numbers"] = numbers(j.numbers, 4);
  d["purpose"] = std::string(kPurposeNames[static_cast<std::size_t>(j.purpose)]);
  d["to_choose"] = int{j.to_choose};
  d["chosen"] = numbers(j.chosen, j.chosen_count);
  d["may_leave"] = j.may_leave != 0;
  nb::list rewards, sets, wares;
  for (int i = 0; i < j.reward_count; ++i)
    rewards.append(nb::make_tuple(static_cast<int>(j.rewards[i].kind), int{j.rewards[i].value},
                                  int{j.rewards[i].place}));
  for (int i = 0; i < kMostSets; ++i) sets.append(cards(j.sets[i], j.set_counts[i]));
  d["rewards"] = rewards;
  d["sets"] = sets;
  d["set_open"] = int{j.set_open};
  d["laid_out"] = cards(j.laid_out, j.laid_out_count);
  d["boss_relics"] = numbers(j.boss_relics, 3);
  d["chest"] = int{j.chest};
  for (int place = 0; place < kShopWares && j.screen == Screen::Shop; ++place) {
    if (j.shop_there[place] == 0) continue;
    const nb::object what = place < kShopCards ? nb::object(card_tuple(j.shop_cards[place]))
                                               : nb::object(nb::cast(int{j.shop_rows[place - kShopCards]}));
    wares.append(nb::make_tuple(place, what, price_of(r, place)));
  }
  d["wares"] = wares;
  d["purge_cost"] = purge_cost(r);
  d["purged"] = j.is(kPurged);
  nb::list neow;
  for (const auto& option : j.neow) neow.append(nb::make_tuple(int{option[0]}, int{option[1]}));
  d["neow"] = neow;
  nb::list match;
  for (int i = 0; i < 12; ++i)
    match.append(nb::make_tuple(int{j.match_seen[i]}, int{j.match_cards[j.match_pair[i]].kind}));
  d["match"] = match;
  d["match_left"] = int{j.match_left};
  d["match_open"] = int{j.match_open};
  d["in_fight"] = game.in_fight(s);
}

nb::dict picture(const RunGame& game, const RunState& s) {
  nb::dict d;
  show_belongings(d, s.j);
  show_place(d, s.j);
  show_screen(d, game, s);
  return d;
}

// A move between fights as plain data: kind, index. Of a fight: its own kind, index and target behind them.
nb::tuple run_move_tuple(const RunMove& m) {
  return nb::make_tuple(static_cast<int>(m.kind), int{m.index}, static_cast<int>(m.fight.kind),
                        int{m.fight.index}, int{m.fight.target});
}

// A player whom nothing kills and monsters that fall at a touch: a random policy then sees the whole run.
void bless(RunState& s) {
  if (s.j.screen != Screen::Fight) {
    s.j.hp = s.j.max_hp;
    return;
  }
  s.fight.player.hp = s.fight.player.max_hp;
  for (int i = 0; i < s.fight.monster_count; ++i) {
    Monster& m = s.fight.monsters[i];
    if (!m.alive()) continue;
    m.hp = std::min<std::int16_t>(m.hp, 1);
    m.block = 0;
  }
}

// Plays runs with a random policy: (floors, actions, seconds, runs by ending: victory, defeat, unsettled,
// unfinished).
nb::dict random_runs(const RunGame& game, std::uint64_t runs, std::uint64_t seed, std::uint64_t most,
                     bool blessed) {
  std::uint64_t actions = 0, floors = 0, act_three = 0;
  std::uint64_t endings[4] = {};
  std::vector<std::uint64_t> met(game.content().events.size());
  const auto began = std::chrono::steady_clock::now();
  {
    const nb::gil_scoped_release released;
    for (std::uint64_t i = 0; i < runs; ++i) {
      Random random(mix64(seed) + i);
      RunState s = game.start();
      game.settle(s, &random);
      std::uint64_t moves = 0;
      for (; moves < most && !s.j.over(); ++moves) {
        if (blessed) bless(s);
        const std::uint8_t before = s.j.event;
        game.play_in_place(s, game.random_move(s, random), &random);
        if (s.j.event != before && s.j.event < met.size()) ++met[s.j.event];
      }
      actions += moves;
      floors += s.j.floor;
      act_three += s.j.is(kActThreeWon) ? 1 : 0;
      ++endings[s.j.screen == Screen::Victory ? 0 : s.j.screen == Screen::Defeat ? 1 : s.j.over() ? 2 : 3];
    }
  }
  nb::dict d;
  d["seconds"] = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  d["actions"] = actions;
  d["events"] = met;
  d["floors"] = floors;
  d["act_three"] = act_three;
  d["victories"] = endings[0];
  d["defeats"] = endings[1];
  d["unsettled"] = endings[2];
  d["unfinished"] = endings[3];
  return d;
}

RunState after(const RunGame& game, const RunState& s, const nb::tuple& wanted, std::uint64_t seed) {
  if (game.turn(s) != Turn::Max) throw nb::value_error("nobody decides in this state");
  RunState next = s;
  Random random(seed);
  bool found = false;
  game.actions(s, [&](const RunMove& move) {
    if (found || !run_move_tuple(move).equal(wanted)) return;
    found = true;
    game.play_in_place(next, move, &random);
  });
  if (!found) throw nb::value_error("no such move in this state");
  return next;
}

// A potion is thrown away, whatever the screen.
RunState without_potion(const RunGame& game, const RunState& s, int slot) {
  if (game.turn(s) != Turn::Max) throw nb::value_error("nobody decides in this state");
  RunState next = s;
  game.play_in_place(next, run_move(RunMoveKind::Discard, checked(slot, 0, kPotionSlots - 1, "slot")),
                     nullptr);
  return next;
}

// What a state's next chance would deal, many times over: counts by outcome, for comparing with what is
// published.
nb::dict tally(const RunGame& game, const RunState& s) {
  nb::dict d;
  if (game.turn(s) == Turn::Chance && s.j.task_count > 0 && !game.must_sample(s)) {
    list_task_outcomes(game.run(s), s.j.next_task(), [&](int value, double p) { d[nb::cast(value)] = p; });
  }
  return d;
}

// A run at any place that a test wants: fields are set, tasks are queued, and chance waits.
RunState arranged(const RunGame& game, const nb::dict& d) {
  RunState s = game.start();
  Journey& j = s.j;
  while (j.task_count > 0) j.pop_task();
  j.event = kNoPlace;
  j.screen = Screen::Map;
  const Run r = game.run(s);
  const auto number = [&](const char* name, int low, int high, int otherwise) {
    return d.contains(name) ? checked(nb::cast<int>(d[name]), low, high, name) : otherwise;
  };
  j.act = static_cast<std::uint8_t>(number("act", 1, 4, j.act));
  j.floor = static_cast<std::uint8_t>(number("floor", 0, 60, j.floor));
  j.hp = static_cast<std::int16_t>(number("hp", 1, 9999, j.hp));
  j.max_hp = static_cast<std::int16_t>(number("max_hp", 1, 9999, j.max_hp));
  j.hp = std::min(j.hp, j.max_hp);
  j.gold = static_cast<std::int16_t>(number("gold", 0, 30000, j.gold));
  j.y = static_cast<std::uint8_t>(number("y", 0, 255, j.y));
  j.x = static_cast<std::uint8_t>(number("x", 0, 255, j.x));
  j.keys = static_cast<std::uint8_t>(number("keys", 0, 7, j.keys));
  j.fights = static_cast<std::uint8_t>(number("fights", 0, 200, j.fights));
  j.card_offset = static_cast<std::int8_t>(number("card_offset", -40, 5, j.card_offset));
  j.potion_offset = static_cast<std::int8_t>(number("potion_offset", -120, 120, j.potion_offset));
  j.room = static_cast<Room>(number("room", 0, 8, static_cast<int>(j.room)));
  if (d.contains("last_fights")) {
    const auto rows = nb::cast<std::vector<int>>(d["last_fights"]);
    for (std::size_t i = 0; i < rows.size() && i < 2; ++i)
      j.last_fights[i] = static_cast<std::uint8_t>(rows[i]);
  }
  if (d.contains("last_elite")) j.last_elite = static_cast<std::uint8_t>(number("last_elite", 0, 255, 255));
  if (d.contains("relics")) {
    for (const int row : nb::cast<std::vector<int>>(d["relics"]))
      add_relic(r, checked(row, 0, static_cast<int>(r.rules().relics.size()) - 1, "relic"));
    while (j.task_count > 0) j.pop_task();  // as if taken long ago
  }
  if (d.contains("deck")) {
    j.deck_count = 0;
    for (const int row : nb::cast<std::vector<int>>(d["deck"]))
      j.deck[j.deck_count++] =
          fresh_card(r.rules(), checked(row, 0, static_cast<int>(r.rules().cards.size()) - 1, "card"));
    for (int i = j.deck_count; i < kPileSize; ++i) j.deck[i] = Card{};
  }
  if (d.contains("potions")) {
    const auto rows = nb::cast<std::vector<int>>(d["potions"]);
    for (std::size_t i = 0; i < rows.size() && i < j.potion_slots; ++i)
      j.potions[i] = static_cast<std::uint8_t>(rows[i]);
  }
  if (d.contains("event")) {
    j.room = Room::Event;
    meet_event(r,
               checked(nb::cast<int>(d["event"]), 0, static_cast<int>(r.content.events.size()) - 1, "event"));
  }
  if (d.contains("enter")) enter(r, static_cast<Room>(number("enter", 1, 8, 1)));
  if (d.contains("tasks")) {
    for (const auto& [op, a, b, c, n, m] :
         nb::cast<std::vector<std::tuple<int, int, int, int, int, int>>>(d["tasks"]))
      j.later(task_of(static_cast<TaskOp>(checked(op, 0, kTaskOpCount - 1, "task")), a, b, c, n, m));
  }
  game.settle(s, nullptr);
  return s;
}

void bind_run_game(nb::module_& m) {
  nb::class_<RunGame> game(m, "SpireRun");
  game.def(nb::init<std::shared_ptr<const RunContent>>(), nb::arg("content"))
      .def("random_runs", &random_runs, nb::arg("runs"), nb::arg("seed"), nb::arg("most") = 100'000,
           nb::arg("blessed") = false)
      .def(
          "sampled",
          [](const RunGame& g, const RunState& s, std::uint64_t seed) {
            RunState next = s;
            Random random(seed);
            g.settle(next, &random);
            return next;
          },
          nb::arg("state"), nb::arg("seed"), "Chance drawn until the player decides or the run is over.")
      .def(
          "must_sample", [](const RunGame& g, const RunState& s) { return g.must_sample(s); },
          nb::arg("state"))
      .def(
          "drawn",
          [](const RunGame& g, const RunState& s, std::uint64_t seed) {
            if (g.turn(s) != Turn::Chance) throw nb::value_error("no chance in this state");
            Random random(seed);
            return g.apply(s, g.sample(s, random));
          },
          nb::arg("state"), nb::arg("seed"), "One chance drawn.")
      .def(
          "moves",
          [](const RunGame& g, const RunState& s) {
            nb::list found;
            if (g.turn(s) == Turn::Max)
              g.actions(s, [&](const RunMove& move) { found.append(run_move_tuple(move)); });
            return found;
          },
          nb::arg("state"), "The player's actions as plain data, in the order of `actions`.")
      .def("after", &after, nb::arg("state"), nb::arg("move"), nb::arg("seed"),
           "What follows a move of `moves`, chance drawn until the next decision.")
      .def("without_potion", &without_potion, nb::arg("state"), nb::arg("slot"))
      .def(
          "blessed",
          [](const RunGame&, const RunState& s) {
            RunState next = s;
            bless(next);
            return next;
          },
          nb::arg("state"), "For tests that have to come far: full HP, and monsters with one.")
      .def("picture", &picture, nb::arg("state"))
      .def("chances", &tally, nb::arg("state"), "Outcomes of the next chance by number, with probabilities.")
      .def("arranged", &arranged, nb::arg("data"));
  bind_walk(game);
  bind_engine<RunGame>(m, "SpireRunEngine");
}

}  // namespace

void bind_spire_run_content(nb::module_& m);

void bind_spire_run(nb::module_& m) {
  bind_spire_run_content(m);
  nb::class_<RunState> state(m, "SpireRunState");
  state
      .def_prop_ro("hp",
                   [](const RunState& s) { return s.j.screen == Screen::Fight ? s.fight.player.hp : s.j.hp; })
      .def_prop_ro("max_hp", [](const RunState& s) { return s.j.max_hp; })
      .def_prop_ro("act", [](const RunState& s) { return s.j.act; })
      .def_prop_ro("floor", [](const RunState& s) { return s.j.floor; })
      .def_prop_ro("gold", [](const RunState& s) { return s.j.gold; })
      .def_prop_ro("screen", [](const RunState& s) { return std::string(screen_name(s.j.screen)); })
      .def_prop_ro("over", [](const RunState& s) { return s.j.over(); })
      .def_prop_ro("victory", [](const RunState& s) { return s.j.screen == Screen::Victory; })
      .def_prop_ro("act_three_won", [](const RunState& s) { return s.j.is(kActThreeWon); })
      .def_prop_ro("heart_killed",
                   [](const RunState& s) { return s.j.screen == Screen::Victory && s.j.act == 4; })
      .def_prop_ro("in_fight",
                   [](const RunState& s) { return s.j.screen == Screen::Fight && s.j.task_count == 0; })
      .def_prop_ro("fight", [](const RunState& s) { return s.fight; });
  bind_state<RunGame>(state, [](const RunState& s) {
    std::uint64_t key = 0;
    for (const auto byte : {s.j.hp, s.j.gold}) key = mix64(key + static_cast<std::uint64_t>(byte));
    return mix64(key + s.j.floor * 64ULL + s.j.deck_count);
  });
  bind_run_game(m);
}

}  // namespace hazard
