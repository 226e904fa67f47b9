/* The results of one graph in C memory, so that reading them needs neither Go nor a lock. */
#ifndef FORCEDSPLIT_LEVELS_H
#define FORCEDSPLIT_LEVELS_H

#include <stddef.h>
#include <stdint.h>

typedef struct forcedsplit_levels {
  size_t count;
  uint64_t* ids; /* NULL: the id is the position */
  int32_t* passes;
  uint8_t* flags;
  int32_t max_pass;
  uint64_t hash_seed;              /* random, for by_id */
  void* go_key;                    /* bridge/handle's key of the Go object that owns this block */
  struct forcedsplit_index* by_id; /* from ids to positions, made at the first look-up; only levels.c touches it */
} forcedsplit_levels;

/* Levels of count < 2^32 values, with a column of ids or without: one block, all 0, for Go to write into in place.
 * NULL without memory. */
forcedsplit_levels* forcedsplit_levels_new(size_t count, int with_ids);

/* Releases the block and its index. */
void forcedsplit_levels_free(forcedsplit_levels* levels);

/* The position of an id, or levels->count if no value has it. Any number of threads at once, in a forked child too. */
size_t forcedsplit_levels_position(forcedsplit_levels* levels, uint64_t id);

#endif /* FORCEDSPLIT_LEVELS_H */
