// A game written in Python, as the searches see it.
//
// Every Python state gets a number the first time it is met, and every answer the game gives about it is
// kept: turn, successors, probabilities, rewards, values. Searches then walk numbers. A game is asked once
// per state, however often a search comes back to it, and equal states are one, so keys never collide.
// Whatever a game states is checked here, once, where the message can still name the state.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/budget.hpp"
#include "core/chunks.hpp"
#include "core/game.hpp"
#include "core/random.hpp"

namespace hazard {

namespace nb = nanobind;

class PythonGame {
 public:
  ~PythonGame();
  static constexpr bool kInterpreted = true;
  using State = std::uint32_t;  // an index into records_
  using Move = std::uint32_t;   // an index into the record's edges

  PythonGame(nb::object game, std::size_t max_states);

  // Numbers a state given by the user.
  State intern(nb::handle state) const;
  nb::object state_object(State s) const { return is_end(s) ? end_object(s) : records_[s].state; }
  nb::object move_object(State s, Move m) const { return edge(s, m).label; }
  // The number of a move that the user names by the object itself.
  Move find_move(State s, nb::handle label) const;
  std::size_t states() const { return records_.size() + ends_.size(); }
  std::size_t max_states() const { return max_states_; }
  // Only a search can stop at max_states and still answer.
  void set_searching(bool searching) const { searching_ = apart_ = searching; }
  // The clock of the search that is under way, for answers that take long; none between searches.
  void keep_to(Meter* clock) const { clock_ = clock; }

  State start() const;
  Turn turn(State s) const {
    if (is_end(s)) return Turn::Over;
    if (!records_[s].turn_known) ask_turn(s);
    return records_[s].turn;
  }
  // For a state whose successors will be asked for anyway: one call answers the whole node.
  void expect_moves(State s) const {
    if (expand_.is_valid() && !records_[s].expanded) ask_expand(s);
  }
  void actions(State s, auto&& sink) const {
    if (!records_[s].expanded) ask_moves(s);
    for (Move m = 0, count = records_[s].count; m < count; ++m) sink(m);
  }
  void outcomes(State s, auto&& sink) const {
    if (!records_[s].expanded) ask_moves(s);
    for (Move m = 0, count = records_[s].count; m < count; ++m) sink(m, edge(s, m).probability);
  }
  State apply(State s, Move m) const {
    const State next = edge(s, m).next;
    return next < kEnds || (is_end(next) && apart_) ? next : ask_next(s, m);
  }
  // What the end is worth; before it, the game's guess, or what play-outs bring where it has none.
  double value(State s) const {
    if (is_end(s)) return ends_[s - kEnds].value;
    if (!records_[s].value_known && !ask_value(s)) return unknown_value(*this);
    return records_[s].value;
  }
  // What `s` turns out to be worth when it is played out, once more, by what was learnt of other games.
  double play_out(State s, int limit, Random& random) const;
  // Play-outs so far that came to no end.
  std::uint64_t short_play_outs() const;
  // What it takes, for a moment, to make room for the states that may come soon.
  std::size_t bytes_ahead() const;
  bool applied(State s, Move m) const { return edge(s, m).next != kUnknown; }
  double reward(State s, Move m) const {
    if (!features_.reward) return 0.0;
    const double known = edge(s, m).reward;
    return std::isnan(known) ? ask_reward(s, m) : known;
  }
  double rank(State s, Move m) const {
    const double known = edge(s, m).rank;
    return std::isnan(known) ? ask_rank(s, m) : known;
  }
  bool quiet(State s) const;
  void prior(State s, const Edges<Move>& edges, std::vector<double>& priors) const;
  // What `evaluate` returns beside the value; false if that is nothing.
  bool evaluated_prior(State s, std::vector<double>& priors) const;
  bool must_sample(State) const { return samples_only_; }
  Move sample(State s, Random& random) const;
  void prefetch(const std::vector<State>& states) const;
  Bounds bounds() const { return bounds_; }
  // Whether no state was reached in two ways, in enough of the game to expect that none will be.
  bool seems_a_tree() const { return !returned_ && states() >= kEnough; }
  Features features() const { return features_; }
  // The number itself is the lower half: states that are met together are neighbours in tables, too.
  std::uint64_t key(State s) const { return (mix64(s) & ~std::uint64_t{kUnknown}) | s; }
  std::uint64_t move_key(State s, Move m) const;
  std::string text(State s) const { return shown(state_object(s)); }

 private:
  static constexpr State kUnknown = std::numeric_limits<State>::max();
  static constexpr State kEnds = State{1} << 31;  // from here on they are indices into ends_
  static constexpr std::size_t kEnough = 512;

  struct PlayOuts;

  // A method of the game. An ordinary one is called as the function it is, with the game before the other
  // arguments: a search makes little else than such calls, and all that lies between shows.
  class Method {
   public:
    explicit Method(nb::object bound) : callee_(std::move(bound)) {
#ifndef Py_LIMITED_API  // a wheel for several versions of Python may not look into methods
      if (!callee_.is_valid() || !PyMethod_Check(callee_.ptr())) return;
      PyObject* function = PyMethod_GET_FUNCTION(callee_.ptr());
      if (!PyFunction_Check(function)) return;
      game_ = nb::borrow(PyMethod_GET_SELF(callee_.ptr()));
      callee_ = nb::borrow(function);
      code_ = PyVectorcall_Function(function);
#endif
    }
    bool is_valid() const { return callee_.is_valid(); }
    // Nothing where it raised an exception.
    nb::object operator()(const auto&... given) const {
      PyObject* arguments[] = {game_.ptr(), given.ptr()...};
      const auto count = sizeof...(given);
      return nb::steal(code_ != nullptr
                           ? code_(callee_.ptr(), arguments, count + 1, nullptr)
                           : PyObject_Vectorcall(callee_.ptr(), arguments + 1,
                                                 count | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr));
    }

   private:
    nb::object callee_, game_;
    vectorcallfunc code_ = nullptr;
  };

  struct PythonEdge {
    nb::object label;
    double probability = 1.0;
    double reward = std::numeric_limits<double>::quiet_NaN();
    double rank = std::numeric_limits<double>::quiet_NaN();
    State next = kUnknown;
  };
  // An end of a game that seems a tree. Most of its states are ends and met once, so that looking for each
  // among the others, and keeping it, would take as long as the game itself: only what it is worth is kept,
  // and how it is reached, should anybody want to see it.
  struct End {
    double value;
    State from;
    Move by;
  };
  struct Record {
    nb::object state;
    Py_hash_t hash = 0;
    double value = 0.0;
    PythonEdge* edges = nullptr;
    Move count = 0;  // of the edges
    Turn turn = Turn::Over;
    std::int8_t quiet = -1;
    bool turn_known : 1 = false, expanded : 1 = false, value_known : 1 = false, played_out : 1 = false;
  };

  // Before every call into the game: a search is at most one of them late.
  void look_at_clock() const {
    if (clock_ != nullptr) clock_->glance();
  }
  PythonEdge& edge(State s, Move m) const { return records_[s].edges[m]; }
  void keep_moves(State s, std::span<PythonEdge> edges) const;

  static bool is_end(State s) { return s >= kEnds && s != kUnknown; }
  nb::object end_object(State s) const;
  std::optional<double> plain_end(nb::handle state, Turn& told) const;

  void ask_turn(State s) const;
  void ask_moves(State s) const;
  void ask_expand(State s) const;
  State ask_next(State s, Move m) const;
  State intern_next(nb::handle state) const;
  bool ask_value(State s) const;
  void ask_evaluate(const std::vector<State>& states) const;
  void keep_priors(const std::vector<State>& states, nb::handle listed) const;
  double played_out(State s) const;
  double ask_reward(State s, Move m) const;
  double ask_rank(State s, Move m) const;

  nb::object as_list(nb::handle listed, State s, const char* method) const;
  Turn as_turn(nb::handle found, State s, const char* method) const;
  // `where` says where the number stands, and is only called when it is not one.
  double as_number(nb::handle found, auto&& where) const {
    const double number = PyFloat_AsDouble(found.ptr());
    if (number == -1.0 && PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      throw GameError("game.not_a_number", {{"where", where()}, {"found", shown(found)}});
    }
    if (std::isnan(number)) throw GameError("game.is_nan", {{"where", where()}});
    return number;
  }
  void keep_value(State s, nb::handle found, const char* method) const;
  void check_moves(State s, std::span<const PythonEdge> edges, const char* method) const;
  nb::object call(const Method& method, const char* name, State s) const;
  nb::object call(const Method& method, const char* name, State s, nb::handle move) const;
  void grow_index() const;
  static std::uint8_t tag_of(std::uint64_t mixed) {
    return static_cast<std::uint8_t>(std::max<std::uint64_t>(mixed >> 56, 1));
  }
  std::string name(const char* method, State s) const { return name_ + "." + method + "(" + text(s) + ")"; }
  static std::string shown(nb::handle object);

  nb::object game_;
  std::string name_;
  std::size_t max_states_;
  Method turn_, actions_, outcomes_, apply_, value_;
  Method heuristic_, reward_, expand_, rank_, quiet_, prior_, evaluate_, sample_;
  nb::object random_;
  bool samples_only_ = false;
  Features features_;
  Bounds bounds_;
  mutable bool searching_ = false;
  mutable bool returned_ = false;   // play has led to one state in two ways
  mutable bool plain_ends_ = true;  // ends have been worth one number so far
  // Ends may be kept apart: not where a game is solved, which counts states, nor by play-outs, which number
  // them.
  mutable bool apart_ = false;
  mutable Meter* clock_ = nullptr;
  enum class Given : std::uint8_t { Unknown, Never, Always };
  mutable Given evaluated_priors_ = Given::Unknown;  // which shows with the first batch
  mutable std::unique_ptr<PlayOuts> play_outs_;      // made with the first one
  // Calls into the game may add to them, and what is there must stay where it is.
  mutable Chunks<Record, 9> records_;
  mutable Chunks<End, 9> ends_;
  mutable Pool<PythonEdge, 512> edges_;
  mutable std::unordered_map<State, std::vector<double>> priors_;  // as `evaluate` gave them
  // Open addressing by the hash. Most states that are looked up are new, and for those the tags alone tell:
  // they are few enough bytes to be at hand. A tag is some of the hash that does not choose the slot, never
  // 0.
  mutable std::vector<std::uint8_t> tags_;
  mutable std::vector<State> index_;
};

static_assert(Game<PythonGame>);

}  // namespace hazard
