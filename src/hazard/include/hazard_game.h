/* A game as a table of functions over a plain block of bytes: the C interface of hazard.
 *
 * Write the rules in C, C++, Rust, Zig or anything else that makes a shared library, export one function,
 *
 *     const hazard_game *hazard_game_table(void);
 *
 * and load it with hazard.foreign("libmygame.so"). Every search, solve and arena then plays the game at
 * compiled speed. Games in Python that hazard compiles have the same table.
 *
 * A state is `state_bytes` bytes, which hazard copies, compares and hashes: equal states have equal bytes, so
 * padding must be zero. (hazard hands every function that writes a state a block that is zero.) A move is a
 * number of 64 bits that means what the game wants it to mean.
 *
 * The functions may be called from several threads at once, and must depend on nothing but their arguments.
 * Each returns a number that is not negative when all is well; HAZARD_ERROR when the state or the move is
 * nonsense, with words in call->message if there are any; or HAZARD_NO_ROOM when call->memory is used up:
 * hazard then makes more and calls again.
 */
#ifndef HAZARD_GAME_H
#define HAZARD_GAME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HAZARD_GAME_VERSION 1

/* Whose node a state is. MAX and MIN are the players 0 and 1; player n, from 2 on, is n + 2. */
enum { HAZARD_MAX = 0, HAZARD_MIN = 1, HAZARD_CHANCE = 2, HAZARD_OVER = 3 };

enum { HAZARD_ERROR = -1, HAZARD_NO_ROOM = -2 };

enum { HAZARD_MESSAGE_BYTES = 232 };

/* What a call may use: memory from `memory` up to `memory_end` for as long as it lasts, and a place for what
 * went wrong. `error` and `line` are for compiled Python games. */
typedef struct hazard_call {
  char *memory;
  char *memory_end;
  int32_t error;
  int32_t line;
  char message[HAZARD_MESSAGE_BYTES];
} hazard_call;

typedef struct hazard_game {
  uint32_t version;     /* HAZARD_GAME_VERSION */
  uint32_t table_bytes; /* sizeof(hazard_game): later versions may append */
  const char *name;
  const void *rules;    /* handed to every function; settings, tables, or NULL */
  uint64_t state_bytes; /* of a state; hazard_game_largest_state at most */
  double low, high;     /* the lowest and highest value of any state; -INFINITY, INFINITY where unknown */

  /* ---- every game has these ---- */

  /* Writes the state a new game begins in; returns its turn. */
  int32_t (*start)(const void *rules, hazard_call *call, void *state);
  /* Returns whose node it is. */
  int32_t (*turn)(const void *rules, hazard_call *call, const void *state);
  /* Lists what the player to move may do and returns how many that are. Where there are more than `room`, the
   * first `room` are written and the whole number is returned: hazard calls again. */
  int32_t (*actions)(const void *rules, hazard_call *call, const void *state, int64_t *moves, int32_t room);
  /* The same for chance, with probabilities; NULL in a game without chance. */
  int32_t (*outcomes)(const void *rules, hazard_call *call, const void *state, int64_t *moves,
                      double *probabilities, int32_t room);
  /* Writes the state that follows an action; returns its turn. */
  int32_t (*apply)(const void *rules, hazard_call *call, const void *state, int64_t move, void *next);
  /* What the end of the game is worth for MAX. */
  int32_t (*value)(const void *rules, hazard_call *call, const void *state, double *value);

  /* ---- each of these may be NULL ---- */

  /* The state that follows an outcome of chance, where `apply` is for actions alone. */
  int32_t (*apply_outcome)(const void *rules, hazard_call *call, const void *state, int64_t move, void *next);
  /* What an unfinished state is worth, roughly. */
  int32_t (*heuristic)(const void *rules, hazard_call *call, const void *state, double *value);
  /* What a step is worth at once: an action, and an outcome. */
  int32_t (*reward)(const void *rules, hazard_call *call, const void *state, int64_t move, double *reward);
  int32_t (*reward_outcome)(const void *rules, hazard_call *call, const void *state, int64_t move,
                            double *reward);
  /* A cheap estimate of an action for the player to move; higher is better. */
  int32_t (*rank)(const void *rules, hazard_call *call, const void *state, int64_t move, double *rank);
  /* Returns 1 where `heuristic` is reliable, 0 where the search had better look further. */
  int32_t (*quiet)(const void *rules, hazard_call *call, const void *state);
  /* One weight for each of the actions, for tree search by prior. */
  int32_t (*prior)(const void *rules, hazard_call *call, const void *state, const int64_t *moves,
                   int32_t count, double *weights);
  /* One outcome of a chance node that is too wide to list, drawn with 64 random bits; `outcomes` is NULL. */
  int32_t (*sample)(const void *rules, hazard_call *call, const void *state, uint64_t random, int64_t *move);
  /* A whole node in one call: every move, its probability (of an action: 1), the state it leads to and whose
   * node that is. States are `stride` bytes apart, and zero. Saves calls where a call costs as much as a move. */
  int32_t (*successors)(const void *rules, hazard_call *call, const void *state, int64_t *moves,
                        double *probabilities, int32_t *turns, char *states, int64_t stride, int32_t room);
  /* What the best action leads to, for MAX and for MIN: the highest and the lowest of reward + value, or
   * heuristic where the game goes on. Returns the number of actions, and in how many of them the game ends.
   * Most nodes of a search are here, so that one call for all of them pays. */
  int32_t (*best)(const void *rules, hazard_call *call, const void *state, double *highest, double *lowest,
                  int32_t *ends);
  /* Numbers for a learner, `feature_count` of them. */
  int32_t (*features)(const void *rules, hazard_call *call, const void *state, double *features);
  uint64_t feature_count;

  /* Words for a state and for a move, ended by a zero byte; returns how many bytes they are, without it. */
  int32_t (*text)(const void *rules, hazard_call *call, const void *state, char *words, int32_t room);
  int32_t (*describe)(const void *rules, hazard_call *call, const void *state, int64_t move, char *words,
                      int32_t room);
  /* Reads a state as `text` writes it; returns its turn. */
  int32_t (*parse)(const void *rules, hazard_call *call, const char *words, void *state);

  /* ---- secrets, and more than two players: all of it may be 0 and NULL ---- */

  /* How many players there are, each with a number of its own; 0 for an open game of MAX and MIN. `value` is
   * then player 0's. */
  uint64_t player_count;
  /* What everybody gets at the end, `player_count` numbers; and a guess of it before the end. */
  int32_t (*payoffs)(const void *rules, hazard_call *call, const void *state, double *found);
  int32_t (*guesses)(const void *rules, hazard_call *call, const void *state, double *found);
  /* What an action, and an outcome, pays everybody at once. */
  int32_t (*rewards)(const void *rules, hazard_call *call, const void *state, int64_t move, double *found);
  int32_t (*rewards_outcome)(const void *rules, hazard_call *call, const void *state, int64_t move,
                             double *found);
  /* A fingerprint of what a player sees of a state: states that look the same to the player have the same,
   * and others another. NULL where nothing is hidden. */
  int32_t (*sees)(const void *rules, hazard_call *call, const void *state, int32_t player, uint64_t *view);
} hazard_game;

/* What a library exports. */
const hazard_game *hazard_game_table(void);

#ifdef __cplusplus
}
#endif

#endif
