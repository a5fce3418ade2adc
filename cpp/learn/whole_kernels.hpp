// The inner loops of a sparse network that plays, in whole numbers of 16 bits. They are written for three
// kinds of processors, and all three give the same numbers. Widths are multiples of sixteen.
#pragma once

#include <cstdint>
#include <span>

namespace hazard::learn {

using Whole = std::int16_t;  // a weight or a sum, as a multiple of a small unit

// Which rows of the first layer go into a sum, and which come out of it.
struct RowChange {
  std::span<const std::uint16_t> added, removed;
};

inline constexpr int kMostActive = 512;  // the widest layer there is

struct WholeKernels {
  const char* name;

  // For each change: sums = from + the rows added - the rows removed. The sums of the next change follow
  // those of one. Changes that have rows in common are quicker together.
  void (*change_sums)(Whole* sums, const Whole* from, const Whole* rows, std::span<const RowChange> changes,
                      int width);

  // What the units of a layer pass on, half of a sum that is above zero, times the weights to each output.
  // Each unit has a row of `outputs` weights. Few units are active at a time, and the others cost next to
  // nothing.
  void (*active_dots)(std::int32_t* dots, const Whole* sums, const Whole* weights, int width, int outputs);
};

// Those that this processor can run: first the portable ones, last the fastest.
std::span<const WholeKernels> whole_kernels();

// The fastest.
void change_sums(Whole* sums, const Whole* from, const Whole* rows, std::span<const RowChange> changes,
                 int width);
void active_dots(std::int32_t* dots, const Whole* sums, const Whole* weights, int width, int outputs);

}  // namespace hazard::learn
