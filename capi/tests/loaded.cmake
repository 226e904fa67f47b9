# The libraries that tests load at run time, in directory loaded/: ours with faults to order (bridge/faults), ours under
# another name, and somebody else's Go library, built the way Go builds one by itself.
# Sets library_itself, library_with_faults, library_copy, library_foreign and the target forcedsplit_loaded.
set(loaded_dir "${CMAKE_CURRENT_BINARY_DIR}/loaded")
set(library_itself "$<TARGET_FILE:forcedsplit::forcedsplit>")
set(library_with_faults "${loaded_dir}/libfaults.so")
set(library_copy "${loaded_dir}/libcopy.so")
set(library_foreign "${loaded_dir}/libforeign.so")

set(go_build "${CMAKE_COMMAND}" -E env CGO_ENABLED=1 "CC=${CMAKE_C_COMPILER}"
             "${FORCEDSPLIT_GO}" build -buildmode=c-shared -trimpath -buildvcs=false)
# As in .ci/cmake/ForcedsplitLibrary.cmake.
set(exports "${FORCEDSPLIT_ROOT}/capi/exports.map")
set(ldflags "-X=runtime.godebugDefault=asyncpreemptoff=1 -extldflags \"-Xlinker '--version-script=${exports}'\"")

file(GLOB go_sources CONFIGURE_DEPENDS foreign/*.go "${FORCEDSPLIT_ROOT}/engine/*.go"
     "${FORCEDSPLIT_ROOT}/engine/render/*.go" "${FORCEDSPLIT_ROOT}/engine/render/page/*"
     "${FORCEDSPLIT_ROOT}/capi/*.go" "${FORCEDSPLIT_ROOT}/capi/*.[ch]"
     "${FORCEDSPLIT_ROOT}/bridge/*/*.go" "${FORCEDSPLIT_ROOT}/bridge/*/*.[ch]"
     "${FORCEDSPLIT_ROOT}/include/forcedsplit/forcedsplit.h")
add_custom_command(
  OUTPUT "${library_with_faults}" "${library_copy}" "${library_foreign}"
  COMMAND ${go_build} -tags forcedsplit_faults -ldflags "${ldflags}" -o "${library_with_faults}" ./capi
  COMMAND ${go_build} -o "${library_foreign}" ./capi/tests/foreign
  COMMAND "${CMAKE_COMMAND}" -E copy "${library_itself}" "${library_copy}"
  DEPENDS ${go_sources} "${exports}" "${library_itself}"
  WORKING_DIRECTORY "${FORCEDSPLIT_ROOT}"
  COMMENT "Building libraries for the tests to load"
  VERBATIM)
add_custom_target(forcedsplit_loaded ALL DEPENDS "${library_with_faults}" "${library_copy}" "${library_foreign}")
if(TARGET forcedsplit)
  add_dependencies(forcedsplit_loaded forcedsplit)
endif()
