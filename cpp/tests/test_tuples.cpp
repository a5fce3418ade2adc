// The n-tuple network of 2048: where its weights are, and the steps they take.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "check.hpp"
#include "core/random.hpp"
#include "domains/twenty48/tuple_network.hpp"
#include "learn/weight_table.hpp"

namespace hazard::selftest {

namespace {

using twenty48::Board;

// The same filling, cell by cell.
std::uint32_t filling_by_cells(Board board, std::size_t tuple) {
  std::uint32_t number = 0;
  for (int i = twenty48::kTupleCells - 1; i >= 0; --i)
    number =
        16 * number + static_cast<std::uint32_t>(twenty48::power_at(board, twenty48::kTupleShapes[tuple][i]));
  return number;
}

void shapes_are_read_cell_by_cell() {
  Random random(1);
  for (int round = 0; round < 1000; ++round) {
    const Board board = random.bits();
    const auto places = twenty48::places_of(board);
    for (std::size_t tuple = 0; tuple < twenty48::kTuples; ++tuple)
      CHECK(places[tuple] == tuple * twenty48::kTupleFillings + filling_by_cells(board, tuple), tuple);
  }
}

void mirror_images_have_the_same_weights() {
  Random random(2);
  for (int round = 0; round < 1000; ++round) {
    const Board board = random.bits();
    auto places = twenty48::places_of(board);
    std::sort(places.begin(), places.end());
    for (const Board image : {twenty48::transpose(board), twenty48::mirror(board, 4),
                              twenty48::upside_down(board, 4), twenty48::canonical(board, 4, 4)}) {
      auto others = twenty48::places_of(image);
      std::sort(others.begin(), others.end());
      CHECK(places == others, board);
    }
  }
}

void step_sizes_are_those_of_temporal_coherence() {
  constexpr std::size_t kSize = 20;
  learn::WeightTable table(kSize, 1.5F);
  table.make_room_to_learn();
  std::array<double, kSize> weights, errors{}, sizes{};
  weights.fill(1.5);
  Random random(3);
  for (int round = 0; round < 500; ++round) {
    learn::Places<8> places;
    for (auto& place : places) place = random.below(kSize);
    double sum = 0.0;
    for (const auto place : places) sum += weights[place];
    CHECK(near(static_cast<double>(table.sum(places)), sum, 1e-2), sum);
    const float error = static_cast<float>(20.0 * random.uniform() - 8.0);
    table.step(places, error, 0.5F);
    for (const auto place : places) {
      const double agreement = sizes[place] == 0.0 ? 1.0 : std::abs(errors[place]) / sizes[place];
      weights[place] += 0.5 * static_cast<double>(error) / 8.0 * agreement;
      errors[place] += static_cast<double>(error);
      sizes[place] += std::abs(static_cast<double>(error));
    }
  }
  for (std::size_t place = 0; place < kSize; ++place)
    CHECK(near(static_cast<double>(table.weight(place)), weights[place], 1e-2), place);
}

}  // namespace

void test_tuples() {
  shapes_are_read_cell_by_cell();
  mirror_images_have_the_same_weights();
  step_sizes_are_those_of_temporal_coherence();
}

}  // namespace hazard::selftest
