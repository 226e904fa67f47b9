/* A stranger's program in plain C: asks for the passes of a graph file, and prints how many there are. */
#include <forcedsplit/forcedsplit.h>
#include <stdio.h>

static unsigned char bytes[1 << 20];

int main(int argc, char** argv) {
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  fsl_levels* levels = NULL;
  fsl_error* error = NULL;
  FILE* file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (file == NULL) {
    fprintf(stderr, "usage: scheduler GRAPH.fslg\n");
    return 64;
  }
  args.graph = bytes;
  args.graph_size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  if (fsl_levels_create(&args, &levels, &error) != FSL_OK) {
    fprintf(stderr, "%s\n", fsl_error_message(error));
    fsl_error_destroy(error);
    return 1;
  }
  fsl_levels_view_of(levels, &view);
  printf("%s: %zu values, %d passes\n", fsl_version_string(), view.count, view.max_pass + 1);
  fsl_levels_destroy(levels);
  return 0;
}
