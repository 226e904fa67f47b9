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

# forcedsplit_refuse_other_flatbuffers(<version>): stops, naming both versions, where the host has a FlatBuffers target
# of another version than the one that fslg_generated.h is for: the compiler would stop as well, but in that header.
function(forcedsplit_refuse_other_flatbuffers version)
  foreach(target flatbuffers::flatbuffers flatbuffers::flatbuffers_shared flatbuffers flatbuffers_shared FlatBuffers)
    if(NOT TARGET ${target})
      continue()
    endif()
    get_target_property(directories ${target} INTERFACE_INCLUDE_DIRECTORIES)
    foreach(directory IN LISTS directories)
      string(REGEX REPLACE "^\\$<BUILD_INTERFACE:(.*)>$" "\\1" directory "${directory}")
      if(NOT EXISTS "${directory}/flatbuffers/base.h")
        continue()
      endif()
      forcedsplit_flatbuffers_version("${directory}" found)
      if(NOT found STREQUAL version)
        message(FATAL_ERROR "forced_split_levels.hpp is for FlatBuffers ${version}, but this project's target ${target} "
                            "is FlatBuffers ${found} (${directory}). Build forcedsplit with the same FlatBuffers, or "
                            "use its C API alone: find_package(forcedsplit COMPONENTS C) or -DFORCEDSPLIT_CPP=OFF")
      endif()
    endforeach()
  endforeach()
endfunction()

# forcedsplit_refuse_other_flatbuffers_later(<version> <directory>): the same when that source directory is configured
# to its end, for targets that come after forcedsplit.
macro(forcedsplit_refuse_other_flatbuffers_later version directory)
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${directory}]] CALL forcedsplit_refuse_other_flatbuffers ${version})")
endmacro()
