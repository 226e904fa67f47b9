# Builds libforcedsplit.so with `go build` and gives it as forcedsplit::forcedsplit.
# The custom target `forcedsplit` builds it; GOFLAGS and the other variables of Go's environment are the user's.

set(FORCEDSPLIT_SONAME "libforcedsplit.so.${FORCEDSPLIT_ABI_MAJOR}")
set(FORCEDSPLIT_FILE_NAME "libforcedsplit.so.${FORCEDSPLIT_ABI_MAJOR}.${FORCEDSPLIT_ABI_MINOR}")
set(FORCEDSPLIT_LIBRARY_DIR "${PROJECT_BINARY_DIR}/lib")
set(FORCEDSPLIT_LIBRARY_FILE "${FORCEDSPLIT_LIBRARY_DIR}/${FORCEDSPLIT_FILE_NAME}")
set(FORCEDSPLIT_LINKS "${FORCEDSPLIT_LIBRARY_DIR}/${FORCEDSPLIT_SONAME}" "${FORCEDSPLIT_LIBRARY_DIR}/libforcedsplit.so")
set(FORCEDSPLIT_EXPORTS "${PROJECT_SOURCE_DIR}/capi/exports.map")

# Go splits -ldflags, and then -extldflags, at spaces, and knows quotes but no escapes: one kind for each level.
set(forcedsplit_extldflags "-Wl,-soname,${FORCEDSPLIT_SONAME} -Xlinker '--version-script=${FORCEDSPLIT_EXPORTS}'")
# How the Go runtime behaves in somebody else's process:
# - asyncpreemptoff: it sends no SIGURG to threads of the host (capi/signals.c);
# - containermaxprocs, updatemaxprocs: it holds no files of the control group open, whose descriptors a host that closed
#   its own would find taken. fsl_runtime_configure bounds its threads instead.
set(forcedsplit_godebug "asyncpreemptoff=1,containermaxprocs=0,updatemaxprocs=0")
set(forcedsplit_ldflags "-X=runtime.godebugDefault=${forcedsplit_godebug} -extldflags \"${forcedsplit_extldflags}\"")
if(NOT CMAKE_BUILD_TYPE MATCHES "Deb")
  string(PREPEND forcedsplit_ldflags "-s -w ") # symbols stay in Debug and RelWithDebInfo
endif()

# `go build` writes cgo's own header beside the library; forcedsplit.h is the only one that is offered.
add_custom_command(
  OUTPUT "${FORCEDSPLIT_LIBRARY_FILE}" ${FORCEDSPLIT_LINKS}
  COMMAND "${CMAKE_COMMAND}" -E env CGO_ENABLED=1 "CC=${CMAKE_C_COMPILER}" "${FORCEDSPLIT_GO}" build
          -buildmode=c-shared -trimpath -buildvcs=false -ldflags "${forcedsplit_ldflags}"
          -o "${FORCEDSPLIT_LIBRARY_FILE}" ./capi
  COMMAND "${CMAKE_COMMAND}" -E rm -f "${FORCEDSPLIT_LIBRARY_DIR}/${FORCEDSPLIT_SONAME}.h"
  COMMAND "${CMAKE_COMMAND}" -E create_symlink ${FORCEDSPLIT_FILE_NAME} "${FORCEDSPLIT_LIBRARY_DIR}/${FORCEDSPLIT_SONAME}"
  COMMAND "${CMAKE_COMMAND}" -E create_symlink ${FORCEDSPLIT_SONAME} "${FORCEDSPLIT_LIBRARY_DIR}/libforcedsplit.so"
  DEPENDS ${FORCEDSPLIT_GO_SOURCES} "${FORCEDSPLIT_EXPORTS}"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
  COMMENT "Building libforcedsplit.so with Go"
  VERBATIM)
add_custom_target(forcedsplit ALL DEPENDS "${FORCEDSPLIT_LIBRARY_FILE}")

add_library(forcedsplit::forcedsplit SHARED IMPORTED GLOBAL)
set_target_properties(
  forcedsplit::forcedsplit
  PROPERTIES IMPORTED_LOCATION "${FORCEDSPLIT_LIBRARY_FILE}"
             IMPORTED_SONAME "${FORCEDSPLIT_SONAME}"
             INTERFACE_INCLUDE_DIRECTORIES "${PROJECT_SOURCE_DIR}/include")
add_dependencies(forcedsplit::forcedsplit forcedsplit)
