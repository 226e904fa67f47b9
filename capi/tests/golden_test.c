/* Every golden case through the C ABI, with each form of the predicate and with loop facts. argv[1] is the file of
 * goldendump, whose form its main.go describes. */
#include <stdlib.h>

#include "check.h"
#include "forcedsplit/forcedsplit.h"

static const uint64_t* words; /* the file */
static size_t word_count, next_word;

typedef struct list {
  size_t count;
  const uint64_t* words;
} list;

typedef struct golden {
  char name[128];
  const void* graph;
  size_t graph_size;
  int facts, cycle;
  list inside, asked, carried, pinned, passes;
  int32_t max_pass;
} golden;

static uint64_t take_word(void) {
  if (next_word >= word_count) {
    fprintf(stderr, "the file of golden cases ends too early\n");
    exit(1);
  }
  return words[next_word++];
}

static list take_words(size_t count, size_t size_in_words) {
  list l = {count, words + next_word};
  next_word += size_in_words;
  if (next_word > word_count) {
    fprintf(stderr, "the file of golden cases ends too early\n");
    exit(1);
  }
  return l;
}

static list take_bytes(void) {
  size_t size = take_word();
  return take_words(size, (size + 7) / 8);
}

static list take_ids(void) {
  size_t count = take_word();
  return take_words(count, count);
}

static list take_pairs(void) {
  size_t count = take_word();
  return take_words(count, 2 * count);
}

static golden take_case(void) {
  golden g;
  list name = take_bytes(), graph = take_bytes();
  snprintf(g.name, sizeof(g.name), "%.*s", (int)name.count, (const char*)name.words);
  g.graph = graph.words;
  g.graph_size = graph.count;
  g.facts = take_word() != 0;
  g.cycle = take_word() != 0;
  g.inside = take_pairs();
  g.asked = take_pairs();
  g.carried = take_ids();
  g.pinned = take_ids();
  g.passes = take_pairs();
  g.max_pass = (int32_t)take_word();
  return g;
}

/* What a predicate is asked against what it should be. */
typedef struct interview {
  const golden* g;
  size_t asked, batches;
} interview;

static int32_t inside(void* user_data, uint64_t reader, uint64_t source) {
  interview* i = user_data;
  const golden* g = i->g;
  CHECK(i->asked < g->asked.count && g->asked.words[2 * i->asked] == reader &&
        g->asked.words[2 * i->asked + 1] == source);
  ++i->asked;
  for (size_t k = 0; k < g->inside.count; ++k) {
    if (g->inside.words[2 * k] == reader && g->inside.words[2 * k + 1] == source) {
      return 1;
    }
  }
  return 0;
}

static int32_t inside_batch(void* user_data, size_t count, const uint64_t* readers, const uint64_t* sources,
                            uint8_t* out_inside) {
  interview* i = user_data;
  ++i->batches;
  for (size_t k = 0; k < count; ++k) {
    CHECK_INT(out_inside[k], 0);
    out_inside[k] = inside(i, readers[k], sources[k]) > 0 ? 0xff : 0;
  }
  return 0;
}

static int has(list ids, uint64_t id) {
  for (size_t k = 0; k < ids.count; ++k) {
    if (ids.words[k] == id) {
      return 1;
    }
  }
  return 0;
}

static int32_t pass_of(list passes, uint64_t id) {
  for (size_t k = 0; k < passes.count; ++k) {
    if (passes.words[2 * k] == id) {
      return (int32_t)passes.words[2 * k + 1];
    }
  }
  return FSL_PASS_ABSENT;
}

static void check_answers(const golden* g, const fsl_levels* levels) {
  fsl_levels_view view = FSL_LEVELS_VIEW_INIT;
  CHECK_INT(fsl_levels_view_of(levels, &view), FSL_OK);
  CHECK_INT(view.max_pass, g->max_pass);
  size_t listed = 0, carried = 0, pinned = 0;
  for (size_t v = 0; v < view.count; ++v) {
    uint64_t id = view.ids == NULL ? v : view.ids[v];
    uint32_t flags = (has(g->carried, id) ? FSL_VALUE_CARRIED : 0) | (has(g->pinned, id) ? FSL_VALUE_PINNED : 0);
    int32_t pass = pass_of(g->passes, id);
    CHECK_INT(view.passes[v], pass);
    CHECK_INT(view.flags[v], flags);
    CHECK_INT(fsl_levels_pass(levels, id), pass == FSL_PASS_ABSENT ? 0 : pass);
    CHECK_INT(fsl_levels_flags(levels, id), flags);
    listed += view.passes[v] != FSL_PASS_ABSENT;
    carried += (view.flags[v] & FSL_VALUE_CARRIED) != 0;
    pinned += (view.flags[v] & FSL_VALUE_PINNED) != 0;
  }
  CHECK_INT(listed, g->passes.count);
  CHECK_INT(carried, g->carried.count);
  CHECK_INT(pinned, g->pinned.count);
}

static void run(const golden* g, fsl_inside_fn one, fsl_inside_batch_fn batch) {
  interview i = {g, 0, 0};
  fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
  args.graph = g->graph;
  args.graph_size = g->graph_size;
  args.inside = one;
  args.inside_batch = batch;
  args.user_data = &i;
  fsl_levels* levels = NULL;
  fsl_status status = fsl_levels_create(&args, &levels, NULL);
  CHECK_INT(status, g->cycle ? FSL_ERROR_CYCLE : FSL_OK);
  CHECK_INT(i.asked, one != NULL || batch != NULL ? g->asked.count : 0);
  CHECK_INT(i.batches, batch != NULL && g->asked.count > 0 ? 1 : 0);
  if (status == FSL_OK) {
    check_answers(g, levels);
  }
  CHECK_INT(fsl_levels_destroy(levels), FSL_OK);
}

static golden current;

static void golden_case(void) {
  run(&current, inside, NULL);
  run(&current, NULL, inside_batch);
  if (current.facts || current.asked.count == 0) {
    run(&current, NULL, NULL);
  }
}

static void read_file(const char* path) {
  FILE* file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
    fprintf(stderr, "cannot read %s\n", path);
    exit(1);
  }
  size_t size = (size_t)ftell(file);
  void* bytes = malloc(size);
  rewind(file);
  word_count = fread(bytes, 1, size, file) / sizeof(uint64_t);
  words = bytes;
  fclose(file);
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: golden_test FILE\n");
    return 64;
  }
  read_file(argv[1]);
  for (uint64_t left = take_word(); left > 0; --left) {
    current = take_case();
    check_run(golden_case, current.name);
  }
  free((void*)words);
  return check_done();
}
