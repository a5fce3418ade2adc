// A game written in Python for several players, or with secrets, as the searches see it: the Python game of
// python_game.hpp, asked besides whose turn it is by number, what everybody gets and what a player sees.
// Every answer is kept.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "bindings/convert.hpp"
#include "bindings/python_game.hpp"
#include "core/players.hpp"

namespace hazard {

class SeveralPython {
 public:
  static constexpr bool kInterpreted = true;
  using State = PythonGame::State;
  using Move = PythonGame::Move;

  // `seats` is the same game with every player as MAX: hazard.several.seats.
  SeveralPython(nb::object game, nb::object seats, std::size_t max_states, std::size_t players)
      : inner_(std::move(seats), max_states),
        game_(std::move(game)),
        name_(nb::cast<std::string>(game_.type().attr("__name__"))),
        players_(players),
        has_sees_(nb::hasattr(game_, "sees")),
        has_reward_(nb::hasattr(game_, "reward")),
        has_heuristic_(nb::hasattr(game_, "heuristic")) {}

  const PythonGame& inner() const { return inner_; }
  std::size_t players() const { return players_; }
  State start() const { return inner_.start(); }

  Turn turn(State s) const {
    if (s >= turns_.size()) turns_.resize(s + 1 + s / 2, kUnknown);
    if (turns_[s] == kUnknown) turns_[s] = ask_turn(s);
    return static_cast<Turn>(turns_[s]);
  }

  void actions(State s, auto&& sink) const { inner_.actions(s, sink); }
  void outcomes(State s, auto&& sink) const { inner_.outcomes(s, sink); }
  State apply(State s, Move m) const { return inner_.apply(s, m); }
  Move sample(State s, Random& random) const { return inner_.sample(s, random); }
  double value(State s) const {
    std::vector<double> found(players_);
    payoffs(s, found);
    return found[0];
  }
  std::uint64_t key(State s) const { return inner_.key(s); }
  std::uint64_t move_key(State s, Move m) const { return inner_.move_key(s, m); }
  std::string text(State s) const { return inner_.text(s); }
  Features features() const {
    return {.reward = false, .rank = false, .quiet = false, .prior = false, .heuristic = has_heuristic_};
  }
  void keep_to(Meter* clock) const { inner_.keep_to(clock); }
  void set_searching(bool searching) const { inner_.set_searching(searching); }

  // What everybody gets at the end, or the game's guess before it.
  void payoffs(State s, std::span<double> found) const {
    auto known = payoffs_.find(s);
    if (known == payoffs_.end()) {
      const char* method = turn(s) == Turn::Over ? "value" : "heuristic";
      const nb::object answer = game_.attr(method)(inner_.state_object(s));
      known = payoffs_.emplace(s, as_payoffs(answer, s, method)).first;
    }
    std::copy(known->second.begin(), known->second.end(), found.begin());
  }

  void add_rewards(State s, Move m, std::span<double> found) const {
    if (!has_reward_) return;
    const std::uint64_t place = std::uint64_t{s} << 32 | m;
    auto known = rewards_.find(place);
    if (known == rewards_.end()) {
      const nb::object answer = game_.attr("reward")(inner_.state_object(s), inner_.move_object(s, m));
      known = rewards_.emplace(place, as_payoffs(answer, s, "reward")).first;
    }
    for (std::size_t p = 0; p < players_; ++p) found[p] += known->second[p];
  }

  bool hides() const { return has_sees_; }
  // The number of what a player sees; all of the state, where nothing is hidden.
  std::uint64_t sees(State s, int player) const {
    if (!has_sees_) return key(s);
    const std::uint64_t place = std::uint64_t{s} << 6 | static_cast<std::uint64_t>(player);
    if (const auto known = seen_.find(place); known != seen_.end()) return known->second;
    const nb::object answer = game_.attr("sees")(inner_.state_object(s), player);
    const nb::object name = nb::make_tuple(player, answer);
    if (PyObject_Hash(name.ptr()) == -1) {
      PyErr_Clear();
      throw GameError("equilibrium.sees_not_hashable",
                      {{"game", name_}, {"state", text(s)}, {"found", shown(answer)}});
    }
    std::uint64_t number = sets_.size();
    if (sets_.contains(name)) {
      number = nb::cast<std::uint64_t>(sets_[name]);
    } else {
      sets_[name] = number;
    }
    seen_.emplace(place, number);
    return number;
  }

 private:
  static constexpr std::uint8_t kUnknown = 255;

  static std::string shown(nb::handle object) {
    return nb::cast<std::string>(nb::repr(object)).substr(0, 300);
  }
  std::string called(const char* method, State s) const { return name_ + "." + method + "(" + text(s) + ")"; }

  std::uint8_t ask_turn(State s) const {
    const nb::object found = game_.attr("turn")(inner_.state_object(s));
    const long number = PyLong_Check(found.ptr()) ? PyLong_AsLong(found.ptr()) : -1;
    if (PyErr_Occurred() != nullptr) PyErr_Clear();
    if (number < 0 || number >= kMostPlayers + 2)
      throw GameError("game.no_turn", {{"method", called("turn", s)}, {"found", shown(found)}});
    const auto turn = static_cast<Turn>(number);
    if (decides(turn) && static_cast<std::size_t>(player_of(turn)) >= players_)
      throw GameError("game.player_without_payoff", {{"game", name_},
                                                     {"state", text(s)},
                                                     {"player", std::to_string(player_of(turn))},
                                                     {"count", std::to_string(players_)}});
    return static_cast<std::uint8_t>(number);
  }

  // One number for each player; a single one is for MAX, and MIN's is the same with the sign turned.
  std::vector<double> as_payoffs(nb::handle found, State s, const char* method) const {
    std::vector<double> numbers;
    if (PyFloat_Check(found.ptr()) || PyLong_Check(found.ptr()) || !PySequence_Check(found.ptr())) {
      const double number = as_number(found, s, method);
      if (number == 0.0) return std::vector<double>(players_, 0.0);
      numbers = {number, -number};
    } else {
      for (const nb::handle item : nb::borrow(found)) numbers.push_back(as_number(item, s, method));
    }
    if (numbers.size() != players_)
      throw GameError(
          "game.payoffs_miscounted",
          {{"where", called(method, s)}, {"found", shown(found)}, {"count", std::to_string(players_)}});
    return numbers;
  }

  double as_number(nb::handle found, State s, const char* method) const {
    const double number = PyFloat_AsDouble(found.ptr());
    const bool failed = number == -1.0 && PyErr_Occurred() != nullptr;
    if (failed) PyErr_Clear();
    if (failed || !std::isfinite(number))
      throw GameError("game.not_a_number", {{"where", called(method, s)}, {"found", shown(found)}});
    return number;
  }

  PythonGame inner_;
  nb::object game_;
  std::string name_;
  std::size_t players_;
  bool has_sees_, has_reward_, has_heuristic_;
  mutable std::vector<std::uint8_t> turns_;
  mutable std::unordered_map<State, std::vector<double>> payoffs_;
  mutable std::unordered_map<std::uint64_t, std::vector<double>> rewards_;  // by state and move
  mutable std::unordered_map<std::uint64_t, std::uint64_t> seen_;           // by state and player
  mutable nb::dict sets_;                                                   // what was seen, numbered
};

static_assert(ManyPlayers<SeveralPython>);

template <>
struct Convert<SeveralPython> {
  static nb::object state(const SeveralPython& game, PythonGame::State s) {
    return game.inner().state_object(s);
  }
  static nb::object move(const SeveralPython& game, PythonGame::State s, PythonGame::Move m) {
    return game.inner().move_object(s, m);
  }
  static PythonGame::State state_from(const SeveralPython& game, nb::handle object) {
    return game.inner().intern(object);
  }
  static PythonGame::Move move_from(const SeveralPython& game, PythonGame::State s, nb::handle object) {
    return game.inner().find_move(s, object);
  }
};

}  // namespace hazard
