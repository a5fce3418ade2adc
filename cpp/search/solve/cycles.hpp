// Exact values of a component in which play can go round for ever, and a proof that they are right.
//
// 1. Strategies. Both players' best plans for a discount of 1 - 10^-18 are found by strategy iteration
// (Howard
//    1960; Hoffman and Karp 1966), each pair of plans valued by elimination (chain.hpp) with 32 digits. So
//    close to one they are best without a discount as well (Blackwell 1962): ties between waiting and getting
//    on are decided as they are in the limit, because waiting for what is good costs something, however
//    little.
// 2. Values. With both plans fixed play is a Markov chain. Where it stays for ever and no reward is paid, the
//    rest of play is worth 0; where rewards add up without end the value is infinite; where they cancel out
//    for ever the sum does not exist. What remains is a linear equation.
// 3. Proof. Against MIN's plan, MAX plays a Markov decision process. Every end component without rewards, a
//    set of states in which MAX can stay for ever, becomes a single state with one more exit, worth 0 (de
//    Alfaro 1997; Haddad and Monmege 2014; for two players Eisentraut, Kelmendi, Kretinsky and Weininger
//    2022). Let r be the largest amount by which a move beats the value of its state, and w bound how long
//    MAX can stay inside by moves that are almost best. Then MAX cannot get more than V + r*w. MIN likewise.
//    All of it is computed with 32 digits, so that a w of 10^12 does no harm.
// 4. Infinite values are proven by themselves: endless_proof.hpp.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/game.hpp"

namespace hazard {

// A component taken out of its graph; its states are numbered from 0.
struct Cycle {
  static constexpr std::uint32_t kOut = ~std::uint32_t{0};

  std::vector<Turn> turn;
  std::vector<std::uint32_t> first, next;  // as in a Graph; kOut where an edge leads out of the component
  std::vector<double> probability, reward;
  std::vector<double> beyond;  // what is there, where an edge leads out: may be infinite

  std::uint32_t states() const { return static_cast<std::uint32_t>(turn.size()); }
};

struct CycleValues {
  bool found = false;
  std::vector<double> value;          // infinite where rewards add up without end; NaN where there is no sum
  std::vector<std::uint32_t> choice;  // the edge that whoever moves takes
  std::vector<bool> cancels;          // states whose rewards go up and down for ever
  bool endless_proven = true;         // what is infinite is so for certain
  double error = kInfinity;           // of the finite values
};

// Does all of it; `found` is false where the component is too large for elimination.
CycleValues solve_cycle(const Cycle& cycle, const std::vector<double>& guess,
                        const std::function<void()>& look);

// Finds plans that earn the given values, up to rounding, and proves what it can.
CycleValues certify_cycle(const Cycle& cycle, const std::vector<double>& values,
                          const std::function<void()>& look);

}  // namespace hazard
