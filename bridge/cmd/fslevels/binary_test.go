package main

import (
	"bytes"
	"debug/elf"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// buildTool builds the tool as it is shipped: without cgo.
func buildTool(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fslevels")
	build := exec.Command("go", "build", "-o", path, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

func TestTheBinaryIsStaticAndWorksInPipes(t *testing.T) {
	tool := buildTool(t)
	file, err := elf.Open(tool)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if libraries, err := file.ImportedLibraries(); err != nil || len(libraries) != 0 {
		t.Errorf("needs %v, %v", libraries, err)
	}
	pipe := exec.Command("sh", "-c", `cat "$2" | "$1" convert - - | "$1" levels --json -`, "sh", tool,
		dataFolder+"/water20_auxpao_all_space.json")
	out, err := pipe.Output()
	want := fslevels("levels", "--json", dataFolder+"/water20_auxpao_all_space.json").expectOK(t)
	if err != nil || string(out) != want {
		t.Errorf("%v, %s", err, out)
	}
}

func TestTheBinarysExitCodesAndStreams(t *testing.T) {
	tool := buildTool(t)
	for _, test := range []struct {
		args     []string
		code     int
		out, err string
	}{
		{[]string{"--version"}, exitOK, "fslevels ", ""},
		{[]string{"check", "nowhere.fslg"}, exitError, "", "nowhere.fslg"},
		{[]string{"levels"}, exitUsage, "", "expected one FILE"},
	} {
		var out, problems bytes.Buffer
		command := exec.Command(tool, test.args...)
		command.Stdout, command.Stderr = &out, &problems
		err := command.Run()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if command.ProcessState.ExitCode() != test.code || !strings.Contains(out.String(), test.out) ||
			!strings.Contains(problems.String(), test.err) || (test.out == "") != (out.Len() == 0) {
			t.Errorf("%v: %v, %q, %q", test.args, err, out.String(), problems.String())
		}
	}
}
