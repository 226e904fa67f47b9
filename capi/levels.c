#include "levels.h"

#include <stdlib.h>

/* A hash table of positions, at most half full. The ids stay in their column. */
typedef struct forcedsplit_index {
  size_t mask; /* its size - 1; a power of two */
  uint32_t positions[];
} forcedsplit_index;

static const uint32_t EMPTY = UINT32_MAX;

/* Stands for the index of ids that rise with their positions: they are their own index. */
static forcedsplit_index ids_ascend;

forcedsplit_levels* forcedsplit_levels_new(void) { return calloc(1, sizeof(forcedsplit_levels)); }

int forcedsplit_levels_make_room(forcedsplit_levels* levels, size_t count, int with_ids) {
  size_t ids_size = with_ids ? count * sizeof(uint64_t) : 0;
  size_t passes_size = count * sizeof(int32_t);
  free(levels->columns);
  char* columns = malloc(ids_size + passes_size + count + 1);
  levels->columns = columns;
  if (columns == NULL) {
    levels->room = 0;
    return 0;
  }
  levels->room = count;
  levels->ids = with_ids ? (uint64_t*)columns : NULL;
  levels->passes = (int32_t*)(columns + ids_size);
  levels->flags = (uint8_t*)(columns + ids_size + passes_size);
  return 1;
}

void forcedsplit_levels_clear(forcedsplit_levels* levels) {
  void* go_key = levels->go_key;
  if (levels->by_id != &ids_ascend) {
    free(levels->by_id);
  }
  free(levels->columns);
  *levels = (forcedsplit_levels){.go_key = go_key};
}

/* Every bit of an id moves every bit of the hash: ids are often addresses or multiples of something. The seed is
 * another one for each result, so that nobody can choose ids that all hash alike. */
static uint64_t hash(const forcedsplit_levels* levels, uint64_t id) {
  id += levels->hash_seed;
  id = (id ^ id >> 33) * UINT64_C(0xff51afd7ed558ccd);
  id = (id ^ id >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
  return id ^ id >> 33;
}

static int ascend(const uint64_t* ids, size_t count) {
  for (size_t i = 1; i < count; ++i) {
    if (ids[i - 1] >= ids[i]) {
      return 0;
    }
  }
  return 1;
}

static forcedsplit_index* build(const forcedsplit_levels* levels) {
  const uint64_t* ids = levels->ids;
  const size_t count = levels->count;
  if (ascend(ids, count)) {
    return &ids_ascend;
  }
  size_t size = 1;
  while (size < 2 * count) {
    size *= 2;
  }
  forcedsplit_index* index = malloc(sizeof(forcedsplit_index) + size * sizeof(uint32_t));
  if (index == NULL) {
    return NULL;
  }
  index->mask = size - 1;
  for (size_t i = 0; i < size; ++i) {
    index->positions[i] = EMPTY;
  }
  for (size_t position = 0; position < count; ++position) {
    size_t i = hash(levels, ids[position]) & index->mask;
    while (index->positions[i] != EMPTY) {
      i = (i + 1) & index->mask;
    }
    index->positions[i] = (uint32_t)position;
  }
  return index;
}

/* The index, built by the first who asks; NULL without memory. Those who race each build one and one is published: a
 * lock here could be held by another thread at the moment of a fork, and never be released in the child. */
static forcedsplit_index* index_of(forcedsplit_levels* levels) {
  forcedsplit_index* index = __atomic_load_n(&levels->by_id, __ATOMIC_ACQUIRE);
  if (index != NULL) {
    return index;
  }
  forcedsplit_index* built = build(levels);
  if (built == NULL ||
      __atomic_compare_exchange_n(&levels->by_id, &index, built, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    return built;
  }
  if (built != &ids_ascend) {
    free(built);
  }
  return index;
}

static size_t position_by_halving(const uint64_t* ids, size_t count, uint64_t id) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (ids[middle] < id) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < count && ids[low] == id ? low : count;
}

static size_t position_by_hash(const forcedsplit_index* index, const forcedsplit_levels* levels, uint64_t id) {
  size_t i = hash(levels, id) & index->mask;
  while (index->positions[i] != EMPTY) {
    if (levels->ids[index->positions[i]] == id) {
      return index->positions[i];
    }
    i = (i + 1) & index->mask;
  }
  return levels->count;
}

static size_t position_by_walking(const uint64_t* ids, size_t count, uint64_t id) {
  size_t position = 0;
  while (position < count && ids[position] != id) {
    ++position;
  }
  return position;
}

size_t forcedsplit_levels_position(forcedsplit_levels* levels, uint64_t id) {
  if (levels->ids == NULL) {
    return id < levels->count ? (size_t)id : levels->count;
  }
  const forcedsplit_index* index = index_of(levels);
  if (index == NULL) {
    return position_by_walking(levels->ids, levels->count, id);
  }
  if (index == &ids_ascend) {
    return position_by_halving(levels->ids, levels->count, id);
  }
  return position_by_hash(index, levels, id);
}
