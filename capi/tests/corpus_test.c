/* What fuzzing found is tried again, file by file: corpus/ holds buffers that once reached new code. */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <stdlib.h>

#include "bytes_probe.h"
#include "check.h"

static const char* folder;

static void every_buffer_of_the_corpus_is_refused_in_words_or_answered(void) {
  DIR* files = opendir(folder);
  CHECK(files != NULL);
  size_t answered = 0, refused = 0;
  for (struct dirent* file; files != NULL && (file = readdir(files)) != NULL;) {
    if (file->d_name[0] == '.') {
      continue;
    }
    buffer b = bytes_of_file(folder, file->d_name);
    fsl_status status = FSL_OK;
    const char* wrong = bytes_probe_at_the_edge(b.data, b.size, &status);
    if (wrong != NULL) {
      printf("  %s: not so: %s\n", file->d_name, wrong);
      CHECK(wrong == NULL);
    }
    ++*(status == FSL_OK ? &answered : &refused);
    free(b.data);
  }
  CHECK(answered >= 10);
  CHECK(refused >= 10);
  closedir(files);
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fputs("usage: corpus_test FOLDER\n", stderr);
    return 64;
  }
  folder = argv[1];
  RUN(every_buffer_of_the_corpus_is_refused_in_words_or_answered);
  return check_done();
}
