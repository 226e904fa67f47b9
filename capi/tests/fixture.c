#include "fixture.h"

#include <stdlib.h>
#include <string.h>

fsl_levels_args args_for(buffer b, fsl_inside_fn inside, void* user_data) {
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = b.data;
  args.graph_size = b.size;
  args.inside = inside;
  args.user_data = user_data;
  return args;
}

fsl_status create(buffer b, fsl_inside_fn inside, void* user_data, fsl_levels** out, fsl_error** out_error) {
  fsl_levels_args args = args_for(b, inside, user_data);
  return fsl_levels_create(&args, out, out_error);
}

fsl_levels* levels_of(const graph* g, fsl_inside_fn inside, void* user_data) {
  buffer b = write_graph(g);
  fsl_levels* levels = NULL;
  create(b, inside, user_data, &levels, NULL);
  memset(b.data, 0xee, b.size);
  free(b.data);
  return levels;
}

int is_about(const fsl_error* error, size_t count, const uint64_t* values) {
  size_t told = SIZE_MAX;
  const uint64_t* about = fsl_error_values(error, &told);
  if (told != count || (about == NULL) != (count == 0)) {
    return 0;
  }
  return count == 0 || memcmp(about, values, count * sizeof(uint64_t)) == 0;
}

int32_t always(void* user_data, uint64_t reader, uint64_t source) {
  (void)user_data, (void)reader, (void)source;
  return 1;
}

int32_t never(void* user_data, uint64_t reader, uint64_t source) {
  (void)user_data, (void)reader, (void)source;
  return 0;
}

int32_t recording(void* user_data, uint64_t reader, uint64_t source) {
  record* r = user_data;
  if (r->count < sizeof(r->readers) / sizeof(r->readers[0])) {
    r->readers[r->count] = reader;
    r->sources[r->count] = source;
  }
  ++r->count;
  return r->answer;
}

int32_t recording_batch(void* user_data, size_t count, const uint64_t* readers, const uint64_t* sources,
                        uint8_t* out_inside) {
  record* r = user_data;
  for (size_t i = 0; i < count; ++i) {
    int32_t answer = recording(r, readers[i], sources[i]);
    if (answer < 0) {
      return answer;
    }
    out_inside[i] = answer > 0;
  }
  return 0;
}
