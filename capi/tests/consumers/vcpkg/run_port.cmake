# Runs the port of .ci/packaging/vcpkg as vcpkg does, in CMake's script mode, but without vcpkg, which comes in no
# package: cmake -DWHERE=DIRECTORY -DLINKAGE=dynamic|static -P run_port.cmake
# What the portfile calls does here what it does there, as far as this port asks for it. The installed tree, where
# FlatBuffers stands already, is WHERE/installed.
cmake_minimum_required(VERSION 3.22)
set(PORT forcedsplit)
set(FEATURES core cpp)
set(VCPKG_LIBRARY_LINKAGE "${LINKAGE}")
set(CURRENT_PACKAGES_DIR "${WHERE}/packages/forcedsplit")
set(CURRENT_BUILDTREES_DIR "${WHERE}/buildtrees/forcedsplit")
set(CURRENT_INSTALLED_DIR "${WHERE}/installed")
set(CURRENT_HOST_INSTALLED_DIR "${WHERE}/installed")

function(run)
  execute_process(COMMAND ${ARGV} OUTPUT_VARIABLE printed ERROR_VARIABLE printed RESULT_VARIABLE code)
  message(STATUS "${printed}")
  if(NOT code EQUAL 0 OR printed MATCHES "Manually-specified variables were not used")
    message(FATAL_ERROR "${ARGV}: ${code}")
  endif()
endfunction()

function(vcpkg_check_features out options in)
  if(NOT "${out};${in}" STREQUAL "OUT_FEATURE_OPTIONS;FEATURES")
    message(FATAL_ERROR "unknown to this stand-in: ${ARGV}")
  endif()
  while(ARGN)
    list(POP_FRONT ARGN feature option)
    if(feature IN_LIST FEATURES)
      list(APPEND result "-D${option}=ON")
    else()
      list(APPEND result "-D${option}=OFF")
    endif()
  endwhile()
  set(${options} "${result}" PARENT_SCOPE)
endfunction()

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" SOURCE_PATH OPTIONS)
  run("${CMAKE_COMMAND}" -S "${arg_SOURCE_PATH}" -B "${CURRENT_BUILDTREES_DIR}" -DCMAKE_BUILD_TYPE=Release
      "-DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}" -DCMAKE_INSTALL_LIBDIR=lib
      ${arg_OPTIONS})
endfunction()

function(vcpkg_cmake_install)
  run("${CMAKE_COMMAND}" --build "${CURRENT_BUILDTREES_DIR}" --target install)
endfunction()

# Moves the configuration, and has it find its prefix from there.
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" CONFIG_PATH "")
  set(share "${CURRENT_PACKAGES_DIR}/share/${PORT}")
  file(COPY "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}/" DESTINATION "${share}")
  file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/lib/cmake")
  file(GLOB files "${share}/*.cmake")
  foreach(file IN LISTS files)
    file(READ "${file}" text)
    string(REPLACE "{CMAKE_CURRENT_LIST_DIR}/../../../\"" "{CMAKE_CURRENT_LIST_DIR}/../../\"" text "${text}")
    file(WRITE "${file}" "${text}")
  endforeach()
endfunction()

function(vcpkg_fixup_pkgconfig)
  set(ENV{PKG_CONFIG_PATH} "${CURRENT_PACKAGES_DIR}/lib/pkgconfig")
  run(pkg-config --print-errors --exists ${PORT})
endfunction()

function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" FILE_LIST)
  file(INSTALL ${arg_FILE_LIST} DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}" RENAME copyright)
endfunction()

include("${CMAKE_CURRENT_LIST_DIR}/../../../../.ci/packaging/vcpkg/portfile.cmake")
file(COPY "${CURRENT_PACKAGES_DIR}/" DESTINATION "${CURRENT_INSTALLED_DIR}")
