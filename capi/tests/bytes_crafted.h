/* Buffers that make as much work, and take as much memory, as their size allows. */
#ifndef FORCEDSPLIT_BYTES_CRAFTED_H
#define FORCEDSPLIT_BYTES_CRAFTED_H

#include "forcedsplit/forcedsplit.h"
#include "graph_writer.h"

typedef struct crafted {
  const char* name;
  buffer (*make)(uint32_t rows); /* from 8 to 20 bytes a row */
  fsl_status status;             /* of the call with a predicate */
} crafted;

extern const crafted crafted_buffers[];
extern const size_t crafted_count;

/* The vector of a field that is there, at its length. */
uint8_t* vector_of(buffer b, int field);

/* A copy whose address is off by one, so that every column has to be copied, and b's memory is gone. It is the
 * caller's, but never released: it lives as long as a test. */
buffer unaligned(buffer b);

#endif /* FORCEDSPLIT_BYTES_CRAFTED_H */
