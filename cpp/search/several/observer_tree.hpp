// Tree search with a value for each player, for games of any number of players, with and without secrets.
// Every simulation draws a world (a state that the player to move holds for possible, by its belief), goes
// down the tree, plays out, and adds what everybody got to what was chosen on the way. What differs is who
// tells nodes apart:
//
//   Open      all is seen: UCT with a vector of values (Sturtevant 2008). With several worlds each has a tree
//             of its own and the root averages them: perfect-information Monte Carlo (Ginsberg 2001; Long,
//             Sturtevant, Buro and Furtak 2010).
//   Mover     each player by what that player sees: multiple-observer information-set search, MO-ISMCTS.
//   Root      all by what the player at the root sees: single-observer, SO-ISMCTS (Cowling, Powley and
//             Whitehouse 2012).
//
// Where a game guesses what unfinished states are worth, an action counts its guess as one visit, and only
// the best of them are looked at, more with every visit (progressive widening; Chaslot and others 2008): of a
// hundred actions most are never worth a simulation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/budget.hpp"
#include "core/players.hpp"
#include "core/random.hpp"

namespace hazard {

enum class Observer : std::uint8_t { Open, Mover, Root };

struct ObserverTreeSettings {
  Observer observer = Observer::Open;
  double exploration = 0.7;  // in units of the range of payoffs met so far
  int rollout_depth = 10'000;
  bool guess = false;  // value leaves by the game's own guess, not by playing out
  std::size_t max_nodes = 2'000'000;
  std::uint64_t seed = 0;
};

template <class Move>
struct SeveralOption {
  Move action;
  std::uint64_t visits = 0;
  double value = 0.0;  // for the player at the root
  double standard_error = 0.0;
  std::vector<double> payoffs;  // for everybody
};

template <class Move>
struct SeveralResult {
  std::vector<SeveralOption<Move>> options;  // in the game's order
  std::uint64_t simulations = 0, nodes = 0, tree_nodes = 0, long_lines = 0;
  int depth = 0;
  bool exact = false;
  double seconds = 0.0;
  Stop stopped = Stop::Complete;
};

template <ManyPlayers G>
class ObserverTree {
 public:
  using State = typename G::State;
  using Move = typename G::Move;

  ObserverTree(const G& game, const ObserverTreeSettings& settings)
      : game_(game), settings_(settings), random_(settings.seed), players_(game.players()) {}

  // The worlds are states of one information set of the player to move; `weights` say how likely each is.
  SeveralResult<Move> run(std::span<const State> worlds, std::span<const double> weights,
                          const Budget& budget, const Interrupt& interrupt) {
    root_player_ = player_of(game_.turn(worlds[0]));
    separate_ = settings_.observer == Observer::Open && worlds.size() > 1;
    lowest_.assign(players_, kInfinity);
    highest_.assign(players_, -kInfinity);
    totals_.assign(weights.size(), 0.0);
    double sum = 0.0;
    for (std::size_t i = 0; i < weights.size(); ++i) totals_[i] = sum += weights[i];
    SeveralResult<Move> result;
    Meter meter(budget, interrupt, is_interpreted<G>() ? 1 : 16);
    try {
      if constexpr (requires { game_.keep_to(&meter); }) game_.keep_to(&meter);
      for (;;) {
        simulate(worlds);
        ++result.simulations;
        meter.count();
      }
    } catch (const Stopped& stopped) {
      result.stopped = stopped.reason;
    }
    if constexpr (requires { game_.keep_to(&meter); }) game_.keep_to(nullptr);
    tell(worlds, weights, result);
    result.nodes = steps_;
    result.tree_nodes = nodes_.size();
    result.long_lines = long_lines_;
    result.depth = deepest_;
    result.seconds = meter.seconds();
    return result;
  }

 private:
  static constexpr int kLongest = 100'000;
  static constexpr std::uint32_t kNone = ~0u;
  struct Arm {
    std::uint64_t identity;
    Move move;
    std::uint32_t visits = 0, available = 0;
    double squares = 0.0;  // of the mover's payoffs
  };
  struct ArmHere : Arm {
    Move move_here;               // as the state at hand names it
    std::uint32_t after = kNone;  // the next arm of the node
  };
  struct Node {
    std::uint32_t first = 0, count = 0;  // arms of the states met so far, each with the next one
    int player = 0;
    std::uint32_t visits = 0;
  };
  struct Guess {
    Move move;
    std::vector<double> worth;
  };
  struct Chosen {
    std::uint32_t arm;
    int player;
  };

  std::uint64_t key_of(const State& state, int player, std::size_t world) const {
    if constexpr (has_secrets<G>()) {
      if (settings_.observer == Observer::Mover)
        return mix64(game_.sees(state, player) ^ mix64(static_cast<std::uint64_t>(player)));
      if (settings_.observer == Observer::Root)
        return mix64(game_.sees(state, root_player_) ^ mix64(static_cast<std::uint64_t>(player) + 64));
    }
    return mix64(game_.key(state) ^ (separate_ ? mix64(world + 1000) : 0));
  }

  std::size_t draw_world() {
    // Separate trees are weighed when they are averaged, and all of them have to be looked at.
    if (separate_) return random_.below(static_cast<std::uint32_t>(totals_.size()));
    if (totals_.size() == 1) return 0;
    const double at = random_.uniform() * totals_.back();
    return std::min<std::size_t>(std::upper_bound(totals_.begin(), totals_.end(), at) - totals_.begin(),
                                 totals_.size() - 1);
  }

  void simulate(std::span<const State> worlds) {
    const std::size_t world = draw_world();
    State state = worlds[world];
    path_.clear();
    gained_.assign(players_, 0.0);
    for (int depth = 0;; ++depth) {
      const Turn turn = game_.turn(state);
      if (turn == Turn::Over || depth >= kLongest) break;
      ++steps_;
      if (turn == Turn::Chance) {
        step(state, drawn_outcome(game_, state, random_));
        continue;
      }
      const int player = player_of(turn);
      bool fresh = false;
      const std::uint32_t node = node_of(state, player, world, fresh);
      if (node == kNone) break;
      const std::uint32_t arm = settings_.guess ? choose_guessed(node, state, fresh) : choose(node, state);
      path_.push_back({arm, player});
      step(state, arms_[arm].move_here);
      deepest_ = std::max(deepest_, static_cast<int>(path_.size()));
      if (fresh && path_.size() > 1) break;
    }
    play_out(state);
    back_up();
  }

  void step(State& state, const Move& move) {
    add_rewards(game_, state, move, gained_);
    state = game_.apply(state, move);
  }

  // The node of a state; a new one where there is room.
  std::uint32_t node_of(const State& state, int player, std::size_t world, bool& fresh) {
    const std::uint64_t key = key_of(state, player, world);
    const auto known = index_.find(key);
    if (known != index_.end()) return known->second;
    if (nodes_.size() >= settings_.max_nodes) return kNone;
    fresh = true;
    nodes_.push_back({.player = player});
    const auto number = static_cast<std::uint32_t>(nodes_.size() - 1);
    index_.emplace(key, number);
    return number;
  }

  // The arm to try next, of those that the state has: one that was never tried, or the one with the highest
  // upper bound, counted by how often it could be chosen (Auer, Cesa-Bianchi and Fischer 2002, for subsets).
  std::uint32_t choose(std::uint32_t node, const State& state) {
    legal_.clear();
    edges_.clear();
    game_.actions(state, edges_);
    if (edges_.empty()) throw GameError("game.no_action", {{"state", game_.text(state)}});
    for (const auto& edge : edges_) legal_.push_back(arm_of(node, state, edge.move));
    const int player = nodes_[node].player;
    const double range = std::max(highest_[player] - lowest_[player], 1e-12);
    std::uint32_t best = kNone, untried = 0;
    double highest = -kInfinity;
    for (const std::uint32_t a : legal_) {
      ArmHere& arm = arms_[a];
      ++arm.available;
      if (arm.visits == 0) {
        if (random_.below(++untried) == 0) best = a;
        continue;
      }
      if (untried > 0) continue;
      const double mean = sums_[a * players_ + player] / arm.visits;
      const double bound = (mean - lowest_[player]) / range +
                           settings_.exploration * std::sqrt(std::log(arm.available) / arm.visits);
      if (bound > highest) highest = bound, best = a;
    }
    return best;
  }

  // The same where all is seen and guessed: arms are those of one state, the best guess first.
  std::uint32_t choose_guessed(std::uint32_t node, const State& state, bool fresh) {
    if (fresh) guess_arms(node, state);
    const Node& here = nodes_[node];
    const int player = here.player;
    const double range = std::max(highest_[player] - lowest_[player], 1e-12);
    const auto visits = static_cast<double>(here.visits);
    const auto wide = std::min<std::uint32_t>(here.count, 2 + static_cast<std::uint32_t>(std::sqrt(visits)));
    const double tried = std::log(visits + 2.0);
    ++nodes_[node].visits;
    std::uint32_t best = kNone;
    double highest = -kInfinity;
    for (std::uint32_t a = here.first; a < here.first + wide; ++a) {
      const double bound = (sums_[a * players_ + player] / arms_[a].visits - lowest_[player]) / range +
                           settings_.exploration * std::sqrt(tried / arms_[a].visits);
      if (bound > highest) highest = bound, best = a;
    }
    return best;
  }

  void guess_arms(std::uint32_t node, const State& state) {
    const int player = nodes_[node].player;
    edges_.clear();
    game_.actions(state, edges_);
    if (edges_.empty()) throw GameError("game.no_action", {{"state", game_.text(state)}});
    guesses_.clear();
    for (const auto& edge : edges_) {
      Guess guess{edge.move, std::vector<double>(players_, 0.0)};
      game_.payoffs(game_.apply(state, edge.move), guess.worth);
      add_rewards(game_, state, edge.move, guess.worth);
      guesses_.push_back(std::move(guess));
    }
    std::stable_sort(guesses_.begin(), guesses_.end(), [player](const Guess& one, const Guess& other) {
      return one.worth[player] > other.worth[player];
    });
    nodes_[node].first = static_cast<std::uint32_t>(arms_.size());
    nodes_[node].count = static_cast<std::uint32_t>(guesses_.size());
    for (const Guess& guess : guesses_) {
      const double own = guess.worth[player];
      arms_.push_back({{.identity = move_identity(game_, state, guess.move),
                        .move = guess.move,
                        .visits = 1,
                        .available = 1,
                        .squares = own * own},
                       guess.move,
                       kNone});
      sums_.insert(sums_.end(), guess.worth.begin(), guess.worth.end());
      lowest_[player] = std::min(lowest_[player], own);
      highest_[player] = std::max(highest_[player], own);
    }
    for (std::uint32_t i = 0; i + 1 < nodes_[node].count; ++i)
      arms_[nodes_[node].first + i].after = nodes_[node].first + i + 1;
  }

  std::uint32_t arm_of(std::uint32_t node, const State& state, const Move& move) {
    const std::uint64_t identity = move_identity(game_, state, move);
    std::uint32_t last = kNone;
    for (std::uint32_t a = nodes_[node].count > 0 ? nodes_[node].first : kNone; a != kNone;
         a = arms_[a].after) {
      if (arms_[a].identity == identity) {
        arms_[a].move_here = move;
        return a;
      }
      last = a;
    }
    const auto made = static_cast<std::uint32_t>(arms_.size());
    arms_.push_back({{.identity = identity, .move = move}, move, kNone});
    sums_.resize(sums_.size() + players_, 0.0);
    (last == kNone ? nodes_[node].first : arms_[last].after) = made;
    ++nodes_[node].count;
    return made;
  }

  void play_out(State& state) {
    for (int moves = 0;; ++moves) {
      const Turn turn = game_.turn(state);
      if (turn == Turn::Over) break;
      if (settings_.guess || moves >= settings_.rollout_depth) {
        if (!features_of(game_).heuristic) ++long_lines_;
        break;
      }
      ++steps_;
      if (turn == Turn::Chance) {
        step(state, drawn_outcome(game_, state, random_));
        continue;
      }
      if constexpr (requires { game_.random_move(state, random_); }) {
        step(state, game_.random_move(state, random_));
      } else {
        edges_.clear();
        game_.actions(state, edges_);
        if (edges_.empty()) throw GameError("game.no_action", {{"state", game_.text(state)}});
        step(state, edges_[random_.below(static_cast<std::uint32_t>(edges_.size()))].move);
      }
    }
    worth_.assign(players_, 0.0);
    if (game_.turn(state) == Turn::Over || features_of(game_).heuristic) game_.payoffs(state, worth_);
    for (std::size_t p = 0; p < players_; ++p) gained_[p] += worth_[p];
  }

  void back_up() {
    for (std::size_t p = 0; p < players_; ++p) {
      lowest_[p] = std::min(lowest_[p], gained_[p]);
      highest_[p] = std::max(highest_[p], gained_[p]);
    }
    for (const Chosen& chosen : path_) {
      ArmHere& arm = arms_[chosen.arm];
      ++arm.visits;
      const double own = gained_[chosen.player];
      arm.squares += own * own;
      double* sums = &sums_[chosen.arm * players_];
      for (std::size_t p = 0; p < players_; ++p) sums[p] += gained_[p];
    }
  }

  void tell(std::span<const State> worlds, std::span<const double> weights, SeveralResult<Move>& result) {
    edges_.clear();
    game_.actions(worlds[0], edges_);
    for (const auto& edge : edges_) {
      SeveralOption<Move> option{.action = edge.move, .payoffs = std::vector<double>(players_, 0.0)};
      const std::uint64_t identity = move_identity(game_, worlds[0], edge.move);
      double weighed = 0.0, variance = 0.0;
      for (std::size_t w = 0; w < (separate_ ? worlds.size() : 1); ++w) {
        const auto node = index_.find(key_of(worlds[w], root_player_, w));
        if (node == index_.end()) continue;
        const Node& known = nodes_[node->second];
        for (std::uint32_t a = known.count > 0 ? known.first : kNone; a != kNone; a = arms_[a].after) {
          const ArmHere& arm = arms_[a];
          if (arm.identity != identity || arm.visits == 0) continue;
          const double weight = separate_ ? weights[w] : 1.0,
                       mean = sums_[a * players_ + root_player_] / arm.visits;
          weighed += weight;
          option.visits += arm.visits;
          variance += weight * weight * std::max(0.0, arm.squares / arm.visits - mean * mean) / arm.visits;
          for (std::size_t p = 0; p < players_; ++p)
            option.payoffs[p] += weight * sums_[a * players_ + p] / arm.visits;
        }
      }
      if (weighed > 0.0) {
        for (double& payoff : option.payoffs) payoff /= weighed;
        option.standard_error = std::sqrt(variance) / weighed;
      }
      option.value = option.payoffs[root_player_];
      result.options.push_back(std::move(option));
    }
  }

  const G& game_;
  ObserverTreeSettings settings_;
  Random random_;
  std::size_t players_;
  int root_player_ = 0, deepest_ = 0;
  bool separate_ = false;
  std::uint64_t steps_ = 0, long_lines_ = 0;
  std::vector<double> totals_, lowest_, highest_, gained_, worth_, sums_;
  std::vector<Node> nodes_;
  std::vector<ArmHere> arms_;
  std::vector<Chosen> path_;
  std::vector<std::uint32_t> legal_;
  Edges<Move> edges_;
  std::vector<Guess> guesses_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;
};

}  // namespace hazard
