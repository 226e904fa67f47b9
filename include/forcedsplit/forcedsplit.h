/** forcedsplit.h - pass levels of a value graph, for tensor compilers.
 *
 * A tensor compiler evaluates a DAG of values under batch loops. Some values are complete only after their own loop
 * has closed, so the loop nest has to be split into passes, and every value belongs to one. This library takes the
 * value graph as a FlatBuffer (FSLG, fslg.fbs), asks the host's own inside(reader, source) predicate where it must,
 * and answers with the pass of every value; and why it is there, whether another assignment is legal, what the split
 * costs, and what it looks like. "SPEC" below is the README's section "What is computed".
 *
 * Who swaps a call in a C++ scheduler reads forced_split_levels.hpp, and here "What holds for every function". Who
 * works in a notebook has all of this in the Python package, whose docstrings say it in numpy's terms; what a pass, a
 * flag and an answer are is said here. Who compares, or writes a binding, calls as below: one crossing a graph, and
 * results that are read in place; examples/bench times exactly this as "C call".
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
 *   are the caller's to keep: an fsl_levels is not destroyed while another thread reads it, and an fsl_error or an
 *   answer is not used after it was destroyed. A session refuses to be in two calls at once. Threads that race to
 *   destroy one handle are safe: exactly one gets FSL_OK.
 * Predicates run on the calling thread, during the call, while the library holds no lock: they may call this library
 *   again. They must return the ordinary way: longjmp, a C++ exception, pthread_exit or a switch to another stack
 *   (fibers, coroutines) across the library's frames is undefined behaviour. forced_split_levels.hpp catches C++
 *   exceptions before they could do that.
 * Processes. In a child that was forked after the library was loaded, used or not, everything that takes an
 *   fsl_levels_args or an fsl_session, fsl_levels_destroy and fsl_runtime_configure return FSL_ERROR_FORKED at once;
 *   everything that reads results, answers, errors, names and versions works on, and so do fsl_error_destroy and
 *   fsl_answer_destroy. A predicate must not return in such a child. exec works as always. Children that were made
 *   without fork(3), by clone or _Fork, are told since Linux 4.14; one made by vfork is not.
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
 * Memory. Where there is none for results, answers or questions the call fails with FSL_ERROR_INTERNAL. The runtime's
 *   own memory is another matter: it reserves close to 1 GiB of addresses when it is loaded, and where the system
 *   refuses it more memory (a hard RLIMIT_AS, no overcommit) it ends the process. The README's "Limits" says how much a
 *   graph and an answer take. A handle that is destroyed leaves a place for the next one, below 1 KiB.
 * Platforms. 64-bit little-endian Linux with glibc.
 *
 * What this library deliberately does not do: build loop nests, choose batch sizes, move values, print, or read
 * environment variables, files or locales of its own.
 */
#ifndef FORCEDSPLIT_FORCEDSPLIT_H
#define FORCEDSPLIT_FORCEDSPLIT_H

#include <stddef.h>
#include <stdint.h>

/** The ABI's version, as fsl_abi_version() of the loaded library gives it.
 * MAJOR (also in the SONAME) rises when a program that was built against an older header could break: a function, a
 *   field or a value is removed, or changes its type, place or meaning.
 * MINOR rises when something is added: a function, a field at the end of a struct, a status, a flag.
 * CHANGELOG.md lists every change, and capi/abi holds what was published. */
#define FSL_ABI_MAJOR 1
#define FSL_ABI_MINOR 3

#if defined(__GNUC__) || defined(__clang__)
#define FSL_API __attribute__((visibility("default")))
#else
#define FSL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What every call answers with. The values never change; new ones are appended. */
typedef enum fsl_status {
  FSL_OK = 0,
  FSL_ERROR_INVALID_ARGUMENT = 1,   /**< a NULL that must not be, a struct_size that is none, both predicates, an
                                         option out of its range, options for a runtime that is in use, a question
                                         about what is not in the graph, an edit that cannot be made, a session that
                                         is in a call */
  FSL_ERROR_MALFORMED_GRAPH = 2,    /**< not a graph: which column, which position, which id */
  FSL_ERROR_CYCLE = 3,              /**< values that read one another in a circle; the values are the circle */
  FSL_ERROR_PREDICATE_REQUIRED = 4, /**< an edge to ask about, but neither predicate nor loop facts; values: the edge */
  FSL_ERROR_PREDICATE_ABORTED = 5,  /**< a predicate returned a negative code, kept in fsl_error_predicate_code() */
  FSL_ERROR_INVALID_HANDLE = 6,     /**< destroyed, never made, NULL, or a handle of another kind */
  FSL_ERROR_FORKED = 7,             /**< this process was forked after the library was loaded */
  FSL_ERROR_TOO_LARGE = 8,          /**< over a limit: the message names the limit and the size */
  FSL_ERROR_INTERNAL = 9,           /**< a fault of this library, or no memory for results; the host goes on */
  FSL_ERROR_TOO_MANY_PASSES = 10    /**< more than args.max_passes; values: the chain that forces the first beyond */
} fsl_status;

/** The name of a status, as spelled above: "FSL_ERROR_CYCLE". "unknown status" for any other number. Static memory. */
FSL_API const char* fsl_status_name(fsl_status status);

/** (MAJOR << 16) | MINOR of the loaded library. Never changes its form. */
FSL_API uint32_t fsl_abi_version(void);

/** The version of the loaded library, such as "0.1.0". Static memory. */
FSL_API const char* fsl_version_string(void);

/** An error in full. It is made by the call that failed, for the caller alone, and is plain C memory. */
typedef struct fsl_error fsl_error;

/** The status that the failed call returned too. FSL_OK for NULL. */
FSL_API fsl_status fsl_error_status(const fsl_error* error);

/** One line of UTF-8 for people: what is wrong and where, in the host's own ids. Not parsed by programs: its wording
 * may change. Valid until fsl_error_destroy. "" for NULL. */
FSL_API const char* fsl_error_message(const fsl_error* error);

/** The ids of the values that the error is about, complete where the message is cut short, and their number in *count
 * (count may be NULL). A cycle: its members, each reading the next and the last reading the first. A missing
 * predicate: reader, source. Too many passes: the chain, from a value at level 0 to one in the first pass beyond, each
 * read by the next. NULL and 0 where there are none, and for NULL. Valid until fsl_error_destroy. */
FSL_API const uint64_t* fsl_error_values(const fsl_error* error, size_t* count);

/** The negative code that a predicate aborted with, verbatim; 0 for every other error and for NULL. */
FSL_API int32_t fsl_error_predicate_code(const fsl_error* error);

/** Releases the error. NULL is a no-op. */
FSL_API void fsl_error_destroy(fsl_error* error);

/** Is `reader` produced inside a loop instance that `source` reduces over? A pure question about the host's loop nest.
 *   user_data       as given in fsl_levels_args
 *   reader, source  ids of values; `source` is a direct operand of `reader`, has a Reduction axis and no LoopCarried
 * Returns positive for yes, 0 for no, negative to abort: the call then fails with FSL_ERROR_PREDICATE_ABORTED and hands
 * the code back unchanged, and no further question is asked.
 * It is asked exactly once for each such edge in a call, in ascending order of the reader's, then the source's
 * position. */
typedef int32_t (*fsl_inside_fn)(void* user_data, uint64_t reader, uint64_t source);

/** The same questions, all in one call; not called at all when there are none.
 *   count             number of questions, at least 1
 *   readers, sources  count ids each, in the order given above; valid during the call only
 *   out_inside        count bytes, all 0 on entry: leave 0 for no, anything else for yes
 * Returns 0 or more for answered, negative to abort, as above. */
typedef int32_t (*fsl_inside_batch_fn)(void* user_data, size_t count, const uint64_t* readers, const uint64_t* sources,
                                       uint8_t* out_inside);

/** A graph, and what answers inside: what fsl_levels_create and every question about a graph take. Begins as
 * FSL_LEVELS_ARGS_INIT; grows only at the end.
 *   struct_size   sizeof(fsl_levels_args) as the caller was compiled. Smaller than the first published size is an
 *                 invalid argument; in between, missing fields count as zero; a larger one, up to 4096, is accepted if
 *                 every byte beyond this library's own size is zero.
 *   graph         the FSLG FlatBuffer, plain or size-prefixed; any alignment (aligned to 8 is read in place)
 *   graph_size    its bytes, at most 2^31 - 1
 *   inside, inside_batch  at most one of them; without either, loop facts in the graph answer, and a graph without
 *                 questions needs neither. A predicate wins over loop facts.
 *   user_data     handed to the predicate, never looked at; may be NULL
 *   max_passes    how many passes the graph may need: fsl_levels_create fails with FSL_ERROR_TOO_MANY_PASSES if it
 *                 needs more. 0: no limit. Nothing else that takes this struct looks at it. Since ABI 1.2 */
typedef struct fsl_levels_args {
  size_t struct_size;
  const void* graph;
  size_t graph_size;
  fsl_inside_fn inside;
  fsl_inside_batch_fn inside_batch;
  void* user_data;
  size_t max_passes;
} fsl_levels_args;

#define FSL_LEVELS_ARGS_INIT \
  { sizeof(fsl_levels_args), NULL, 0, NULL, NULL, NULL, 0 }

/** The levels of one graph: a token, not an address. */
typedef struct fsl_levels fsl_levels;

/** Computes the pass of every value of a graph (SPEC, Result).
 *   args       see fsl_levels_args
 *   out        receives the handle, NULL on failure; must not be NULL. Destroy it with fsl_levels_destroy.
 *   out_error  NULL, or receives NULL on success and on failure an error to be destroyed by the caller (NULL if there
 *              is no memory for it)
 * Of several faults the first in this order is told: the arguments, a graph that is not well formed, a cycle, a
 * missing predicate; only a graph without any of them is asked about, and then measured against args->max_passes. Time
 * is linear in values and edges.
 * Returns FSL_OK or any error but FSL_ERROR_INVALID_HANDLE. */
FSL_API fsl_status fsl_levels_create(const fsl_levels_args* args, fsl_levels** out, fsl_error** out_error);

/** Releases the levels; views of them end. NULL: FSL_OK. A handle that is not alive: FSL_ERROR_INVALID_HANDLE. */
FSL_API fsl_status fsl_levels_destroy(fsl_levels* levels);

/** In passes: a value without a legality cell is not listed. */
#define FSL_PASS_ABSENT (-1)

/** Bits of flags. */
#define FSL_VALUE_CARRIED 1u /**< LoopCarried on some axis */
#define FSL_VALUE_PINNED 2u  /**< carried, or a reduction that some reader waits for: the lift leaves it where it is */

/** The results in columns, by position. Begins as FSL_LEVELS_VIEW_INIT; grows only at the end.
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

/** Fills *out with views of the results. Makes no crossing into Go.
 * Returns FSL_OK, FSL_ERROR_INVALID_ARGUMENT (out is NULL, or its struct_size is none), FSL_ERROR_INVALID_HANDLE. */
FSL_API fsl_status fsl_levels_view_of(const fsl_levels* levels, fsl_levels_view* out);

/** The pass of the value with this id; 0 where it is not listed, the graph never mentioned it, or the handle is not
 * alive. Makes no crossing into Go. Constant time where the id is the position, logarithmic where ids rise with
 * positions; otherwise constant, after the first look-up on the handle has built an index (8 to 16 bytes a value). */
FSL_API int32_t fsl_levels_pass(const fsl_levels* levels, uint64_t id);

/** The flags of the value with this id; 0 where the graph never mentioned it or the handle is not alive. As
 * fsl_levels_pass otherwise. */
FSL_API uint32_t fsl_levels_flags(const fsl_levels* levels, uint64_t id);

/** @defgroup answers Answers
 *
 * Six questions about a graph. Each call decodes the graph, asks the predicate and computes the levels as
 * fsl_levels_create does, with the same errors in the same order, and keeps nothing: an fsl_levels is neither needed
 * nor made. What all of them have in common:
 *   args       see fsl_levels_args
 *   out        receives the answer, NULL on failure; must not be NULL. Destroy it with fsl_answer_destroy.
 *   out_error  as in fsl_levels_create
 * To ask about what the graph does not have is FSL_ERROR_INVALID_ARGUMENT, told after the graph's own faults. They
 * return FSL_OK or any error but FSL_ERROR_INVALID_HANDLE and FSL_ERROR_TOO_MANY_PASSES. Time is linear in values and
 * edges, but for sorting each value's operands and the values of each pass.
 *
 * An answer is one block of C memory with everything that its pointers lead to, the caller's own until
 * fsl_answer_destroy. It begins with its struct_size, which the library sets: a program that may meet an older library
 * looks at nothing beyond it. The structs that are listed in arrays never grow. A list without elements is NULL and 0.
 * Values are told by their ids, passes and loops by their numbers.
 *   json, json_size  the same answer as one line of JSON, UTF-8: json_size bytes and a zero after them. The Python
 *                    package and fslevels print the same bytes. Ids are numbers there: beyond 2^53 JavaScript would
 *                    round them.
 * @{ */

/** Releases an answer of any kind. NULL is a no-op. */
FSL_API void fsl_answer_destroy(const void* answer);

/** What an edge asks of its reader (SPEC, Result, bump). */
typedef enum fsl_reason {
  FSL_REASON_PLAIN = 0,   /**< it may be in the operand's pass; "plain" in JSON */
  FSL_REASON_CARRIED = 1, /**< it is in a later pass, since the operand is LoopCarried; "carried" */
  FSL_REASON_INSIDE = 2   /**< it is in a later pass, since the operand is a Reduction and inside answered yes;
                               "reduction, inside the loop" */
} fsl_reason;

/** What became of a value when the readers took those along that could come (SPEC, Result, pass). */
typedef enum fsl_lift {
  FSL_LIFT_NONE = 0,   /**< its pass is its level, and some reader is there too, or it has none; "none" in JSON */
  FSL_LIFT_LIFTED = 1, /**< all readers sit later and took it along; "lifted" */
  FSL_LIFT_HELD = 2    /**< all readers sit later, but it is pinned; "held" */
} fsl_lift;

/** One edge of a chain. */
typedef struct fsl_link {
  uint64_t reader;
  uint64_t operand;
  fsl_reason reason;
} fsl_link;

/** Why a value is in its pass.
 *   value         the value
 *   listed        1 if it has a legality cell, 0 if not
 *   pass, level   its pass and its level, of a value that is not listed too
 *   lift          whether it was lifted from level to pass, or held back from it
 *   lift_reader   of a lifted value, the first reader in its pass; of a held one, the first reader that bumps; 0 else
 *   chain         chain_count links that force the level, from a value at level 0 up to the value itself: each link's
 *                 reader is the operand of the next one. As few as can be; none at level 0.
 * In JSON: value, listed (a boolean), pass, level, chain of {reader, operand, reason}, lift, by (a reader or null). */
typedef struct fsl_explanation {
  size_t struct_size;
  const char* json;
  size_t json_size;
  uint64_t value;
  int32_t listed;
  int32_t pass;
  int32_t level;
  fsl_lift lift;
  uint64_t lift_reader;
  size_t chain_count;
  const fsl_link* chain;
} fsl_explanation;

/** Explains the value with an id. An invalid argument, whose values are the id, if there is none. */
FSL_API fsl_status fsl_explain(const fsl_levels_args* args, uint64_t value, const fsl_explanation** out,
                               fsl_error** out_error);

/** Explains the value that first forces a pass to exist: of those whose level is the pass one with the shortest chain,
 * and of these the first. A pass below 0 or above the largest listed is an invalid argument, as is any pass of a graph
 * without values. */
FSL_API fsl_status fsl_explain_pass(const fsl_levels_args* args, int32_t pass, const fsl_explanation** out,
                                    fsl_error** out_error);

/** An edge that points to a later pass, or to its reader's own one although it bumps (SPEC, Properties, 1). */
typedef struct fsl_violation {
  uint64_t reader;
  uint64_t operand;
  fsl_reason reason;
  int32_t reader_pass;
  int32_t operand_pass;
} fsl_violation;

/** A value that was given another pass than SPEC's. */
typedef struct fsl_difference {
  uint64_t value;
  int32_t given;
  int32_t expected;
} fsl_difference;

/** What is found about anybody's passes.
 *   legal        1 if there are no violations, else 0
 *   assignment   1 if there are no differences, so that it is SPEC's assignment, else 0
 *   violations   violation_count edges, by the positions of readers, then operands
 *   differences  difference_count listed values, by position
 * In JSON: legal, assignment (booleans), violations of {reader, operand, reason, reader_pass, operand_pass}, differing
 * of {value, given, expected}. */
typedef struct fsl_verdict {
  size_t struct_size;
  const char* json;
  size_t json_size;
  int32_t legal;
  int32_t assignment;
  size_t violation_count;
  const fsl_violation* violations;
  size_t difference_count;
  const fsl_difference* differences;
} fsl_verdict;

/** Verifies anybody's passes.
 *   passes  count passes, by position, 0 to 2^31 - 2; may be NULL where count is 0. What is given for a value without a
 *           legality cell is not looked at: it takes the least pass that its operands allow, and constrains its readers
 *           with it
 *   count   the number of values
 * Another count or a negative pass is an invalid argument. */
FSL_API fsl_status fsl_verify(const fsl_levels_args* args, const int32_t* passes, size_t count, const fsl_verdict** out,
                              fsl_error** out_error);

/** One copy of a loop nest that must be emitted: for a pass, with the values that are built or escape there. */
typedef struct fsl_stage {
  uint32_t nest;
  int32_t pass;
  size_t value_count;
  const uint64_t* values;
} fsl_stage;

/** A value that is materialized across passes: kept whole for the readers in later passes of its home nest. */
typedef struct fsl_materialized {
  uint64_t value;
  uint64_t bytes; /**< its size; 0 if the graph gives no sizes */
  uint32_t nest;  /**< its home nest */
  int32_t pass;   /**< its own */
  size_t reader_count;
  const uint64_t* readers; /**< those that need it */
} fsl_materialized;

/** A value whose roles contradict the schedule. */
typedef struct fsl_conflict {
  uint64_t value;
  uint32_t nest; /**< its home nest */
  int32_t loop;  /**< the outermost loop instance of that nest that it is local to and does not escape */
  size_t reader_count;
  const uint64_t* readers; /**< those in a later pass of another nest */
} fsl_conflict;

/** What is kept from one pass to the next for the materialized values. */
typedef struct fsl_boundary {
  int32_t after; /**< the pass before it */
  size_t value_count;
  uint64_t bytes;
} fsl_boundary;

/** What the schedule builder asks next (SPEC, section of that name).
 *   stages        stage_count copies of nests, by nest, then pass; their values by position
 *   materialized  materialized_count values, by position; their readers by position too
 *   conflicts     conflict_count values, likewise
 *   has_sizes     1 if the graph gives sizes, else 0, and then there are no boundaries
 *   boundaries    boundary_count passes after which something is kept, the most bytes first, then by pass
 * In JSON: nests of {nest, passes of {pass, values}}, materialized of {value, nest, pass, bytes, readers}, conflicts of
 * {value, nest, loop, readers}, boundaries of {after, values, bytes}; without sizes bytes and boundaries are null. */
typedef struct fsl_split {
  size_t struct_size;
  const char* json;
  size_t json_size;
  size_t stage_count;
  const fsl_stage* stages;
  size_t materialized_count;
  const fsl_materialized* materialized;
  size_t conflict_count;
  const fsl_conflict* conflicts;
  int32_t has_sizes;
  size_t boundary_count;
  const fsl_boundary* boundaries;
} fsl_split;

/** Reports the split of a graph with loop facts; without, an invalid argument. Sizes of materialized values that add up
 * to 2^64 bytes or more are FSL_ERROR_TOO_LARGE. */
FSL_API fsl_status fsl_split_report(const fsl_levels_args* args, const fsl_split** out, fsl_error** out_error);

/** Counts and times of one computation.
 *   values, edges    how many there are; an edge that is given more than once is one
 *   questions, yes   how many were asked, of the predicate or the loop facts, and of these answered with yes
 *   longest_chain    the most edges in a row from reader to operand
 *   lifted           values whose pass is above their level
 *   pinned           values that the lift must leave where they are
 *   values_per_pass  pass_count listed values of each pass, from 0 to the largest
 *   decode_ns, ask_ns, sweep_ns
 *                    nanoseconds of decoding; of the predicate, or the loop facts; of checking and computing
 * In JSON: values, edges, questions, yes, longest_chain, lifted, pinned, values_per_pass; not the times, which never
 * are the same. */
typedef struct fsl_stats {
  size_t struct_size;
  const char* json;
  size_t json_size;
  uint64_t values;
  uint64_t edges;
  uint64_t questions;
  uint64_t yes;
  uint64_t longest_chain;
  uint64_t lifted;
  uint64_t pinned;
  size_t pass_count;
  const uint64_t* values_per_pass;
  uint64_t decode_ns;
  uint64_t ask_ns;
  uint64_t sweep_ns;
} fsl_stats;

/** Computes the levels for their counts and times. */
FSL_API fsl_status fsl_levels_stats(const fsl_levels_args* args, const fsl_stats** out, fsl_error** out_error);

/** What fsl_draw makes. */
typedef enum fsl_picture_kind {
  FSL_PICTURE_DOT = 0, /**< a digraph for Graphviz, one cluster per pass; of a large graph one node per pass and nest */
  FSL_PICTURE_PAGE = 1 /**< an HTML page that needs nothing else: passes as columns, with search and explanations */
} fsl_picture_kind;

/** A picture as text, UTF-8: text_size bytes and a zero after them. */
typedef struct fsl_picture {
  size_t struct_size;
  const char* text;
  size_t text_size;
} fsl_picture;

/** Draws a graph and its passes, with the names that the graph gives. The same graph and answers of inside give the
 * same bytes. A kind that is none is an invalid argument. */
FSL_API fsl_status fsl_draw(const fsl_levels_args* args, fsl_picture_kind kind, const fsl_picture** out,
                            fsl_error** out_error);

/** @} */

/** @defgroup sessions Sessions
 *
 * A compiler asks again after each rewrite. A session holds a graph that is loaded once and then edited; every update
 * gives the levels that fsl_levels_create would give for the graph as it is then, but its time is that of the edits
 * since the last one, of the values whose level or pass changes, and of values next to those, each with its edges.
 *
 *     fsl_session_create(&args, &session, &error);
 *     fsl_session_remove_operand(session, 7, 3, &error);
 *     fsl_session_add_operand(session, 7, 4, &error);
 *     const fsl_changes* changes = NULL;
 *     if (fsl_session_update(session, NULL, &changes, &error) == FSL_OK) {
 *       for (size_t i = 0; i < changes->count; ++i) use(changes->changes[i].value, changes->changes[i].after);
 *       fsl_answer_destroy(changes);
 *     }
 *     fsl_session_destroy(session);
 *
 * It pays where edits reach little of the graph. To create a session takes ten times as long as fsl_levels_create, or
 * more, and so may an update that moves most of a large graph: a host that knows that it has changed nearly everything
 * asks once, or creates another session. An edit of an edge that many share (whose reader has many
 * operands and whose operand many readers) looks through the fewer of these; a refused cycle takes the time of a search
 * for it.
 *
 * What all edits have in common:
 *   session    one that is alive, else FSL_ERROR_INVALID_HANDLE. A session is in one call at a time: another one, of
 *              another thread or of a predicate, is FSL_ERROR_INVALID_ARGUMENT, and does nothing
 *   out_error  as in fsl_levels_create
 * Values are told by their ids. One that is not in the graph, where it must be, is FSL_ERROR_INVALID_ARGUMENT, as is
 * everything that is called an error below without a name; the error's values are the ids, the value that the call
 * names first before others. An edit is made or, after an error, not at all. They return FSL_OK or any error but those
 * of graphs and predicates. After FSL_ERROR_INTERNAL a session can only be destroyed.
 * @{ */

/** A graph that goes on changing: a token, as fsl_levels is. */
typedef struct fsl_session fsl_session;

/** The role of an axis (SPEC, Input). */
typedef enum fsl_role {
  FSL_ROLE_LOOP_LOCAL = 0,
  FSL_ROLE_REDUCTION = 1,
  FSL_ROLE_LOOP_CARRIED = 2,
  FSL_ROLE_LOOP_INVARIANT = 3
} fsl_role;

/** Of an axis: no loop instance realizes it. */
#define FSL_LOOP_UNRESOLVED (-1)

/** One axis of a legality cell.
 *   loop  the loop instance that realizes it, by its index in the graph's loops, or FSL_LOOP_UNRESOLVED, which it must
 *         be in a graph without loop facts: one that lacks `loops` or `axis_loops`
 *   role  an fsl_role */
typedef struct fsl_axis {
  int32_t loop;
  uint8_t role;
} fsl_axis;

/** Loads a graph and computes its levels. Takes and returns what fsl_levels_create does; args->max_passes is not looked
 * at. The session keeps nothing of args: its loop instances stay those of the graph. Takes about 100 bytes a value and
 * 30 an edge, and half as much again while it loads. Destroy it with fsl_session_destroy. */
FSL_API fsl_status fsl_session_create(const fsl_levels_args* args, fsl_session** out, fsl_error** out_error);

/** Releases a session; one that is in a call, of another thread or of the predicate that asks, when that has ended.
 * Changes and levels that it gave stay. NULL: FSL_OK. FSL_ERROR_INVALID_HANDLE for one that is not alive,
 * FSL_ERROR_FORKED. Of threads that race to destroy one exactly one gets FSL_OK. */
FSL_API fsl_status fsl_session_destroy(fsl_session* session);

/** Adds a value that nobody reads and that reads nothing yet. It takes the place of the value that was removed last, if
 * that is still free, else the place of one that was removed before, else it is the last by position. An id that the
 * graph has is an error.
 *   listed            0 if it has no legality cell, and then it has no axes; anything else if it has one
 *   axes, axis_count  the axes of the cell, read during the call only; axes may be NULL where axis_count is 0 */
FSL_API fsl_status fsl_session_add_value(fsl_session* session, uint64_t id, int32_t listed, const fsl_axis* axes,
                                         size_t axis_count, fsl_error** out_error);

/** Gives a value another legality cell, or none, told as above. What inside said of the edges from and to it is
 * forgotten: the next update asks anew where it still has to be asked. */
FSL_API fsl_status fsl_session_set_cell(fsl_session* session, uint64_t id, int32_t listed, const fsl_axis* axes,
                                        size_t axis_count, fsl_error** out_error);

/** Removes a value and the edges to its operands. A value that another one reads is an error; values: both. */
FSL_API fsl_status fsl_session_remove_value(fsl_session* session, uint64_t id, fsl_error** out_error);

/** Makes a value read another one directly. An edge that is there already stays as it is. One that would close a cycle
 * is FSL_ERROR_CYCLE, whose values are the shortest such cycle, from the reader on, and is not made. */
FSL_API fsl_status fsl_session_add_operand(fsl_session* session, uint64_t reader, uint64_t operand,
                                           fsl_error** out_error);

/** Makes a value read another one no longer. An edge that is not there is an error. */
FSL_API fsl_status fsl_session_remove_operand(fsl_session* session, uint64_t reader, uint64_t operand,
                                              fsl_error** out_error);

/** Says what inside(reader, source) is, in place of what was answered before: positive for yes, 0 for no, negative for
 * "ask anew at the next update". It holds for as long as the edge is there and has to be asked about, and until
 * fsl_session_set_cell of either value. An edge that is not there, or about which inside is not asked (SPEC, Input), is
 * an error. */
FSL_API fsl_status fsl_session_set_inside(fsl_session* session, uint64_t reader, uint64_t source, int32_t inside,
                                          fsl_error** out_error);

/** What became of one value: its pass, FSL_PASS_ABSENT where it is not listed or not in the graph, and its flags, 0
 * where it is not in the graph. At least one of them is another than before. */
typedef struct fsl_change {
  uint64_t value;
  int32_t before;
  int32_t after;
  uint32_t flags_before;
  uint32_t flags_after;
} fsl_change;

/** What an update changed: count values, each once, in no order that is promised, and the largest pass now. An answer
 * as above, but without JSON: the caller's own until fsl_answer_destroy. */
typedef struct fsl_changes {
  size_t struct_size;
  size_t count;
  const fsl_change* changes;
  int32_t max_pass;
} fsl_changes;

/** Computes what the edits since the last update, or since the session was created, have changed.
 *   args  the predicate, as in fsl_levels_create, whose graph is NULL and of size 0; or NULL for no predicate. It is
 *         asked only about edges that have no answer yet, in the order given for fsl_inside_fn. Without a predicate the
 *         loop facts answer
 *   out   receives the changes, NULL on failure; must not be NULL. Destroy them with fsl_answer_destroy.
 * FSL_ERROR_PREDICATE_REQUIRED and FSL_ERROR_PREDICATE_ABORTED as in fsl_levels_create: then no answer of the
 * predicate is kept, the session is as it was, with its edits, and may be updated again. */
FSL_API fsl_status fsl_session_update(fsl_session* session, const fsl_levels_args* args, const fsl_changes** out,
                                      fsl_error** out_error);

/** The levels of all values as of the last update, for the functions above that read them; they stay as they are when
 * the session goes on. Linear time. A session with edits since the last update is an error: to make something
 * what it was is an edit too, but not to add an edge that is there.
 *   out  receives the handle, NULL on failure; must not be NULL. Destroy it with fsl_levels_destroy. */
FSL_API fsl_status fsl_session_levels(fsl_session* session, fsl_levels** out, fsl_error** out_error);

/** @} */

/** How the Go runtime inside may use the machine. It is the runtime of this library alone: another Go library in the
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

/** Sets the options of the runtime, before its first use: until the first call in this process that gets as far as
 * looking at a graph. Environment variables such as GOGC count only at load, and setenv comes too late for them.
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
