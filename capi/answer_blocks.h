/* The memory of answers: one block each, which fsl_answer_destroy releases. */
#ifndef FORCEDSPLIT_ANSWER_BLOCKS_H
#define FORCEDSPLIT_ANSWER_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "forcedsplit/forcedsplit.h"

/* Answers of these sizes for the caller to fill, or NULL without memory. Sizes, and pointers to room for what they
 * count, are set, but for those in the elements of a split; all else is 0, so that texts end in 0. */
fsl_explanation* forcedsplit_explanation_new(size_t chain_count, size_t json_size);
fsl_verdict* forcedsplit_verdict_new(size_t violation_count, size_t difference_count, size_t json_size);
fsl_stats* forcedsplit_stats_new(size_t pass_count, size_t json_size);
fsl_picture* forcedsplit_picture_new(size_t text_size);
fsl_changes* forcedsplit_changes_new(size_t count);

typedef struct forcedsplit_split_sizes {
  size_t stages, materialized, conflicts, boundaries, json;
  size_t ids; /* in the lists of all elements together */
} forcedsplit_split_sizes;

fsl_split* forcedsplit_split_new(forcedsplit_split_sizes sizes);

/* The room of a split for the ids of all lists. */
uint64_t* forcedsplit_split_ids(fsl_split* split);

#endif /* FORCEDSPLIT_ANSWER_BLOCKS_H */
