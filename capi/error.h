/* The making of fsl_error, whose reading is public. */
#ifndef FORCEDSPLIT_ERROR_H
#define FORCEDSPLIT_ERROR_H

#include <stddef.h>
#include <stdint.h>

#include "forcedsplit/forcedsplit.h"

struct fsl_error {
  fsl_status status;
  int32_t predicate_code;
  size_t value_count;
  uint64_t* values; /* value_count ids, in the same block; NULL if there are none */
  char* message;    /* in the same block, ends in 0 */
};

/* An error with room for a message of that many bytes and that many values, all 0, for the caller to fill; NULL
 * without memory. */
fsl_error* forcedsplit_error_new(fsl_status status, int32_t predicate_code, size_t message_size, size_t value_count);

/* Makes an error with this message, printf's way, and stores it in *out unless out is NULL. Returns status, so that a
 * check can end with `return forcedsplit_error_tell(…)`. */
#if defined(__GNUC__) || defined(__clang__)
__attribute__((format(printf, 3, 4)))
#endif
fsl_status
forcedsplit_error_tell(fsl_error** out, fsl_status status, const char* format, ...);

#endif /* FORCEDSPLIT_ERROR_H */
