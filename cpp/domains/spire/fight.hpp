// A fight under way: the content and the state that is changed in place. And who offers what: the rules are
// spread over files by subject, and call one another through these few functions.
#pragma once

#include "core/random.hpp"
#include "domains/spire/content/content.hpp"
#include "domains/spire/state.hpp"

namespace hazard::spire {

struct Fight {
  const Content& content;
  State& s;

  const CardKind& kind(const Card& card) const { return content.cards[card.kind]; }
  const MonsterKind& kind(int monster) const { return content.monsters[s.monsters[monster].kind]; }
  bool has(int who, Power id) const {
    return who == kPlayer ? s.player.powers.has(id) : s.monsters[who].powers.has(id);
  }
  int power(int who, Power id) const {
    return who == kPlayer ? s.player.powers.amount(id) : s.monsters[who].powers.amount(id);
  }
  // A step in front of, or behind, what is queued.
  void soon(const Step& step) const { s.steps.push_front(step); }
  void later(const Step& step) const { s.steps.push_back(step); }
};

inline constexpr int kColorlessPool = 4;  // row of Content::pools

inline Step step_of(Op op, int who, int amount = 0, int arg = 0, int source = kPlayer, int times = 1) {
  return {op,
          static_cast<std::uint8_t>(who),
          static_cast<std::uint8_t>(source),
          static_cast<std::uint8_t>(times),
          static_cast<std::int16_t>(amount),
          static_cast<std::uint16_t>(arg)};
}

// Where a new card goes, and what it costs there: Step::times of the steps that add cards.
enum Place : std::uint8_t {
  kToHand = 0,
  kToDraw = 1,
  kToDiscard = 2,
  kToTop = 3,
  kPlaceMask = 15,
  kFreeThisTurn = 16,
  kFreeThisCombat = 32,
  kUpgraded = 64
};

// powers.hpp: gives a power, or takes some away (artifact, frail's relics, justly delayed debuffs and all).
void apply_power(const Fight& f, int who, Power id, int amount, int source, int extra = 0);
void remove_power(const Fight& f, int who, Power id);

// damage.hpp
enum class Harm : std::uint8_t { Attack, Thorns, HpLoss };
int attack_damage(const Fight& f, int source, int target, int base, int strength_times = 1);
int deal(const Fight& f, int source, int target, int amount, Harm harm);  // returns the HP lost
void gain_block(const Fight& f, int who, int amount);
void heal(const Fight& f, int who, int amount);
void kill_monster(const Fight& f, int monster);
void note_departure(const Fight& f);  // after a monster is marked kGone by other means

// cards.hpp
Card fresh_card(const Content& content, int kind);
void add_to_hand(const Fight& f, Card card);  // to the discard pile where the hand is full
void add_to_draw(const Fight& f, Card card, bool on_top = false);
void exhaust_card(const Fight& f, Card card);  // already taken from its pile

// steps.hpp
void queue_steps(const Fight& f, Steps steps, int source, int target);  // behind what is queued
void do_step(const Fight& f, const Step& step);

// relics.hpp
void on_occasion(const Fight& f, Occasion occasion);

// monsters.hpp: what the kinds of monsters do. Each is called by the rules at its moment.
void begin_monster(const Fight& f, int monster,
                   Random& random);           // powers and counters at the start, by chance
void take_turn(const Fight& f, int monster);  // queues the announced move and then Op::Roll
void monster_hurt(const Fight& f, int monster, int hp_lost,
                  Harm harm);                    // after it lost HP and lives: split, wake
bool monster_dies(const Fight& f, int monster);  // false: it does not stay dead (rebirth, regrowth)
void monster_died(const Fight& f, int monster);  // after it is gone: the leader's minions, the stolen gold
void monster_lost_power(const Fight& f, int monster, Power id);  // its last stack went: flight, plated armor
void monster_step(const Fight& f, const Step& step);             // Op::SetMove, Summon, Trigger
void monster_started_turn(const Fight& f, int monster);          // before all monsters' turns, block is gone
void monster_ended_round(const Fight& f, int monster);
void player_played(const Fight& f, const PlayedCard& played);  // for rules that watch the player's cards
void face(const Fight& f, int target);  // between two foes: the player turns to this one

// rolls.hpp: the next move, by chance. `sink(row of the move, probability)`; probabilities sum to one.
template <class Sink>
void roll_outcomes(const Content& content, const State& s, int monster, Sink&& sink);
int roll_sampled(const Content& content, const State& s, int monster, Random& random);
void set_move(const Fight& f, int monster, int move);  // shifts last and second_last

}  // namespace hazard::spire
