// The budget and the meter that keeps to it: seconds, nodes, depth, whichever ends first.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <functional>
#include <limits>
#include <string>

namespace hazard {

struct Budget {
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  int depth = std::numeric_limits<int>::max();

  bool unlimited() const { return endless() && depth == std::numeric_limits<int>::max(); }
  bool only_depth() const { return endless() && depth != std::numeric_limits<int>::max(); }

 private:
  bool endless() const {
    return seconds == std::numeric_limits<double>::infinity() &&
           nodes == std::numeric_limits<std::uint64_t>::max();
  }
};

// Deepest: a limit of the search itself, however much more the budget allows. Asked: somebody wants no more.
enum class Stop : std::uint8_t { Complete, Seconds, Nodes, Depth, Memory, Settled, Deepest, Asked };

inline const char* to_string(Stop stop) {
  constexpr const char* names[] = {"complete", "seconds", "nodes",   "depth",
                                   "memory",   "settled", "deepest", "asked"};
  return names[static_cast<int>(stop)];
}

// Thrown through the recursion when the budget is used up; the search catches it at its root.
struct Stopped {
  Stop reason;
};

// Called now and then from a running search, by the thread that began it; throws to end it: Stopped where
// somebody asks for the answer so far, anything else (a pending Ctrl-C) where none is wanted.
using Interrupt = std::function<void()>;

class Meter {
 public:
  using Clock = std::chrono::steady_clock;

  // `nodes_per_look`: how many nodes may pass between two looks at the clock.
  Meter(const Budget& budget, Interrupt interrupt, std::uint32_t nodes_per_look,
        Clock::time_point start = Clock::now())
      : budget_(budget),
        interrupt_(std::move(interrupt)),
        nodes_per_look_(nodes_per_look),
        start_(start),
        next_interrupt_(start_) {
    plan_next_look();
  }

  // One more node. The fast path is a subtraction.
  void count() {
    if (--until_look_ == 0) look();
  }

  // `n` nodes at once, where a search counts a whole level in one go.
  void count(std::uint32_t n) {
    if (until_look_ > n) {
      until_look_ -= n;
    } else {
      overrun_ += n - until_look_;
      until_look_ = 0;
      look();
    }
  }

  // How many nodes may still be counted before the meter looks: who counts late must not be later than that.
  std::uint32_t until_look() const { return until_look_; }

  std::uint64_t nodes() const { return counted_ + (planned_ - until_look_); }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  const Budget& budget() const { return budget_; }

  // As good as a look before every call of a function that may take long, and much cheaper: the system's
  // coarse clock, which moves every few milliseconds, tells whether the real one is worth reading.
  void glance() {
#ifdef CLOCK_MONOTONIC_COARSE
    std::timespec now;
    if (coarse_is_enough_ && clock_gettime(CLOCK_MONOTONIC_COARSE, &now) == 0) {
      if (now.tv_nsec == glanced_) return;
      glanced_ = now.tv_nsec;
    }
#endif
    look();
  }

  // Looks at the clock now; throws Stopped when the budget is used up.
  void look() {
    counted_ += planned_ - until_look_ + overrun_;
    overrun_ = 0;
    planned_ = until_look_ = 0;
    if (counted_ >= budget_.nodes) throw Stopped{Stop::Nodes};
    const auto now = Clock::now();
    if (std::chrono::duration<double>(now - start_).count() >= budget_.seconds) throw Stopped{Stop::Seconds};
    if (interrupt_ && now >= next_interrupt_) {
      interrupt_();
      next_interrupt_ = now + std::chrono::milliseconds(10);
    }
    plan_next_look();
  }

 private:
  void plan_next_look() {
    const std::uint64_t left = budget_.nodes - std::min(budget_.nodes, counted_);
    planned_ = until_look_ = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(left, 1, nodes_per_look_));
  }

  static constexpr double kCoarse = 0.1;  // seconds that a few milliseconds are little of

  Budget budget_;
  const bool coarse_is_enough_ = budget_.seconds >= kCoarse;
  long glanced_ = -1;
  Interrupt interrupt_;
  std::uint32_t nodes_per_look_;
  Clock::time_point start_;
  Clock::time_point next_interrupt_;
  std::uint64_t counted_ = 0;
  std::uint32_t planned_ = 0;
  std::uint32_t until_look_ = 0;
  std::uint32_t overrun_ = 0;
};

// While a search runs, a game that may take long over one answer is given its clock.
template <class G>
class OnTheClock {
 public:
  OnTheClock(const G& game, Meter& meter) : game_(game) { set(&meter); }
  ~OnTheClock() { set(nullptr); }
  OnTheClock(const OnTheClock&) = delete;
  OnTheClock& operator=(const OnTheClock&) = delete;

 private:
  void set(Meter* meter) const {
    if constexpr (requires { game_.keep_to(meter); }) game_.keep_to(meter);
  }

  const G& game_;
};

}  // namespace hazard
