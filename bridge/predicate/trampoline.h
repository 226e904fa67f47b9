/* The one crossing from Go to the host's predicate. */
#ifndef FORCEDSPLIT_TRAMPOLINE_H
#define FORCEDSPLIT_TRAMPOLINE_H

#include <stddef.h>
#include <stdint.h>

#include "forcedsplit/forcedsplit.h"

/* All questions of one call and their answers: arrays in one block of C memory, because the host gets to see them. */
typedef struct forcedsplit_questions {
  size_t count;
  uint64_t* readers;
  uint64_t* sources;
  uint8_t* answers; /* all 0 */
} forcedsplit_questions;

/* Room for count questions, or NULL without memory. Released with free(). */
forcedsplit_questions* forcedsplit_questions_new(size_t count);

/* Puts the questions to whichever predicate args holds, on the calling thread. Returns 0, or the negative code that
 * the predicate aborted with. Takes args and not its members: user_data may be any bits, which must never lie in a
 * Go pointer variable. */
int32_t forcedsplit_questions_ask(const fsl_levels_args* args, forcedsplit_questions* questions);

#endif /* FORCEDSPLIT_TRAMPOLINE_H */
