#include "bindings/learning.hpp"

namespace hazard {

void bind_learning_python() { bind_learning<PythonGame>(); }

}  // namespace hazard
