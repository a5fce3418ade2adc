// A battle map: walls, difficult terrain, and what cannot be seen through.
#pragma once

#include <memory>

#include "domains/fivee/grid/cells.hpp"
#include "domains/fivee/grid/sight.hpp"

namespace hazard::fivee {

struct Map {
  int width = 0, height = 0;
  CellSet walls, difficult;
  CellSet obscured;  // heavily obscured: stops sight, not arrows

  // Which corners of cells see which, past the walls. Without it everything works, some four times slower.
  // Whoever changes `walls` afterwards calls prepare() again.
  std::shared_ptr<const WallSight> sight;

  void prepare() { sight = std::make_shared<const WallSight>(width, height, walls); }

  bool holds(Cell at, int side = 1) const { return at.x + side <= width && at.y + side <= height; }
};

// Whether walls leave the straight line between two corners of cells free.
inline bool clear_line(const Map& map, Corner from, Corner to) {
  return map.sight ? map.sight->clear(from, to) : WallLines{map.width, map.height, map.walls}.clear(from, to);
}

}  // namespace hazard::fivee
