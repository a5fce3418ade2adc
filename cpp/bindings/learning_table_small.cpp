#include "bindings/bind_game_table.hpp"
#include "bindings/learning.hpp"

namespace hazard {

void bind_learning_table_small() { bind_learning<TableGame<56>>(); }

}  // namespace hazard
