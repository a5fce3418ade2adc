#include "bindings/bind_game_table.hpp"
#include "bindings/learning.hpp"

namespace hazard {

void bind_learning_table_large() { bind_learning<TableGame<2040>>(); }

}  // namespace hazard
