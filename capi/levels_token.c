#include "levels_token.h"

#include "handles.h"

/* Of a graph as small as this, room for as many values as it is likely to have is made without having looked at it: a
 * value takes two offsets, and most have an operand. If they are more, or there is no memory, Go finds that there is no
 * room, and whether the graph needs any. */
static const size_t SMALL_GRAPH = 4096;
static const size_t LIKELY_VALUE_SIZE = 3 * sizeof(uint32_t);

uint64_t forcedsplit_levels_reserve(size_t graph_size, forcedsplit_levels** levels) {
  void* left = NULL;
  uint64_t token = forcedsplit_handle_reserve(FORCEDSPLIT_KIND_LEVELS, &left);
  if (token == 0) {
    return 0;
  }
  *levels = left != NULL ? left : forcedsplit_levels_new();
  if (*levels == NULL) {
    forcedsplit_handle_release(token, NULL);
    return 0;
  }
  if (graph_size > 0 && graph_size <= SMALL_GRAPH) {
    forcedsplit_levels_make_room(*levels, graph_size / LIKELY_VALUE_SIZE, 1);
  }
  return token;
}

void forcedsplit_levels_release(uint64_t token, forcedsplit_levels* levels) {
  forcedsplit_levels_clear(levels);
  forcedsplit_handle_release(token, levels);
}
