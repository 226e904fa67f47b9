# An overlay port: `vcpkg install forcedsplit --overlay-ports=.ci/packaging/vcpkg`, in a clone, builds and packs the
# library from the source tree. Its version is that of the tree, which the installed configuration tells.
# Go must be on the machine, in the version that go.mod names. One library serves Release and Debug: its API is C.
set(VCPKG_BUILD_TYPE release)
set(VCPKG_POLICY_MISMATCHED_NUMBER_OF_BINARIES enabled)
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

string(COMPARE EQUAL "${VCPKG_LIBRARY_LINKAGE}" "dynamic" shared)
string(COMPARE EQUAL "${VCPKG_LIBRARY_LINKAGE}" "static" static)
vcpkg_check_features(OUT_FEATURE_OPTIONS feature_options FEATURES cpp FORCEDSPLIT_CPP)
if("cpp" IN_LIST FEATURES)
  list(APPEND feature_options "-DFORCEDSPLIT_FLATBUFFERS_INCLUDE_DIR=${CURRENT_INSTALLED_DIR}/include"
       "-DFORCEDSPLIT_FLATC=${CURRENT_HOST_INSTALLED_DIR}/tools/flatbuffers/flatc")
endif()

vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DFORCEDSPLIT_SHARED=${shared} -DFORCEDSPLIT_STATIC=${static} -DFORCEDSPLIT_TOOL=OFF
          -DFORCEDSPLIT_EXAMPLES=OFF -DFORCEDSPLIT_TESTS=OFF ${feature_options})
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/forcedsplit)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
