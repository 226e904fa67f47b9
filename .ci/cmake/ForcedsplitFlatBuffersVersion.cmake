# forcedsplit_flatbuffers_version(<include dir> <variable>): the version that flatbuffers/base.h there states, as in
# "2.0.8"; empty if it states none. Installed beside the package configuration, which asks the same of its user's headers.
function(forcedsplit_flatbuffers_version include_dir variable)
  set(version)
  file(STRINGS "${include_dir}/flatbuffers/base.h" lines REGEX "#define FLATBUFFERS_VERSION_(MAJOR|MINOR|REVISION) [0-9]+")
  foreach(part MAJOR MINOR REVISION)
    if("${lines}" MATCHES "FLATBUFFERS_VERSION_${part} ([0-9]+)")
      list(APPEND version ${CMAKE_MATCH_1})
    endif()
  endforeach()
  list(JOIN version "." version)
  set(${variable} "${version}" PARENT_SCOPE)
endfunction()
