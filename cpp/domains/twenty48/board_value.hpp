// The place for a network: what a board that has just been slid is worth, in points still to come, in place
// of the row heuristic.
#pragma once

#include "domains/twenty48/board.hpp"

namespace hazard::twenty48 {

class BoardValue {
 public:
  virtual ~BoardValue() = default;
  virtual double of(Board board) const = 0;
};

}  // namespace hazard::twenty48
