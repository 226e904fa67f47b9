# Generates fslg_generated.h for forced_split_levels.hpp, with the flatc that belongs to the FlatBuffers headers found:
# generated code refuses to compile with headers of any other version.
# Sets FORCEDSPLIT_FLATBUFFERS_VERSION and FORCEDSPLIT_GENERATED_HEADER.

include(ForcedsplitFlatBuffersVersion)
find_path(FORCEDSPLIT_FLATBUFFERS_INCLUDE_DIR flatbuffers/base.h DOC "Directory of FlatBuffers' C++ headers")
find_program(FORCEDSPLIT_FLATC flatc DOC "FlatBuffers' compiler, of the same version as the headers")
if(NOT FORCEDSPLIT_FLATBUFFERS_INCLUDE_DIR OR NOT FORCEDSPLIT_FLATC)
  message(FATAL_ERROR "forced_split_levels.hpp needs FlatBuffers (headers: ${FORCEDSPLIT_FLATBUFFERS_INCLUDE_DIR}; "
                      "flatc: ${FORCEDSPLIT_FLATC}). Install libflatbuffers-dev and flatbuffers-compiler, or build the "
                      "C API alone with -DFORCEDSPLIT_CPP=OFF")
endif()

forcedsplit_flatbuffers_version("${FORCEDSPLIT_FLATBUFFERS_INCLUDE_DIR}" FORCEDSPLIT_FLATBUFFERS_VERSION)
execute_process(COMMAND "${FORCEDSPLIT_FLATC}" --version OUTPUT_VARIABLE forcedsplit_flatc_version)
string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" forcedsplit_flatc_version "${forcedsplit_flatc_version}")
if(NOT forcedsplit_flatc_version STREQUAL FORCEDSPLIT_FLATBUFFERS_VERSION)
  message(FATAL_ERROR "flatc and FlatBuffers' headers must be of the same version: ${FORCEDSPLIT_FLATC} is "
                      "${forcedsplit_flatc_version}, the headers in ${FORCEDSPLIT_FLATBUFFERS_INCLUDE_DIR} are "
                      "${FORCEDSPLIT_FLATBUFFERS_VERSION}. Name a pair with -DFORCEDSPLIT_FLATC=... and "
                      "-DFORCEDSPLIT_FLATBUFFERS_INCLUDE_DIR=..., or turn C++ off with -DFORCEDSPLIT_CPP=OFF")
endif()
message(STATUS "forcedsplit: FlatBuffers ${FORCEDSPLIT_FLATBUFFERS_VERSION} (${FORCEDSPLIT_FLATC})")
forcedsplit_refuse_other_flatbuffers_later("${FORCEDSPLIT_FLATBUFFERS_VERSION}" "${CMAKE_SOURCE_DIR}")

file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/include") # an imported target's directories must exist when it is configured
set(FORCEDSPLIT_GENERATED_HEADER "${PROJECT_BINARY_DIR}/include/forcedsplit/fslg_generated.h")
add_custom_command(
  OUTPUT "${FORCEDSPLIT_GENERATED_HEADER}"
  COMMAND "${FORCEDSPLIT_FLATC}" --cpp -o "${PROJECT_BINARY_DIR}/include/forcedsplit"
          "${PROJECT_SOURCE_DIR}/bridge/wire/fslg.fbs"
  DEPENDS "${PROJECT_SOURCE_DIR}/bridge/wire/fslg.fbs" "${FORCEDSPLIT_FLATC}"
  COMMENT "Generating fslg_generated.h"
  VERBATIM)
add_custom_target(forcedsplit_generated ALL DEPENDS "${FORCEDSPLIT_GENERATED_HEADER}")
foreach(target forcedsplit::forcedsplit forcedsplit::forcedsplit_static)
  add_dependencies(${target} forcedsplit_generated)
  set_property(TARGET ${target} APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES
               "${PROJECT_BINARY_DIR}/include" "${FORCEDSPLIT_FLATBUFFERS_INCLUDE_DIR}")
endforeach()
