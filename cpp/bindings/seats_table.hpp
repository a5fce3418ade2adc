// A game that is a table of C functions, with secrets or for several players: the same table, asked besides
// what everybody gets and what a player sees.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>

#include "bindings/game_table.hpp"
#include "core/players.hpp"

namespace hazard {

template <std::size_t kBytes>
class SeatsTable {
 public:
  using Inner = TableGame<kBytes>;
  using State = typename Inner::State;
  using Move = typename Inner::Move;

  explicit SeatsTable(const Inner& inner) : inner_(inner), table_(inner.table_) {}

  const Inner& inner() const { return inner_; }
  std::size_t players() const { return table_.player_count == 0 ? 2 : table_.player_count; }
  State start() const { return inner_.start(); }
  Turn turn(const State& s) const { return s.turn; }
  void actions(const State& s, auto&& sink) const { inner_.actions(s, sink); }
  void outcomes(const State& s, auto&& sink) const { inner_.outcomes(s, sink); }
  State apply(const State& s, Move move) const { return inner_.apply(s, move); }
  Move sample(const State& s, Random& random) const { return inner_.sample(s, random); }
  std::uint64_t key(const State& s) const { return inner_.key(s); }
  std::string text(const State& s) const { return inner_.text(s); }
  Bounds bounds() const { return inner_.bounds(); }
  Features features() const {
    return {.reward = false,
            .rank = false,
            .quiet = false,
            .prior = false,
            .heuristic = table_.player_count == 0 ? table_.heuristic != nullptr : table_.guesses != nullptr};
  }

  double value(const State& s) const {
    std::vector<double> found(players());
    payoffs(s, found);
    return found[0];
  }

  void payoffs(const State& s, std::span<double> found) const {
    if (table_.player_count == 0) {
      found[0] = inner_.value(s);
      found[1] = -found[0];
      return;
    }
    const bool over = s.turn == Turn::Over;
    const auto ask = over || table_.guesses == nullptr ? table_.payoffs : table_.guesses;
    const char* method = over ? "value" : "heuristic";
    inner_.number(method, s, nullptr,
                  [&](hazard_call& call) { return ask(table_.rules, &call, s.bytes.data(), found.data()); });
    check(method, s, found);
  }

  void add_rewards(const State& s, Move move, std::span<double> found) const {
    const auto ask =
        s.turn == Turn::Chance && table_.rewards_outcome != nullptr ? table_.rewards_outcome : table_.rewards;
    if (ask == nullptr) {
      if (table_.player_count == 0 && table_.reward != nullptr) {
        const double paid = inner_.reward(s, move);
        found[0] += paid;
        found[1] -= paid;
      }
      return;
    }
    std::array<double, kMostPlayers> paid{};
    inner_.number("reward", s, &move, [&](hazard_call& call) {
      return ask(table_.rules, &call, s.bytes.data(), move, paid.data());
    });
    check("reward", s, std::span(paid).first(players()));
    for (std::size_t p = 0; p < players(); ++p) found[p] += paid[p];
  }

  bool hides() const { return table_.sees != nullptr; }
  std::uint64_t sees(const State& s, int player) const {
    if (table_.sees == nullptr) return key(s);
    std::uint64_t view = 0;
    inner_.number("sees", s, nullptr, [&](hazard_call& call) {
      return table_.sees(table_.rules, &call, s.bytes.data(), player, &view);
    });
    return view;
  }

 private:
  void check(const char* method, const State& s, std::span<const double> found) const {
    for (const double number : found)
      if (!std::isfinite(number))
        throw GameError("game.not_a_number",
                        {{"where", inner_.name(method, s)}, {"found", std::to_string(number)}});
  }

  const Inner& inner_;
  const hazard_game& table_;
};

}  // namespace hazard
