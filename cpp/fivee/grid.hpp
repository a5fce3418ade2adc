// The battle map of fifth-edition combat, all of it.
#pragma once

#include "fivee/grid_aims.hpp"
#include "fivee/grid_area.hpp"
#include "fivee/grid_cells.hpp"
#include "fivee/grid_cover.hpp"
#include "fivee/grid_map.hpp"
#include "fivee/grid_push.hpp"
#include "fivee/grid_reach.hpp"
#include "fivee/grid_sight.hpp"
