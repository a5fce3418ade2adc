// What follows from an action in its midst: a body that bursts, a reaction to damage, what comes after a
// charge. The action waits in `State::frame` while its sequels are resolved, the oldest first.
#pragma once

#include "domains/fivee/rules/actions.hpp"

namespace hazard::fivee {

class Sequels {
 public:
  explicit Sequels(const Acting& acting) : acting_(acting) {}

  // Carries the sequels on, then lets the action that they interrupted go on. True when a roll is needed.
  bool go_on(State& s) const {
    if (s.frame.held) {
      if (acting_.act(s)) return true;
      if (s.checks != 0) return false;
    } else {
      hold(s);
    }
    if (s.sequel_count == 0) {
      resume(s);
      return false;
    }
    const Sequel next = s.sequels[0];
    std::copy(s.sequels.begin() + 1, s.sequels.begin() + s.sequel_count, s.sequels.begin());
    s.sequels[--s.sequel_count] = {};
    s.waiting = 0;
    s.rolled = 0;
    acting_.start_action(s, next.source, next.action, next.target);
    return false;
  }

 private:
  static void hold(State& s) {
    s.frame = {s.waiting, s.rolled, s.actor,    s.action, s.target,  s.element,
               s.effect,  s.struck, s.critical, s.missed, s.charged, true};
    s.charged = false;
  }

  static void resume(State& s) {
    const Frame f = s.frame;
    s.frame = {};
    s.waiting = f.waiting;
    s.rolled = f.rolled;
    s.actor = f.actor;
    s.action = f.action;
    s.target = f.target;
    s.element = f.element;
    s.effect = f.effect;
    s.struck = f.struck;
    s.critical = f.critical;
    s.missed = f.missed;
    s.charged = f.charged;
  }

  const Acting& acting_;
};

}  // namespace hazard::fivee
