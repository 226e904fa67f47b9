#include "handles.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

/* token = kind (8 bits) | generation (32 bits) | slot (24 bits) */
enum { SLOT_BITS = 24, GENERATION_BITS = 32, KIND_SHIFT = SLOT_BITS + GENERATION_BITS };

/* Chunk k has FIRST_CHUNK << k slots and never moves, so readers need no lock while the table grows. */
enum { FIRST_CHUNK_BITS = 6, FIRST_CHUNK = 1 << FIRST_CHUNK_BITS, CHUNKS = SLOT_BITS - FIRST_CHUNK_BITS };

static const uint64_t SLOT_MASK = ((uint64_t)1 << SLOT_BITS) - 1;
static const uint32_t NO_SLOT = UINT32_MAX;

typedef struct slot {
  _Atomic uint64_t token; /* the live token, 0 if there is none: what every check compares with */
  void* _Atomic object;
  uint32_t generation; /* of the last token given out; under the lock, like next_free */
  uint32_t next_free;
} slot;

static slot* _Atomic chunks[CHUNKS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t slots_used; /* under the lock, like first_free */

/* By kind, since what is left in a slot is of its kind. */
static uint32_t first_free[] = {
    [FORCEDSPLIT_KIND_LEVELS] = UINT32_MAX,
    [FORCEDSPLIT_KIND_SESSION] = UINT32_MAX,
};

/* Which chunk a slot is in, and where in it. */
static int chunk_of(uint32_t index, uint32_t* place) {
  uint32_t shifted = index + FIRST_CHUNK;
  int chunk = 31 - __builtin_clz(shifted) - FIRST_CHUNK_BITS;
  *place = shifted - ((uint32_t)FIRST_CHUNK << chunk);
  return chunk;
}

/* The slot that a token names, if the table has grown that far. */
static slot* slot_of(uint64_t token) {
  uint32_t place;
  int chunk = chunk_of((uint32_t)(token & SLOT_MASK), &place);
  if (chunk >= CHUNKS) {
    return NULL;
  }
  slot* slots = atomic_load_explicit(&chunks[chunk], memory_order_acquire);
  return slots == NULL ? NULL : slots + place;
}

/* A slot that holds no token, or NULL without memory. Under the lock. */
static slot* take_free_slot(forcedsplit_kind kind, uint32_t* index) {
  if (first_free[kind] != NO_SLOT) {
    *index = first_free[kind];
    slot* s = slot_of(*index);
    first_free[kind] = s->next_free;
    return s;
  }
  uint32_t place;
  int chunk = chunk_of(slots_used, &place);
  if (chunk >= CHUNKS) {
    return NULL;
  }
  slot* slots = atomic_load_explicit(&chunks[chunk], memory_order_relaxed);
  if (slots == NULL) {
    slots = calloc((size_t)FIRST_CHUNK << chunk, sizeof(slot));
    if (slots == NULL) {
      return NULL;
    }
    atomic_store_explicit(&chunks[chunk], slots, memory_order_release);
  }
  *index = slots_used++;
  return slots + place;
}

uint64_t forcedsplit_handle_reserve(forcedsplit_kind kind, void** left) {
  uint64_t token = 0;
  uint32_t index;
  pthread_mutex_lock(&lock);
  slot* s = take_free_slot(kind, &index);
  if (s != NULL) {
    ++s->generation;
    token = (uint64_t)kind << KIND_SHIFT | (uint64_t)s->generation << SLOT_BITS | index;
    *left = atomic_load_explicit(&s->object, memory_order_relaxed);
  }
  pthread_mutex_unlock(&lock);
  return token;
}

void forcedsplit_handle_publish(uint64_t token, void* object) {
  slot* s = slot_of(token);
  atomic_store_explicit(&s->object, object, memory_order_relaxed);
  atomic_store_explicit(&s->token, token, memory_order_release);
}

void* forcedsplit_handle_get(forcedsplit_kind kind, uint64_t token) {
  slot* s = token >> KIND_SHIFT == (uint64_t)kind ? slot_of(token) : NULL;
  if (s == NULL || atomic_load_explicit(&s->token, memory_order_acquire) != token) {
    return NULL;
  }
  return atomic_load_explicit(&s->object, memory_order_relaxed);
}

void* forcedsplit_handle_take(forcedsplit_kind kind, uint64_t token) {
  slot* s = token >> KIND_SHIFT == (uint64_t)kind ? slot_of(token) : NULL;
  uint64_t live = token;
  if (s == NULL || !atomic_compare_exchange_strong(&s->token, &live, 0)) {
    return NULL;
  }
  return atomic_load_explicit(&s->object, memory_order_relaxed);
}

void forcedsplit_handle_release(uint64_t token, void* object) {
  slot* s = slot_of(token);
  pthread_mutex_lock(&lock);
  atomic_store_explicit(&s->object, object, memory_order_relaxed);
  if (s->generation != UINT32_MAX) {
    uint32_t* first = &first_free[token >> KIND_SHIFT];
    s->next_free = *first;
    *first = (uint32_t)(token & SLOT_MASK);
  }
  pthread_mutex_unlock(&lock);
}
