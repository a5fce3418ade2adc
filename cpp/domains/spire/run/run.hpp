// A whole run of Slay the Spire as a game: the player is MAX, everything else is chance. A state stands at a
// decision, at chance, or at the end; fights are states of the combat inside it.
#pragma once

#include <memory>
#include <string>

#include "core/game.hpp"
#include "core/lent.hpp"
#include "domains/spire/run/text.hpp"

namespace hazard::spire {

// Far more than happens between two decisions of any run.
inline constexpr int kMostDone = 5'000;

inline bool operator==(const RunState& a, const RunState& b) {
  if (std::memcmp(&a.j, &b.j, sizeof(Journey)) != 0) return false;
  return a.j.screen != Screen::Fight || a.fight == b.fight;
}

class RunGame {
 public:
  using State = RunState;
  using Move = RunMove;
  static constexpr bool kOnePlayer = true;

  explicit RunGame(std::shared_ptr<const RunContent> content)
      : content_(std::move(content)), fights_(content_->content, {}) {}

  const RunContent& content() const { return *content_; }

  // Before the first act's map is drawn and Neow speaks.
  RunState start() const {
    RunState s{};
    const Run r = run(s);
    Journey& j = s.j;
    const Rates& rates = content_->rates;
    j.hp = rates.start_hp;
    j.max_hp = rates.start_max_hp;
    j.gold = rates.start_gold;
    j.potion_slots = rates.potion_slots;
    for (const std::uint16_t row : content_->start_deck) j.deck[j.deck_count++] = fresh_card(r.rules(), row);
    for (const std::uint8_t row : content_->start_relics) add_relic(r, row);
    for (std::size_t row = 0; row < content_->events.size(); ++row) {
      if (content_->events[row].pool == EventPool::Once) j.events_left |= std::uint64_t{1} << row;
    }
    for (int i = 0; i < 4; ++i) j.later(task_of(TaskOp::RollNeow, i));
    j.soon(task_of(TaskOp::RollNeow, 2, 1));
    begin_act(r);
    j.event = kNeow;
    j.screen = Screen::Event;
    settle(s, nullptr);
    return s;
  }

  Turn turn(const RunState& s) const {
    if (s.j.over()) return Turn::Over;
    if (s.j.purpose != Purpose::None) return Turn::Max;
    if (s.j.task_count > 0) return Turn::Chance;
    return s.j.screen == Screen::Fight ? fights().turn(s.fight) : Turn::Max;
  }

  void actions(const RunState& s, auto&& sink) const {
    tell_moves<RunMove>([&](Edges<RunMove>& listed) { list_moves(s, listed); }, sink);
  }

  void outcomes(const RunState& s, auto&& sink) const {
    tell_outcomes<RunMove>([&](Edges<RunMove>& listed) { list_outcomes(s, listed); }, sink);
  }

  bool must_sample(const RunState& s) const {
    if (s.j.task_count > 0) return needs_seed(s.j.next_task());
    return s.j.screen == Screen::Fight && fights().must_sample(s.fight);
  }

  RunMove sample(const RunState& s, Random& random) const {
    if (s.j.task_count == 0) return wrapped(fights().sample(s.fight, random));
    if (needs_seed(s.j.next_task())) {
      RunMove move = run_move(RunMoveKind::Seed);
      move.seed = random.bits();
      return move;
    }
    return outcome(sampled(s, random));
  }

  RunState apply(const RunState& s, const RunMove& move) const {
    RunState next = s;
    play_in_place(next, move, nullptr);
    return next;
  }

  // The same on the state itself; with `random`, on to the next decision.
  void play_in_place(RunState& s, const RunMove& move, Random* random) const {
    const Run r = run(s);
    switch (move.kind) {
      case RunMoveKind::Fight:
        fights().play_in_place(s.fight, move.fight, random);
        break;
      case RunMoveKind::Outcome:
        do_task_outcome(r, s.j.pop_task(), move.value);
        break;
      case RunMoveKind::Seed:
        do_seeded(s, s.j.pop_task(), move.seed);
        break;
      case RunMoveKind::Discard:
        s.j.potions[move.index] = 0;
        if (s.j.screen == Screen::Fight) s.fight.player.potions[move.index] = 0;
        break;
      default:
        make_run_move(r, move);
    }
    settle(s, random);
  }

  // Chance drawn until the player decides or the run is over.
  void settle(RunState& s, Random* random) const {
    const Run r = run(s);
    Journey& j = s.j;
    for (int done = 0; !j.over() && j.purpose == Purpose::None; ++done) {
      if (done == kMostDone)
        j.screen = Screen::Unsettled;
      else if (j.task_count > 0) {
        if (!do_next_task(s, random)) return;
      } else if (j.screen == Screen::Fight) {
        if (!s.fight.over()) settle_as_seen({r.rules(), s.fight}, random);
        if (!s.fight.over()) return;
        leave_fight(s);
      } else if (j.reward_count > 0 && (j.screen == Screen::Shop || j.screen == Screen::Map)) {
        j.back = j.screen;  // a relic that was taken has brought them
        j.screen = Screen::Rewards;
      } else {
        return;
      }
    }
    if (j.over()) finish(s);
  }

  RunMove random_move(const RunState& s, Random& random) const {
    if (turn(s) == Turn::Chance) return sample(s, random);
    if (in_fight(s)) return wrapped(fights().random_move(s.fight, random));
    RunMove found;
    std::uint32_t seen = 0;
    actions(s, [&](const RunMove& move) {
      if (random.below(++seen) == 0) found = move;
    });
    return found;
  }

  std::uint64_t move_key(const RunState& s, const RunMove& move) const {
    if (move.kind == RunMoveKind::Fight) return fights().move_key(s.fight, move.fight);
    return mix64(static_cast<std::uint64_t>(move.kind) << 32 | std::uint64_t{move.index} << 16 |
                 static_cast<std::uint16_t>(move.value)) ^
           move.seed;
  }

  // 1 for the Heart's death, 0.8 for the third act's end; before that, how far the run has come, up to 0.7.
  double value(const RunState& s) const {
    const Journey& j = s.j;
    if (j.screen == Screen::Victory) return j.act == 4 ? 1.0 : 0.8;
    const double way = 0.7 * std::min<int>(j.floor, 52) / 52.0;
    if (j.over()) return way;
    const int hp = j.screen == Screen::Fight ? std::max<int>(0, s.fight.player.hp) : j.hp;
    return std::min(1.0, way + 0.1 * hp / std::max<int>(1, j.max_hp));
  }
  Bounds bounds() const { return {0.0, 1.0}; }

  std::uint64_t key(const RunState& s) const {
    static_assert(sizeof(Journey) % 8 == 0);
    std::uint64_t key = 0x243f6a8885a308d3ULL;
    const auto* bytes = reinterpret_cast<const unsigned char*>(&s.j);
    for (std::size_t i = 0; i < sizeof(Journey); i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + i, 8);
      key = detail::mixed(key, word);
    }
    return s.j.screen == Screen::Fight ? detail::mixed(key, key_of(s.fight)) : mix64(key);
  }
  std::string text(const RunState& s) const { return run_text(*content_, s, key(s)); }
  AnyRunRecord record(const RunState& s, const RunMove& move) const {
    return any_run_record(run(s), s.fight, move);
  }

  Run run(const RunState& s) const { return {*content_, const_cast<Journey&>(s.j)}; }

  bool in_fight(const RunState& s) const {
    return s.j.screen == Screen::Fight && s.j.task_count == 0 && s.j.purpose == Purpose::None;
  }

 private:
  const Combat& fights() const { return fights_; }

  static RunMove wrapped(const spire::Move& move) {
    RunMove found = run_move(RunMoveKind::Fight);
    found.fight = move;
    return found;
  }
  void list_moves(const RunState& s, Edges<RunMove>& listed) const {
    if (!in_fight(s)) return list_run_actions(run(s), listed);
    fights().actions(s.fight, [&](const spire::Move& move) { listed(wrapped(move)); });
  }

  void list_outcomes(const RunState& s, Edges<RunMove>& listed) const {
    if (s.j.task_count == 0) {
      fights().outcomes(s.fight, [&](const spire::Move& move, double p) { listed(wrapped(move), p); });
      return;
    }
    list_task_outcomes(run(s), s.j.next_task(), [&](int value, double p) {
      if (p > 0.0) listed(outcome(value), p);
    });
  }

  static RunMove outcome(int value) {
    RunMove found = run_move(RunMoveKind::Outcome);
    found.value = static_cast<std::int16_t>(value);
    return found;
  }

  int sampled(const RunState& s, Random& random) const {
    double left = random.uniform();
    int found = 0;
    bool any = false;
    list_task_outcomes(run(s), s.j.next_task(), [&](int value, double p) {
      if (p <= 0.0 || (any && left < 0.0)) return;
      found = value;
      any = true;
      left -= p;
    });
    return found;
  }

  void do_seeded(RunState& s, const Task& task, std::uint64_t seed) const {
    const Run r = run(s);
    if (task.op == TaskOp::DrawMap)
      draw_map(s.j, content_->rates, seed);
    else
      begin(r, s.fight, task.n, seed);
  }

  // Does the task at the head, unless chance has to decide and may not.
  bool do_next_task(RunState& s, Random* random) const {
    const Run r = run(s);
    const Task head = s.j.next_task();
    if (needs_seed(head)) {
      if (random == nullptr) return false;
      s.j.pop_task();
      do_seeded(s, head, random->bits());
    } else if (needs_chance(head)) {
      int value = 0;
      if (random != nullptr) {
        value = sampled(s, *random);
      } else {
        int count = 0;
        list_task_outcomes(r, head, [&](int v, double p) {
          if (p <= 0.0) return;
          ++count;
          value = v;
        });
        if (count != 1) return false;
      }
      s.j.pop_task();
      do_task_outcome(r, head, value);
    } else {
      s.j.pop_task();
      do_task(r, head);
    }
    return true;
  }

  void leave_fight(RunState& s) const {
    const Run r = run(s);
    const bool goes_on = come_back(r, s.fight);
    const bool nobody_stayed = all_escaped(s.fight);
    if (!goes_on) return;
    s.fight = {};
    s.j.screen = Screen::Map;
    fight_won(r, nobody_stayed);
  }

  void finish(RunState& s) const {
    while (s.j.task_count > 0) s.j.pop_task();
    s.j.purpose = Purpose::None;
  }

  std::shared_ptr<const RunContent> content_;
  Combat fights_;
};

static_assert(Game<RunGame>);

}  // namespace hazard::spire
