// The network as an evaluator of boards.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "games/take_it_easy/board.hpp"
#include "games/take_it_easy/board_value.hpp"
#include "games/take_it_easy/network_inputs.hpp"
#include "learn/sparse_network.hpp"

namespace hazard::take_it_easy {

class Network final : public BoardValue {
 public:
  static constexpr double kPointsPerOne = 20.0;  // what the network's 1 stands for

  static learn::SparseShape shape(int wide, int middle, int narrow) {
    return {kInputs.size, wide, middle, narrow};
  }

  explicit Network(learn::RoundedNetwork network) : network_(std::move(network)) {}

  double of(const Position& after) const override { return Alike(*this, Inputs(after)).start(); }

  // Boards that a search asks for together are alike: each is valued by how it differs from the first.
  void of_many(std::span<const Position> after, std::span<double> found) const override {
    if (after.empty()) return;
    const Inputs first(after[0]);
    Alike boards(*this, first);
    for (std::size_t i = 0; i < after.size(); ++i)
      found[i] = boards.value(InputChange(first, Inputs(first, after[i])));
  }

  // All placements have the bag in common, and all of the board but what lies on three lines.
  void of_placements(const Position& before, std::span<double> found) const override {
    const Inputs inputs(before);
    const PlacementInputs placements(before, inputs);
    Alike boards(*this, inputs);
    std::size_t count = 0;
    for_each_bit(before.empty, [&](int hex) {
      InputChange change;
      placements.change(hex, change);
      found[count++] = boards.value(change);
    });
  }

  const learn::RoundedNetwork& rounded() const { return network_; }
  learn::RoundedNetwork& rounded() { return network_; }

 private:
  // Values boards by how they differ from one of them.
  class Alike {
   public:
    Alike(const Network& network, const Inputs& common) : network_(network.network_) {
      std::array<std::uint16_t, Inputs::kSlots> list;
      network_.start(common_sums_, common.list(list));
    }

    double start() const { return points(common_sums_); }

    double value(const learn::RowChange& change) {
      network_.change(sums_, common_sums_, change);
      return points(sums_);
    }

   private:
    double points(const learn::RoundedNetwork::Sums& sums) const {
      return kPointsPerOne * static_cast<double>(network_.value(sums));
    }

    const learn::RoundedNetwork& network_;
    learn::RoundedNetwork::Sums common_sums_, sums_;
  };

  learn::RoundedNetwork network_;
};

}  // namespace hazard::take_it_easy
