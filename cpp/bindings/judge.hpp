// What was learned of a game, as Python holds it, and how the searches of any game use it.
//
// What it reads of a state is said by its *sight*, an object in Python: `spots`, places in the bytes of a
// compiled state; or None, and then the game's own features where it has them compiled, or the numbers that
// `numbers(state)` returns.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/convert.hpp"
#include "bindings/evaluator.hpp"
#include "core/mix_text.hpp"
#include "learn/judge.hpp"
#include "self_play/judged_game.hpp"

namespace hazard {

// A number in the bytes of a state: where it is, and its letter in the language of Python's `struct`.
struct Spot {
  std::size_t offset;
  char letter;

  double read(const unsigned char* bytes) const {
    switch (letter) {
      case 'B':
        return bytes[offset];
      case 'i':
        return as<std::int32_t>(bytes);
      case 'I':
        return as<std::uint32_t>(bytes);
      case 'd':
        return as<double>(bytes);
      default:
        return static_cast<double>(as<std::int64_t>(bytes));
    }
  }

 private:
  template <class T>
  double as(const unsigned char* bytes) const {
    T found;
    std::memcpy(&found, bytes + offset, sizeof found);
    return static_cast<double>(found);
  }
};

struct BoundJudge {
  std::shared_ptr<const learn::Judge> judge;
  bool afterwards = false;
  nb::object sight;
};

template <class G>
constexpr bool is_table() {
  return requires(const G& game, const typename G::State& s, std::vector<double>& found) {
    game.numbers(s, found);
  };
}

template <Game G>
typename JudgedGame<G>::Reader reader_for(const G& game, const nb::object& sight) {
  using State = typename G::State;
  if constexpr (is_table<G>()) {
    const nb::object listed = sight.attr("spots");
    if (!listed.is_none()) {
      std::vector<Spot> spots;
      for (const nb::handle spot : listed)
        spots.push_back({nb::cast<std::size_t>(spot[0]), nb::cast<std::string>(spot[1])[0]});
      return [spots](const G&, const State& s, std::vector<double>& found) {
        found.resize(spots.size());
        for (std::size_t i = 0; i < spots.size(); ++i) found[i] = spots[i].read(s.bytes.data());
      };
    }
    if (game.has_numbers())
      return [](const G& g, const State& s, std::vector<double>& found) { g.numbers(s, found); };
  }
  return
      [numbers = nb::object(sight.attr("numbers"))](const G& g, const State& s, std::vector<double>& found) {
        const nb::gil_scoped_acquire held;
        found.clear();
        for (const nb::handle number : numbers(Convert<G>::state(g, s)))
          found.push_back(nb::cast<double>(number));
      };
}

template <Game G>
JudgedGame<G> judged_by(const G& game, const BoundJudge& bound) {
  using Reader = typename JudgedGame<G>::Reader;
  auto reader = std::make_shared<const Reader>(
      [reader = reader_for(game, bound.sight), count = bound.judge->encoding().places()](
          const G& g, const typename G::State& s, std::vector<double>& found) {
        reader(g, s, found);
        if (found.size() == count) [[likely]]
          return;
        throw GameError("learn.features_differ_in_number", {{"state", g.text(s)},
                                                            {"found", std::to_string(found.size())},
                                                            {"expected", std::to_string(count)}});
      });
  return {game, bound.judge, std::move(reader), bound.afterwards};
}

// An action of a game in Python is known by what it looks like: its hash is another one in every process.
inline std::uint64_t action_code(const PythonGame& game, PythonGame::State state, PythonGame::Move move) {
  const nb::gil_scoped_acquire held;
  return mix_text(nb::cast<std::string>(nb::repr(game.move_object(state, move))));
}

// The judge of an evaluator, if that is what it is.
inline const BoundJudge* judge_of(nb::handle evaluator) {
  if (evaluator.is_none() || !nb::hasattr(evaluator, "_judge")) return nullptr;
  const nb::object judge = evaluator.attr("_judge");
  return nb::isinstance<BoundJudge>(judge) ? nb::inst_ptr<BoundJudge>(judge) : nullptr;
}

// In place of evaluator_from of evaluator.hpp, for games that can be learned.
template <Game G>
std::optional<Evaluator<G>> learned_or_other(const G& game, nb::object function, TreePriors<G>* priors) {
  if constexpr (takes_weigher<G>()) game.weigh_by({});
  const BoundJudge* judge = judge_of(function);
  if (judge == nullptr) return evaluator_from<G>(game, std::move(function), priors);
  return judged_by(game, *judge).evaluator(priors);
}

inline std::optional<Evaluator<PythonGame>> evaluator_from(const PythonGame& game, nb::object function,
                                                           TreePriors<PythonGame>* priors = nullptr) {
  return learned_or_other(game, std::move(function), priors);
}

}  // namespace hazard
