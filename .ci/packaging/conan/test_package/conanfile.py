"""A stranger's program is built with the package, below the tree's own build directory, and runs."""

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout


class Stranger(ConanFile):
    settings = "os", "arch", "compiler", "build_type"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self, build_folder="../../../../build/conan")

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.user_presets_path = False  # it would be written beside this file
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            self.run(f"{self.cpp.build.bindir}/scheduler", env="conanrun")
