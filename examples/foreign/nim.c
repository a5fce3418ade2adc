/* Nim with a die, in C: a heap of stones, the player takes 1 to 3, then a die may take one more. Who takes the
 * last stone wins.
 *
 *   cc -shared -fPIC -I $(python -c 'import hazard; print(hazard.include())') -o libnim.so nim.c
 *   python -c 'import hazard; print(hazard.decide(hazard.foreign("./libnim.so")).explain())'
 */
#include <hazard_game.h>
#include <stdio.h>

typedef struct {
  int32_t stones;
  int32_t mover;   /* 1: MAX, -1: MIN; whoever moves next */
  int32_t rolling; /* the die is about to be rolled */
  int32_t zero;
} nim;

static int32_t turn(const void *rules, hazard_call *call, const void *state) {
  const nim *s = state;
  (void)rules, (void)call;
  if (s->stones == 0) return HAZARD_OVER;
  if (s->rolling) return HAZARD_CHANCE;
  return s->mover == 1 ? HAZARD_MAX : HAZARD_MIN;
}

static int32_t start(const void *rules, hazard_call *call, void *state) {
  nim *s = state;
  s->stones = *(const int32_t *)rules;
  s->mover = 1;
  return turn(rules, call, s);
}

static int32_t actions(const void *rules, hazard_call *call, const void *state, int64_t *moves, int32_t room) {
  const nim *s = state;
  const int32_t count = s->stones < 3 ? s->stones : 3;
  (void)rules, (void)call;
  for (int32_t i = 0; i < count && i < room; ++i) moves[i] = i + 1;
  return count;
}

static int32_t outcomes(const void *rules, hazard_call *call, const void *state, int64_t *moves,
                        double *probabilities, int32_t room) {
  (void)rules, (void)call, (void)state;
  for (int32_t i = 0; i < 2 && i < room; ++i) {
    moves[i] = i; /* stones that the die takes */
    probabilities[i] = i == 1 ? 1.0 / 3.0 : 2.0 / 3.0;
  }
  return 2;
}

static int32_t apply(const void *rules, hazard_call *call, const void *state, int64_t move, void *next) {
  const nim *s = state;
  nim *n = next;
  if (move < 0 || move > s->stones) {
    snprintf(call->message, HAZARD_MESSAGE_BYTES, "there are only %d stones", s->stones);
    return HAZARD_ERROR;
  }
  n->stones = s->stones - (int32_t)move;
  n->rolling = !s->rolling;
  n->mover = s->rolling ? s->mover : -s->mover;
  return turn(rules, call, n);
}

/* Whoever took the last stone has won: the other one would move next. The die takes for whoever moved. */
static int32_t value(const void *rules, hazard_call *call, const void *state, double *found) {
  const nim *s = state;
  (void)rules, (void)call;
  *found = s->mover == -1 ? 1.0 : -1.0;
  return 0;
}

static int32_t text(const void *rules, hazard_call *call, const void *state, char *words, int32_t room) {
  const nim *s = state;
  (void)rules, (void)call;
  return snprintf(words, (size_t)room, "%d %s%s", s->stones, s->mover == 1 ? "max" : "min",
                  s->rolling ? " rolling" : "");
}

static int32_t describe(const void *rules, hazard_call *call, const void *state, int64_t move, char *words,
                        int32_t room) {
  const nim *s = state;
  (void)rules, (void)call;
  return snprintf(words, (size_t)room, s->rolling ? "the die takes %d" : "take %d", (int)move);
}

static const int32_t stones = 21;

static const hazard_game table = {
    .version = HAZARD_GAME_VERSION,
    .table_bytes = sizeof(hazard_game),
    .name = "Nim",
    .rules = &stones,
    .state_bytes = sizeof(nim),
    .low = -1.0,
    .high = 1.0,
    .start = start,
    .turn = turn,
    .actions = actions,
    .outcomes = outcomes,
    .apply = apply,
    .value = value,
    .text = text,
    .describe = describe,
};

const hazard_game *hazard_game_table(void) { return &table; }
