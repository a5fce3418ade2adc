// The switches of expectimax. Minimax and alpha-beta are the same search with most of them off.
#pragma once

#include <cstdint>

#include "search/ordering.hpp"

namespace hazard {

struct ExpectimaxSettings {
  // These save work and never change the value.
  bool alpha_beta = true;
  bool star1 = true;
  bool star2 = true;
  bool table = true;
  double table_mb = 64;
  bool deepen = true;
  OrderingSwitches order;
  bool order_outcomes = true;
  bool merge = true;
  bool all_options = true;
  // These trade exactness for speed.
  int quiet_depth = 4;
  double min_reach = 0.0;
  int buckets = 0;
  int top = 0;
  int samples = 0;

  // Minimax and alpha-beta are for games without chance, and say so when they meet it.
  bool chance = true;
  std::uint64_t seed = 0;
  std::int64_t trace = 0;
};

}  // namespace hazard
