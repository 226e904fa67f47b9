/* The results of one graph in C memory, so that reading them needs neither Go nor a lock. */
#ifndef FORCEDSPLIT_LEVELS_H
#define FORCEDSPLIT_LEVELS_H

#include <stddef.h>
#include <stdint.h>

/* The Go object of a forcedsplit_levels and this belong together for good; the columns come and go with the results. */
typedef struct forcedsplit_levels {
  size_t count;
  uint64_t* ids; /* NULL: the id is the position */
  int32_t* passes;
  uint8_t* flags;
  int32_t max_pass;
  uint64_t hash_seed;              /* random, for by_id */
  void* go_key;                    /* bridge/handle's key of the Go object, NULL before there is one */
  struct forcedsplit_index* by_id; /* from ids to positions, made at the first look-up; only levels.c touches it */
  void* columns;                   /* the block in which ids, passes and flags lie */
  size_t room;                     /* how many values fit in it */
} forcedsplit_levels;

/* Levels of no values, without room, or NULL without memory. They are never freed but kept for the next result. */
forcedsplit_levels* forcedsplit_levels_new(void);

/* Makes room for count < 2^32 values, with a column of ids or without, in place of the room there was; the columns hold
 * anything. Returns 0 without memory. */
int forcedsplit_levels_make_room(forcedsplit_levels* levels, size_t count, int with_ids);

/* Releases everything that belongs to one result. */
void forcedsplit_levels_clear(forcedsplit_levels* levels);

/* The position of an id, or levels->count if no value has it. Any number of threads at once, in a forked child too. */
size_t forcedsplit_levels_position(forcedsplit_levels* levels, uint64_t id);

#endif /* FORCEDSPLIT_LEVELS_H */
