// The inner loops of a small network, on arrays of floats whose length is a multiple of eight.
#pragma once

#include <cstdint>
#include <span>

namespace hazard::learn {

// A network's input is mostly zeros: only the others are listed.
struct Input {
  std::uint16_t index;
  float value;
};

// sums += value * row of weights, for each input; rows are `width` long.
void add_rows(float* sums, const float* weights, std::span<const Input> inputs, int width);

// The same for the inputs of four positions at once: of those named by `indices`, four values each in
// `values`. The sums of the four are `stride` apart.
void add_rows_to_four(float* sums, int stride, const float* weights, const float* values,
                      std::span<const std::uint16_t> indices, int width);

// row += rate * value * gradient, for each input.
void move_rows(float* weights, std::span<const Input> inputs, const float* gradient, float rate, int width);

// 1 / (1 + exp(-x)), to about 1e-6, in place.
void squash(float* values, int width);

float dot(const float* a, const float* b, int width);

// sums += scale * row
void add_scaled(float* sums, const float* row, float scale, int width);

}  // namespace hazard::learn
