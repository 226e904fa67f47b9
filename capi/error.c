#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fsl_error* forcedsplit_error_new(fsl_status status, int32_t predicate_code, size_t message_size, size_t value_count) {
  if (value_count > (SIZE_MAX - sizeof(fsl_error) - message_size - 1) / sizeof(uint64_t)) {
    return NULL;
  }
  fsl_error* error = calloc(1, sizeof(fsl_error) + value_count * sizeof(uint64_t) + message_size + 1);
  if (error == NULL) {
    return NULL;
  }
  uint64_t* values = (uint64_t*)(error + 1);
  error->status = status;
  error->predicate_code = predicate_code;
  error->value_count = value_count;
  error->values = value_count > 0 ? values : NULL;
  error->message = (char*)(values + value_count);
  return error;
}

fsl_status forcedsplit_error_tell(fsl_error** out, fsl_status status, const char* format, ...) {
  if (out == NULL) {
    return status;
  }
  char message[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof(message), format, arguments);
  va_end(arguments);
  *out = forcedsplit_error_new(status, 0, strlen(message), 0);
  if (*out != NULL) {
    memcpy((*out)->message, message, strlen(message));
  }
  return status;
}

fsl_status fsl_error_status(const fsl_error* error) { return error == NULL ? FSL_OK : error->status; }

const char* fsl_error_message(const fsl_error* error) { return error == NULL ? "" : error->message; }

const uint64_t* fsl_error_values(const fsl_error* error, size_t* count) {
  if (count != NULL) {
    *count = error == NULL ? 0 : error->value_count;
  }
  return error == NULL ? NULL : error->values;
}

int32_t fsl_error_predicate_code(const fsl_error* error) { return error == NULL ? 0 : error->predicate_code; }

void fsl_error_destroy(fsl_error* error) { free(error); }
