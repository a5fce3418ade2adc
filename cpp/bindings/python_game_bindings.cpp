#include "bindings/engine.hpp"
#include "bindings/judge.hpp"

namespace hazard {

void bind_python_game(nb::module_& m) {
  nb::class_<PythonGame>(m, "PythonGame", "A game written in Python, made ready to be searched")
      .def(nb::init<nb::object, std::size_t>(), nb::arg("game"), nb::arg("max_states"))
      .def("states", &PythonGame::states, "How many distinct states the game has been asked about");
  bind_engine<PythonGame>(m, "PythonEngine");
}

}  // namespace hazard
