/* A token and the levels that it stands for come and go together. */
#ifndef FORCEDSPLIT_LEVELS_TOKEN_H
#define FORCEDSPLIT_LEVELS_TOKEN_H

#include <stddef.h>
#include <stdint.h>

#include "levels.h"

/* A token to be published, and levels without a result for it, with room if a graph of that many bytes is small; 0 for
 * the size leaves them without. Returns 0 without memory. */
uint64_t forcedsplit_levels_reserve(size_t graph_size, forcedsplit_levels** levels);

/* Releases the result, and the token, which was taken or is not published. */
void forcedsplit_levels_release(uint64_t token, forcedsplit_levels* levels);

#endif /* FORCEDSPLIT_LEVELS_TOKEN_H */
