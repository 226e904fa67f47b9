"""Conan 2: `conan create .ci/packaging/conan`, in a clone, builds and packs the library from the source tree.

Go must be on the machine, in the version that go.mod names. Who has FlatBuffers there too, of which the headers and
flatc are of one version, says so in the profile, in [platform_requires] and [platform_tool_requires].
"""

import re
from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy

SOURCES = (
    "CMakeLists.txt",
    "LICENSE",
    "go.mod",
    "go.sum",
    ".ci/cmake/*",
    "bridge/*",
    "capi/*",
    "engine/*",
    "include/*",
)
NOT_BUILT = ("*_test.go", "*/tests/*", "*/testdata/*", "bridge/python/*", "capi/abi/*", "*/__pycache__/*")


class Forcedsplit(ConanFile):
    name = "forcedsplit"
    description = "Pass levels of a value graph, for tensor compilers"
    license = "MIT"
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "cpp": [True, False]}  # noqa: RUF012
    default_options = {"shared": True, "cpp": True}  # noqa: RUF012

    def _root(self):
        return Path(self.recipe_folder).parents[2]

    def set_version(self):
        project = (self._root() / "CMakeLists.txt").read_text(encoding="utf-8")
        self.version = re.search(r"project\(forcedsplit VERSION ([0-9.]+) ", project)[1]

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, src=self._root(), dst=self.export_sources_folder, excludes=NOT_BUILT)

    def configure(self):
        for of_cpp in ("cppstd", "libcxx"):  # what is compiled is C
            self.settings.rm_safe(f"compiler.{of_cpp}")

    def requirements(self):
        if self.options.cpp:
            self.requires("flatbuffers/[>=2.0.8]", transitive_headers=True)

    def build_requirements(self):
        if self.options.cpp:
            self.tool_requires("flatbuffers/<host_version>")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["FORCEDSPLIT_SHARED"] = bool(self.options.shared)
        toolchain.cache_variables["FORCEDSPLIT_STATIC"] = not self.options.shared
        toolchain.cache_variables["FORCEDSPLIT_CPP"] = bool(self.options.cpp)
        for part in ("TOOL", "EXAMPLES", "TESTS"):
            toolchain.cache_variables[f"FORCEDSPLIT_{part}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.libs = ["forcedsplit"]
        self.cpp_info.system_libs = ["pthread"]
        # find_package reads the configuration that CMake installed: it knows which FlatBuffers the header is for.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [str(Path("lib") / "cmake" / "forcedsplit")]
