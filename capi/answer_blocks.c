/* A block is a struct, the arrays that its pointers lead to, all of them in multiples of 8 bytes, and a text.
 * Everything of which the sizes are lies in Go's memory already, so that no sum overflows. */
#include "answer_blocks.h"

#include <stdlib.h>

static void* new_block(size_t struct_size, size_t arrays_size, size_t text_size) {
  size_t* block = calloc(1, struct_size + arrays_size + text_size + 1);
  if (block != NULL) {
    *block = struct_size;
  }
  return block;
}

/* The place of the next array, NULL if it has no elements. */
static void* take(char** at, size_t count, size_t element_size) {
  void* array = count > 0 ? *at : NULL;
  *at += count * element_size;
  return array;
}

fsl_explanation* forcedsplit_explanation_new(size_t chain_count, size_t json_size) {
  fsl_explanation* answer = new_block(sizeof(*answer), chain_count * sizeof(fsl_link), json_size);
  if (answer == NULL) {
    return NULL;
  }
  char* at = (char*)(answer + 1);
  answer->chain_count = chain_count;
  answer->chain = take(&at, chain_count, sizeof(fsl_link));
  answer->json_size = json_size;
  answer->json = at;
  return answer;
}

fsl_verdict* forcedsplit_verdict_new(size_t violation_count, size_t difference_count, size_t json_size) {
  size_t arrays = violation_count * sizeof(fsl_violation) + difference_count * sizeof(fsl_difference);
  fsl_verdict* answer = new_block(sizeof(*answer), arrays, json_size);
  if (answer == NULL) {
    return NULL;
  }
  char* at = (char*)(answer + 1);
  answer->violation_count = violation_count;
  answer->violations = take(&at, violation_count, sizeof(fsl_violation));
  answer->difference_count = difference_count;
  answer->differences = take(&at, difference_count, sizeof(fsl_difference));
  answer->json_size = json_size;
  answer->json = at;
  return answer;
}

fsl_stats* forcedsplit_stats_new(size_t pass_count, size_t json_size) {
  fsl_stats* answer = new_block(sizeof(*answer), pass_count * sizeof(uint64_t), json_size);
  if (answer == NULL) {
    return NULL;
  }
  char* at = (char*)(answer + 1);
  answer->pass_count = pass_count;
  answer->values_per_pass = take(&at, pass_count, sizeof(uint64_t));
  answer->json_size = json_size;
  answer->json = at;
  return answer;
}

fsl_picture* forcedsplit_picture_new(size_t text_size) {
  fsl_picture* answer = new_block(sizeof(*answer), 0, text_size);
  if (answer == NULL) {
    return NULL;
  }
  answer->text_size = text_size;
  answer->text = (char*)(answer + 1);
  return answer;
}

fsl_changes* forcedsplit_changes_new(size_t count) {
  fsl_changes* answer = new_block(sizeof(*answer), count * sizeof(fsl_change), 0);
  if (answer == NULL) {
    return NULL;
  }
  char* at = (char*)(answer + 1);
  answer->count = count;
  answer->changes = take(&at, count, sizeof(fsl_change));
  return answer;
}

fsl_split* forcedsplit_split_new(forcedsplit_split_sizes sizes) {
  size_t arrays = sizes.ids * sizeof(uint64_t) + sizes.stages * sizeof(fsl_stage) +
                  sizes.materialized * sizeof(fsl_materialized) + sizes.conflicts * sizeof(fsl_conflict) +
                  sizes.boundaries * sizeof(fsl_boundary);
  fsl_split* answer = new_block(sizeof(*answer), arrays, sizes.json);
  if (answer == NULL) {
    return NULL;
  }
  char* at = (char*)(forcedsplit_split_ids(answer) + sizes.ids);
  answer->stage_count = sizes.stages;
  answer->stages = take(&at, sizes.stages, sizeof(fsl_stage));
  answer->materialized_count = sizes.materialized;
  answer->materialized = take(&at, sizes.materialized, sizeof(fsl_materialized));
  answer->conflict_count = sizes.conflicts;
  answer->conflicts = take(&at, sizes.conflicts, sizeof(fsl_conflict));
  answer->boundary_count = sizes.boundaries;
  answer->boundaries = take(&at, sizes.boundaries, sizeof(fsl_boundary));
  answer->json_size = sizes.json;
  answer->json = at;
  return answer;
}

uint64_t* forcedsplit_split_ids(fsl_split* split) { return (uint64_t*)(split + 1); }

void fsl_answer_destroy(const void* answer) { free((void*)answer); }
