// Counterfactual regret minimization on samples, for games too large to list (Lanctot, Waugh, Zinkevich and
// Bowling 2009). An iteration follows a few lines of play for each player and updates what it meets.
//
//   External  chance and the others are sampled, all actions of the own player are followed
//   Outcome   a single line of play; what was not played is taken from baselines, averages of what the action
//             brought before (Schmid, Burch, Lanctot and others 2019), which takes most of the variance out
//
// Information sets are found as they are met, in a table by what the player sees; strategies are averages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "core/players.hpp"
#include "core/random.hpp"

namespace hazard {

enum class Sampling : std::uint8_t { External, Outcome };

struct SampledRegretSettings {
  Sampling sampling = Sampling::External;
  bool baselines = true;     // for Outcome
  double exploration = 0.6;  // Outcome: how often an action is drawn at random
  std::size_t max_sets = 20'000'000;
  std::uint64_t seed = 0;
};

template <ManyPlayers G>
class SampledRegret {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  struct Set {
    std::uint64_t key;
    State state;  // the first that was met
    int player;
    std::uint32_t first, count;
    std::uint32_t before;   // what the player did last on the way here: an action, or kNothing
    std::uint64_t actions;  // a fingerprint of them, in their order
  };

  SampledRegret(const G& game, const State& root, const SampledRegretSettings& settings)
      : game_(game), settings_(settings), root_(root), random_(settings.seed), players_(game.players()) {}

  // Iterations until the budget, whose nodes are iterations, is used up.
  Stop run(const Budget& budget, const Interrupt& interrupt) {
    Meter meter(budget, interrupt, 1);
    try {
      for (;;) {
        step();
        meter.count();
      }
    } catch (const Stopped& stopped) {
      return stopped.reason;
    }
  }

  // Each iteration has random numbers of its own, so that a run that is taken up again draws what it would
  // have drawn.
  void step() {
    random_ = Random(mix64(settings_.seed ^ mix64(steps_ + 1)));
    for (std::size_t p = 0; p < players_; ++p) {
      own_ = static_cast<int>(p);
      last_.assign(players_, kNothing);
      if (settings_.sampling == Sampling::External) {
        external(root_, 0);
      } else {
        outcome(root_, 1.0, 1.0, 1.0, 0);
      }
    }
    ++steps_;
  }

  std::uint64_t steps() const { return steps_; }
  const std::vector<Set>& sets() const { return sets_; }

  // The average strategy of a set.
  std::vector<double> average(const Set& set) const {
    std::vector<double> found(average_.begin() + set.first, average_.begin() + set.first + set.count);
    normalise(found);
    return found;
  }
  std::vector<double>& regrets() { return regret_; }
  std::vector<double>& averages() { return average_; }
  std::vector<double>& baselines() { return baseline_; }
  std::vector<std::uint32_t>& tried() { return tried_; }
  void set_steps(std::uint64_t steps) { steps_ = steps; }

  // The information set of a state, made where it is new: what is read back from a file is put in this way.
  std::uint32_t set_of(const State& state, std::uint32_t before) {
    const int player = player_of(game_.turn(state));
    last_.assign(players_, kNothing);
    last_[player] = before;
    Edges<Move> edges;
    list_actions(game_, state, edges);
    return find(state, player, edges);
  }

 private:
  static constexpr int kLongest = 10'000;
  static constexpr std::uint32_t kNothing = ~0u;

  static void normalise(std::vector<double>& shares) {
    double sum = 0.0;
    for (const double share : shares) sum += share;
    for (double& share : shares) share = sum > 0.0 ? share / sum : 1.0 / static_cast<double>(shares.size());
  }

  std::uint64_t key_of(const State& state, int player) const {
    if constexpr (has_secrets<G>()) {
      return mix64(game_.sees(state, player) ^ mix64(static_cast<std::uint64_t>(player)));
    } else {
      return game_.key(state);
    }
  }

  std::uint64_t fingerprint(const State& state, const Edges<Move>& edges) const {
    std::uint64_t found = edges.size();
    for (const auto& edge : edges) found = mix64(found ^ move_identity(game_, state, edge.move));
    return found;
  }

  std::uint32_t find(const State& state, int player, const Edges<Move>& edges) {
    const std::uint64_t key = key_of(state, player), actions = fingerprint(state, edges);
    if (const auto known = index_.find(key); known != index_.end()) {
      check(state, sets_[known->second], actions);
      return known->second;
    }
    if (sets_.size() >= settings_.max_sets) throw Stopped{Stop::Memory};
    const auto count = static_cast<std::uint32_t>(edges.size());
    const auto first = static_cast<std::uint32_t>(regret_.size());
    sets_.push_back({key, state, player, first, count, last_[player], actions});
    regret_.resize(regret_.size() + count, 0.0);
    average_.resize(average_.size() + count, 0.0);
    baseline_.resize(regret_.size() * players_, 0.0);  // of each action, for each player that is updated
    tried_.resize(regret_.size() * players_, 0);
    const auto number = static_cast<std::uint32_t>(sets_.size() - 1);
    index_.emplace(key, number);
    return number;
  }

  std::vector<double> strategy(const Set& set) const {
    std::vector<double> found(set.count);
    for (std::uint32_t a = 0; a < set.count; ++a) found[a] = std::max(regret_[set.first + a], 0.0);
    normalise(found);
    return found;
  }

  std::uint32_t drawn(const std::vector<double>& shares) {
    double left = random_.uniform();
    for (std::uint32_t a = 0; a + 1 < shares.size(); ++a)
      if ((left -= shares[a]) < 0.0) return a;
    return static_cast<std::uint32_t>(shares.size() - 1);
  }

  double paid(const State& state, const Move& move) {
    worth_.assign(players_, 0.0);
    add_rewards(game_, state, move, worth_);
    return worth_[own_];
  }

  double ended(const State& state) {
    worth_.assign(players_, 0.0);
    game_.payoffs(state, worth_);
    return worth_[own_];
  }

  double external(const State& state, int length) {
    const Turn turn = game_.turn(state);
    if (turn == Turn::Over) return ended(state);
    if (length >= kLongest) throw line_without_end(game_, state, length);
    if (turn == Turn::Chance) {
      const Move move = drawn_outcome(game_, state, random_);
      const double now = paid(state, move);
      return now + external(game_.apply(state, move), length + 1);
    }
    const int player = player_of(turn);
    Edges<Move> edges;
    list_actions(game_, state, edges);
    const Set set = sets_[find(state, player, edges)];
    const std::vector<double> shares = strategy(set);
    if (player != own_) {
      // With two players every set of the other is met as often as it would be played.
      for (std::uint32_t a = 0; a < set.count; ++a) average_[set.first + a] += shares[a];
      const std::uint32_t chosen = drawn(shares);
      const Move move = edges[chosen].move;
      const double now = paid(state, move);
      return now + after(player, set.first + chosen,
                         [&] { return external(game_.apply(state, move), length + 1); });
    }
    std::vector<double> each(set.count);
    double value = 0.0;
    for (std::uint32_t a = 0; a < set.count; ++a) {
      const double now = paid(state, edges[a].move);
      each[a] = now + after(player, set.first + a,
                            [&] { return external(game_.apply(state, edges[a].move), length + 1); });
      value += shares[a] * each[a];
    }
    for (std::uint32_t a = 0; a < set.count; ++a) regret_[set.first + a] += each[a] - value;
    return value;
  }

  // `mine` and `others`: how likely the own player and everybody else, chance included, make it to come here;
  // `sampled`: how likely it was to be sampled. Returns an unbiased estimate of what the state is worth.
  double outcome(const State& state, double mine, double others, double sampled, int length) {
    const Turn turn = game_.turn(state);
    if (turn == Turn::Over) return ended(state);
    if (length >= kLongest) throw line_without_end(game_, state, length);
    if (turn == Turn::Chance) {
      const Move move = drawn_outcome(game_, state, random_);
      const double now = paid(state, move);
      return now + outcome(game_.apply(state, move), mine, others, sampled, length + 1);
    }
    const int player = player_of(turn);
    Edges<Move> edges;
    list_actions(game_, state, edges);
    const Set set = sets_[find(state, player, edges)];
    const std::vector<double> shares = strategy(set);
    std::vector<double> draws = shares;
    if (player == own_)
      for (double& share : draws)
        share = settings_.exploration / set.count + (1.0 - settings_.exploration) * share;
    const std::uint32_t chosen = drawn(draws);
    const double now = paid(state, edges[chosen].move);
    const double brought =
        now + after(player, set.first + chosen, [&] {
          const bool own = player == own_;
          return outcome(game_.apply(state, edges[chosen].move), own ? mine * shares[chosen] : mine,
                         own ? others : others * shares[chosen], sampled * draws[chosen], length + 1);
        });
    double value = 0.0;
    std::vector<double> each(set.count);
    for (std::uint32_t a = 0; a < set.count; ++a) {
      const double base = settings_.baselines ? baseline_[(set.first + a) * players_ + own_] : 0.0;
      each[a] = base + (a == chosen ? (brought - base) / draws[a] : 0.0);
      value += shares[a] * each[a];
    }
    if (player == own_) {
      const double reach = others / sampled;
      for (std::uint32_t a = 0; a < set.count; ++a) regret_[set.first + a] += reach * (each[a] - value);
      for (std::uint32_t a = 0; a < set.count; ++a) average_[set.first + a] += mine / sampled * shares[a];
    }
    if (settings_.baselines) {
      const std::size_t place = (set.first + chosen) * players_ + own_;
      baseline_[place] += (brought - baseline_[place]) / std::min(++tried_[place], 100u);
    }
    return value;
  }

  // Where a game has secrets, states that look alike have the same actions and the same own past.
  void check(const State& state, const Set& set, std::uint64_t actions) const {
    if (actions != set.actions)
      throw GameError("equilibrium.sampled_actions_differ",
                      {{"first", game_.text(set.state)}, {"second", game_.text(state)}});
    if (hides(game_) && set.before != last_[set.player])
      throw GameError("equilibrium.sampled_past_differs", {{"player", std::to_string(set.player)},
                                                           {"first", game_.text(set.state)},
                                                           {"second", game_.text(state)}});
  }

  // What follows a player's action, with it remembered as the last one.
  double after(int player, std::uint32_t action, auto&& follow) {
    const std::uint32_t before = std::exchange(last_[player], action);
    const double found = follow();
    last_[player] = before;
    return found;
  }

  const G& game_;
  SampledRegretSettings settings_;
  State root_;
  Random random_;
  std::size_t players_;
  int own_ = 0;
  std::uint64_t steps_ = 0;
  std::vector<Set> sets_;
  std::vector<double> regret_, average_, baseline_, worth_;
  std::vector<std::uint32_t> tried_, last_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;
};

}  // namespace hazard
