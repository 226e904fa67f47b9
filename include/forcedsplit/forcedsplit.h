/* forcedsplit.h - pass levels of a value graph, for tensor compilers.
 *
 * A tensor compiler evaluates a DAG of values under batch loops. Some values are complete only after their own loop
 * has closed, so the loop nest has to be split into passes, and every value belongs to one. This library takes the
 * value graph as a FlatBuffer (FSLG, fslg.fbs), asks the host's own inside(reader, source) predicate where it must,
 * and answers with the pass of every value. "SPEC" below is the README's section "What is computed".
 *
 *     fsl_levels_args args = FSL_LEVELS_ARGS_INIT;
 *     args.graph = bytes;
 *     args.graph_size = size;
 *     args.inside = my_inside;
 *     args.user_data = my_scheduler;
 *     fsl_levels* levels = NULL;
 *     fsl_error* error = NULL;
 *     if (fsl_levels_create(&args, &levels, &error) != FSL_OK) {
 *       fprintf(stderr, "%s\n", fsl_error_message(error));
 *       fsl_error_destroy(error);
 *       return 1;
 *     }
 *     int32_t pass = fsl_levels_pass(levels, 42);
 *     fsl_levels_destroy(levels);
 *
 * What holds for every function
 *
 * Ownership. Nothing that the caller passes is kept after the call returns. What the library returns is C memory that
 *   stays valid, and does not change, until its handle is destroyed. Nothing here is released with free().
 * Threads. Every function may be called from any thread at any time, on the same handle too, with two exceptions that
 *   are the caller's to keep: a handle is not destroyed while another thread reads it, and an fsl_error is not used
 *   after fsl_error_destroy. Threads that race to destroy one fsl_levels are safe: exactly one gets FSL_OK.
 * Predicates run on the calling thread, during the call, while the library holds no lock: they may call this library
 *   again. They must return the ordinary way: longjmp, a C++ exception, pthread_exit or a switch to another stack
 *   (fibers, coroutines) across the library's frames is undefined behaviour. forced_split_levels.hpp catches C++
 *   exceptions before they could do that.
 * Processes. In a child that was forked after the library was loaded, used or not, fsl_levels_create,
 *   fsl_levels_destroy and fsl_runtime_configure return FSL_ERROR_FORKED at once; everything that reads results,
 *   errors, names and versions works on. A predicate must not return in such a child. exec works as always. Children
 *   that were made without fork(3), by clone or _Fork, are told since Linux 4.14; one made by vfork is not.
 * Signals. The Go runtime inside installs handlers for the synchronous signals (SIGSEGV, SIGBUS, SIGFPE) when the
 *   library is loaded, and passes on what is not its own; to every other handler that stood before it adds SA_ONSTACK.
 *   A handler that the host installs later must use SA_ONSTACK, and one for SIGSEGV, SIGBUS or SIGFPE must chain to the
 *   handler that it replaced.
 *   A thread's signal mask and alternate signal stack are after every call what they were before it; during a call
 *   there is an alternate stack of 64 KiB where the thread has none, or one below 16 KiB.
 *   The runtime's own threads take none of the host's signals, but for SIGCHLD, SIGPROF and signal 34 (SIGRTMIN), which
 *   they cannot block: a host that waits for one of these with sigwait or a signalfd may miss it, or end by it. It
 *   handles them, or uses another one, or a pidfd.
 * Loading. The library starts the runtime's threads when it is loaded, and is never unloaded: dlclose does nothing. Two
 *   copies of it under different names are two libraries: a handle or an error belongs to the copy that made it.
 * Memory. Where there is none for results or questions the call fails with FSL_ERROR_INTERNAL. The runtime's own memory
 *   is another matter: it reserves close to 1 GiB of addresses when it is loaded, and where the system refuses it more
 *   memory (a hard RLIMIT_AS, no overcommit) it ends the process. The README's "Limits" says how much a graph takes.
 * Platforms. 64-bit little-endian Linux with glibc.
 *
 * What this library deliberately does not do: build loop nests, choose batch sizes, move values, print, or read
 * environment variables, files or locales of its own.
 */
#ifndef FORCEDSPLIT_FORCEDSPLIT_H
#define FORCEDSPLIT_FORCEDSPLIT_H

#include <stddef.h>
#include <stdint.h>

/* The ABI's version, as fsl_abi_version() of the loaded library gives it.
 * MAJOR (also in the SONAME) rises when a program that was built against an older header could break: a function, a
 *   field or a value is removed, or changes its type, place or meaning.
 * MINOR rises when something is added: a function, a field at the end of a struct, a status, a flag.
 * CHANGELOG.md lists every change, and capi/abi holds what was published. */
#define FSL_ABI_MAJOR 1
#define FSL_ABI_MINOR 1

#if defined(__GNUC__) || defined(__clang__)
#define FSL_API __attribute__((visibility("default")))
#else
#define FSL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What every call answers with. The values never change; new ones are appended. */
typedef enum fsl_status {
  FSL_OK = 0,
  FSL_ERROR_INVALID_ARGUMENT = 1,   /* a NULL that must not be, a struct_size that is none, both predicates, an option
                                       out of its range, options for a runtime that is in use */
  FSL_ERROR_MALFORMED_GRAPH = 2,    /* not a graph: which column, which position, which id */
  FSL_ERROR_CYCLE = 3,              /* values that read one another in a circle; the values are the circle */
  FSL_ERROR_PREDICATE_REQUIRED = 4, /* an edge to ask about, and neither a predicate nor loop facts; values: the edge */
  FSL_ERROR_PREDICATE_ABORTED = 5,  /* a predicate returned a negative code, kept in fsl_error_predicate_code() */
  FSL_ERROR_INVALID_HANDLE = 6,     /* destroyed, never made, NULL, or a handle of another kind */
  FSL_ERROR_FORKED = 7,             /* this process was forked after the library was loaded */
  FSL_ERROR_TOO_LARGE = 8,          /* over a limit: the message names the limit and the size */
  FSL_ERROR_INTERNAL = 9            /* a fault of this library, or no memory for results; the host goes on */
} fsl_status;

/* The name of a status, as spelled above: "FSL_ERROR_CYCLE". "unknown status" for any other number. Static memory. */
FSL_API const char* fsl_status_name(fsl_status status);

/* (MAJOR << 16) | MINOR of the loaded library. Never changes its form. */
FSL_API uint32_t fsl_abi_version(void);

/* The version of the loaded library, such as "0.1.0". Static memory. */
FSL_API const char* fsl_version_string(void);

/* An error in full. It is made by the call that failed, for the caller alone, and is plain C memory. */
typedef struct fsl_error fsl_error;

/* The status that the failed call returned too. FSL_OK for NULL. */
FSL_API fsl_status fsl_error_status(const fsl_error* error);

/* One line of UTF-8 for people: what is wrong and where, in the host's own ids. Not parsed by programs: its wording
 * may change. Valid until fsl_error_destroy. "" for NULL. */
FSL_API const char* fsl_error_message(const fsl_error* error);

/* The ids of the values that the error is about, complete where the message is cut short, and their number in *count
 * (count may be NULL). A cycle: its members, each reading the next and the last reading the first. A missing
 * predicate: reader, source. NULL and 0 where there are none, and for NULL. Valid until fsl_error_destroy. */
FSL_API const uint64_t* fsl_error_values(const fsl_error* error, size_t* count);

/* The negative code that a predicate aborted with, verbatim; 0 for every other error and for NULL. */
FSL_API int32_t fsl_error_predicate_code(const fsl_error* error);

/* Releases the error. NULL is a no-op. */
FSL_API void fsl_error_destroy(fsl_error* error);

/* Is `reader` produced inside a loop instance that `source` reduces over? A pure question about the host's loop nest.
 *   user_data       as given in fsl_levels_args
 *   reader, source  ids of values; `source` is a direct operand of `reader`, has a Reduction axis and no LoopCarried
 * Returns positive for yes, 0 for no, negative to abort: fsl_levels_create then fails with
 * FSL_ERROR_PREDICATE_ABORTED and hands the code back unchanged, and no further question is asked.
 * It is asked exactly once for each such edge, in ascending order of the reader's, then the source's position. */
typedef int32_t (*fsl_inside_fn)(void* user_data, uint64_t reader, uint64_t source);

/* The same questions, all in one call; not called at all when there are none.
 *   count             number of questions, at least 1
 *   readers, sources  count ids each, in the order given above; valid during the call only
 *   out_inside        count bytes, all 0 on entry: leave 0 for no, anything else for yes
 * Returns 0 or more for answered, negative to abort, as above. */
typedef int32_t (*fsl_inside_batch_fn)(void* user_data, size_t count, const uint64_t* readers, const uint64_t* sources,
                                       uint8_t* out_inside);

/* What fsl_levels_create takes. Begins as FSL_LEVELS_ARGS_INIT; grows only at the end.
 *   struct_size   sizeof(fsl_levels_args) as the caller was compiled. Smaller than the first published size is an
 *                 invalid argument; in between, missing fields count as zero; a larger one, up to 4096, is accepted if
 *                 every byte beyond this library's own size is zero.
 *   graph         the FSLG FlatBuffer, plain or size-prefixed; any alignment (aligned to 8 is read in place)
 *   graph_size    its bytes, at most 2^31 - 1
 *   inside, inside_batch  at most one of them; without either, loop facts in the graph answer, and a graph without
 *                 questions needs neither. A predicate wins over loop facts.
 *   user_data     handed to the predicate, never looked at; may be NULL */
typedef struct fsl_levels_args {
  size_t struct_size;
  const void* graph;
  size_t graph_size;
  fsl_inside_fn inside;
  fsl_inside_batch_fn inside_batch;
  void* user_data;
} fsl_levels_args;

#define FSL_LEVELS_ARGS_INIT \
  { sizeof(fsl_levels_args), NULL, 0, NULL, NULL, NULL }

/* The levels of one graph: a token, not an address. */
typedef struct fsl_levels fsl_levels;

/* Computes the pass of every value of a graph (SPEC, Result).
 *   args       see fsl_levels_args
 *   out        receives the handle, NULL on failure; must not be NULL. Destroy it with fsl_levels_destroy.
 *   out_error  NULL, or receives NULL on success and on failure an error to be destroyed by the caller (NULL if there
 *              is no memory for it)
 * Of several faults the first in this order is told: the arguments, a graph that is not well formed, a cycle, a
 * missing predicate; only a graph without any of them is asked about. Time is linear in values and edges.
 * Returns FSL_OK or any error but FSL_ERROR_INVALID_HANDLE. */
FSL_API fsl_status fsl_levels_create(const fsl_levels_args* args, fsl_levels** out, fsl_error** out_error);

/* Releases the levels; views of them end. NULL: FSL_OK. A handle that is not alive: FSL_ERROR_INVALID_HANDLE. */
FSL_API fsl_status fsl_levels_destroy(fsl_levels* levels);

/* In passes: a value without a legality cell is not listed. */
#define FSL_PASS_ABSENT (-1)

/* Bits of flags. */
#define FSL_VALUE_CARRIED 1u /* LoopCarried on some axis */
#define FSL_VALUE_PINNED 2u  /* carried, or a reduction that some reader waits for: the lift leaves it where it is */

/* The results in columns, by position. Begins as FSL_LEVELS_VIEW_INIT; grows only at the end.
 *   struct_size  set by the caller, as in fsl_levels_args; only the fields that fit are written
 *   count        number of values
 *   ids          count ids; NULL: the id is the position
 *   passes       count passes, 0..max_pass, FSL_PASS_ABSENT where not listed
 *   flags        count bytes, FSL_VALUE_CARRIED | FSL_VALUE_PINNED
 *   max_pass     the largest pass listed, 0 if none is
 * The columns belong to the handle. Empty ones may be NULL. */
typedef struct fsl_levels_view {
  size_t struct_size;
  size_t count;
  const uint64_t* ids;
  const int32_t* passes;
  const uint8_t* flags;
  int32_t max_pass;
} fsl_levels_view;

#define FSL_LEVELS_VIEW_INIT \
  { sizeof(fsl_levels_view), 0, NULL, NULL, NULL, 0 }

/* Fills *out with views of the results. Makes no crossing into Go.
 * Returns FSL_OK, FSL_ERROR_INVALID_ARGUMENT (out is NULL, or its struct_size is none), FSL_ERROR_INVALID_HANDLE. */
FSL_API fsl_status fsl_levels_view_of(const fsl_levels* levels, fsl_levels_view* out);

/* The pass of the value with this id; 0 where it is not listed, the graph never mentioned it, or the handle is not
 * alive. Makes no crossing into Go. Constant time where the id is the position, logarithmic where ids rise with
 * positions; otherwise constant, after the first look-up on the handle has built an index (8 to 16 bytes a value). */
FSL_API int32_t fsl_levels_pass(const fsl_levels* levels, uint64_t id);

/* The flags of the value with this id; 0 where the graph never mentioned it or the handle is not alive. As
 * fsl_levels_pass otherwise. */
FSL_API uint32_t fsl_levels_flags(const fsl_levels* levels, uint64_t id);

/* How the Go runtime inside may use the machine. It is the runtime of this library alone: another Go library in the
 * process has its own. Begins as FSL_RUNTIME_OPTIONS_INIT, which leaves everything as it is; grows only at the end.
 *   struct_size   set by the caller, as in fsl_levels_args
 *   max_threads   how many threads run the library's Go code at once (GOMAXPROCS), the collector's included: 1 to
 *                 1024; 0 leaves it: as many as there are processors, or as the process's cgroup allows. More calls
 *                 than that wait for one another. It does not bound how many threads there are: not the host's own,
 *                 which wait or run predicates, nor a handful that the runtime keeps for its own affairs.
 *   gc_percent    how much garbage may be made, in percent of what is alive, before it is collected: 1 or more, -1 for
 *                 never (but for memory_limit); 0 leaves it: 100
 *   memory_limit  in bytes: the nearer the runtime's memory comes to it, the more often it collects, so as to stay
 *                 below; 1 or more, 0 leaves it: none. It is no hard limit: what is in use is never refused, and
 *                 results, which are C memory, are not counted. */
typedef struct fsl_runtime_options {
  size_t struct_size;
  int32_t max_threads;
  int32_t gc_percent;
  int64_t memory_limit;
} fsl_runtime_options;

#define FSL_RUNTIME_OPTIONS_INIT \
  { sizeof(fsl_runtime_options), 0, 0, 0 }

/* Sets the options of the runtime, before its first use: until the first fsl_levels_create in this process that gets as
 * far as looking at a graph. Environment variables such as GOGC count only at load, and setenv comes too late for them.
 * May be called more than once; an option that is not left replaces what was set. All of them are set, or none.
 *   options    see fsl_runtime_options
 *   out_error  as in fsl_levels_create
 * Returns FSL_OK, FSL_ERROR_INVALID_ARGUMENT (options is NULL or its struct_size none; a value out of its range, which
 * the message names; or the runtime is in use, so that it is too late), FSL_ERROR_FORKED, FSL_ERROR_INTERNAL. */
FSL_API fsl_status fsl_runtime_configure(const fsl_runtime_options* options, fsl_error** out_error);

#ifdef __cplusplus
}
#endif

#endif /* FORCEDSPLIT_FORCEDSPLIT_H */
