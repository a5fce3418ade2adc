// How threads share one tree without waiting for each other's cache lines.
//
// Fetching what another core has just written can cost a quarter of a simulation, so threads keep apart: an
// edge that is visited often belongs to the thread that passed it last, and where several threads choose,
// each prefers its own edges unless another's are clearly more urgent. Most of the tree is then one thread's
// alone, who works there as if there were no other. What remains are the few edges near the root that
// several threads need; there each keeps its returns to itself for a while (after Enzenberger and Mueller
// 2009, who write without locks and accept that a return is lost now and then).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace hazard::sharing {

using Thread = std::uint8_t;
inline constexpr Thread kNobody = 0;  // also: whoever asks is alone
inline constexpr Thread kSeveral = 255;

inline Thread thread_of(int worker) { return static_cast<Thread>(worker % 254 + 1); }

// From so many visits on, an edge has an owner, and threads that meet on it hold their returns back until
// these are kHeldShare of its visits.
inline constexpr std::uint32_t kBusy = 32;
inline constexpr std::uint32_t kHeldShare = 8;  // one in so many
inline constexpr std::uint32_t kMostHeld = 256;
// That a simulation is under way is only worth marking on edges where a single one counts.
inline constexpr std::uint32_t kMarked = 4;

// So many visits more does an edge seem to have to a thread that does not own it: half as many again, which
// soon becomes next to nothing.
inline constexpr std::uint32_t kReluctance = 2;  // one in so many
inline constexpr std::uint32_t kMostReluctance = 512;

inline std::uint32_t reluctance(Thread owner, Thread me, std::uint32_t visits) {
  if (owner == me || owner == kNobody || owner == kSeveral) return 0;
  return std::min(visits / kReluctance, kMostReluctance);
}

// Threads take an outcome of a much visited chance node several times in a row: in turn, each outcome would
// lead to another part of the tree, and push the last one out of the cache. No share of the visits is off by
// more than one in kSeriesShare for it.
inline constexpr std::uint32_t kSeriesShare = 256;
inline constexpr std::uint32_t kLongestSeries = 64;

inline std::uint32_t series(std::uint32_t visits) {
  return std::bit_floor(std::clamp(visits / kSeriesShare, 1U, kLongestSeries));
}

// Notes that thread `me` passes an edge. `meeting`: others may choose this edge too. Returns whether they may
// be met below it as well.
template <class EdgeRecord>
bool pass(EdgeRecord& edge, std::uint32_t visits, Thread me, bool meeting) {
  if (visits < kBusy) return meeting;
  const Thread owner = edge.owner.get();
  if (owner == me) return false;
  if (!meeting || owner == kNobody) {
    edge.owner.set(me);
    return false;
  }
  if (owner != kSeveral) edge.owner.set(kSeveral);
  return true;
}

}  // namespace hazard::sharing
