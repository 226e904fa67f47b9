/* What struct_size.c finds, as an error of the call. */
#include "error.h"
#include "struct_size.h"

fsl_status forcedsplit_size_tell(const void* theirs, const char* name, size_t first, size_t ours,
                                 fsl_error** out_error) {
  if (theirs == NULL) {
    return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT, "%s is NULL", name);
  }
  switch (forcedsplit_size_check(theirs, first, ours)) {
    case FORCEDSPLIT_SIZE_IMPOSSIBLE:
      return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT, "%s.struct_size is %zu, expected %zu to %d",
                                    name, *(const size_t*)theirs, first, FORCEDSPLIT_LARGEST_STRUCT);
    case FORCEDSPLIT_SIZE_UNKNOWN_FIELDS:
      return forcedsplit_error_tell(out_error, FSL_ERROR_INVALID_ARGUMENT,
                                    "%s.struct_size is %zu and fields beyond byte %zu are set, which this version of "
                                    "the library does not know",
                                    name, *(const size_t*)theirs, ours);
    case FORCEDSPLIT_SIZE_FITS:
      break;
  }
  return FSL_OK;
}
