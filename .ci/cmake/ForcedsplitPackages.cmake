# `cpack` in the build directory makes a .deb, where the machine has Debian's tools, and a .tar.gz that may be unpacked
# anywhere. What is in them is what FORCEDSPLIT_SHARED, _STATIC, _CPP and _TOOL build and install.

find_program(FORCEDSPLIT_DPKG_SHLIBDEPS dpkg-shlibdeps DOC "Debian's tool that finds out what a package depends on")
set(CPACK_GENERATOR TGZ)
if(FORCEDSPLIT_DPKG_SHLIBDEPS)
  list(PREPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_PACKAGE_VENDOR "The forcedsplit authors")
set(CPACK_PACKAGE_CONTACT "The forcedsplit authors <forcedsplit@localhost>")
set(CPACK_PACKAGE_DESCRIPTION "Some values of a tensor compiler's graph are complete only after their own
batch loop has closed: the loop nest must be split into passes. This library
says which pass each value belongs to. With headers for C and C++, and the
command-line tool fslevels.")
set(CPACK_PACKAGE_FILE_NAME "forcedsplit-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS # whatever the umask is
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# forced_split_levels.hpp alone asks for FlatBuffers, and says itself in which version: so it is suggested.
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
file(WRITE "${PROJECT_BINARY_DIR}/package/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/package/triggers")
if(FORCEDSPLIT_CPP)
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS libflatbuffers-dev)
endif()
include(CPack)
