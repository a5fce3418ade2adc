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

template <class T>
std::vector<T> vector_from(const ArrayIn<T>& array) {
  return {array.data(), array.data() + array.size()};
}

// NumPy owns the numbers from here on.
template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> numpy_from(std::vector<T> numbers) {
  auto* kept = new std::vector<T>(std::move(numbers));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return {kept->data(), {kept->size()}, owner};
}

}  // namespace hazard
