// How a game that is a table of functions looks from Python. What its bytes mean is known to a *codec*, an
// object in Python: encode(state) and decode(bytes), move(chance, number) and number(chance, move),
// text(state), words(state, move), and failed(...), which raises what went wrong.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <cstring>
#include <string>
#include <utility>

#include "bindings/engine.hpp"
#include "bindings/game_table.hpp"
#include "bindings/judge.hpp"
#include "bindings/seats_table.hpp"
#include "bindings/several.hpp"

namespace hazard {

inline nb::bytes bytes_at(const void* state, std::size_t size) {
  return nb::bytes(static_cast<const char*>(state), size);
}

class PythonSpeaker final : public Speaker {
 public:
  PythonSpeaker(nb::object codec, std::size_t state_bytes)
      : codec_(std::move(codec)), state_bytes_(state_bytes) {}

  std::string text(const void* state) const override {
    const nb::gil_scoped_acquire held;
    return nb::cast<std::string>(codec_.attr("text")(decoded(state)));
  }
  std::string words(const void* state, bool chance, std::int64_t move) const override {
    const nb::gil_scoped_acquire held;
    return nb::cast<std::string>(codec_.attr("words")(decoded(state), codec_.attr("move")(chance, move)));
  }
  [[noreturn]] void failed(const char* method, const void* state, bool chance, const std::int64_t* move,
                           const hazard_call& call) const override {
    const nb::gil_scoped_acquire held;
    const nb::object moved = move == nullptr ? nb::none() : nb::cast(*move);
    codec_.attr("failed")(method, bytes_at(state, state_bytes_), chance, moved, call.error, call.line,
                          std::string(call.message, strnlen(call.message, sizeof call.message)));
    throw GameError("compiled.failed",
                    {{"game", ""}, {"line", ""}, {"method", method}, {"state", text(state)}});
  }

  nb::object decoded(const void* state) const { return codec_.attr("decode")(bytes_at(state, state_bytes_)); }
  const nb::object& codec() const { return codec_; }

 private:
  nb::object codec_;
  std::size_t state_bytes_;
};

// The speaker lives as long as the game that it speaks for.
template <std::size_t kBytes>
struct BoundTableGame {
  BoundTableGame(std::uintptr_t table, nb::object codec)
      : speaker(std::move(codec), reinterpret_cast<const hazard_game*>(table)->state_bytes),
        game(*reinterpret_cast<const hazard_game*>(table), speaker) {}

  PythonSpeaker speaker;
  TableGame<kBytes> game;
};

template <std::size_t kBytes>
struct Convert<TableGame<kBytes>> {
  using G = TableGame<kBytes>;
  using S = typename G::State;

  static const PythonSpeaker& speaker(const G& game) {
    return static_cast<const PythonSpeaker&>(game.speaker());
  }
  static nb::object state(const G& game, const S& s) { return speaker(game).decoded(s.bytes.data()); }
  static nb::object move(const G& game, const S& s, std::int64_t m) {
    return speaker(game).codec().attr("move")(s.turn == Turn::Chance, m);
  }
  static nb::object words(const G& game, const S& s, std::int64_t m) { return nb::cast(game.describe(s, m)); }
  static S state_from(const G& game, nb::handle object) {
    const auto bytes = nb::cast<nb::bytes>(speaker(game).codec().attr("encode")(object));
    return game.state(bytes.data());
  }
  static const S& sound(const G&, const S& s) { return s; }
  static std::int64_t move_from(const G& game, const S& s, nb::handle object) {
    const bool chance = s.turn == Turn::Chance;
    const nb::object wanted = speaker(game).codec().attr("number")(chance, object);
    Edges<std::int64_t> edges;
    if (chance) {
      game.outcomes(s, edges);
    } else if (s.turn != Turn::Over) {
      game.actions(s, edges);
    }
    for (const auto& edge : edges) {
      if (!wanted.is_none() && nb::cast(edge.move).equal(wanted)) return edge.move;
    }
    throw GameError("game.no_move_here",
                    {{"move", nb::cast<std::string>(nb::repr(object))}, {"state", game.text(s)}});
  }
};

template <std::size_t kBytes>
struct Convert<SeatsTable<kBytes>> : Convert<TableGame<kBytes>> {
  using Inner = Convert<TableGame<kBytes>>;
  using G = SeatsTable<kBytes>;
  using S = typename G::State;
  static nb::object state(const G& game, const S& s) { return Inner::state(game.inner(), s); }
  static nb::object move(const G& game, const S& s, std::int64_t m) {
    return Inner::move(game.inner(), s, m);
  }
  static S state_from(const G& game, nb::handle object) { return Inner::state_from(game.inner(), object); }
  static std::int64_t move_from(const G& game, const S& s, nb::handle object) {
    return Inner::move_from(game.inner(), s, object);
  }
};

template <std::size_t kBytes>
std::optional<Evaluator<TableGame<kBytes>>> evaluator_from(const TableGame<kBytes>& game, nb::object function,
                                                           TreePriors<TableGame<kBytes>>* priors = nullptr) {
  return learned_or_other(game, std::move(function), priors);
}

// The methods of hazard.Game, for games that are no more than their table.
template <std::size_t kBytes, class Class>
void bind_table_walk(Class& cls) {
  using G = TableGame<kBytes>;
  using C = Convert<G>;
  using Bound = BoundTableGame<kBytes>;
  cls.def("start", [](const Bound& b) { return C::state(b.game, b.game.start()); });
  cls.def("turn", [](const Bound& b, nb::handle state) {
    return static_cast<int>(C::state_from(b.game, state).turn);
  });
  cls.def("actions", [](const Bound& b, nb::handle state) {
    const auto s = C::state_from(b.game, state);
    nb::list found;
    if (decides(s.turn)) b.game.actions(s, [&](std::int64_t m) { found.append(C::move(b.game, s, m)); });
    return found;
  });
  cls.def("outcomes", [](const Bound& b, nb::handle state) {
    const auto s = C::state_from(b.game, state);
    nb::list found;
    if (s.turn == Turn::Chance) {
      b.game.outcomes(
          s, [&](std::int64_t m, double p) { found.append(nb::make_tuple(C::move(b.game, s, m), p)); });
    }
    return found;
  });
  cls.def("apply", [](const Bound& b, nb::handle state, nb::handle move) {
    const auto s = C::state_from(b.game, state);
    return C::state(b.game, b.game.apply(s, C::move_from(b.game, s, move)));
  });
  cls.def("value",
          [](const Bound& b, nb::handle state) { return b.game.value(C::state_from(b.game, state)); });
  cls.def("reward", [](const Bound& b, nb::handle state, nb::handle move) {
    const auto s = C::state_from(b.game, state);
    return b.game.reward(s, C::move_from(b.game, s, move));
  });
  cls.def("rank", [](const Bound& b, nb::handle state, nb::handle move) {
    const auto s = C::state_from(b.game, state);
    return b.game.rank(s, C::move_from(b.game, s, move));
  });
  cls.def("quiet",
          [](const Bound& b, nb::handle state) { return b.game.quiet(C::state_from(b.game, state)); });
  cls.def("bounds", [](const Bound& b) { return std::pair(b.game.bounds().low, b.game.bounds().high); });
}

template <std::size_t kBytes>
void bind_game_table(nb::module_& m) {
  const std::string size = std::to_string(kBytes);
  using Bound = BoundTableGame<kBytes>;
  nb::class_<TableGame<kBytes>>(m, ("TableRules" + size).c_str());
  nb::class_<Bound> game(m, ("TableGame" + size).c_str());
  game.def(nb::init<std::uintptr_t, nb::object>(), nb::arg("table"), nb::arg("codec"));
  game.def_prop_ro(
      "rules", [](const Bound& b) -> const TableGame<kBytes>& { return b.game; },
      nb::rv_policy::reference_internal);
  bind_table_walk<kBytes>(game);
  bind_engine<TableGame<kBytes>>(m, ("TableEngine" + size).c_str());
  using Seats = SeatsTable<kBytes>;
  nb::class_<Seats> seats(m, ("TableSeats" + size).c_str());
  seats.def(nb::init<const TableGame<kBytes>&>(), nb::arg("rules"), nb::keep_alive<1, 2>());
  seats.def_prop_ro("players", &Seats::players);
  seats.def("payoffs", [](const Seats& g, nb::handle state) {
    std::vector<double> found(g.players(), 0.0);
    g.payoffs(Convert<Seats>::state_from(g, state), found);
    return found;
  });
  seats.def("sees", [](const Seats& g, nb::handle state, int player) {
    return g.sees(Convert<Seats>::state_from(g, state), player);
  });
  bind_several<Seats>(m, ("TableSeveral" + size).c_str());
}

}  // namespace hazard
