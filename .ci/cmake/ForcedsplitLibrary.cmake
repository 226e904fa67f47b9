# Builds libforcedsplit.so with `go build` and gives it as forcedsplit::forcedsplit.
# The custom target `forcedsplit` builds it; GOFLAGS and the other variables of Go's environment are the user's.

set(FORCEDSPLIT_SONAME "libforcedsplit.so.${FORCEDSPLIT_ABI_MAJOR}")
set(FORCEDSPLIT_FILE_NAME "libforcedsplit.so.${FORCEDSPLIT_ABI_MAJOR}.${FORCEDSPLIT_ABI_MINOR}")
set(FORCEDSPLIT_LIBRARY_DIR "${PROJECT_BINARY_DIR}/lib")
set(FORCEDSPLIT_LIBRARY_FILE "${FORCEDSPLIT_LIBRARY_DIR}/${FORCEDSPLIT_FILE_NAME}")
set(FORCEDSPLIT_LINKS "${FORCEDSPLIT_LIBRARY_DIR}/${FORCEDSPLIT_SONAME}" "${FORCEDSPLIT_LIBRARY_DIR}/libforcedsplit.so")
set(FORCEDSPLIT_EXPORTS "${PROJECT_SOURCE_DIR}/capi/exports.map")

# How the Go runtime behaves in somebody else's process:
# - asyncpreemptoff: it sends no SIGURG to threads of the host (capi/signals.c);
# - containermaxprocs, updatemaxprocs: it holds no files of the control group open, whose descriptors a host that closed
#   its own would find taken. fsl_runtime_configure bounds its threads instead.
set(forcedsplit_godebug "asyncpreemptoff=1,containermaxprocs=0,updatemaxprocs=0")

# forcedsplit_go_build_as(<variable> <build mode> <ldflags> <file> <package>): the command that builds a Go package as a
# library of C. The version is told with the compiler's name, since CGO_CFLAGS and the like are the user's.
function(forcedsplit_go_build_as variable mode ldflags file package)
  string(PREPEND ldflags "-X=runtime.godebugDefault=${forcedsplit_godebug} ")
  if(NOT CMAKE_BUILD_TYPE MATCHES "Deb")
    string(PREPEND ldflags "-s -w ") # symbols stay in Debug and RelWithDebInfo
  endif()
  set(${variable} "${CMAKE_COMMAND}" -E env CGO_ENABLED=1
      "CC='${CMAKE_C_COMPILER}' -DFORCEDSPLIT_VERSION=${forcedsplit_VERSION}" "${FORCEDSPLIT_GO}" build
      -buildmode=${mode} -trimpath -buildvcs=false -ldflags "${ldflags}" -o "${file}" "${package}" PARENT_SCOPE)
endfunction()

# forcedsplit_go_build(<variable> <soname> <file> <package>): the command that builds a Go package as a shared library,
# exporting fsl_* alone.
function(forcedsplit_go_build variable soname file package)
  # Go splits -ldflags, and then -extldflags, at spaces, and knows quotes but no escapes: one kind for each level.
  set(extldflags "-Wl,-soname,${soname} -Xlinker '--version-script=${FORCEDSPLIT_EXPORTS}'")
  forcedsplit_go_build_as(command c-shared "-extldflags \"${extldflags}\"" "${file}" "${package}")
  set(${variable} ${command} PARENT_SCOPE)
endfunction()

# `go build` writes cgo's own header beside the library; forcedsplit.h is the only one that is offered.
forcedsplit_go_build(forcedsplit_build "${FORCEDSPLIT_SONAME}" "${FORCEDSPLIT_LIBRARY_FILE}" ./capi)
add_custom_command(
  OUTPUT "${FORCEDSPLIT_LIBRARY_FILE}" ${FORCEDSPLIT_LINKS}
  COMMAND ${forcedsplit_build}
  COMMAND "${CMAKE_COMMAND}" -E rm -f "${FORCEDSPLIT_LIBRARY_DIR}/${FORCEDSPLIT_SONAME}.h"
  COMMAND "${CMAKE_COMMAND}" -E create_symlink ${FORCEDSPLIT_FILE_NAME} "${FORCEDSPLIT_LIBRARY_DIR}/${FORCEDSPLIT_SONAME}"
  COMMAND "${CMAKE_COMMAND}" -E create_symlink ${FORCEDSPLIT_SONAME} "${FORCEDSPLIT_LIBRARY_DIR}/libforcedsplit.so"
  DEPENDS ${FORCEDSPLIT_GO_SOURCES} "${FORCEDSPLIT_EXPORTS}"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
  COMMENT "Building libforcedsplit.so with Go"
  VERBATIM)
if(FORCEDSPLIT_SHARED)
  set(forcedsplit_is_built ALL)
endif()
add_custom_target(forcedsplit ${forcedsplit_is_built} DEPENDS "${FORCEDSPLIT_LIBRARY_FILE}")

add_library(forcedsplit::forcedsplit SHARED IMPORTED GLOBAL)
set_target_properties(
  forcedsplit::forcedsplit
  PROPERTIES IMPORTED_LOCATION "${FORCEDSPLIT_LIBRARY_FILE}"
             IMPORTED_SONAME "${FORCEDSPLIT_SONAME}"
             INTERFACE_INCLUDE_DIRECTORIES "${PROJECT_SOURCE_DIR}/include")
add_dependencies(forcedsplit::forcedsplit forcedsplit)
