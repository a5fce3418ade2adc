// Games of several players written in Python, and their searches.
#include "bindings/several.hpp"

#include "bindings/python_several.hpp"

namespace hazard {

void bind_python_several(nb::module_& m) {
  nb::class_<SeveralPython>(m, "SeveralPython",
                            "A game of several players in Python, made ready to be searched")
      .def(nb::init<nb::object, nb::object, std::size_t, std::size_t>(), nb::arg("game"), nb::arg("seats"),
           nb::arg("max_states"), nb::arg("players"));
  bind_several<SeveralPython>(m, "PythonSeveral");
}

}  // namespace hazard
