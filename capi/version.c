/* Names and versions: what a host may ask at any time, in a forked child too. */
#include "forcedsplit/forcedsplit.h"

#ifndef FORCEDSPLIT_VERSION
#define FORCEDSPLIT_VERSION unversioned /* built by hand: CMake says it, from its project() */
#endif
#define TEXT_OF(words) #words
#define TEXT(macro) TEXT_OF(macro)

const char* fsl_status_name(fsl_status status) {
  switch (status) {
    case FSL_OK:
      return "FSL_OK";
    case FSL_ERROR_INVALID_ARGUMENT:
      return "FSL_ERROR_INVALID_ARGUMENT";
    case FSL_ERROR_MALFORMED_GRAPH:
      return "FSL_ERROR_MALFORMED_GRAPH";
    case FSL_ERROR_CYCLE:
      return "FSL_ERROR_CYCLE";
    case FSL_ERROR_PREDICATE_REQUIRED:
      return "FSL_ERROR_PREDICATE_REQUIRED";
    case FSL_ERROR_PREDICATE_ABORTED:
      return "FSL_ERROR_PREDICATE_ABORTED";
    case FSL_ERROR_INVALID_HANDLE:
      return "FSL_ERROR_INVALID_HANDLE";
    case FSL_ERROR_FORKED:
      return "FSL_ERROR_FORKED";
    case FSL_ERROR_TOO_LARGE:
      return "FSL_ERROR_TOO_LARGE";
    case FSL_ERROR_INTERNAL:
      return "FSL_ERROR_INTERNAL";
    case FSL_ERROR_TOO_MANY_PASSES:
      return "FSL_ERROR_TOO_MANY_PASSES";
  }
  return "unknown status";
}

uint32_t fsl_abi_version(void) { return (uint32_t)FSL_ABI_MAJOR << 16 | FSL_ABI_MINOR; }

const char* fsl_version_string(void) { return TEXT(FORCEDSPLIT_VERSION); }
