// Content of Slay the Spire as Python writes it (hazard.spire.rules.compile): plain records with fields to
// set, and the closed vocabulary by name.
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "domains/spire/bind/bind.hpp"
#include "domains/spire/content/archive.hpp"

namespace hazard {

using namespace spire;

namespace {

template <class Class, class Owner>
void def_steps(Class& cls, const char* name, Steps Owner::* field) {
  cls.def_prop_rw(
      name, [field](const Owner& o) { return std::pair(int{(o.*field).first}, int{(o.*field).count}); },
      [field](Owner& o, std::pair<int, int> span) {
        o.*field = {static_cast<std::uint16_t>(checked(span.first, 0, 65535, "first step")),
                    static_cast<std::uint16_t>(checked(span.second, 0, 1000, "steps"))};
      });
}

template <std::size_t N>
nb::list words(const std::array<std::string_view, N>& names) {
  nb::list found;
  for (const auto name : names) found.append(nb::str(name.data(), name.size()));
  return found;
}

nb::dict all_words() {
  nb::dict d;
  d["power"] = words(kPowerNames);
  d["op"] = words(kOpNames);
  d["deed"] = words(kDeedNames);
  d["condition"] = words(kConditionNames);
  d["amount"] = words(kAmountNames);
  d["occasion"] = words(kOccasionNames);
  d["relic"] = words(kRelicNames);
  d["monster_rule"] = words(kMonsterRuleNames);
  d["roll_question"] = words(kRollQuestionNames);
  return d;
}

nb::bytes saved(Content& content, std::vector<std::vector<std::uint16_t>> lines) {
  ContentWriter writer;
  pass(writer, content);
  writer.list(lines, [&](std::vector<std::uint16_t>& line) { pass_plain(writer, line); });
  return nb::bytes(writer.bytes().data(), writer.bytes().size());
}

using StepTuple = std::tuple<int, int, int, int, int>;  // op, who, times, amount, arg

// Appends steps and returns where they are.
std::pair<int, int> add_steps(Content& content, const std::vector<StepTuple>& given) {
  const std::size_t first = content.steps.size();
  if (first + given.size() > 65535) throw nb::value_error("more than 65535 steps in all");
  for (const auto& [op, who, times, amount, arg] : given) {
    Step step;
    step.op = static_cast<Op>(checked(op, 0, kOpCount - 1, "op"));
    step.who = static_cast<std::uint8_t>(checked(who, 0, kNobody, "who"));
    step.times = static_cast<std::uint8_t>(checked(times, 0, 255, "times"));
    step.amount = static_cast<std::int16_t>(checked(amount, -30000, 30000, "amount"));
    step.arg = static_cast<std::uint16_t>(checked(arg, 0, 65535, "arg"));
    content.steps.push_back(step);
  }
  return {static_cast<int>(first), static_cast<int>(given.size())};
}

void bind_cards(nb::module_& m) {
  nb::class_<CardKind> card(m, "SpireCardKind");
  card.def(nb::init<>())
      .def_rw("id", &CardKind::id)
      .def_rw("name", &CardKind::name)
      .def_rw("cost", &CardKind::cost)
      .def_rw("flags", &CardKind::flags)
      .def_rw("upgrade", &CardKind::upgrade);
  def_enum(card, "type", &CardKind::type, 5);
  def_enum(card, "rarity", &CardKind::rarity, 5);
  def_enum(card, "needs", &CardKind::needs, 4);
  def_steps(card, "play", &CardKind::play);
  def_steps(card, "when_drawn", &CardKind::when_drawn);
  def_steps(card, "when_exhausted", &CardKind::when_exhausted);
  def_steps(card, "at_end_of_turn", &CardKind::at_end_of_turn);
  def_steps(card, "when_another_is_played", &CardKind::when_another_is_played);
  nb::class_<RelicKind> relic(m, "SpireRelicKind");
  relic.def(nb::init<>())
      .def_rw("id", &RelicKind::id)
      .def_rw("name", &RelicKind::name)
      .def_rw("bit", &RelicKind::bit)
      .def_rw("every", &RelicKind::every)
      .def_rw("each_turn", &RelicKind::each_turn)
      .def_rw("once", &RelicKind::once)
      .def_rw("counter", &RelicKind::counter)
      .def_rw("energy", &RelicKind::energy);
  def_enum(relic, "occasion", &RelicKind::occasion, kOccasionCount);
  def_steps(relic, "steps", &RelicKind::steps);
  nb::class_<PotionKind> potion(m, "SpirePotionKind");
  potion.def(nb::init<>())
      .def_rw("id", &PotionKind::id)
      .def_rw("name", &PotionKind::name)
      .def_rw("aims", &PotionKind::aims)
      .def_rw("usable", &PotionKind::usable)
      .def_rw("saves_life", &PotionKind::saves_life)
      .def_rw("flees", &PotionKind::flees);
  def_steps(potion, "steps", &PotionKind::steps);
  def_steps(potion, "doubled", &PotionKind::doubled);
}

void add_outcome(RollChoice& choice, int move, int low, int high, double chance) {
  if (choice.count == choice.outcomes.size()) throw nb::value_error("a choice has more than 3 outcomes");
  checked(low, 0, 99, "the lowest roll");
  checked(high, low, 99, "the highest roll");
  if (move != kRollAgain) checked(move, 0, kMostMoves - 1, "move");
  choice.outcomes[choice.count++] = {static_cast<std::uint8_t>(move), static_cast<std::uint8_t>(low),
                                     static_cast<std::uint8_t>(high), chance};
}

using ConditionTuple = std::tuple<int, int, int, int, int>;  // asks, compare, about, modulo, number

std::vector<ConditionTuple> conditions_of(const RollLine& line) {
  std::vector<ConditionTuple> found;
  for (const RollCondition& c : line.when) {
    if (c.asks == RollQuestion::Nothing) continue;
    found.emplace_back(static_cast<int>(c.asks), static_cast<int>(c.compare), c.about, c.modulo, c.number);
  }
  return found;
}

void set_conditions(RollLine& line, const std::vector<ConditionTuple>& given) {
  if (given.size() > line.when.size()) throw nb::value_error("a line has more than 2 conditions");
  line.when = {};
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto& [asks, compare, about, modulo, number] = given[i];
    line.when[i] = {static_cast<RollQuestion>(checked(asks, 0, kRollQuestionCount - 1, "question")),
                    static_cast<Compare>(checked(compare, 0, 4, "comparison")),
                    static_cast<std::uint8_t>(checked(about, 0, 255, "about")),
                    static_cast<std::uint8_t>(checked(modulo, 0, 255, "modulo")),
                    static_cast<std::int16_t>(checked(number, -30000, 30000, "number"))};
  }
}

void set_moves(MonsterKind& kind, const std::vector<MonsterMove>& moves) {
  if (moves.size() > kMostMoves) throw nb::value_error("a monster has more than 12 moves");
  kind.moves = moves;
}

using SummonTuple = std::tuple<int, double>;  // kind, chance

std::vector<SummonTuple> summons_of(const MonsterKind& kind) {
  std::vector<SummonTuple> found;
  for (const SummonChance& summon : kind.summons) found.emplace_back(int{summon.kind}, summon.chance);
  return found;
}

void set_summons(MonsterKind& kind, const std::vector<SummonTuple>& given) {
  kind.summons.clear();
  for (const auto& [row, chance] : given) {
    kind.summons.push_back({static_cast<std::uint16_t>(checked(row, 0, kNoKind - 1, "kind")), chance});
  }
}

void bind_monsters(nb::module_& m) {
  nb::class_<MonsterMove> move(m, "SpireMonsterMove");
  move.def(nb::init<>())
      .def_rw("name", &MonsterMove::name)
      .def_rw("number", &MonsterMove::number)
      .def_rw("intent", &MonsterMove::intent)
      .def_rw("attacks", &MonsterMove::attacks)
      .def_rw("damage", &MonsterMove::damage)
      .def_rw("hits", &MonsterMove::hits);
  def_steps(move, "steps", &MonsterMove::steps);
  nb::class_<RollChoice>(m, "SpireRollChoice")
      .def(nb::init<>())
      .def("add", &add_outcome, nb::arg("move"), nb::arg("low"), nb::arg("high"), nb::arg("chance"));
  nb::class_<RollLine>(m, "SpireRollLine")
      .def(nb::init<>())
      .def_rw("start", &RollLine::from)
      .def_rw("upto", &RollLine::upto)
      .def_rw("in_a_row", &RollLine::in_a_row)
      .def_rw("not_in_last", &RollLine::not_in_last)
      .def_rw("only_after", &RollLine::only_after)
      .def_rw("not_after", &RollLine::not_after)
      .def_rw("not_after_two", &RollLine::not_after_two)
      .def_rw("move", &RollLine::move)
      .def_rw("instead", &RollLine::instead)
      .def_prop_rw("when", &conditions_of, &set_conditions);
  nb::class_<StartingPower> power(m, "SpireStartingPower");
  power.def(nb::init<>()).def_rw("low", &StartingPower::low).def_rw("high", &StartingPower::high);
  def_enum(power, "id", &StartingPower::id, kPowerCount);
  nb::class_<MonsterKind> kind(m, "SpireMonsterKind");
  kind.def(nb::init<>())
      .def_rw("id", &MonsterKind::id)
      .def_rw("name", &MonsterKind::name)
      .def_rw("rank", &MonsterKind::rank)
      .def_rw("elite_from", &MonsterKind::elite_from)
      .def_rw("low_hp", &MonsterKind::low_hp)
      .def_rw("high_hp", &MonsterKind::high_hp)
      .def_rw("low_own", &MonsterKind::low_own)
      .def_rw("high_own", &MonsterKind::high_own)
      .def_rw("block", &MonsterKind::block)
      .def_rw("asleep", &MonsterKind::asleep)
      .def_rw("surrounds", &MonsterKind::surrounds)
      .def_prop_rw(
          "moves", [](const MonsterKind& k) { return k.moves; }, &set_moves)
      .def_rw("first", &MonsterKind::first)
      .def_rw("after", &MonsterKind::after)
      .def_rw("roll", &MonsterKind::roll)
      .def_rw("pattern", &MonsterKind::pattern)
      .def_rw("loop_from", &MonsterKind::loop_from)
      .def_rw("starts_with", &MonsterKind::starts_with)
      .def_rw("splits_into", &MonsterKind::splits_into)
      .def_rw("split_move", &MonsterKind::split_move)
      .def_rw("stunned_move", &MonsterKind::stunned_move)
      .def_rw("killed_move", &MonsterKind::killed_move)
      .def_rw("shifted_move", &MonsterKind::shifted_move)
      .def_rw("followers", &MonsterKind::followers)
      .def_rw("cards", &MonsterKind::cards)
      .def_rw("most_summoned", &MonsterKind::most_summoned)
      .def_prop_rw("summons", &summons_of, &set_summons);
  def_enum(kind, "stunned_without", &MonsterKind::stunned_without, kPowerCount);
}

}  // namespace

void bind_spire_content(nb::module_& m) {
  m.def("spire_words", &all_words,
        "The names of what the rules know, each list in the order of its numbers.");
  bind_cards(m);
  bind_monsters(m);
  nb::class_<Content>(m, "SpireContent")
      .def(nb::init<>())
      .def_rw("ascension", &Content::ascension)
      .def_rw("cards", &Content::cards)
      .def_rw("monsters", &Content::monsters)
      .def_rw("relics", &Content::relics)
      .def_rw("potions", &Content::potions)
      .def_rw("pools", &Content::pools)
      .def("add_steps", &add_steps, nb::arg("steps"))
      .def_rw("wound", &Content::wound)
      .def_rw("dazed", &Content::dazed)
      .def("prepare", &Content::prepare)
      .def("saved", &saved, nb::arg("lines"),
           "The content as bytes, and after it lines of monsters: what the self-test reads.");
}

}  // namespace hazard
