#include "bindings/bind_game_table.hpp"

namespace hazard {

HAZARD_LAST_DECISION_OF(2040)

void bind_game_table_large(nb::module_& m) { bind_game_table<2040>(m); }

}  // namespace hazard
