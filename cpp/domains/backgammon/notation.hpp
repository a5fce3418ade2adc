// A play in the usual notation, seen by its mover: "8/5 6/5", "bar/22", "13/7*", "6/4(2)", "2/off".
//
// Steps of one checker are written as one, "24/14", except that a stop where it hits is shown: "24/20*/14".
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <tuple>

#include "domains/backgammon/moves.hpp"

namespace hazard::backgammon {

// Where one checker goes: its first point, the stops where it hits, its last point.
struct Path {
  std::array<int, 5> points{};
  int last = 0;
  bool hits = false;  // on its last point

  int from() const { return points[0]; }
  int to() const { return points[last]; }
};

inline std::string point_name(int point) {
  return point == kBar ? "bar" : point == kOff ? "off" : std::to_string(point + 1);
}

inline std::string notation(const Board& board, const Move& move) {
  std::array<Path, 4> paths;
  int count = 0;
  std::uint32_t hit = 0;
  for (int i = 0; i < move.steps(); ++i) {
    const int from = move.from[i], to = move.to[i];
    // Go on with a checker that has come here, rather one that did not hit: that reads best.
    Path* path = nullptr;
    for (int known = 0; known < count; ++known) {
      if (paths[known].to() == from && (path == nullptr || path->hits)) path = &paths[known];
    }
    if (path == nullptr) {
      path = &paths[count++];
      path->points = {from, to};
      path->last = 1;
    } else {
      if (path->hits) ++path->last;
      path->points[path->last] = to;
    }
    path->hits = to != kOff && board.opponent_on(to) == 1 && (hit >> to & 1) == 0;
    if (path->hits) hit |= 1U << to;
  }
  if (count == 0) return "(no play)";

  // From the back; of two from the same point the one that goes less far, and a hit before what follows it.
  const auto order = [](const Path& path) {
    const int to = path.to() == kOff ? -1 : path.to();
    return std::tuple(-path.from(), -to, -path.last, !path.hits);
  };
  std::sort(paths.begin(), paths.begin() + count,
            [&](const Path& a, const Path& b) { return order(a) < order(b); });
  std::string line;
  for (int i = 0; i < count;) {
    const Path& path = paths[i];
    int same = i + 1;
    // The same way again; only the first of them can have hit.
    while (same < count && paths[same].points == path.points && paths[same].last == path.last) ++same;
    if (!line.empty()) line += ' ';
    line += point_name(path.from());
    for (int stop = 1; stop <= path.last; ++stop) {
      line += '/';
      line += point_name(path.points[stop]);
      if (stop < path.last || path.hits) line += '*';
    }
    if (same - i > 1) line.append("(").append(std::to_string(same - i)).append(")");
    i = same;
  }
  return line;
}

}  // namespace hazard::backgammon
