// The network as an evaluator of boards.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "domains/take_it_easy/board.hpp"
#include "domains/take_it_easy/board_value.hpp"
#include "domains/take_it_easy/network_inputs.hpp"
#include "learn/sparse_network.hpp"

namespace hazard::take_it_easy {

class Network final : public BoardValue {
 public:
  static constexpr double kPointsPerOne = 20.0;  // what the network's 1 stands for

  static learn::SparseShape shape(int wide, int middle, int narrow) {
    return {kInputs.size, wide, middle, narrow};
  }

  explicit Network(learn::RoundedNetwork network) : network_(std::move(network)) {}

  double of(const Position& after) const override { return points(network_.value(sums_of(Inputs(after)))); }

  // Boards that a search asks for together are alike: each is valued by how it differs from the first.
  void of_many(std::span<const Position> after, std::span<double> found) const override {
    if (after.empty()) return;
    const Inputs first(after[0]);
    of_changes(first, after.size(), found,
               [&](std::size_t i, InputChange& change) { change.compare(first, Inputs(first, after[i])); });
  }

  // All placements have the bag in common, and all of the board but what lies on three lines.
  void of_placements(const Position& before, std::span<double> found) const override {
    std::array<int, kHexes> hexes;
    std::size_t count = 0;
    for_each_bit(before.empty, [&](int hex) { hexes[count++] = hex; });
    const Inputs inputs(before);
    const PlacementInputs placements(before, inputs);
    of_changes(inputs, count, found,
               [&](std::size_t i, InputChange& change) { placements.compare(hexes[i], change); });
  }

  const learn::RoundedNetwork& rounded() const { return network_; }
  learn::RoundedNetwork& rounded() { return network_; }

 private:
  static double points(float value) { return kPointsPerOne * static_cast<double>(value); }

  learn::RoundedNetwork::Sums sums_of(const Inputs& inputs) const {
    std::array<std::uint16_t, Inputs::kSlots> list;
    learn::RoundedNetwork::Sums sums;
    network_.start(sums, inputs.list(list));
    return sums;
  }

  // Values boards by how they differ from one with the `common` inputs, which `write_change` finds out.
  void of_changes(const Inputs& common, std::size_t boards, std::span<double> found,
                  auto&& write_change) const {
    constexpr std::size_t kMost = learn::RoundedNetwork::kMostTogether;
    const auto common_sums = sums_of(common);
    for (std::size_t first = 0; first < boards; first += kMost) {
      const std::size_t count = std::min(kMost, boards - first);
      std::array<InputChange, kMost> changes;
      std::array<learn::RowChange, kMost> rows;
      for (std::size_t i = 0; i < count; ++i) {
        write_change(first + i, changes[i]);
        rows[i] = changes[i];
      }
      std::array<float, kMost> values;
      network_.values(common_sums, std::span(rows).first(count), values);
      for (std::size_t i = 0; i < count; ++i) found[first + i] = points(values[i]);
    }
  }

  learn::RoundedNetwork network_;
};

}  // namespace hazard::take_it_easy
