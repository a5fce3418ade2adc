// What Python returns for a batch of states: values, or a pair of values and priors.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/game.hpp"

namespace hazard {

namespace nb = nanobind;

// How an object is written, cut where it is too long for a message.
inline std::string shown_answer(nb::handle object) {
  std::string text;
  try {
    text = nb::cast<std::string>(nb::repr(object));
  } catch (nb::python_error& error) {
    if (!error.matches(PyExc_Exception)) throw;  // Ctrl-C
    text = "<a value whose repr fails>";
  }
  return text.size() <= 300 ? text : text.substr(0, 297) + "...";
}

inline Py_ssize_t size_or_minus_one(nb::handle object) {
  const Py_ssize_t size = PyObject_Size(object.ptr());
  if (size < 0) PyErr_Clear();
  return size;
}

// A pair is told from two plain values by what is first in it: a list of values and no number.
inline std::pair<nb::object, nb::object> values_and_priors(const nb::object& answer) {
  const bool pair = PyTuple_Check(answer.ptr()) && NB_TUPLE_GET_SIZE(answer.ptr()) == 2 &&
                    size_or_minus_one(nb::object(answer[0])) >= 0 &&
                    !PyUnicode_Check(nb::object(answer[0]).ptr());
  if (!pair) return {answer, nb::object()};
  return {nb::object(answer[0]), nb::object(answer[1])};
}

// `who` says who answered, and is only called when the answer is wrong.
inline void require_one_for_each(nb::handle listed, std::size_t states, auto&& who, const char* what) {
  if (size_or_minus_one(listed) == static_cast<Py_ssize_t>(states) && PyDict_Check(listed.ptr()) == 0) return;
  throw GameError(
      "game.answers_miscounted",
      {{"who", who()}, {"found", shown_answer(listed)}, {"count", std::to_string(states)}, {"what", what}});
}

// One weight; `where` says where it stands.
inline double weight_from(nb::handle found, auto&& where, auto&& label) {
  const double weight = PyFloat_AsDouble(found.ptr());
  const bool wrong = PyErr_Occurred() != nullptr;
  if (wrong) PyErr_Clear();
  if (!wrong && std::isfinite(weight) && weight >= 0.0) return weight;
  const std::string fault = wrong                ? " is " + shown_answer(found)
                            : std::isnan(weight) ? " is NaN"
                            : weight < 0.0       ? " is negative"
                                                 : " is inf";
  throw GameError("game.weight_is_wrong",
                  {{"where", where()}, {"fault", fault}, {"action", shown_answer(label())}});
}

// Weights by action; an action that is left out weighs nothing.
inline void weights_by_action(nb::handle found, std::size_t count, auto&& label_of, auto&& where,
                              std::vector<double>& weights) {
  nb::dict named, unknown;
  named.update(found);
  unknown.update(named);
  for (std::size_t i = 0; i < count; ++i) {
    const nb::object label = label_of(i);
    const nb::object weight = nb::borrow(PyDict_GetItemWithError(named.ptr(), label.ptr()));
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    weights.push_back(!weight.is_valid() ? 0.0 : weight_from(weight, where, [&] { return label; }));
    if (PyDict_Contains(unknown.ptr(), label.ptr()) == 1) PyDict_DelItem(unknown.ptr(), label.ptr());
  }
  if (nb::len(unknown) > 0) {
    const nb::object first(unknown.keys()[0]);
    throw GameError("game.weight_of_no_action", {{"where", where()}, {"action", shown_answer(first)}});
  }
}

// Reads one weight for each of `count` actions, of which label_of(i) is the i-th: a sequence in the order of
// the actions, or a mapping from actions.
inline void read_weights(nb::handle found, std::size_t count, auto&& label_of, auto&& where,
                         std::vector<double>& weights) {
  weights.clear();
  if (PyDict_Check(found.ptr()) != 0 || nb::hasattr(found, "keys")) {
    weights_by_action(found, count, label_of, where, weights);
  } else {
    if (size_or_minus_one(found) != static_cast<Py_ssize_t>(count) || PyUnicode_Check(found.ptr()) != 0) {
      throw GameError("game.weights_miscounted",
                      {{"where", where()}, {"found", shown_answer(found)}, {"count", std::to_string(count)}});
    }
    for (std::size_t i = 0; i < count; ++i) {
      const nb::object item = nb::steal(PySequence_GetItem(found.ptr(), static_cast<Py_ssize_t>(i)));
      if (!item.is_valid()) {
        PyErr_Clear();
        throw GameError("game.no_sequence_of_numbers", {{"where", where()}, {"found", shown_answer(found)}});
      }
      weights.push_back(weight_from(item, where, [&] { return label_of(i); }));
    }
  }
  double sum = 0.0;
  for (const double weight : weights) sum += weight;
  if (sum > 0.0 && std::isfinite(sum)) return;
  throw GameError(
      "game.weights_have_no_sum",
      {{"where", where()}, {"fault", (sum > 0.0 ? " sums to inf" : " is zero for every action")}});
}

}  // namespace hazard
