/* Writes FSLG by hand, right or wrong: any column may be left out, be of any length, and hold anything. */
#ifndef FORCEDSPLIT_GRAPH_WRITER_H
#define FORCEDSPLIT_GRAPH_WRITER_H

#include <stddef.h>
#include <stdint.h>

/* The fields of table Graph in fslg.fbs that are vectors of numbers, by their place in it. */
enum {
  IDS = 1,
  OPERAND_OFFSETS,
  OPERANDS,
  AXIS_OFFSETS,
  AXIS_ROLES,
  AXIS_SPACES,
  AXIS_LOOPS,
  UNCLASSIFIED,
  LOOPS,
  BYTES = 12,
  OCCURRENCE_VALUES,
  OCCURRENCE_POINTS,
  OCCURRENCE_CONSUMERS,
  FIELDS
};

enum { LOOP_LOCAL, REDUCTION, LOOP_CARRIED, LOOP_INVARIANT };

typedef struct loop {
  uint16_t space;
  int32_t slot;
  uint32_t nest;
} loop;

/* A vector of `length` elements; absent if element_size is 0. */
typedef struct column {
  const void* data;
  size_t length, element_size;
} column;

typedef struct graph {
  uint32_t value_count;
  column columns[FIELDS];
} graph;

/* Columns of literals, which live as long as the block that they stand in. NONE(T) is a column of length 0. */
#define COLUMN(T, ...) \
  { (const T[]){__VA_ARGS__}, sizeof((const T[]){__VA_ARGS__}) / sizeof(T), sizeof(T) }
#define U8(...) COLUMN(uint8_t, __VA_ARGS__)
#define U16(...) COLUMN(uint16_t, __VA_ARGS__)
#define U32(...) COLUMN(uint32_t, __VA_ARGS__)
#define I32(...) COLUMN(int32_t, __VA_ARGS__)
#define U64(...) COLUMN(uint64_t, __VA_ARGS__)
#define NONE(T) \
  { "", 0, sizeof(T) }

/* A FlatBuffer in memory of exactly its size, aligned to 8, to be released with free(). */
typedef struct buffer {
  uint8_t* data;
  size_t size;
} buffer;

buffer write_graph(const graph* g);

/* The same with a size prefix. */
buffer write_size_prefixed(const graph* g);

/* Three values, 7, 9 and 12: 9 reads 7, which is carried, and 12 reads 9, which is a reduction. One question. */
extern const graph chain;

/* Two values: 9 reads 7, a reduction. One question. */
extern const graph pair;

#endif /* FORCEDSPLIT_GRAPH_WRITER_H */
