#include "trampoline.h"

#include <stdlib.h>

forcedsplit_questions* forcedsplit_questions_new(size_t count) {
  const size_t bytes_each = 2 * sizeof(uint64_t) + sizeof(uint8_t);
  if (count > (SIZE_MAX - sizeof(forcedsplit_questions)) / bytes_each) {
    return NULL;
  }
  forcedsplit_questions* questions = calloc(1, sizeof(forcedsplit_questions) + count * bytes_each);
  if (questions != NULL) {
    questions->count = count;
    questions->readers = (uint64_t*)(questions + 1);
    questions->sources = questions->readers + count;
    questions->answers = (uint8_t*)(questions->sources + count);
  }
  return questions;
}

int32_t forcedsplit_questions_ask(const fsl_levels_args* args, forcedsplit_questions* questions) {
  if (args->inside_batch != NULL) {
    int32_t code = args->inside_batch(args->user_data, questions->count, questions->readers, questions->sources,
                                      questions->answers);
    return code < 0 ? code : 0;
  }
  for (size_t i = 0; i < questions->count; ++i) {
    int32_t answer = args->inside(args->user_data, questions->readers[i], questions->sources[i]);
    if (answer < 0) {
      return answer;
    }
    questions->answers[i] = answer > 0;
  }
  return 0;
}
