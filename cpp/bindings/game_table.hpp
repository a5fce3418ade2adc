// A game that is a table of C functions over a block of bytes (hazard_game.h), as the searches see it: a game
// in Python that was compiled, or a shared library in any language.
//
// The block has a fixed room of kBytes, so that states are plain values: a game takes the smallest room that
// fits. A state carries whose node it is, which the functions tell with every state that they write. What
// the functions say is checked as in a game written in Python, and what goes wrong is told by the speaker,
// who knows what the bytes mean.
//
// Over 400 lines: every method of the game model, with what is checked of its answers.
#pragma once

#include <hazard_game.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindings/game_table_workspace.hpp"
#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "search/expectimax/expectimax.hpp"
#include "search/play_outs/numbered.hpp"

namespace hazard {

template <std::size_t kBytes>
class SeatsTable;

// The table with all that this version knows: what an older one does not have is 0.
inline hazard_game whole_table(const hazard_game& given) {
  hazard_game table{};
  std::memcpy(&table, &given, std::min<std::size_t>(given.table_bytes, sizeof table));
  return table;
}

template <std::size_t kBytes>
class TableGame {
  friend class SeatsTable<kBytes>;

 public:
  static constexpr std::size_t kLargestState = kBytes;

  struct State {
    alignas(8) std::array<unsigned char, kBytes> bytes{};
    Turn turn = Turn::Over;
    friend bool operator==(const State& a, const State& b) {
      return std::memcmp(a.bytes.data(), b.bytes.data(), kBytes) == 0;
    }
  };
  using Move = std::int64_t;

  TableGame(const hazard_game& table, const Speaker& speaker)
      : table_(whole_table(table)), speaker_(speaker), words_((table.state_bytes + 7) / 8) {}

  State start() const {
    State s;
    s.turn = turn_from("start", s,
                       [&](hazard_call& call) { return table_.start(table_.rules, &call, s.bytes.data()); });
    return s;
  }

  // A state from outside, whose turn is asked for here.
  State state(const void* bytes) const {
    State s;
    std::memcpy(s.bytes.data(), bytes, table_.state_bytes);
    s.turn = turn_from("turn", s,
                       [&](hazard_call& call) { return table_.turn(table_.rules, &call, s.bytes.data()); });
    return s;
  }

  HAZARD_INLINE Turn turn(const State& s) const { return s.turn; }

  // Whoever collects the actions gets them; whoever goes through them is going to apply each: all that
  // follows is worked out in one call, and `apply` only has to pick it up.
  void actions(const State& s, auto&& sink) const {
    const Visit visit(Workspace<State>::mine());
    Node& node = *visit.node;
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(sink)>, Edges<Move>>) {
      const std::int32_t count = list_actions(s, visit);
      for (std::int32_t i = 0; i < count; ++i) sink(node.moves[i]);
    } else {
      const std::int32_t count = list_successors(s, visit);
      for (std::int32_t i = 0; i < count; ++i) {
        visit.show(&s, i);
        sink(node.moves[i]);
      }
    }
  }

  void outcomes(const State& s, auto&& sink) const {
    const Visit visit(Workspace<State>::mine());
    const std::int32_t count = list_outcomes(s, visit);
    for (std::int32_t i = 0; i < count; ++i) {
      if (visit.node->probabilities[i] != 0.0) sink(visit.node->moves[i], visit.node->probabilities[i]);
    }
  }

  // A node at once, where the table answers it at once.
  void expand(const State& s, auto&& sink) const {
    const Visit visit(Workspace<State>::mine());
    const auto& node = *visit.node;
    const std::int32_t count = list_successors(s, visit);
    for (std::int32_t i = 0; i < count; ++i) sink(node.moves[i], node.states[i]);
  }

  void deal(const State& s, auto&& sink) const {
    const Visit visit(Workspace<State>::mine());
    const auto& node = *visit.node;
    const std::int32_t count = list_successors(s, visit);
    for (std::int32_t i = 0; i < count; ++i) {
      if (node.probabilities[i] != 0.0) sink(node.moves[i], node.probabilities[i], node.states[i]);
    }
  }

  HAZARD_INLINE State apply(const State& s, Move move) const {
    if (const State* shown = Workspace<State>::mine().shown(&s, move)) return *shown;
    State next;
    apply_to(s, move, next);
    return next;
  }

  double value(const State& s) const {
    double found = 0.0;
    if (s.turn == Turn::Over) [[unlikely]] {
      number("value", s, nullptr,
             [&](hazard_call& call) { return table_.value(table_.rules, &call, s.bytes.data(), &found); });
      return checked("value", s, found);
    }
    if (table_.heuristic == nullptr) return played_out(s);
    number("heuristic", s, nullptr,
           [&](hazard_call& call) { return table_.heuristic(table_.rules, &call, s.bytes.data(), &found); });
    return checked("heuristic", s, found);
  }

  // All that follows a search's last decision.
  struct Last {
    double best = 0.0;
    std::uint32_t nodes = 0, ends = 0;
  };
  template <bool maximise>
  HAZARD_INLINE Last last_decision(const State& s) const {
    if (table_.best != nullptr) [[likely]] {
      double highest = 0.0, lowest = 0.0;
      std::int32_t ends = 0;
      const std::int32_t count = Workspace<State>::mine().ask([&](hazard_call& call) {
        return table_.best(table_.rules, &call, s.bytes.data(), &highest, &lowest, &ends);
      });
      if (count > 0) [[likely]]
        return {maximise ? highest : lowest, static_cast<std::uint32_t>(count),
                static_cast<std::uint32_t>(ends)};
    }
    return last_one_by_one<maximise>(s);  // which also finds out what is wrong
  }

  HAZARD_INLINE double reward(const State& s, Move move) const {
    return table_.reward == nullptr ? 0.0 : asked_reward(s, move);
  }

  double rank(const State& s, Move move) const {
    double found = 0.0;
    number("rank", s, &move,
           [&](hazard_call& call) { return table_.rank(table_.rules, &call, s.bytes.data(), move, &found); });
    if (std::isnan(found))
      throw GameError("game.is_nan", {{"where", "the rank from " + name("rank", s, move)}});
    return found;
  }

  bool quiet(const State& s) const {
    return number("quiet", s, nullptr,
                  [&](hazard_call& call) { return table_.quiet(table_.rules, &call, s.bytes.data()); }) != 0;
  }

  // Somebody who has learned how good actions are, in place of the game's own `prior`.
  using Weigher = std::function<void(const State&, const Edges<Move>&, std::vector<double>&)>;
  void weigh_by(Weigher weigher) const { weigher_ = std::move(weigher); }

  void prior(const State& s, const Edges<Move>& edges, std::vector<double>& priors) const {
    if (weigher_) return weigher_(s, edges, priors);
    std::vector<Move> moves;
    for (const auto& edge : edges) moves.push_back(edge.move);
    priors.assign(moves.size(), 0.0);
    number("prior", s, nullptr, [&](hazard_call& call) {
      return table_.prior(table_.rules, &call, s.bytes.data(), moves.data(),
                          static_cast<std::int32_t>(moves.size()), priors.data());
    });
    double sum = 0.0;
    for (std::size_t i = 0; i < priors.size(); ++i) {
      const double weight = priors[i];
      sum += weight;
      if (std::isfinite(weight) && weight >= 0.0) continue;
      const char* fault = std::isnan(weight) ? " is NaN" : weight < 0.0 ? " is negative" : " is inf";
      throw GameError("game.weight_is_wrong",
                      {{"where", name("prior", s)}, {"fault", fault}, {"action", describe(s, moves[i])}});
    }
    if (sum > 0.0 && std::isfinite(sum)) return;
    const char* fault = sum > 0.0 ? " sums to inf" : " is zero for every action";
    throw GameError("game.weights_have_no_sum", {{"where", name("prior", s)}, {"fault", fault}});
  }

  bool must_sample(const State&) const { return table_.outcomes == nullptr && table_.sample != nullptr; }
  Move sample(const State& s, Random& random) const {
    if (!must_sample(s)) {
      double left = random.uniform();
      Move chosen = 0;
      outcomes(s, [&](Move move, double probability) {
        if (left >= 0.0) chosen = move;
        left -= probability;
      });
      return chosen;
    }
    Move found = 0;
    number("sample", s, nullptr, [&](hazard_call& call) {
      return table_.sample(table_.rules, &call, s.bytes.data(), random.bits(), &found);
    });
    return found;
  }

  // For a game without a heuristic: see LearnedPlayOuts.
  double play_out(const State& s, int limit, Random& random) const {
    return play_outs().play(*this, s, limit, random, clock_);
  }
  std::uint64_t short_play_outs() const { return play_outs().cut_short(); }
  void keep_to(Meter* clock) const {
    clock_ = clock;
    play_outs().begin();
  }

  // The game's own numbers for a learner; where it has any.
  bool has_numbers() const { return table_.features != nullptr && table_.feature_count > 0; }
  void numbers(const State& s, std::vector<double>& found) const {
    found.resize(table_.feature_count);
    number("features", s, nullptr, [&](hazard_call& call) {
      return table_.features(table_.rules, &call, s.bytes.data(), found.data());
    });
  }

  Bounds bounds() const { return {table_.low, table_.high}; }
  Features features() const {
    return {.reward = table_.reward != nullptr,
            .rank = table_.rank != nullptr,
            .quiet = table_.quiet != nullptr,
            .prior = table_.prior != nullptr || weigher_ != nullptr,
            .heuristic = table_.heuristic != nullptr,
            .draws_only = table_.outcomes == nullptr && table_.sample != nullptr};
  }

  std::uint64_t key(const State& s) const {
    std::uint64_t hash = 0x9E3779B97F4A7C15;
    for (std::size_t i = 0; i < words_; ++i) {
      std::uint64_t word;
      std::memcpy(&word, s.bytes.data() + 8 * i, 8);
      hash = mix64(hash ^ word);
    }
    return hash;
  }
  std::string text(const State& s) const { return speaker_.text(s.bytes.data()); }
  std::string describe(const State& s, Move move) const {
    return speaker_.words(s.bytes.data(), s.turn == Turn::Chance, move);
  }

  const hazard_game& table() const { return table_; }
  const Speaker& speaker() const { return speaker_; }

 private:
  using Visit = typename Workspace<State>::Visit;
  using Node = typename Workspace<State>::Node;

  std::string name(const char* method, const State& s) const {
    return std::string(table_.name) + "." + method + "(" + text(s) + ")";
  }
  std::string name(const char* method, const State& s, Move move) const {
    return std::string(table_.name) + "." + method + "(" + text(s) + ", " + describe(s, move) + ")";
  }

  HAZARD_INLINE std::int32_t number(const char* method, const State& s, const Move* move, auto&& ask) const {
    return number(Workspace<State>::mine(), method, s, move, ask);
  }
  HAZARD_INLINE std::int32_t number(Workspace<State>& space, const char* method, const State& s,
                                    const Move* move, auto&& ask) const {
    const std::int32_t answer = space.ask(ask);
    if (answer < 0) [[unlikely]]
      speaker_.failed(method, s.bytes.data(), s.turn == Turn::Chance, move, space.call);
    return answer;
  }

  HAZARD_INLINE Turn turn_from(const char* method, const State& s, auto&& ask) const {
    return turn_of(number(method, s, nullptr, ask), method, s);
  }

  HAZARD_INLINE Turn turn_of(std::int32_t found, const char* method, const State& s) const {
    if (found > 3 && found >= static_cast<std::int32_t>(table_.player_count) + 2) [[unlikely]]
      refuse_turn(found, method, s);
    return static_cast<Turn>(found);
  }

  [[noreturn, gnu::cold, gnu::noinline]] void refuse_turn(std::int32_t found, const char* method,
                                                          const State& s) const {
    throw GameError("game.no_turn", {{"method", name(method, s)}, {"found", std::to_string(found)}});
  }

  void apply_to(const State& s, const Move& move, State& next) const {
    const auto ask =
        s.turn == Turn::Chance && table_.apply_outcome != nullptr ? table_.apply_outcome : table_.apply;
    const std::int32_t found = number("apply", s, &move, [&](hazard_call& call) {
      return ask(table_.rules, &call, s.bytes.data(), move, next.bytes.data());
    });
    next.turn = turn_of(found, "apply", s);
  }

  [[gnu::noinline]] double asked_reward(const State& s, Move move) const {
    const auto ask =
        s.turn == Turn::Chance && table_.reward_outcome != nullptr ? table_.reward_outcome : table_.reward;
    double found = 0.0;
    number("reward", s, &move,
           [&](hazard_call& call) { return ask(table_.rules, &call, s.bytes.data(), move, &found); });
    if (std::isnan(found))
      throw GameError("game.is_nan", {{"where", "the reward from " + name("reward", s, move)}});
    if (std::isinf(found)) {
      throw GameError("game.reward_is_infinite", {{"move", describe(s, move)}, {"state", text(s)}});
    }
    return found;
  }

  template <bool maximise>
  [[gnu::noinline]] Last last_one_by_one(const State& s) const {
    Last found;
    actions(s, [&](Move move) {
      const State next = apply(s, move);
      found.ends += next.turn == Turn::Over;
      const double v = reward(s, move) + value(next);
      found.best = ++found.nodes == 1 ? v : better_of<maximise>(v, found.best);
    });
    return found;
  }

  std::int32_t list_actions(const State& s, const Visit& visit) const {
    Node& node = *visit.node;
    if (table_.actions == nullptr) {
      throw GameError("game.no_actions_method", {{"game", table_.name}, {"state", text(s)}});
    }
    const auto ask = [&](hazard_call& call) {
      return table_.actions(table_.rules, &call, s.bytes.data(), node.moves.data(), node.room());
    };
    const std::int32_t count = listed("actions", s, visit, ask);
    if (count == 0) throw GameError("game.nothing_listed", {{"method", name("actions", s)}});
    return count;
  }

  std::int32_t list_outcomes(const State& s, const Visit& visit) const {
    Node& node = *visit.node;
    if (table_.outcomes == nullptr) {
      throw GameError("game.no_outcomes_method", {{"game", table_.name}, {"state", text(s)}});
    }
    const auto ask = [&](hazard_call& call) {
      return table_.outcomes(table_.rules, &call, s.bytes.data(), node.moves.data(),
                             node.probabilities.data(), node.room());
    };
    const std::int32_t count = listed("outcomes", s, visit, ask);
    check_probabilities(s, node, count);
    return count;
  }

  HAZARD_INLINE std::int32_t list_successors(const State& s, const Visit& visit) const {
    if (table_.successors == nullptr) return list_one_by_one(s, visit);
    Node& node = *visit.node;
    const bool chance = s.turn == Turn::Chance;
    const auto ask = [&](hazard_call& call) {
      return table_.successors(table_.rules, &call, s.bytes.data(), node.moves.data(),
                               node.probabilities.data(), node.turns.data(),
                               reinterpret_cast<char*>(node.states.data()), sizeof(State), node.room());
    };
    const std::int32_t count = listed("successors", s, visit, ask);
    for (std::int32_t i = 0; i < count; ++i) node.states[i].turn = turn_of(node.turns[i], "apply", s);
    if (chance) {
      check_probabilities(s, node, count);
    } else if (count == 0) {
      throw GameError("game.nothing_listed", {{"method", name("actions", s)}});
    }
    return count;
  }

  std::int32_t list_one_by_one(const State& s, const Visit& visit) const {
    Node& node = *visit.node;
    const std::int32_t count = s.turn == Turn::Chance ? list_outcomes(s, visit) : list_actions(s, visit);
    for (std::int32_t i = 0; i < count; ++i) {
      if (s.turn == Turn::Chance && node.probabilities[i] == 0.0) continue;
      node.states[i] = State{};
      apply_to(s, node.moves[i], node.states[i]);
    }
    return count;
  }

  HAZARD_INLINE std::int32_t listed(const char* method, const State& s, const Visit& visit,
                                    auto&& ask) const {
    Node& node = *visit.node;
    std::int32_t count = number(visit.space, method, s, nullptr, ask);
    if (count > node.room()) [[unlikely]] {
      node.make_room(2 * count);
      count = number(visit.space, method, s, nullptr, ask);
    }
    return count;
  }

  HAZARD_INLINE void check_probabilities(const State& s, const Node& node, std::int32_t count) const {
    double sum = 0.0;
    bool sound = true;
    for (std::int32_t i = 0; i < count; ++i) {
      sound &= node.probabilities[i] >= 0.0 && node.probabilities[i] <= 1.0 + 1e-9;
      sum += node.probabilities[i];
    }
    if (!(sound && std::abs(sum - 1.0) <= 1e-9)) [[unlikely]]
      refuse_probabilities(s, node, count, sum);
  }

  [[noreturn, gnu::cold, gnu::noinline]] void refuse_probabilities(const State& s, const Node& node,
                                                                   std::int32_t count, double sum) const {
    const std::string method = name("outcomes", s);
    if (count == 0) throw GameError("game.nothing_listed", {{"method", method}});
    for (std::int32_t i = 0; i < count; ++i) {
      const double p = node.probabilities[i];
      if (std::isnan(p)) throw GameError("game.is_nan", {{"where", "a probability in " + method}});
      if (p < 0.0 || p > 1.0 + 1e-9) {
        throw GameError(
            "game.probability_is_wrong",
            {{"method", method}, {"outcome", describe(s, node.moves[i])}, {"found", std::to_string(p)}});
      }
    }
    char words[32];
    std::snprintf(words, sizeof words, "%.12g", sum);
    throw GameError("game.probabilities_do_not_sum", {{"method", method}, {"found", words}});
  }

  HAZARD_INLINE double checked(const char* method, const State& s, double found) const {
    if (!(found >= table_.low - 1e-12 && found <= table_.high + 1e-12 && std::isfinite(found))) [[unlikely]]
      refuse_value(method, s, found);
    return found;
  }

  [[noreturn, gnu::cold, gnu::noinline]] void refuse_value(const char* method, const State& s,
                                                           double found) const {
    if (std::isnan(found)) throw GameError("game.is_nan", {{"where", "the value from " + name(method, s)}});
    if (found < table_.low || found > table_.high) {
      throw GameError("game.value_out_of_bounds", {{"method", name(method, s)},
                                                   {"found", std::to_string(found)},
                                                   {"low", std::to_string(table_.low)},
                                                   {"high", std::to_string(table_.high)}});
    }
    throw GameError("game.value_is_infinite", {{"method", name(method, s)}});
  }

  [[gnu::noinline]] double played_out(const State& s) const {
    if (clock_ == nullptr) return unknown_value(*this);  // outside a search nobody waits for play-outs
    return play_outs().value(*this, s, text(s), clock_);
  }

  NumberedPlayOuts<TableGame>& play_outs() const { return *play_outs_; }

  const hazard_game table_;
  const Speaker& speaker_;
  const std::size_t words_;
  mutable Meter* clock_ = nullptr;
  mutable Weigher weigher_;
  std::unique_ptr<NumberedPlayOuts<TableGame>> play_outs_ = std::make_unique<NumberedPlayOuts<TableGame>>();
};

// The last decision of the plain search is one call into the rules.
#define HAZARD_LAST_DECISION(kBytes, kBare)                                                      \
  template <>                                                                                    \
  template <bool maximise>                                                                       \
  HAZARD_INLINE inline double FullWidth<TableGame<kBytes>, kBare>::last_decision(Passed state,   \
                                                                                 Tally& tally) { \
    const auto found = game_.template last_decision<maximise>(state);                            \
    tally.nodes += found.nodes;                                                                  \
    tally.leaves += found.nodes;                                                                 \
    tally.ends += found.ends;                                                                    \
    return within_bounds(found.best);                                                            \
  }
#define HAZARD_LAST_DECISION_OF(kBytes) \
  HAZARD_LAST_DECISION(kBytes, false)   \
  HAZARD_LAST_DECISION(kBytes, true)

// A game in Python is searched in the same way, node for node, whether it is compiled or not: with windows,
// where a game of the core would do without.
template <std::size_t kBytes>
ExpectimaxMethod method_for(const TableGame<kBytes>& game, const ExpectimaxSettings& settings) {
  const auto found = method_for<TableGame<kBytes>>(game, settings);
  return found == ExpectimaxMethod::Unpruned ? ExpectimaxMethod::Windows : found;
}

}  // namespace hazard
