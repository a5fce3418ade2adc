// What a run needs to know, as Python writes it (hazard.spire.run.compile): dictionaries and lists, read
// once.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "domains/spire/bind/bind.hpp"
#include "domains/spire/run/content.hpp"
#include "domains/spire/run/records.hpp"

namespace hazard {

using namespace spire;

namespace {

template <class T>
T get(const nb::dict& d, const char* name, T otherwise) {
  return d.contains(name) ? nb::cast<T>(d[name]) : otherwise;
}

using TaskTuple = std::tuple<int, int, int, int, int, int>;

std::vector<Task> tasks_from(const nb::dict& d, const char* name) {
  std::vector<Task> found;
  for (const auto& [op, a, b, c, n, m] : get(d, name, std::vector<TaskTuple>{})) {
    found.push_back(task_of(static_cast<TaskOp>(checked(op, 0, kTaskOpCount - 1, "task")),
                            checked(a, 0, 255, "a"), checked(b, 0, 255, "b"), checked(c, 0, 255, "c"),
                            checked(n, -32000, 32000, "n"), checked(m, -32000, 32000, "m")));
  }
  return found;
}

std::vector<RunCondition> conditions_from(const nb::dict& d, const char* name) {
  std::vector<RunCondition> found;
  for (const auto& [ask, n, m] : get(d, name, std::vector<std::tuple<int, int, int>>{}))
    found.push_back({static_cast<Ask>(checked(ask, 0, static_cast<int>(Ask::StrongAttack), "condition")),
                     static_cast<std::int16_t>(n), static_cast<std::int16_t>(m)});
  return found;
}

Encounter encounter_from(const nb::dict& d) {
  Encounter e;
  e.id = get<std::string>(d, "id", "");
  e.act = static_cast<std::uint8_t>(get(d, "act", 1));
  e.pool = static_cast<FightPool>(checked(get(d, "pool", 0), 0, 4, "pool"));
  e.weight = get(d, "weight", 1.0);
  e.also_strong = get(d, "also_strong", 0.0);
  using Place = std::vector<std::pair<int, double>>;
  for (const auto& line : get(d, "lines", std::vector<std::vector<Place>>{})) {
    auto& places = e.lines.emplace_back();
    for (const Place& place : line) {
      auto& who = places.emplace_back();
      for (const auto& [kind, chance] : place)
        who.push_back({kind < 0 ? kNoKind : static_cast<std::uint16_t>(kind), chance});
    }
  }
  e.bag = get(d, "bag", std::vector<std::uint16_t>{});
  e.draw = static_cast<std::uint8_t>(get(d, "draw", 0));
  e.not_first = get(d, "not_first", std::vector<std::uint8_t>{});
  if (e.lines.empty() && e.draw == 0) throw nb::value_error("an encounter without monsters");
  return e;
}

EventKind event_from(const nb::dict& d) {
  EventKind e;
  e.id = get<std::string>(d, "id", "");
  e.name = get<std::string>(d, "name", "");
  e.pool = static_cast<EventPool>(checked(get(d, "pool", 0), 0, 3, "pool"));
  e.acts = static_cast<std::uint8_t>(get(d, "acts", 0));
  e.either = get(d, "either", false);
  e.when = conditions_from(d, "when");
  e.begin = tasks_from(d, "begin");
  for (nb::handle page : nb::cast<nb::list>(d["pages"])) {
    EventPage& made = e.pages.emplace_back();
    for (nb::handle item : nb::cast<nb::list>(page)) {
      const auto option = nb::cast<nb::dict>(item);
      made.options.push_back({get<std::string>(option, "label", ""), get<std::string>(option, "text", ""),
                              conditions_from(option, "when"), conditions_from(option, "shown"),
                              tasks_from(option, "do")});
    }
    if (made.options.empty()) throw nb::value_error("a page without options");
  }
  if (e.pages.empty()) throw nb::value_error("an event without pages");
  return e;
}

Rates rates_from(const nb::dict& d) {
  Rates rates;
  rates.start_hp = static_cast<std::int16_t>(get(d, "start_hp", 80));
  rates.start_max_hp = static_cast<std::int16_t>(get(d, "start_max_hp", 80));
  rates.start_gold = static_cast<std::int16_t>(get(d, "start_gold", 99));
  rates.potion_slots = static_cast<std::uint8_t>(get(d, "potion_slots", 3));
  rates.shop = get(d, "shop", 0.05);
  rates.rest = get(d, "rest", 0.12);
  rates.elite = get(d, "elite", 0.08);
  rates.unknown = get(d, "unknown", 0.22);
  const auto upgraded = get(d, "upgraded", std::vector<double>{0.0, 0.25, 0.5, 0.5});
  for (std::size_t act = 0; act < 4 && act < upgraded.size(); ++act) rates.upgraded[act] = upgraded[act];
  rates.boss_gold_percent = static_cast<std::uint8_t>(get(d, "boss_gold_percent", 100));
  rates.heal_between_acts = static_cast<std::uint8_t>(get(d, "heal_between_acts", 100));
  rates.price_percent = static_cast<std::uint8_t>(get(d, "price_percent", 100));
  rates.two_bosses = get(d, "two_bosses", false);
  return rates;
}

void read_relics(RunContent& run, const nb::dict& d) {
  run.relics.resize(run.content->relics.size());
  for (nb::handle item : nb::cast<nb::list>(d["relics"])) {
    const auto row = nb::cast<nb::dict>(item);
    RelicRules& rules = run.relics[static_cast<std::size_t>(
        checked(get(row, "row", 0), 0, static_cast<int>(run.relics.size()) - 1, "relic"))];
    rules.tier = static_cast<Tier>(checked(get(row, "tier", 6), 0, 6, "tier"));
    rules.last_floor = static_cast<std::uint8_t>(get(row, "last_floor", 255));
    rules.in_shops = get(row, "in_shops", true);
    rules.opens_screen = get(row, "opens_screen", false);
    rules.needs = static_cast<std::uint8_t>(get(row, "needs", 0));
    rules.price = static_cast<std::int16_t>(get(row, "price", 0));
    rules.taken = tasks_from(row, "taken");
  }
  const auto rows = nb::cast<std::vector<int>>(d["relic_rows"]);
  if (rows.size() != kRunRelicCount) throw nb::value_error("not as many relics as the rules know");
  for (std::size_t i = 0; i < rows.size(); ++i) run.relic_rows[i] = static_cast<std::uint8_t>(rows[i]);
}

void read_cards(RunContent& run, const nb::dict& d) {
  const auto red = nb::cast<std::vector<std::vector<std::uint16_t>>>(d["red"]);
  const auto colorless = nb::cast<std::vector<std::vector<std::uint16_t>>>(d["colorless"]);
  for (std::size_t i = 0; i < 5; ++i) {
    run.red[i] = red.at(i);
    run.colorless[i] = colorless.at(i);
  }
  run.curses = nb::cast<std::vector<std::uint16_t>>(d["curses"]);
  run.start_deck = nb::cast<std::vector<std::uint16_t>>(d["start_deck"]);
  run.start_relics = nb::cast<std::vector<std::uint8_t>>(d["start_relics"]);
  run.strong = nb::cast<std::vector<std::uint8_t>>(d["strong"]);
  if (run.strong.size() != run.content->cards.size()) throw nb::value_error("strong: not as many as cards");
  const auto named = nb::cast<nb::dict>(d["named"]);
  run.strike = get<std::uint16_t>(named, "strike", 0);
  run.defend = get<std::uint16_t>(named, "defend", 0);
  run.necronomicurse = get<std::uint16_t>(named, "necronomicurse", 0);
  run.bane = get<std::uint16_t>(named, "bane", 0);
  run.bell = get<std::uint16_t>(named, "bell", 0);
  run.parasite = get<std::uint16_t>(named, "parasite", 0);
  run.bash = get<std::uint16_t>(named, "bash", 0);
  run.fairy = get<std::uint8_t>(named, "fairy", 0);
  run.blood_potion = get<std::uint8_t>(named, "blood_potion", 0);
  run.fruit_juice = get<std::uint8_t>(named, "fruit_juice", 0);
  run.brew = get<std::uint8_t>(named, "brew", 0);
  run.black_blood = get<std::uint8_t>(named, "black_blood", 0);
}

std::shared_ptr<RunContent> content_from(std::shared_ptr<const Content> content, const nb::dict& d) {
  auto run = std::make_shared<RunContent>();
  run->content = std::move(content);
  run->rates = rates_from(nb::cast<nb::dict>(d["rates"]));
  for (nb::handle item : nb::cast<nb::list>(d["encounters"]))
    run->encounters.push_back(encounter_from(nb::cast<nb::dict>(item)));
  read_relics(*run, d);
  read_cards(*run, d);
  for (nb::handle item : nb::cast<nb::list>(d["potions"])) {
    const auto [rarity, outside] = nb::cast<std::pair<int, bool>>(item);
    run->potions.push_back({static_cast<std::uint8_t>(checked(rarity, 0, 3, "rarity")), outside});
  }
  if (run->potions.size() != run->content->potions.size())
    throw nb::value_error("not as many potions as there are");
  for (nb::handle item : nb::cast<nb::list>(d["events"]))
    run->events.push_back(event_from(nb::cast<nb::dict>(item)));
  if (run->events.size() > 64) throw nb::value_error("more than 64 events");
  for (nb::handle branch : nb::cast<nb::list>(d["branches"])) {
    auto& ways = run->branches.emplace_back();
    for (nb::handle item : nb::cast<nb::list>(branch)) {
      const auto way = nb::cast<nb::dict>(item);
      ways.push_back({get(way, "percent", 100.0), get(way, "per_try", 0.0), tasks_from(way, "do")});
    }
  }
  for (nb::handle item : nb::cast<nb::list>(d["neow"])) {
    const auto row = nb::cast<nb::dict>(item);
    run->neow.push_back({get<std::string>(row, "id", ""), get<std::string>(row, "text", ""),
                         get<std::uint8_t>(row, "group", 0), get<std::uint8_t>(row, "unless", 255),
                         tasks_from(row, "do")});
  }
  const auto adventurer = nb::cast<std::vector<std::uint16_t>>(d["adventurer"]);
  for (std::size_t i = 0; i < adventurer.size() && i < run->adventurer.size(); ++i)
    run->adventurer[i] = adventurer[i];
  return run;
}

template <std::size_t N>
nb::list words(const std::array<std::string_view, N>& names) {
  nb::list found;
  for (const auto name : names) found.append(nb::str(name.data(), name.size()));
  return found;
}

}  // namespace

void bind_spire_run_content(nb::module_& m) {
  nb::class_<RunContent>(m, "SpireRunContent");
  m.def("spire_run_content", &content_from, nb::arg("content"), nb::arg("data"),
        "What a run needs to know, from plain data.");
  m.def("spire_run_words", [] {
    nb::dict d;
    d["task"] = words(kTaskNames);
    d["purpose"] = words(kPurposeNames);
    d["offer"] = words(kOfferNames);
    d["relic"] = words(kRunRelicNames);
    d["room"] = words(kRoomNames);
    d["rest"] = words(kRestNames);
    return d;
  });
}

}  // namespace hazard
