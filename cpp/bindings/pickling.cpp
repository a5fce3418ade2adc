// Compiled states travel between processes: each is pickled as the bytes of its struct. It is one file for
// all games, so that no game's binding has to be compiled for it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cstring>
#include <string>
#include <type_traits>

#include "fivee/state.hpp"
#include "games/backgammon/game.hpp"
#include "games/connect_four.hpp"
#include "games/einstein.hpp"
#include "games/pig.hpp"
#include "games/random_tree.hpp"
#include "games/take_it_easy/take_it_easy.hpp"
#include "games/tic_tac_toe.hpp"
#include "games/twenty48/twenty48.hpp"
#include "spire/state.hpp"

namespace nb = nanobind;

namespace hazard {

namespace {

// Equal states have equal bytes, where the compiler can blank what lies between the fields.
template <class S>
nb::bytes bytes_of(S state) {
#if defined(__has_builtin)
#if __has_builtin(__builtin_clear_padding)
  __builtin_clear_padding(&state);
#endif
#endif
  return nb::bytes(reinterpret_cast<const char*>(&state), sizeof(S));
}

template <class S>
S state_of(const nb::bytes& bytes) {
  if (bytes.size() != sizeof(S)) {
    throw nb::value_error(("expected the " + std::to_string(sizeof(S)) + " bytes of a state, found " +
                           std::to_string(bytes.size()))
                              .c_str());
  }
  S state;
  std::memcpy(static_cast<void*>(&state), bytes.data(), sizeof(S));
  return state;
}

template <class S>
void bind_bytes() {
  static_assert(std::is_trivially_copyable_v<S>);
  const nb::handle type = nb::type<S>();
  nb::cpp_function_def([](const S& s) { return bytes_of(s); }, nb::scope(type), nb::name("_bytes"),
                       nb::is_method());
  nb::cpp_function_def(
      [](nb::handle self) {
        return nb::cast<nb::tuple>(nb::module_::import_("hazard.pickling").attr("reduced_state")(self));
      },
      nb::scope(type), nb::name("__reduce__"), nb::is_method());
  nb::setattr(type, "_from_bytes",
              nb::cpp_function([](const nb::bytes& bytes) { return state_of<S>(bytes); }));
}

}  // namespace

void bind_pickling() {
  bind_bytes<Backgammon::State>();
  bind_bytes<ConnectFour::State>();
  bind_bytes<EinStein::State>();
  bind_bytes<Pig::State>();
  bind_bytes<RandomTree::State>();
  bind_bytes<TakeItEasy::State>();
  bind_bytes<TicTacToe::State>();
  bind_bytes<Twenty48::State>();
  bind_bytes<fivee::State>();
  bind_bytes<spire::State>();
}

}  // namespace hazard
