#include "bytes_crafted.h"

#include <stdlib.h>
#include <string.h>

static uint8_t* field_of(buffer b, int field) {
  uint32_t table;
  memcpy(&table, b.data, 4);
  return b.data + table + 4 + 4 * field;
}

uint8_t* vector_of(buffer b, int field) {
  uint32_t offset;
  memcpy(&offset, field_of(b, field), 4);
  return field_of(b, field) + offset;
}

buffer unaligned(buffer b) {
  uint8_t* data = malloc(b.size + 1);
  memcpy(data + 1, b.data, b.size);
  free(b.data);
  return (buffer){data + 1, b.size};
}

/* Lets a field that is there be the very vector that another one is. */
static void share(buffer b, int field, int with) {
  uint32_t offset = (uint32_t)(vector_of(b, with) - field_of(b, field));
  memcpy(field_of(b, field), &offset, 4);
}

/* A column to be filled in. */
static void* zeros(size_t length, size_t element_size) { return calloc(length, element_size); }

static uint8_t* reductions(size_t length) {
  uint8_t* roles = malloc(length);
  memset(roles, REDUCTION, length);
  return roles;
}

static uint64_t scattered(uint64_t i) { return (i + 1) * UINT64_C(0x9e3779b97f4a7c15); }

/* Values that each read another one, all reductions, so that every edge is a question. The offsets of the operands are
 * those of the axes too. */
enum chain { BEFORE, BEHIND, BEHIND_IN_A_RING, BEHIND_IN_SHARED_COLUMNS };

static buffer chain_of(uint32_t count, enum chain kind) {
  /* With the first value's edge there three times, there are as many edges as offsets, which are then the points of
   * occurrences that nobody looks at: every byte is copied more than once. */
  const uint32_t more = kind == BEHIND_IN_SHARED_COLUMNS ? 2 : 0;
  const uint32_t edges = count - (kind != BEHIND_IN_A_RING) + more;
  uint32_t *offsets = zeros((size_t)count + 1, 4), *operands = zeros(edges, 4);
  for (uint32_t v = 0; v < count; ++v) {
    offsets[v + 1] = offsets[v];
    if (kind == BEFORE ? v > 0 : v + 1 < count || kind == BEHIND_IN_A_RING) {
      for (uint32_t times = v == 0 ? 1 + more : 1; times > 0; --times) {
        operands[offsets[v + 1]++] = kind == BEFORE ? v - 1 : (v + 1) % count;
      }
    }
  }
  graph g = {.value_count = count,
             .columns = {[OPERAND_OFFSETS] = {offsets, (size_t)count + 1, 4},
                         [OPERANDS] = {operands, edges, 4},
                         [AXIS_OFFSETS] = NONE(uint32_t),
                         [AXIS_ROLES] = {reductions(edges), edges, 1}}};
  for (int field = OCCURRENCE_VALUES; more > 0 && field <= OCCURRENCE_CONSUMERS; ++field) {
    g.columns[field] = (column)NONE(uint64_t);
  }
  buffer b = write_graph(&g);
  share(b, AXIS_OFFSETS, OPERAND_OFFSETS);
  for (int field = OCCURRENCE_VALUES; more > 0 && field <= OCCURRENCE_CONSUMERS; ++field) {
    share(b, field, field == OCCURRENCE_VALUES ? OPERANDS : OPERAND_OFFSETS);
  }
  free(offsets), free(operands), free((void*)g.columns[AXIS_ROLES].data);
  return unaligned(b);
}

static buffer questions_in_order(uint32_t rows) { return chain_of(rows, BEFORE); }

static buffer questions_out_of_order(uint32_t rows) { return chain_of(rows, BEHIND); }

static buffer questions_in_columns_that_share(uint32_t rows) { return chain_of(rows, BEHIND_IN_SHARED_COLUMNS); }

static buffer one_long_cycle(uint32_t rows) { return chain_of(rows, BEHIND_IN_A_RING); }

/* One value reads all others, in falling order. */
static buffer one_reader(uint32_t rows) {
  uint32_t *offsets = zeros((size_t)rows + 2, 4), *operands = zeros(rows, 4), *axes = zeros((size_t)rows + 2, 4);
  for (uint32_t v = 0; v < rows; ++v) {
    operands[v] = rows - 1 - v;
    axes[v + 1] = v + 1;
  }
  offsets[rows + 1] = axes[rows + 1] = rows;
  graph g = {.value_count = rows + 1,
             .columns = {[OPERAND_OFFSETS] = {offsets, (size_t)rows + 2, 4},
                         [OPERANDS] = {operands, rows, 4},
                         [AXIS_OFFSETS] = {axes, (size_t)rows + 2, 4},
                         [AXIS_ROLES] = {reductions(rows), rows, 1}}};
  buffer b = write_graph(&g);
  free(offsets), free(operands), free(axes), free((void*)g.columns[AXIS_ROLES].data);
  return unaligned(b);
}

/* Nothing but values. */
static buffer values_alone(uint32_t rows) {
  uint32_t* offsets = zeros(2 * (size_t)rows + 1, 4);
  graph g = {.value_count = 2 * rows,
             .columns = {[OPERAND_OFFSETS] = {offsets, 2 * (size_t)rows + 1, 4}, [AXIS_OFFSETS] = NONE(uint32_t)}};
  buffer b = write_graph(&g);
  share(b, AXIS_OFFSETS, OPERAND_OFFSETS);
  free(offsets);
  return unaligned(b);
}

/* Occurrences, all of them roots, whose points are the consumers, the ids and the sizes too. */
static buffer occurrences_in_columns_that_share(uint32_t rows) {
  uint64_t* points = zeros(rows, 8);
  uint32_t* offsets = zeros((size_t)rows + 1, 4);
  for (uint32_t i = 0; i < rows; ++i) {
    points[i] = scattered(i);
  }
  graph g = {.value_count = rows,
             .columns = {[IDS] = {points, rows, 8},
                         [AXIS_OFFSETS] = {offsets, (size_t)rows + 1, 4},
                         [BYTES] = NONE(uint64_t),
                         [OCCURRENCE_VALUES] = {offsets, rows, 4},
                         [OCCURRENCE_POINTS] = NONE(uint64_t),
                         [OCCURRENCE_CONSUMERS] = NONE(uint64_t)}};
  buffer b = write_graph(&g);
  share(b, BYTES, IDS), share(b, OCCURRENCE_POINTS, IDS), share(b, OCCURRENCE_CONSUMERS, IDS);
  free(points), free(offsets);
  return unaligned(b);
}

/* Occurrences of one value that are all read by another, at points that differ in their upper half alone. */
static buffer occurrences_of_one_value(uint32_t rows) {
  uint64_t *points = zeros(rows, 8), *consumers = zeros(rows, 8);
  uint32_t* values = zeros(rows, 4);
  for (uint32_t i = 0; i < rows; ++i) {
    points[i] = (uint64_t)i << 32;
    values[i] = i > 0;
  }
  graph g = {.value_count = 2,
             .columns = {[AXIS_OFFSETS] = U32(0, 0, 0),
                         [OCCURRENCE_VALUES] = {values, rows, 4},
                         [OCCURRENCE_POINTS] = {points, rows, 8},
                         [OCCURRENCE_CONSUMERS] = {consumers, rows, 8}}};
  buffer b = write_graph(&g);
  free(points), free(consumers), free(values);
  return b;
}

/* A value that reduces over very many loops, each of a nest of its own, and one that reads it. */
static buffer many_nests(uint32_t rows) {
  int32_t* axis_loops = zeros(rows, 4);
  loop* loops = zeros(rows, sizeof(loop));
  for (uint32_t i = 0; i < rows; ++i) {
    axis_loops[i] = (int32_t)i;
    loops[i].nest = i;
  }
  const uint32_t axes[] = {0, rows - 1, rows};
  graph g = {.value_count = 2,
             .columns = {[OPERAND_OFFSETS] = U32(0, 0, 1),
                         [OPERANDS] = U32(0),
                         [AXIS_OFFSETS] = {axes, 3, 4},
                         [AXIS_ROLES] = {reductions(rows), rows, 1},
                         [AXIS_LOOPS] = {axis_loops, rows, 4},
                         [LOOPS] = {loops, rows, sizeof(loop)}}};
  buffer b = write_graph(&g);
  free(axis_loops), free(loops), free((void*)g.columns[AXIS_ROLES].data);
  return unaligned(b);
}

#define CRAFTED(f) \
  { #f, f, FSL_OK }
const crafted crafted_buffers[] = {
    CRAFTED(questions_in_order),
    CRAFTED(questions_out_of_order),
    CRAFTED(questions_in_columns_that_share),
    CRAFTED(one_reader),
    {"one_long_cycle", one_long_cycle, FSL_ERROR_CYCLE},
    CRAFTED(values_alone),
    CRAFTED(occurrences_in_columns_that_share),
    CRAFTED(occurrences_of_one_value),
    CRAFTED(many_nests),
};
const size_t crafted_count = sizeof(crafted_buffers) / sizeof(crafted_buffers[0]);
