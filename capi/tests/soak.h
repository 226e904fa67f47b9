/* How often a test does what is a matter of chance: more in `make soak`, which sets FORCEDSPLIT_SOAK, and a hundredth
 * under valgrind, where FORCEDSPLIT_BRIEF is set and all takes a hundred times as long. */
#ifndef FORCEDSPLIT_SOAK_H
#define FORCEDSPLIT_SOAK_H

#include <stdlib.h>

static inline int rounds_of(int soaking, int usual) {
  if (getenv("FORCEDSPLIT_BRIEF") != NULL) {
    return usual / 100 + 1;
  }
  return getenv("FORCEDSPLIT_SOAK") != NULL ? soaking : usual;
}

#endif /* FORCEDSPLIT_SOAK_H */
