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

  double of(const Position& after) const override {
    double found = 0.0;
    of_many({&after, 1}, {&found, 1});
    return found;
  }

  // Boards that a search asks for together are alike: each is valued by how it differs from the first.
  void of_many(std::span<const Position> after, std::span<double> found) const override {
    if (after.empty()) return;
    const Inputs first(after[0]);
    Batch batch(*this, first);
    for (std::size_t i = 0; i < after.size(); ++i) batch.add(Inputs(first, after[i]), found[i]);
    batch.finish();
  }

  // All placements have the bag in common, and all of the board but what lies on three lines.
  void of_placements(const Position& before, std::span<double> found) const override {
    const Inputs inputs(before);
    Batch batch(*this, inputs);
    std::size_t count = 0;
    for_each_bit(before.empty,
                 [&](int hex) { batch.add(Inputs(inputs, before.after(hex)), found[count++]); });
    batch.finish();
  }

  const learn::RoundedNetwork& rounded() const { return network_; }
  learn::RoundedNetwork& rounded() { return network_; }

 private:
  // Four boards at a time.
  class Batch {
   public:
    Batch(const Network& network, const Inputs& common) : network_(network.network_), common_(common) {
      std::array<std::uint16_t, Inputs::kSlots> list;
      network_.start(common_sums_, common.list(list));
    }

    void add(const Inputs& inputs, double& found) {
      network_.change(sums_[count_], common_sums_, InputChange(common_, inputs));
      found_[count_++] = &found;
      if (count_ == 4) finish();
    }

    void finish() {
      if (count_ == 0) return;
      std::array<float, 4> values;
      network_.values(sums_.data(), count_, values.data());
      for (int i = 0; i < count_; ++i) *found_[i] = kPointsPerOne * static_cast<double>(values[i]);
      count_ = 0;
    }

   private:
    const learn::RoundedNetwork& network_;
    const Inputs common_;
    learn::RoundedNetwork::Sums common_sums_;
    std::array<learn::RoundedNetwork::Sums, 4> sums_;
    std::array<double*, 4> found_{};
    int count_ = 0;
  };

  learn::RoundedNetwork network_;
};

}  // namespace hazard::take_it_easy
