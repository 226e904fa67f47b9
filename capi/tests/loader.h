/* The library loaded at run time: every copy of it is another library, with functions of its own. */
#ifndef FORCEDSPLIT_LOADER_H
#define FORCEDSPLIT_LOADER_H

#include "forcedsplit/forcedsplit.h"
#include "graph_writer.h"

typedef struct library {
  void* handle;
  fsl_status (*runtime_configure)(const fsl_runtime_options*, fsl_error**);
  fsl_status (*levels_create)(const fsl_levels_args*, fsl_levels**, fsl_error**);
  fsl_status (*levels_destroy)(fsl_levels*);
  fsl_status (*levels_view_of)(const fsl_levels*, fsl_levels_view*);
  int32_t (*levels_pass)(const fsl_levels*, uint64_t);
  fsl_status (*explain)(const fsl_levels_args*, uint64_t, const fsl_explanation**, fsl_error**);
  void (*answer_destroy)(const void*);
  fsl_status (*session_create)(const fsl_levels_args*, fsl_session**, fsl_error**);
  fsl_status (*session_destroy)(fsl_session*);
  fsl_status (*session_add_value)(fsl_session*, uint64_t, int32_t, const fsl_axis*, size_t, fsl_error**);
  fsl_status (*session_update)(fsl_session*, const fsl_levels_args*, const fsl_changes**, fsl_error**);
  fsl_status (*error_status)(const fsl_error*);
  const char* (*error_message)(const fsl_error*);
  void (*error_destroy)(fsl_error*);
} library;

/* Loads the file, with RTLD_LOCAL or RTLD_GLOBAL, or ends the program: nothing else can be tested then. */
library load(const char* path, int scope);

/* levels_create on a graph, with a predicate or NULL. */
fsl_status compute(const library* of, buffer b, fsl_inside_fn inside, void* user_data, fsl_levels** out,
                   fsl_error** out_error);

/* What this process has now: threads, from /proc/self/status, and resident memory, in KiB. */
long threads_now(void);
long resident_now(void);

#endif /* FORCEDSPLIT_LOADER_H */
