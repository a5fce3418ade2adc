#include "bindings/python_game.hpp"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <functional>

#include "search/learned_play_outs.hpp"

namespace hazard {

namespace {

nb::object method_or_null(nb::handle game, const char* name) {
  return nb::hasattr(game, name) ? nb::object(game.attr(name)) : nb::object();
}

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
      sample_(method_or_null(game_, "sample")),
      describe_(method_or_null(game_, "describe")) {
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
  index_.assign(1024, 0);
  if (const nb::object bounds = method_or_null(game_, "bounds"); bounds.is_valid()) {
    const nb::object pair = bounds();
    if (!PySequence_Check(pair.ptr()) || PySequence_Size(pair.ptr()) != 2) {
      PyErr_Clear();
      throw GameError(name_ + ".bounds() returned " + shown(pair) + "; expected a pair (lowest, highest)");
    }
    bounds_ = {as_number(pair[0], [&] { return name_ + ".bounds()[0]"; }),
               as_number(pair[1], [&] { return name_ + ".bounds()[1]"; })};
    if (!(bounds_.low <= bounds_.high)) {
      throw GameError(name_ + ".bounds() returned " + shown(pair) +
                      "; the lowest value is above the highest");
    }
  }
}

std::string PythonGame::shown(nb::handle object) {
  std::string text;
  try {
    text = nb::cast<std::string>(nb::repr(object));
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;  // Ctrl-C
    text = "<a value whose repr fails>";
  }
  return text.size() <= 300 ? text : text.substr(0, 297) + "...";
}

// ---- numbering
// ---------------------------------------------------------------------------------------------

PythonGame::State PythonGame::intern(nb::handle state) const {
  const Py_hash_t hash = PyObject_Hash(state.ptr());
  if (hash == -1 && PyErr_Occurred() != nullptr) {
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();
    PyErr_Clear();
    throw GameError(
        name_ + " has a state that cannot be hashed: " + shown(state) +
        "; states must be immutable and hashable (a tuple instead of a list, a frozen dataclass)");
  }
  const std::size_t mask = index_.size() - 1;
  std::size_t slot = mix64(static_cast<std::uint64_t>(hash)) & mask;
  for (; index_[slot] != 0; slot = (slot + 1) & mask) {
    const Record& record = records_[index_[slot] - 1];
    if (record.hash != hash) continue;
    if (record.state.ptr() == state.ptr()) return index_[slot] - 1;
    const int equal = PyObject_RichCompareBool(record.state.ptr(), state.ptr(), Py_EQ);
    if (equal < 0) throw nb::python_error();
    if (equal == 1) return index_[slot] - 1;
  }
  if (searching_ && records_.size() >= max_states_) throw Stopped{Stop::Memory};
  records_.push_back({.state = nb::borrow(state), .hash = hash, .edges = {}});
  const auto number = static_cast<State>(records_.size() - 1);
  index_[slot] = number + 1;
  if (records_.size() * 2 > index_.size()) grow_index();
  return number;
}

void PythonGame::grow_index() const {
  std::vector<State> index(index_.size() * 2, 0);
  const std::size_t mask = index.size() - 1;
  for (State s = 0; s < records_.size(); ++s) {
    std::size_t slot = mix64(static_cast<std::uint64_t>(records_[s].hash)) & mask;
    while (index[slot] != 0) slot = (slot + 1) & mask;
    index[slot] = s + 1;
  }
  index_.swap(index);
}

PythonGame::Move PythonGame::find_move(State s, nb::handle label) const {
  if (!records_[s].expanded) ask_moves(s);
  for (Move m = 0; m < records_[s].edges.size(); ++m) {
    const int equal = PyObject_RichCompareBool(records_[s].edges[m].label.ptr(), label.ptr(), Py_EQ);
    if (equal < 0) throw nb::python_error();
    if (equal == 1) return m;
  }
  throw GameError("there is no move " + shown(label) + " in " + text(s));
}

// ---- asking the game
// ---------------------------------------------------------------------------------------

// An exception of the user's code goes up as it is, with its traceback, and a note of where it happened.
nb::object PythonGame::call(const nb::object& method, const char* method_name, State s) const {
  look_at_clock();
  try {
    return method(records_[s].state);
  } catch (nb::python_error& error) {
    error.value().attr("add_note")("in " + name(method_name, s));
    throw;
  }
}

nb::object PythonGame::call(const nb::object& method, const char* method_name, State s,
                            nb::handle move) const {
  look_at_clock();
  try {
    return method(records_[s].state, move);
  } catch (nb::python_error& error) {
    error.value().attr("add_note")("in " + name_ + "." + method_name + "(" + text(s) + ", " + shown(move) +
                                   ")");
    throw;
  }
}

PythonGame::State PythonGame::start() const { return intern(game_.attr("start")()); }

Turn PythonGame::as_turn(nb::handle found, State s, const char* method) const {
  const long number = PyLong_Check(found.ptr()) ? PyLong_AsLong(found.ptr()) : -1;
  if (PyErr_Occurred() != nullptr) PyErr_Clear();
  if (number < 0 || number > 3) {
    throw GameError(name(method, s) + " returned " + shown(found) +
                    "; expected one of Turn.MAX, MIN, CHANCE, OVER");
  }
  return static_cast<Turn>(number);
}

// What a method lists, as a list or tuple. An exception while a generator runs is the user's own.
nb::object PythonGame::as_list(nb::handle listed, State s, const char* method) const {
  if (PyList_Check(listed.ptr()) || PyTuple_Check(listed.ptr())) return nb::borrow(listed);
  const nb::object iterator = nb::steal(PyObject_GetIter(listed.ptr()));
  if (!iterator.is_valid()) {
    PyErr_Clear();
    throw GameError(name(method, s) + " returned " + shown(listed) + "; expected a list of moves");
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
  std::vector<PythonEdge> edges;
  const nb::object items = as_list(listed, s, method);
  const Py_ssize_t count = PySequence_Fast_GET_SIZE(items.ptr());
  edges.reserve(static_cast<std::size_t>(count));
  for (Py_ssize_t i = 0; i < count; ++i) {
    const nb::handle item = PySequence_Fast_GET_ITEM(items.ptr(), i);
    PythonEdge edge;
    if (chance) {
      if (!PyTuple_Check(item.ptr()) || PyTuple_GET_SIZE(item.ptr()) != 2) {
        throw GameError(name(method, s) + " lists " + shown(item) +
                        "; expected a pair (outcome, probability)");
      }
      edge.label = nb::borrow(PyTuple_GET_ITEM(item.ptr(), 0));
      edge.probability =
          as_number(PyTuple_GET_ITEM(item.ptr(), 1), [&] { return "a probability in " + name(method, s); });
      if (edge.probability == 0.0) continue;  // what cannot happen is never applied
    } else {
      edge.label = nb::borrow(item);
    }
    edges.push_back(std::move(edge));
  }
  check_moves(s, edges, method);
  records_[s].edges = std::move(edges);
  records_[s].expanded = true;
}

void PythonGame::ask_expand(State s) const {
  const nb::object answer = call(expand_, "expand", s);
  if (!PyTuple_Check(answer.ptr()) || PyTuple_GET_SIZE(answer.ptr()) != 2) {
    throw GameError(name("expand", s) + " returned " + shown(answer) + "; expected a pair (turn, moves)");
  }
  const Turn turn = as_turn(PyTuple_GET_ITEM(answer.ptr(), 0), s, "expand");
  std::vector<PythonEdge> edges;
  if (turn != Turn::Over) {
    const nb::object items = as_list(PyTuple_GET_ITEM(answer.ptr(), 1), s, "expand");
    const Py_ssize_t count = PySequence_Fast_GET_SIZE(items.ptr());
    edges.reserve(static_cast<std::size_t>(count));
    for (Py_ssize_t i = 0; i < count; ++i) {
      PyObject* item = PySequence_Fast_GET_ITEM(items.ptr(), i);
      const Py_ssize_t size = PyTuple_Check(item) ? PyTuple_GET_SIZE(item) : 0;
      if (size != 3 && size != 4) {
        throw GameError(name("expand", s) + " lists " + shown(item) +
                        "; expected (move, probability, next_state)");
      }
      PythonEdge edge;
      edge.label = nb::borrow(PyTuple_GET_ITEM(item, 0));
      edge.probability =
          as_number(PyTuple_GET_ITEM(item, 1), [&] { return "a probability in " + name("expand", s); });
      if (edge.probability == 0.0 && turn == Turn::Chance) continue;
      edge.next = intern(PyTuple_GET_ITEM(item, 2));
      if (size == 4) {
        edge.reward =
            as_number(PyTuple_GET_ITEM(item, 3), [&] { return "a reward in " + name("expand", s); });
        if (std::isinf(edge.reward)) throw GameError("a reward in " + name("expand", s) + " is infinite");
      } else if (!reward_.is_valid()) {
        edge.reward = 0.0;
      }
      edges.push_back(std::move(edge));
    }
    if (turn != Turn::Chance) {
      for (auto& edge : edges) edge.probability = 1.0;
    }
    records_[s].turn = turn;
    records_[s].turn_known = true;
    check_moves(s, edges, "expand");
  }
  Record& record = records_[s];
  record.turn = turn;
  record.turn_known = record.expanded = true;
  record.edges = std::move(edges);
}

void PythonGame::check_moves(State s, const std::vector<PythonEdge>& edges, const char* method) const {
  if (edges.empty()) {
    throw GameError(name(method, s) +
                    " lists nothing, but the game is not over there; return Turn.OVER from turn, or a move");
  }
  if (records_[s].turn != Turn::Chance) return;
  double sum = 0.0;
  for (const auto& edge : edges) {
    if (edge.probability < 0.0 || edge.probability > 1.0 + 1e-9) {
      throw GameError(name(method, s) + " gives " + shown(edge.label) + " the probability " +
                      std::to_string(edge.probability) + "; expected a number from 0 to 1");
    }
    sum += edge.probability;
  }
  if (std::abs(sum - 1.0) > 1e-9) {
    char text[32];
    std::snprintf(text, sizeof text, "%.12g", sum);
    throw GameError("the probabilities of " + name(method, s) + " sum to " + text + "; expected 1");
  }
}

PythonGame::State PythonGame::ask_next(State s, Move m) const {
  const nb::object label = records_[s].edges[m].label;
  const State next = intern(call(apply_, "apply", s, label));
  records_[s].edges[m].next = next;
  return next;
}

void PythonGame::keep_value(State s, nb::handle found, const char* method) const {
  const double value = as_number(found, [&] { return "the value from " + name(method, s); });
  if (value < bounds_.low - 1e-12 || value > bounds_.high + 1e-12) {
    throw GameError(name(method, s) + " is " + shown(found) + ", outside the game's own bounds (" +
                    std::to_string(bounds_.low) + ", " + std::to_string(bounds_.high) + ")");
  }
  if (std::isinf(value)) throw GameError(name(method, s) + " is infinite; expected a finite number");
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

// What games from a state make of it: so many that more of them hardly change it, within reason.
double PythonGame::played_out(State s) const {
  constexpr int kRound = 16, kMoves = 4000, kLongest = 1000;
  constexpr double kChange = 0.005;  // of the range of values
  if (!play_outs_) play_outs_ = std::make_unique<PlayOuts>();
  LearnedPlayOuts<PythonGame>& games = play_outs_->games;
  if (!records_[s].played_out) {
    Random random(mix64(std::hash<std::string>()(text(s))));
    const std::uint64_t begun = play_outs_->moves;
    for (bool settled = false; !settled && play_outs_->moves - begun < kMoves;) {
      const double before = games.value(s);
      for (int game = 0; game < kRound; ++game) play_out(s, kLongest, random);
      settled = std::abs(games.value(s) - before) <= kChange * games.range();
    }
    records_[s].played_out = true;
  }
  return std::clamp(games.value(s), bounds_.low, bounds_.high);
}

double PythonGame::play_out(State s, int limit, Random& random) const {
  if (!play_outs_) play_outs_ = std::make_unique<PlayOuts>();
  return play_outs_->games.play(*this, s, limit, random, [this] {
    ++play_outs_->moves;
    look_at_clock();
  });
}

void PythonGame::prefetch(const std::vector<State>& states) const {
  if (!evaluate_.is_valid()) return;
  nb::list batch;
  std::vector<State> asked;
  std::vector<State> distinct = states;
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (const State s : distinct) {
    if (turn(s) == Turn::Over || records_[s].value_known) continue;
    batch.append(records_[s].state);
    asked.push_back(s);
  }
  if (asked.empty()) return;
  const nb::object values = evaluate_(batch);
  if (PyObject_Size(values.ptr()) != static_cast<Py_ssize_t>(asked.size())) {
    PyErr_Clear();
    throw GameError(name_ + ".evaluate returned " + shown(values) + " for " + std::to_string(asked.size()) +
                    " states; expected one value for each");
  }
  for (std::size_t i = 0; i < asked.size(); ++i) keep_value(asked[i], values[i], "evaluate");
}

double PythonGame::ask_reward(State s, Move m) const {
  const nb::object label = records_[s].edges[m].label;
  double found = 0.0;
  if (reward_.is_valid()) {
    found = as_number(call(reward_, "reward", s, label), [&] {
      return "the reward from " + name_ + ".reward(" + text(s) + ", " + shown(label) + ")";
    });
    if (std::isinf(found))
      throw GameError("the reward of " + shown(label) + " in " + text(s) + " is infinite");
  }
  return records_[s].edges[m].reward = found;
}

double PythonGame::ask_rank(State s, Move m) const {
  const nb::object label = records_[s].edges[m].label;
  const double found = as_number(call(rank_, "rank", s, label),
                                 [&] { return "the rank of " + shown(label) + " in " + text(s); });
  return records_[s].edges[m].rank = found;
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

void PythonGame::prior(State s, const Edges<Move>& edges, std::vector<double>& priors) const {
  nb::list labels;
  for (const auto& edge : edges) labels.append(records_[s].edges[edge.move].label);
  const nb::object answer = call(prior_, "prior", s, labels);
  if (PyObject_Size(answer.ptr()) != static_cast<Py_ssize_t>(edges.size())) {
    PyErr_Clear();
    throw GameError(name("prior", s) + " returned " + shown(answer) + "; expected one number for each of " +
                    std::to_string(edges.size()) + " actions");
  }
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double p = as_number(answer[i], [&] { return "a prior in " + text(s); });
    if (p < 0.0 || std::isinf(p)) {
      throw GameError(name("prior", s) + (p < 0.0 ? " is negative" : " is inf") + " for " + shown(labels[i]) +
                      "; expected a finite number, zero or more");
    }
    priors.push_back(p);
  }
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
  auto& edges = records_[s].edges;
  for (Move m = 0; m < edges.size(); ++m) {
    const int equal = PyObject_RichCompareBool(edges[m].label.ptr(), label.ptr(), Py_EQ);
    if (equal < 0) throw nb::python_error();
    if (equal == 1) return m;
  }
  PythonEdge edge;
  edge.label = label;
  edges.push_back(std::move(edge));
  return static_cast<Move>(edges.size() - 1);
}

std::uint64_t PythonGame::move_key(State s, Move m) const {
  const Py_hash_t hash = PyObject_Hash(records_[s].edges[m].label.ptr());
  if (hash == -1) PyErr_Clear();  // an action need not be hashable
  return hash == -1 ? m : static_cast<std::uint64_t>(hash);
}

std::string PythonGame::describe(State s, Move m) const {
  const nb::object label = records_[s].edges[m].label;
  if (describe_.is_valid()) return nb::cast<std::string>(nb::str(call(describe_, "describe", s, label)));
  return nb::cast<std::string>(nb::str(label));
}

}  // namespace hazard
