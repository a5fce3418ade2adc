// A game written in Python, as the searches see it.
//
// Every Python state gets a number the first time it is met, and every answer the game gives about it is
// kept: turn, successors, probabilities, rewards, values. Searches then walk numbers. A game is asked once
// per state, however often a search comes back to it, and equal states are one, so keys never collide.
// Whatever a game states is checked here, once, where the message can still name the state.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "search/budget.hpp"
#include "search/game.hpp"
#include "search/random.hpp"

namespace hazard {

namespace nb = nanobind;

class PythonGame {
 public:
  ~PythonGame();
  static constexpr bool kPython = true;
  using State = std::uint32_t;  // an index into records_
  using Move = std::uint32_t;   // an index into the record's edges

  PythonGame(nb::object game, std::size_t max_states);

  // Numbers a state given by the user.
  State intern(nb::handle state) const;
  nb::object state_object(State s) const { return records_[s].state; }
  nb::object move_object(State s, Move m) const { return records_[s].edges[m].label; }
  // The number of a move that the user names by the object itself.
  Move find_move(State s, nb::handle label) const;
  std::size_t states() const { return records_.size(); }
  std::size_t max_states() const { return max_states_; }
  // Only a search can stop at max_states and still answer.
  void set_searching(bool searching) const { searching_ = searching; }
  // The clock of the search that is under way, for answers that take long; none between searches.
  void keep_to(Meter* clock) const { clock_ = clock; }

  State start() const;
  Turn turn(State s) const {
    if (!records_[s].turn_known) ask_turn(s);
    return records_[s].turn;
  }
  // For a state whose successors will be asked for anyway: one call answers the whole node.
  void expect_moves(State s) const {
    if (expand_.is_valid() && !records_[s].expanded) ask_expand(s);
  }
  void actions(State s, auto&& sink) const {
    if (!records_[s].expanded) ask_moves(s);
    const auto count = static_cast<Move>(records_[s].edges.size());
    for (Move m = 0; m < count; ++m) sink(m);
  }
  void outcomes(State s, auto&& sink) const {
    if (!records_[s].expanded) ask_moves(s);
    const auto count = static_cast<Move>(records_[s].edges.size());
    for (Move m = 0; m < count; ++m) sink(m, records_[s].edges[m].probability);
  }
  State apply(State s, Move m) const {
    const State next = records_[s].edges[m].next;
    return next != kUnknown ? next : ask_next(s, m);
  }
  // What the end is worth; before it, the game's guess, or what play-outs bring where it has none.
  double value(State s) const {
    if (!records_[s].value_known && !ask_value(s)) return unknown_value(*this);
    return records_[s].value;
  }
  // What `s` turns out to be worth when it is played out, once more, by what was learnt of other games.
  double play_out(State s, int limit, Random& random) const;
  bool applied(State s, Move m) const { return records_[s].edges[m].next != kUnknown; }
  double reward(State s, Move m) const {
    if (!features_.reward) return 0.0;
    const double known = records_[s].edges[m].reward;
    return std::isnan(known) ? ask_reward(s, m) : known;
  }
  double rank(State s, Move m) const {
    const double known = records_[s].edges[m].rank;
    return std::isnan(known) ? ask_rank(s, m) : known;
  }
  bool quiet(State s) const;
  void prior(State s, const Edges<Move>& edges, std::vector<double>& priors) const;
  bool must_sample(State) const { return samples_only_; }
  Move sample(State s, Random& random) const;
  void prefetch(const std::vector<State>& states) const;
  Bounds bounds() const { return bounds_; }
  Features features() const { return features_; }
  std::uint64_t key(State s) const { return mix64(s); }
  std::uint64_t move_key(State s, Move m) const;
  std::string text(State s) const { return shown(records_[s].state); }
  std::string describe(State s, Move m) const;

 private:
  static constexpr State kUnknown = std::numeric_limits<State>::max();

  struct PlayOuts;

  struct PythonEdge {
    nb::object label;
    double probability = 1.0;
    double reward = std::numeric_limits<double>::quiet_NaN();
    double rank = std::numeric_limits<double>::quiet_NaN();
    State next = kUnknown;
  };
  struct Record {
    nb::object state;
    Py_hash_t hash;
    double value = 0.0;
    std::vector<PythonEdge> edges;
    Turn turn = Turn::Over;
    bool turn_known = false, expanded = false, value_known = false, played_out = false;
    std::int8_t quiet = -1;
  };

  // Before every call into the game: a search is at most one of them late.
  void look_at_clock() const {
    if (clock_ != nullptr) clock_->look();
  }
  void ask_turn(State s) const;
  void ask_moves(State s) const;
  void ask_expand(State s) const;
  State ask_next(State s, Move m) const;
  bool ask_value(State s) const;
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
      throw GameError(where() + " is " + shown(found) + "; expected a number");
    }
    if (std::isnan(number)) throw GameError(where() + " is NaN; expected a number");
    return number;
  }
  void keep_value(State s, nb::handle found, const char* method) const;
  void check_moves(State s, const std::vector<PythonEdge>& edges, const char* method) const;
  nb::object call(const nb::object& method, const char* name, State s) const;
  nb::object call(const nb::object& method, const char* name, State s, nb::handle move) const;
  void grow_index() const;
  std::string name(const char* method, State s) const { return name_ + "." + method + "(" + text(s) + ")"; }
  static std::string shown(nb::handle object);

  nb::object game_;
  std::string name_;
  std::size_t max_states_;
  nb::object turn_, actions_, outcomes_, apply_, value_;
  nb::object heuristic_, reward_, expand_, rank_, quiet_, prior_, evaluate_, sample_, describe_, random_;
  bool samples_only_ = false;
  Features features_;
  Bounds bounds_;
  mutable bool searching_ = false;
  mutable Meter* clock_ = nullptr;
  mutable std::unique_ptr<PlayOuts> play_outs_;  // made with the first one
  mutable std::vector<Record> records_;
  mutable std::vector<State> index_;  // open addressing: state number + 1, 0 for empty
};

static_assert(Game<PythonGame>);

}  // namespace hazard
