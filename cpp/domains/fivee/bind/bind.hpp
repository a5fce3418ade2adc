// What the bindings of fifth-edition combat share.
#pragma once

#include <tuple>

#include "bindings/fields.hpp"
#include "domains/fivee/combat.hpp"

namespace hazard {

// Refuses a state that points outside the fight.
void check_state(const fivee::Rules& rules, const fivee::State& s);

using AimTuple = std::tuple<int, int, int, int>;  // point of origin in half cells, direction or corner

inline fivee::Aim aim_from(const AimTuple& given) {
  const auto small = [](int value) { return checked(value, -4096, 4096, "aim"); };
  const auto [x, y, dx, dy] = given;
  return fivee::aim(small(x), small(y), small(dx), small(dy));
}

void bind_fivee_moves(nb::module_& m);
void bind_fivee_states(nb::module_& m);
void bind_fivee_content(nb::module_& m);
void bind_fivee_combat(nb::module_& m);
void bind_fivee_fights(nb::module_& m);

}  // namespace hazard
