// Arrays of numbers between C++ and NumPy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <utility>
#include <vector>

namespace hazard {

namespace nb = nanobind;

template <class T>
using ArrayIn = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T, class Vector = std::vector<T>>
Vector vector_from(const ArrayIn<T>& array) {
  return Vector(array.data(), array.data() + array.size());
}

// NumPy owns the numbers from here on.
template <class Vector>
nb::ndarray<nb::numpy, typename Vector::value_type, nb::ndim<1>> numpy_from(Vector numbers) {
  auto* kept = new Vector(std::move(numbers));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<Vector*>(p); });
  return {kept->data(), {kept->size()}, owner};
}

}  // namespace hazard
