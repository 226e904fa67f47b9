# Builds the command-line tool: one static binary, without cgo.
set(FORCEDSPLIT_TOOL_FILE "${PROJECT_BINARY_DIR}/bin/fslevels")
add_custom_command(
  OUTPUT "${FORCEDSPLIT_TOOL_FILE}"
  COMMAND "${CMAKE_COMMAND}" -E env CGO_ENABLED=0 "${FORCEDSPLIT_GO}" build -trimpath -buildvcs=false
          -ldflags "-s -w -X=main.version=${forcedsplit_VERSION}" -o "${FORCEDSPLIT_TOOL_FILE}" ./bridge/cmd/fslevels
  DEPENDS ${FORCEDSPLIT_GO_SOURCES}
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
  COMMENT "Building fslevels"
  VERBATIM)
add_custom_target(fslevels ALL DEPENDS "${FORCEDSPLIT_TOOL_FILE}")
