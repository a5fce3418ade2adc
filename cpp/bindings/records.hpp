// Moves as records: typed values with named fields that Python compares, hashes, orders, pickles and prints.
//
// A move crosses the border as what the game's `record(state, move)` returns, or as itself: an enumeration
// where the choices are a fixed handful of names, otherwise a struct with named fields; a `std::variant` of
// both where players and chance have records of their own. Words for them are made in Python, in the reader's
// language.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include <compare>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "core/game.hpp"
#include "core/random.hpp"

namespace nb = nanobind;

namespace hazard {

namespace records {

inline nb::object python(const char* function) {
  return nb::module_::import_("hazard.compiled").attr(function);
}

// Over the bytes of a struct that has none between its fields.
template <class M>
Py_hash_t hash_of(const M& record) {
  std::uint64_t hash = sizeof(M);
  std::size_t at = 0;
  while (at < sizeof(M)) {
    std::uint64_t word = 0;
    const std::size_t size = std::min(sizeof word, sizeof(M) - at);
    std::memcpy(&word, reinterpret_cast<const char*>(&record) + at, size);
    hash = mix64(hash ^ word);
    at += size;
  }
  return static_cast<Py_hash_t>(hash >> 2);
}

}  // namespace records

// Gives a class of records equality, order, a hash over its fields, pickling, and `Name(field=value, ...)` as
// its repr. `fields` are attributes already, and the arguments of the constructor in this order.
template <class M, class Class>
void bind_record(Class& cls, std::initializer_list<const char*> fields) {
  cls.def(
      "__eq__", [](const M& a, nb::handle b) { return nb::isinstance<M>(b) && a == nb::cast<const M&>(b); },
      nb::is_operator());
  if constexpr (std::three_way_comparable<M>) {
    cls.def("__lt__", [](const M& a, const M& b) { return a < b; }, nb::is_operator());
    cls.def("__le__", [](const M& a, const M& b) { return a <= b; }, nb::is_operator());
    cls.def("__gt__", [](const M& a, const M& b) { return a > b; }, nb::is_operator());
    cls.def("__ge__", [](const M& a, const M& b) { return a >= b; }, nb::is_operator());
  }
  nb::list names;
  for (const char* field : fields) names.append(field);
  cls.attr("__match_args__") = nb::tuple(names);
  if constexpr (std::has_unique_object_representations_v<M>) {
    cls.def("__hash__", [](const M& record) { return records::hash_of(record); });
  } else {
    cls.def("__hash__", [](nb::handle self) {
      std::uint64_t hash = sizeof(M);
      for (nb::handle name : self.type().attr("__match_args__"))
        hash = mix64(hash ^ static_cast<std::uint64_t>(nb::hash(nb::getattr(self, name))));
      return static_cast<Py_hash_t>(hash >> 2);
    });
  }
  cls.def("__repr__",
          [](nb::handle self) { return nb::cast<std::string>(records::python("record_repr")(self)); });
  cls.def("__reduce__", [](nb::handle self) {
    return nb::make_tuple(self.type(), records::python("record_fields")(self));
  });
}

template <class M, class T>
struct Field {
  const char* name;
  T M::* member;
  const char* about;
};

template <class M, class T>
Field<M, T> field(const char* name, T M::* member, const char* about) {
  return {name, member, about};
}

// Declares a record whose fields are the members of a plain struct.
template <class M, class... T>
nb::class_<M> bind_record(nb::module_& m, const char* name, const char* about, Field<M, T>... fields) {
  nb::class_<M> cls(m, name, about);
  cls.def(
      "__init__",
      [fields...](M* made, T... values) {
        new (made) M();
        ((made->*fields.member = values), ...);
      },
      nb::arg(fields.name)...);
  (cls.def_ro(fields.name, fields.member, fields.about), ...);
  bind_record<M>(cls, {fields.name...});
  return cls;
}

}  // namespace hazard
