// What the claims about Slay the Spire's rules rest on: how long a copy takes, and whether keys tell states
// apart.
#include <chrono>
#include <cstring>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "domains/spire/bind/bind.hpp"
#include "domains/spire/combat.hpp"

namespace hazard {

using namespace spire;

namespace {

// Nanoseconds to copy a state, among so many that they do not stay in the nearest cache together.
double copy_nanoseconds(const Combat& game, std::uint64_t copies) {
  const nb::gil_scoped_release released;
  std::vector<State> states(64, game.start());
  const auto began = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < copies; ++i) {
    State& to = states[i % 64];
    to = states[(i * 31 + 7) % 64];
    to.turn = static_cast<std::uint16_t>(i);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return 1e9 * seconds / static_cast<double>(copies);
}

// Another fingerprint, of all that equality looks at.
std::uint64_t whole_state(const State& s) {
  const State c = canonical(s);
  std::uint64_t sum = 0x243f6a8885a308d3ULL;
  for (std::size_t i = 0; i + 8 <= sizeof c; i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, reinterpret_cast<const char*>(&c) + i, 8);
    sum = mix64(sum ^ word) + i;
  }
  return sum;
}

// Random fights until `wanted` different states are seen: (states looked at, different ones, different keys).
nb::tuple count_keys(const Combat& game, std::uint64_t wanted, std::uint64_t seed) {
  std::unordered_set<std::uint64_t> states, keys;
  std::uint64_t seen = 0;
  {
    const nb::gil_scoped_release released;
    Random random(seed);
    while (states.size() < wanted && seen < 40 * wanted) {
      State s = game.start();
      for (int moves = 0; moves < 400 && states.size() < wanted && !s.over(); ++moves) {
        ++seen;
        states.insert(whole_state(s));
        keys.insert(game.key(s));
        s = game.apply(s, game.random_move(s, random));
      }
    }
  }
  return nb::make_tuple(seen, states.size(), keys.size());
}

}  // namespace

void bind_spire_timing(nb::module_& m) {
  m.def("spire_copy_nanoseconds", &copy_nanoseconds, nb::arg("game"), nb::arg("copies"));
  m.def(
      "spire_count_keys", &count_keys, nb::arg("game"), nb::arg("wanted"), nb::arg("seed"),
      "Random fights until so many different states are seen: states seen, different ones, different keys.");
}

}  // namespace hazard
