// Moves as records: typed values with named fields that Python compares, hashes, pickles and prints.
//
// A game whose moves cross the border as records says so by `kMoveIsRecord`; where a move needs its state to
// speak for itself, `record(state, move)` makes the record. The binding declares the fields by `bind_record`.
// Words for a record are made in Python, in the reader's language.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <string>

#include "bindings/state_bytes.hpp"
#include "core/game.hpp"

namespace hazard {

// Gives a class of moves equality, a hash over its fields, pickling, and `Name(field=value, ...)` as its
// repr; `fields` are the names to print, each of them an attribute already.
template <class M, class Class>
void bind_record(Class& cls, std::initializer_list<const char*> fields) {
  cls.def(
      "__eq__", [](const M& a, nb::handle b) { return nb::isinstance<M>(b) && a == nb::cast<const M&>(b); },
      nb::is_operator());
  nb::list names;
  for (const char* field : fields) names.append(field);
  cls.attr("__match_args__") = nb::tuple(names);
  cls.def("__hash__", [](nb::handle self) {
    return nb::hash(nb::module_::import_("hazard.compiled").attr("record_fields")(self));
  });
  cls.def("__repr__", [](nb::handle self) {
    return nb::cast<std::string>(nb::module_::import_("hazard.compiled").attr("record_repr")(self));
  });
  bind_state_bytes<M>();
}

}  // namespace hazard
