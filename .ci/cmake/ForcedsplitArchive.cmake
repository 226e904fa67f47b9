# Builds libforcedsplit.a and gives it as forcedsplit::forcedsplit_static, for hosts that ship no library beside them.
# The custom target `forcedsplit_archive` builds it, for whoever links it too where FORCEDSPLIT_STATIC is off.
#
# The archive holds one object. From several a linker would take those alone that define what is still missing, and
# leave out the constructors of others; and in one everything but fsl_* can be made local, so that no name of Go's
# runtime, of cgo or of the shim meets one of the host's (-d, since common symbols cannot be). Two Go runtimes in one
# program are not supported all the same.

set(FORCEDSPLIT_ARCHIVE_FILE "${FORCEDSPLIT_LIBRARY_DIR}/libforcedsplit.a")
set(forcedsplit_archive_dir "${PROJECT_BINARY_DIR}/archive")
set(forcedsplit_go_archive "${forcedsplit_archive_dir}/go.a")
set(forcedsplit_object "${forcedsplit_archive_dir}/forcedsplit.o")
if(NOT CMAKE_BUILD_TYPE MATCHES "Deb")
  set(forcedsplit_strip --strip-debug)
endif()

forcedsplit_go_build_as(forcedsplit_archive_build c-archive "" "${forcedsplit_go_archive}" ./capi)
add_custom_command(
  OUTPUT "${FORCEDSPLIT_ARCHIVE_FILE}"
  COMMAND ${forcedsplit_archive_build}
  COMMAND "${CMAKE_C_COMPILER}" -r -nostdlib -Wl,-d,--whole-archive "${forcedsplit_go_archive}"
          -o "${forcedsplit_object}"
  COMMAND "${CMAKE_OBJCOPY}" --wildcard "--keep-global-symbol=fsl_*" ${forcedsplit_strip} "${forcedsplit_object}"
  COMMAND "${CMAKE_COMMAND}" -E rm -f "${FORCEDSPLIT_ARCHIVE_FILE}"
  COMMAND "${CMAKE_COMMAND}" -E make_directory "${FORCEDSPLIT_LIBRARY_DIR}"
  COMMAND "${CMAKE_AR}" rcs "${FORCEDSPLIT_ARCHIVE_FILE}" "${forcedsplit_object}"
  DEPENDS ${FORCEDSPLIT_GO_SOURCES}
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
  COMMENT "Building libforcedsplit.a with Go"
  VERBATIM)
if(FORCEDSPLIT_STATIC)
  set(forcedsplit_archive_is_built ALL)
endif()
add_custom_target(forcedsplit_archive ${forcedsplit_archive_is_built} DEPENDS "${FORCEDSPLIT_ARCHIVE_FILE}")

# What is linked with it. A library that took it in holds a Go runtime, and must not be unloaded either.
set(FORCEDSPLIT_ARCHIVE_NEEDS "-pthread")
set(forcedsplit_type "$<TARGET_PROPERTY:TYPE>")
set(forcedsplit_is_library
    "$<OR:$<STREQUAL:${forcedsplit_type},SHARED_LIBRARY>,$<STREQUAL:${forcedsplit_type},MODULE_LIBRARY>>")
set(FORCEDSPLIT_ARCHIVE_LINK_OPTIONS "$<${forcedsplit_is_library}:LINKER:-z,nodelete>")

add_library(forcedsplit::forcedsplit_static STATIC IMPORTED GLOBAL)
set_target_properties(
  forcedsplit::forcedsplit_static
  PROPERTIES IMPORTED_LOCATION "${FORCEDSPLIT_ARCHIVE_FILE}"
             INTERFACE_LINK_LIBRARIES "${FORCEDSPLIT_ARCHIVE_NEEDS}"
             INTERFACE_LINK_OPTIONS "${FORCEDSPLIT_ARCHIVE_LINK_OPTIONS}"
             INTERFACE_INCLUDE_DIRECTORIES "${PROJECT_SOURCE_DIR}/include")
add_dependencies(forcedsplit::forcedsplit_static forcedsplit_archive)
