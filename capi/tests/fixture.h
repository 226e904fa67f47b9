/* Short ways to say what the tests do over and over. */
#ifndef FORCEDSPLIT_FIXTURE_H
#define FORCEDSPLIT_FIXTURE_H

#include "forcedsplit/forcedsplit.h"
#include "graph_writer.h"

/* fsl_levels_create on a buffer, with a plain predicate or without one. */
fsl_status create(buffer b, fsl_inside_fn inside, void* user_data, fsl_levels** out, fsl_error** out_error);

/* fsl_levels_create on a graph that is as it should be, or NULL. */
fsl_levels* levels_of(const graph* g, fsl_inside_fn inside, void* user_data);

/* Is the error about exactly these values, in this order? */
int is_about(const fsl_error* error, size_t count, const uint64_t* values);

/* Predicates that always give the same answer. */
int32_t always(void* user_data, uint64_t reader, uint64_t source);
int32_t never(void* user_data, uint64_t reader, uint64_t source);

/* The arguments for a graph, whose memory is the caller's. */
fsl_levels_args args_for(buffer b, fsl_inside_fn inside, void* user_data);

/* Every question that a predicate is asked, in the order asked. */
typedef struct record {
  size_t count;
  uint64_t readers[64], sources[64];
  int32_t answer; /* what to answer to each */
} record;

/* Predicates whose user_data is a record. */
int32_t recording(void* user_data, uint64_t reader, uint64_t source);
int32_t recording_batch(void* user_data, size_t count, const uint64_t* readers, const uint64_t* sources,
                        uint8_t* out_inside);

#endif /* FORCEDSPLIT_FIXTURE_H */
