// The one loop that everything about sums of dice comes down to.
#pragma once

#include <cstddef>

namespace hazard::dice {

// sums[i + j] += a[i] * b[j] for all i and j. `sums` holds a_size + b_size - 1 numbers and overlaps neither.
void add_products(double* sums, const double* a, std::size_t a_size, const double* b, std::size_t b_size);

}  // namespace hazard::dice
