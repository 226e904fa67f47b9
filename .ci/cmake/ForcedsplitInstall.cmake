# Install rules. Component `python` holds only the library, where the Python package looks for it.
include(CMakePackageConfigHelpers)

set(forcedsplit_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/forcedsplit")
if(FORCEDSPLIT_SHARED)
  install(FILES "${FORCEDSPLIT_LIBRARY_FILE}" ${FORCEDSPLIT_LINKS} DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
if(FORCEDSPLIT_STATIC)
  install(FILES "${FORCEDSPLIT_ARCHIVE_FILE}" DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright)
install(FILES "${PROJECT_SOURCE_DIR}/include/forcedsplit/forcedsplit.h"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/forcedsplit")
install(FILES "${PROJECT_SOURCE_DIR}/bridge/wire/fslg.fbs" DESTINATION "${CMAKE_INSTALL_DATADIR}/forcedsplit")
install(PROGRAMS "${FORCEDSPLIT_LIBRARY_FILE}" DESTINATION forcedsplit RENAME libforcedsplit.so
        COMPONENT python EXCLUDE_FROM_ALL)
if(FORCEDSPLIT_CPP)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/forcedsplit" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
          FILES_MATCHING PATTERN "*.hpp")
  install(FILES "${FORCEDSPLIT_GENERATED_HEADER}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/forcedsplit")
endif()
if(FORCEDSPLIT_TOOL)
  install(PROGRAMS "${FORCEDSPLIT_TOOL_FILE}" DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()

set(FORCEDSPLIT_CONFIG_LIBRARY "${CMAKE_INSTALL_LIBDIR}/${FORCEDSPLIT_FILE_NAME}")
set(FORCEDSPLIT_CONFIG_ARCHIVE "${CMAKE_INSTALL_LIBDIR}/libforcedsplit.a")
configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/forcedsplitConfig.cmake.in" "${PROJECT_BINARY_DIR}/package/forcedsplitConfig.cmake"
  INSTALL_DESTINATION "${forcedsplit_package_dir}"
  PATH_VARS FORCEDSPLIT_CONFIG_LIBRARY FORCEDSPLIT_CONFIG_ARCHIVE CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/forcedsplitConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/package/forcedsplitConfig.cmake"
              "${PROJECT_BINARY_DIR}/package/forcedsplitConfigVersion.cmake"
              "${CMAKE_CURRENT_LIST_DIR}/ForcedsplitFlatBuffersVersion.cmake"
        DESTINATION "${forcedsplit_package_dir}")

# pkg-config files find their prefix from where they lie, so that an installed tree can be moved.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(FORCEDSPLIT_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
  set(FORCEDSPLIT_PC_LIBDIR "${CMAKE_INSTALL_FULL_LIBDIR}")
  set(FORCEDSPLIT_PC_INCLUDEDIR "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
  file(RELATIVE_PATH forcedsplit_up "/p/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/p")
  string(REGEX REPLACE "/$" "" forcedsplit_up "${forcedsplit_up}")
  set(FORCEDSPLIT_PC_PREFIX "\${pcfiledir}/${forcedsplit_up}")
  set(FORCEDSPLIT_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(FORCEDSPLIT_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
set(FORCEDSPLIT_PC_ARCHIVE "${FORCEDSPLIT_ARCHIVE_NEEDS} -Wl,-z,nodelete")
foreach(pc forcedsplit forcedsplit-static)
  if((pc STREQUAL "forcedsplit" AND FORCEDSPLIT_SHARED) OR FORCEDSPLIT_STATIC)
    configure_file("${CMAKE_CURRENT_LIST_DIR}/${pc}.pc.in" "${PROJECT_BINARY_DIR}/package/${pc}.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/package/${pc}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
  endif()
endforeach()
