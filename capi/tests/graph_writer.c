#include "graph_writer.h"

#include <stdlib.h>
#include <string.h>

/* A buffer is: root offset, identifier, vtable, table, vectors. Every field of the table is 4 bytes wide: value_count,
 * or the offset of a vector. */
enum { VTABLE_AT = 8, VTABLE_SIZE = 4 + 2 * FIELDS, TABLE_AT = (VTABLE_AT + VTABLE_SIZE + 3) / 4 * 4 };
enum { TABLE_SIZE = 4 + 4 * FIELDS };

static void put16(uint8_t* at, size_t value) { memcpy(at, &(uint16_t){(uint16_t)value}, 2); }

static void put32(uint8_t* at, size_t value) { memcpy(at, &(uint32_t){(uint32_t)value}, 4); }

/* Where the length of the next vector goes, so that the elements after it are aligned to 8. */
static size_t next_vector(size_t end) { return (end + 4 + 7) / 8 * 8 - 4; }

static size_t size_of(const graph* g) {
  size_t end = TABLE_AT + TABLE_SIZE;
  for (int field = 0; field < FIELDS; ++field) {
    const column* c = &g->columns[field];
    if (c->element_size > 0) {
      end = next_vector(end) + 4 + c->length * c->element_size;
    }
  }
  return end;
}

static void write_at(const graph* g, uint8_t* at) {
  put32(at, TABLE_AT);
  memcpy(at + 4, "FSLG", 4);
  put16(at + VTABLE_AT, VTABLE_SIZE);
  put16(at + VTABLE_AT + 2, TABLE_SIZE);
  put32(at + TABLE_AT, TABLE_AT - VTABLE_AT);
  put16(at + VTABLE_AT + 4, 4);
  put32(at + TABLE_AT + 4, g->value_count);

  size_t end = TABLE_AT + TABLE_SIZE;
  for (size_t field = 1; field < FIELDS; ++field) {
    const column* c = &g->columns[field];
    if (c->element_size == 0) {
      continue;
    }
    size_t place = 4 + 4 * field, vector = next_vector(end);
    put16(at + VTABLE_AT + 4 + 2 * field, place);
    put32(at + TABLE_AT + place, vector - (TABLE_AT + place));
    put32(at + vector, c->length);
    memcpy(at + vector + 4, c->data, c->length * c->element_size);
    end = vector + 4 + c->length * c->element_size;
  }
}

buffer write_graph(const graph* g) {
  buffer b = {NULL, size_of(g)};
  b.data = calloc(1, b.size);
  write_at(g, b.data);
  return b;
}

buffer write_size_prefixed(const graph* g) {
  buffer b = {NULL, 4 + size_of(g)};
  b.data = calloc(1, b.size);
  put32(b.data, b.size - 4);
  write_at(g, b.data + 4);
  return b;
}

const graph chain = {.value_count = 3,
                     .columns = {
                         [IDS] = U64(7, 9, 12),
                         [OPERAND_OFFSETS] = U32(0, 0, 1, 2),
                         [OPERANDS] = U32(0, 1),
                         [AXIS_OFFSETS] = U32(0, 1, 2, 2),
                         [AXIS_ROLES] = U8(LOOP_CARRIED, REDUCTION),
                     }};

const graph pair = {.value_count = 2,
                    .columns = {
                        [IDS] = U64(7, 9),
                        [OPERAND_OFFSETS] = U32(0, 0, 1),
                        [OPERANDS] = U32(0),
                        [AXIS_OFFSETS] = U32(0, 1, 1),
                        [AXIS_ROLES] = U8(REDUCTION),
                    }};
