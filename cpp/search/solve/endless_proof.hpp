// Step 4 of cycles.hpp: that rewards really add up without end where it is said that they do.
//
// One player keeps to a plan, the other one is free. Let S be the states that are said to be worth infinity
// to the first. Wherever the other one stays in S for ever, play is in the end caught in an end component of
// it. There a potential h proves that every step gains something: r + E[h(next)] - h(s) >= g > 0 whatever the
// other one does, so that n steps earn n*g at least, up to the range of h. (Values with a discount, which
// step 1 has found, are such a potential: Howard 1960.) What remains to be shown is that the other one cannot
// leave S with certainty, by the usual fixed point for almost sure reachability, and that nothing infinitely
// bad is met on the way.
#pragma once

#include <cstdint>
#include <vector>

#include "core/double_double.hpp"
#include "search/solve/cycles.hpp"

namespace hazard {

class EndlessProof {
 public:
  // `good` keeps to `choice`. `potential` is any function of the states: the better, the more is proven.
  // `finite_proven`: values that are finite are right.
  EndlessProof(const Cycle& cycle, const std::vector<double>& value, const std::vector<std::uint32_t>& choice,
               const std::vector<DoubleDouble>& potential, Turn good, bool finite_proven);

  // Whether all states said to be worth infinity to `good` are.
  bool holds();

 private:
  enum class Way : std::uint8_t { Stays, Ends, Endless, Bad };

  template <class Visit>
  bool each_edge(std::uint32_t s,
                 const Visit& visit) const;  // until `visit` says false; whether it never did
  Way way(std::uint32_t e) const;
  bool free(std::uint32_t s) const { return cycle_.turn[s] != Turn::Chance && cycle_.turn[s] != good_; }
  bool nothing_bad() const;
  bool cannot_be_left() const;
  void find_end_components();
  bool gains() const;
  DoubleDouble gain(std::uint32_t s, std::uint32_t e) const;

  const Cycle& cycle_;
  const std::vector<double>& value_;
  const std::vector<std::uint32_t>& choice_;
  const std::vector<DoubleDouble>& potential_;
  const Turn good_;
  const double sign_;
  const bool finite_proven_;
  std::vector<std::uint32_t> states_;  // S
  std::vector<bool> inside_;           // whether in S
  std::vector<bool> kept_;             // whether in an end component of S
  std::vector<std::uint32_t> component_;
};

}  // namespace hazard
