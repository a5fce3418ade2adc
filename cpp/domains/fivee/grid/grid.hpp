// The battle map of fifth-edition combat, all of it.
#pragma once

#include "domains/fivee/grid/aims.hpp"
#include "domains/fivee/grid/area.hpp"
#include "domains/fivee/grid/cells.hpp"
#include "domains/fivee/grid/cover.hpp"
#include "domains/fivee/grid/map.hpp"
#include "domains/fivee/grid/push.hpp"
#include "domains/fivee/grid/reach.hpp"
#include "domains/fivee/grid/sight.hpp"
