// Room for the plans of one decision, and for the map as whoever decides sees it.
#pragma once

#include <array>
#include <span>

#include "domains/fivee/planning/places.hpp"

namespace hazard::fivee {

struct PlanList {
  static constexpr int kMost = 256;
  std::array<Move, kMost> moves;
  int count = 0;

  void add(const Plan& plan, double score) {
    if (count == kMost) return;
    moves[count] = Move{};
    moves[count].plan = plan;
    moves[count++].score = static_cast<float>(score);
  }
  std::span<Move> all() { return std::span(moves).first(static_cast<std::size_t>(count)); }
};

struct PlanRoom {
  PlanList found;
  Places places;
};

}  // namespace hazard::fivee
