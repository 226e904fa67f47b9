# Finds Go in the version that go.mod names, and lists the Go sources that the build depends on.
# Sets FORCEDSPLIT_GO (the program) and FORCEDSPLIT_GO_SOURCES.

find_program(FORCEDSPLIT_GO go HINTS /usr/local/go/bin DOC "The Go command")
file(STRINGS "${PROJECT_SOURCE_DIR}/go.mod" forcedsplit_go_line REGEX "^go [0-9.]+$")
string(REPLACE "go " "" FORCEDSPLIT_GO_NEEDED "${forcedsplit_go_line}")
if(NOT FORCEDSPLIT_GO)
  message(FATAL_ERROR "forcedsplit needs Go ${FORCEDSPLIT_GO_NEEDED} or newer, and found no 'go' in PATH: "
                      "install it from https://go.dev/dl, or name it with -DFORCEDSPLIT_GO=/path/to/go")
endif()

# Run in the source directory, so that Go may choose the toolchain that go.mod asks for.
execute_process(
  COMMAND "${FORCEDSPLIT_GO}" env GOVERSION
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
  OUTPUT_VARIABLE forcedsplit_go_version
  ERROR_VARIABLE forcedsplit_go_error
  OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REGEX MATCH "[0-9]+(\\.[0-9]+)*" forcedsplit_go_number "${forcedsplit_go_version}")
if(NOT forcedsplit_go_number OR forcedsplit_go_number VERSION_LESS FORCEDSPLIT_GO_NEEDED)
  message(FATAL_ERROR "forcedsplit needs Go ${FORCEDSPLIT_GO_NEEDED} or newer; "
                      "${FORCEDSPLIT_GO} is '${forcedsplit_go_version}'. ${forcedsplit_go_error}")
endif()
message(STATUS "forcedsplit: Go ${forcedsplit_go_number} (${FORCEDSPLIT_GO})")

foreach(suffix go c h map)
  file(GLOB forcedsplit_found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/capi/*.${suffix}")
  list(APPEND FORCEDSPLIT_GO_SOURCES ${forcedsplit_found})
  file(GLOB_RECURSE forcedsplit_found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/engine/*.${suffix}"
       "${PROJECT_SOURCE_DIR}/bridge/*.${suffix}")
  list(APPEND FORCEDSPLIT_GO_SOURCES ${forcedsplit_found})
endforeach()
file(GLOB forcedsplit_found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/engine/render/page/*") # embedded
list(APPEND FORCEDSPLIT_GO_SOURCES ${forcedsplit_found})
list(FILTER FORCEDSPLIT_GO_SOURCES EXCLUDE REGEX "_test\\.go$")
list(APPEND FORCEDSPLIT_GO_SOURCES "${PROJECT_SOURCE_DIR}/go.mod" "${PROJECT_SOURCE_DIR}/go.sum"
     "${PROJECT_SOURCE_DIR}/include/forcedsplit/forcedsplit.h")
