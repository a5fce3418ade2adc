// Over 400 lines: one method for each question of the game model, with what is checked of its answer.
#include "bindings/python_game.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <bit>
#include <functional>

#include "bindings/answers.hpp"
#include "core/memory.hpp"
#include "core/mix_text.hpp"
#include "search/play_outs/numbered.hpp"

namespace hazard {

namespace {

nb::object method_or_null(nb::handle game, const char* name) {
  return nb::hasattr(game, name) ? nb::object(game.attr(name)) : nb::object();
}

// Of a list or tuple; it is not owned.
PyObject* item_at(const nb::object& items, Py_ssize_t i) {
  return PyList_Check(items.ptr()) ? NB_LIST_GET_ITEM(items.ptr(), i) : NB_TUPLE_GET_ITEM(items.ptr(), i);
}

constexpr Turn kNotTold{0xff};

}  // namespace

struct PythonGame::PlayOuts {
  LearnedPlayOuts<PythonGame> games;
  std::uint64_t moves = 0;
};

PythonGame::~PythonGame() = default;

PythonGame::PythonGame(nb::object game, std::size_t max_states)
    : game_(std::move(game)),
      name_(nb::cast<std::string>(game_.type().attr("__name__"))),
      max_states_(max_states),
      turn_(game_.attr("turn")),
      actions_(game_.attr("actions")),
      outcomes_(game_.attr("outcomes")),
      apply_(game_.attr("apply")),
      value_(game_.attr("value")),
      heuristic_(method_or_null(game_, "heuristic")),
      reward_(method_or_null(game_, "reward")),
      expand_(method_or_null(game_, "expand")),
      rank_(method_or_null(game_, "rank")),
      quiet_(method_or_null(game_, "quiet")),
      prior_(method_or_null(game_, "prior")),
      evaluate_(method_or_null(game_, "evaluate")),
      sample_(method_or_null(game_, "sample")) {
  features_ = {.reward = reward_.is_valid() || expand_.is_valid(),
               .rank = rank_.is_valid(),
               .quiet = quiet_.is_valid(),
               .prior = prior_.is_valid(),
               .heuristic = heuristic_.is_valid() || evaluate_.is_valid()};
  // A game that can draw outcomes but has not said how to list them is only ever drawn from.
  const nb::object base = nb::module_::import_("hazard.game").attr("Game");
  samples_only_ =
      sample_.is_valid() && game_.type().attr("outcomes").is(base.attr("outcomes")) && !expand_.is_valid();
  features_.draws_only = samples_only_;
  if (sample_.is_valid()) random_ = nb::module_::import_("random").attr("Random")(0);
  tags_.resize(1024);
  index_.resize(1024);
  if (const nb::object bounds = method_or_null(game_, "bounds"); bounds.is_valid()) {
    const nb::object pair = bounds();
    if (!PySequence_Check(pair.ptr()) || PySequence_Size(pair.ptr()) != 2) {
      PyErr_Clear();
      throw GameError("game.bounds_are_no_pair", {{"game", name_}, {"found", shown(pair)}});
    }
    bounds_ = {as_number(pair[0], [&] { return name_ + ".bounds()[0]"; }),
               as_number(pair[1], [&] { return name_ + ".bounds()[1]"; })};
    if (!(bounds_.low <= bounds_.high)) {
      throw GameError("game.bounds_are_reversed", {{"game", name_}, {"found", shown(pair)}});
    }
  }
}

std::string PythonGame::shown(nb::handle object) { return shown_answer(object); }

// ---- numbering
// ---------------------------------------------------------------------------------------------

PythonGame::State PythonGame::intern(nb::handle state) const {
  const Py_hash_t hash = PyObject_Hash(state.ptr());
  if (hash == -1 && PyErr_Occurred() != nullptr) {
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();
    PyErr_Clear();
    throw GameError("game.state_not_hashable", {{"game", name_}, {"state", shown(state)}});
  }
  const std::size_t mask = index_.size() - 1;
  const std::uint64_t mixed = mix64(static_cast<std::uint64_t>(hash));
  const std::uint8_t tag = tag_of(mixed);
  std::size_t slot = mixed & mask;
  for (; tags_[slot] != 0; slot = (slot + 1) & mask) {
    if (tags_[slot] != tag) continue;
    const State known = index_[slot];
    const Record& record = records_[known];
    if (record.hash != hash) continue;
    if (record.state.ptr() == state.ptr()) return known;
    const int equal = PyObject_RichCompareBool(record.state.ptr(), state.ptr(), Py_EQ);
    if (equal < 0) throw nb::python_error();
    if (equal == 1) return known;
  }
  if (searching_ && states() >= max_states_) throw Stopped{Stop::Memory};
  records_.push_back({.state = nb::borrow(state), .hash = hash});
  const auto number = static_cast<State>(records_.size() - 1);
  tags_[slot] = tag;
  index_[slot] = number;
  if (records_.size() * 2 > index_.size()) grow_index();
  return number;
}

// The same for a state that a move leads to.
PythonGame::State PythonGame::intern_next(nb::handle state) const {
  const std::size_t before = records_.size();
  const State next = intern(state);
  returned_ = returned_ || next < before;
  return next;
}

void PythonGame::grow_index() const {
  const std::size_t size = 2 * index_.size(), mask = size - 1;
  tags_.assign(size, 0);
  index_.resize(size);
  for (State s = 0; s < records_.size(); ++s) {
    const std::uint64_t mixed = mix64(static_cast<std::uint64_t>(records_[s].hash));
    std::size_t slot = mixed & mask;
    while (tags_[slot] != 0) slot = (slot + 1) & mask;
    tags_[slot] = tag_of(mixed);
    index_[slot] = s;
  }
}

PythonGame::Move PythonGame::find_move(State s, nb::handle label) const {
  if (!records_[s].expanded) ask_moves(s);
  for (Move m = 0; m < records_[s].count; ++m) {
    const int equal = PyObject_RichCompareBool(edge(s, m).label.ptr(), label.ptr(), Py_EQ);
    if (equal < 0) throw nb::python_error();
    if (equal == 1) return m;
  }
  throw GameError("game.no_move_here", {{"move", shown(label)}, {"state", text(s)}});
}

// ---- asking the game
// ---------------------------------------------------------------------------------------

// An exception of the user's code goes up as it is, with its traceback, and a note of where it happened.
nb::object PythonGame::call(const Method& method, const char* method_name, State s) const {
  look_at_clock();
  nb::object answer = method(records_[s].state);
  if (answer.is_valid()) return answer;
  nb::python_error error;
  error.value().attr("add_note")("in " + name(method_name, s));
  throw error;
}

nb::object PythonGame::call(const Method& method, const char* method_name, State s, nb::handle move) const {
  look_at_clock();
  nb::object answer = method(records_[s].state, move);
  if (answer.is_valid()) return answer;
  nb::python_error error;
  error.value().attr("add_note")("in " + name_ + "." + method_name + "(" + text(s) + ", " + shown(move) +
                                 ")");
  throw error;
}

PythonGame::State PythonGame::start() const { return intern(game_.attr("start")()); }

Turn PythonGame::as_turn(nb::handle found, State s, const char* method) const {
  const long number = PyIndex_Check(found.ptr()) ? PyLong_AsLong(found.ptr()) : -1;  // NumPy's too
  if (PyErr_Occurred() != nullptr) PyErr_Clear();
  if (number >= 4 && nb::hasattr(found, "player")) {  // as Turn.player(2)
    throw GameError("game.too_many_players", {{"method", name(method, s)}, {"found", shown(found)}});
  }
  if (number < 0 || number > 3) {
    if (PyTuple_Check(found.ptr()) || PyList_Check(found.ptr()) || PyAnySet_Check(found.ptr()))
      throw GameError("game.no_turn_but_several", {{"method", name(method, s)}, {"found", shown(found)}});
    throw GameError("game.no_turn", {{"method", name(method, s)}, {"found", shown(found)}});
  }
  return static_cast<Turn>(number);
}

// What a method lists, as a list or tuple. An exception while a generator runs is the user's own.
nb::object PythonGame::as_list(nb::handle listed, State s, const char* method) const {
  if (PyList_Check(listed.ptr()) || PyTuple_Check(listed.ptr())) return nb::borrow(listed);
  const nb::object iterator = nb::steal(PyObject_GetIter(listed.ptr()));
  if (!iterator.is_valid()) {
    PyErr_Clear();
    throw GameError("game.no_list_of_moves", {{"method", name(method, s)}, {"found", shown(listed)}});
  }
  nb::object items = nb::steal(PySequence_List(iterator.ptr()));
  if (items.is_valid()) return items;
  nb::python_error error;
  error.value().attr("add_note")("in " + name(method, s));
  throw error;
}

void PythonGame::ask_turn(State s) const {
  const Turn turn = as_turn(call(turn_, "turn", s), s, "turn");
  records_[s].turn = turn;
  records_[s].turn_known = true;
}

void PythonGame::ask_moves(State s) const {
  if (expand_.is_valid()) {
    ask_expand(s);
    return;
  }
  const bool chance = turn(s) == Turn::Chance;
  const char* method = chance ? "outcomes" : "actions";
  const nb::object listed = call(chance ? outcomes_ : actions_, method, s);
  const nb::object items = as_list(listed, s, method);
  const Py_ssize_t count = Py_SIZE(items.ptr());
  PythonEdge* const edges = edges_.take(static_cast<std::size_t>(count));
  std::size_t kept = 0;
  for (Py_ssize_t i = 0; i < count; ++i) {
    const nb::handle item = item_at(items, i);
    PythonEdge& edge = edges[kept];
    if (chance) {
      if (!PyTuple_Check(item.ptr()) || NB_TUPLE_GET_SIZE(item.ptr()) != 2) {
        throw GameError("game.outcome_is_no_pair", {{"method", name(method, s)}, {"found", shown(item)}});
      }
      edge.label = nb::borrow(NB_TUPLE_GET_ITEM(item.ptr(), 0));
      edge.probability =
          as_number(NB_TUPLE_GET_ITEM(item.ptr(), 1), [&] { return "a probability in " + name(method, s); });
      if (edge.probability == 0.0) continue;  // what cannot happen is never applied
    } else {
      edge.label = nb::borrow(item);
    }
    ++kept;
  }
  check_moves(s, {edges, kept}, method);
  keep_moves(s, {edges, kept});
}

void PythonGame::ask_expand(State s) const {
  const nb::object answer = call(expand_, "expand", s);
  if (!PyTuple_Check(answer.ptr()) || NB_TUPLE_GET_SIZE(answer.ptr()) != 2) {
    throw GameError("game.expand_is_no_pair", {{"method", name("expand", s)}, {"found", shown(answer)}});
  }
  const Turn turn = as_turn(NB_TUPLE_GET_ITEM(answer.ptr(), 0), s, "expand");
  std::span<PythonEdge> edges;
  if (turn != Turn::Over) {
    const nb::object items = as_list(NB_TUPLE_GET_ITEM(answer.ptr(), 1), s, "expand");
    const Py_ssize_t count = Py_SIZE(items.ptr());
    PythonEdge* const room = edges_.take(static_cast<std::size_t>(count));
    std::size_t kept = 0;
    for (Py_ssize_t i = 0; i < count; ++i) {
      PyObject* item = item_at(items, i);
      const Py_ssize_t size = PyTuple_Check(item) ? NB_TUPLE_GET_SIZE(item) : 0;
      if (size != 3 && size != 4) {
        throw GameError("game.expand_item_is_wrong", {{"method", name("expand", s)}, {"found", shown(item)}});
      }
      PythonEdge& edge = room[kept];
      edge.label = nb::borrow(NB_TUPLE_GET_ITEM(item, 0));
      edge.probability =
          as_number(NB_TUPLE_GET_ITEM(item, 1), [&] { return "a probability in " + name("expand", s); });
      if (edge.probability == 0.0 && turn == Turn::Chance) continue;
      edge.next = intern_next(NB_TUPLE_GET_ITEM(item, 2));
      if (size == 4) {
        edge.reward =
            as_number(NB_TUPLE_GET_ITEM(item, 3), [&] { return "a reward in " + name("expand", s); });
        if (std::isinf(edge.reward))
          throw GameError("game.expanded_reward_is_infinite", {{"method", name("expand", s)}});
      } else if (!reward_.is_valid()) {
        edge.reward = 0.0;
      }
      ++kept;
    }
    edges = {room, kept};
    if (turn != Turn::Chance) {
      for (auto& edge : edges) edge.probability = 1.0;
    }
    records_[s].turn = turn;
    records_[s].turn_known = true;
    check_moves(s, edges, "expand");
  }
  records_[s].turn = turn;
  records_[s].turn_known = true;
  keep_moves(s, edges);
}

void PythonGame::keep_moves(State s, std::span<PythonEdge> edges) const {
  Record& record = records_[s];
  record.edges = edges.data();
  record.count = static_cast<Move>(edges.size());
  record.expanded = true;
}

void PythonGame::check_moves(State s, std::span<const PythonEdge> edges, const char* method) const {
  if (edges.empty()) {
    throw GameError("game.nothing_listed", {{"method", name(method, s)}});
  }
  if (records_[s].turn != Turn::Chance) return;
  double sum = 0.0;
  for (const auto& edge : edges) {
    if (edge.probability < 0.0 || edge.probability > 1.0 + 1e-9) {
      throw GameError("game.probability_is_wrong", {{"method", name(method, s)},
                                                    {"outcome", shown(edge.label)},
                                                    {"found", std::to_string(edge.probability)}});
    }
    sum += edge.probability;
  }
  if (std::abs(sum - 1.0) > 1e-9) {
    char text[32];
    std::snprintf(text, sizeof text, "%.12g", sum);
    throw GameError("game.probabilities_do_not_sum", {{"method", name(method, s)}, {"found", text}});
  }
}

PythonGame::State PythonGame::ask_next(State s, Move m) const {
  const nb::object label = edge(s, m).label;
  const nb::object after = call(apply_, "apply", s, label);
  Turn told = kNotTold;
  if (apart_ && clock_ != nullptr && plain_ends_ && seems_a_tree() && !expand_.is_valid()) {
    if (const auto value = plain_end(after, told)) {
      if (states() >= max_states_) throw Stopped{Stop::Memory};
      ends_.push_back({.value = *value, .from = s, .by = m});
      return edge(s, m).next = kEnds + static_cast<State>(ends_.size() - 1);
    }
  }
  const State next = intern_next(after);
  if (told != kNotTold && !records_[next].turn_known) {
    records_[next].turn = told;
    records_[next].turn_known = true;
  }
  return edge(s, m).next = next;
}

// What a state is worth that is an end, and worth what an end may be worth. Whatever else the game answers is
// asked for again, and told there if it is wrong.
std::optional<double> PythonGame::plain_end(nb::handle state, Turn& told) const {
  const auto asked_later = [] {
    if (PyErr_Occurred() != nullptr && PyErr_ExceptionMatches(PyExc_Exception) == 0)
      throw nb::python_error();  // such as Ctrl-C
    PyErr_Clear();
    return std::nullopt;
  };
  look_at_clock();
  const nb::object whose = turn_(state);
  if (!whose.is_valid() || !PyLong_Check(whose.ptr())) return asked_later();
  const long number = PyLong_AsLong(whose.ptr());
  if (number < 0 || number > 3) return asked_later();
  told = static_cast<Turn>(number);
  if (told != Turn::Over) return std::nullopt;
  look_at_clock();
  const nb::object found = value_(state);
  plain_ends_ = found.is_valid() && (PyFloat_Check(found.ptr()) || PyLong_Check(found.ptr()));
  if (!plain_ends_) return asked_later();
  const double value = PyFloat_AsDouble(found.ptr());
  const bool fits = std::isfinite(value) && value >= bounds_.low && value <= bounds_.high;
  return PyErr_Occurred() == nullptr && fits ? std::optional(value) : asked_later();
}

nb::object PythonGame::end_object(State s) const {
  const End& end = ends_[s - kEnds];
  return call(apply_, "apply", end.from, edge(end.from, end.by).label);
}

void PythonGame::keep_value(State s, nb::handle found, const char* method) const {
  const double value = as_number(found, [&] { return "the value from " + name(method, s); });
  if (value < bounds_.low - 1e-12 || value > bounds_.high + 1e-12) {
    throw GameError("game.value_out_of_bounds", {{"method", name(method, s)},
                                                 {"found", shown(found)},
                                                 {"low", std::to_string(bounds_.low)},
                                                 {"high", std::to_string(bounds_.high)}});
  }
  if (std::isinf(value)) throw GameError("game.value_is_infinite", {{"method", name(method, s)}});
  records_[s].value = value;
  records_[s].value_known = true;
}

// Tells whether there is a value: outside a search nobody waits for play-outs.
bool PythonGame::ask_value(State s) const {
  if (turn(s) == Turn::Over) {
    keep_value(s, call(value_, "value", s), "value");
  } else if (evaluate_.is_valid()) {
    prefetch({s});
  } else if (heuristic_.is_valid()) {
    keep_value(s, call(heuristic_, "heuristic", s), "heuristic");
  } else if (clock_ != nullptr) {
    records_[s].value = played_out(s);  // not kept as known: it gets better with every game
  } else {
    return false;
  }
  return true;
}

// What games from a state make of it.
double PythonGame::played_out(State s) const {
  if (!play_outs_) play_outs_ = std::make_unique<PlayOuts>();
  if (!records_[s].played_out) {
    Random random(mix_text(text(s)));
    settle(play_outs_->games, s, play_outs_->moves, [&] { play_out(s, PlayOutLimits::kLongest, random); });
    records_[s].played_out = true;
  }
  return std::clamp(play_outs_->games.value(s), bounds_.low, bounds_.high);
}

double PythonGame::play_out(State s, int limit, Random& random) const {
  apart_ = false;
  if (!play_outs_) play_outs_ = std::make_unique<PlayOuts>();
  return play_outs_->games.play(*this, s, limit, random, [this] {
    ++play_outs_->moves;
    look_at_clock();
  });
}

std::uint64_t PythonGame::short_play_outs() const { return play_outs_ ? play_outs_->games.cut_short() : 0; }

std::size_t PythonGame::bytes_ahead() const {
  const std::size_t index = grows_soon(2 * records_.size(), index_.size()) ? 2 * index_.size() : 0;
  return index * (sizeof(State) + 1);
}

double PythonGame::ask_reward(State s, Move m) const {
  const nb::object label = edge(s, m).label;
  double found = 0.0;
  if (reward_.is_valid()) {
    found = as_number(call(reward_, "reward", s, label), [&] {
      return "the reward from " + name_ + ".reward(" + text(s) + ", " + shown(label) + ")";
    });
    if (std::isinf(found))
      throw GameError("game.reward_is_infinite", {{"move", shown(label)}, {"state", text(s)}});
  }
  return edge(s, m).reward = found;
}

double PythonGame::ask_rank(State s, Move m) const {
  const nb::object label = edge(s, m).label;
  const double found = as_number(call(rank_, "rank", s, label),
                                 [&] { return "the rank of " + shown(label) + " in " + text(s); });
  return edge(s, m).rank = found;
}

bool PythonGame::quiet(State s) const {
  if (records_[s].quiet < 0) {
    const nb::object answer = call(quiet_, "quiet", s);
    const int truth = PyObject_IsTrue(answer.ptr());
    if (truth < 0) throw nb::python_error();
    records_[s].quiet = static_cast<std::int8_t>(truth);
  }
  return records_[s].quiet == 1;
}

PythonGame::Move PythonGame::sample(State s, Random& random) const {
  if (!samples_only_) {
    double left = random.uniform();
    Move chosen = 0;
    outcomes(s, [&](Move m, double p) {
      if (left >= 0.0) chosen = m;
      left -= p;
    });
    return chosen;
  }
  random_.attr("seed")(random.bits());
  const nb::object label = call(sample_, "sample", s, random_);
  Record& record = records_[s];
  for (Move m = 0; m < record.count; ++m) {
    const int equal = PyObject_RichCompareBool(record.edges[m].label.ptr(), label.ptr(), Py_EQ);
    if (equal < 0) throw nb::python_error();
    if (equal == 1) return m;
  }
  if (std::has_single_bit(record.count) || record.count == 0) {  // there is room for a power of two
    PythonEdge* room = edges_.take(std::max<Move>(1, 2 * record.count));
    std::move(record.edges, record.edges + record.count, room);
    record.edges = room;
  }
  record.edges[record.count].label = label;
  return record.count++;
}

std::uint64_t PythonGame::move_key(State s, Move m) const {
  const Py_hash_t hash = PyObject_Hash(edge(s, m).label.ptr());
  if (hash == -1) {
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();  // such as Ctrl-C
    PyErr_Clear();  // an action need not be hashable
  }
  return hash == -1 ? m : static_cast<std::uint64_t>(hash);
}

}  // namespace hazard
