package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// Whoever runs the tests, even root cannot open a program for writing while it runs.
func TestAFileThatCannotBeOpenedForWritingIsNotReplaced(t *testing.T) {
	tool := buildTool(t)
	running := tool + ".json"
	if err := os.Rename(tool, running); err != nil {
		t.Fatal(err)
	}
	before := readFile(t, running)
	convert := exec.Command(running, "convert", "-", running)
	convert.Stdin = strings.NewReader(question)
	said, err := convert.CombinedOutput()
	if err == nil || !strings.HasPrefix(string(said), "fslevels: "+running+": text file busy") {
		t.Errorf("%v, %s", err, said)
	}
	if readFile(t, running) != before {
		t.Error("it was replaced")
	}
	expectAlone(t, running)
}

func TestALinkToNothingGetsItsTarget(t *testing.T) {
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "there"), 0o700); err != nil {
		t.Fatal(err)
	}
	link, target := filepath.Join(folder, "link.json"), filepath.Join(folder, "there", "made.json")
	for from, to := range map[string]string{link: "second", filepath.Join(folder, "second"): "there/made.json"} {
		if err := os.Symlink(to, from); err != nil {
			t.Fatal(err)
		}
	}
	fslevelsWith(question, "convert", "-", link).expectOK(t)
	if info, err := os.Lstat(target); err != nil || !info.Mode().IsRegular() || readFile(t, target) == "" {
		t.Errorf("%v, %v", info, err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	expectAlone(t, target)
}

func TestLinksInACircleAreAnError(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link.json")
	if err := os.Symlink("link.json", link); err != nil {
		t.Fatal(err)
	}
	fslevelsWith(question, "convert", "-", link).expectFailure(t, exitError, link+": too many levels of symbolic links")
	expectAlone(t, link)
}

func TestALinkToStandardOutputIsWrittenThrough(t *testing.T) {
	tool := buildTool(t)
	link := filepath.Join(t.TempDir(), "out.json")
	if err := os.Symlink("/proc/self/fd/1", link); err != nil {
		t.Fatal(err)
	}
	var out, problems bytes.Buffer // so standard output is a pipe
	convert := exec.Command(tool, "convert", "-", link)
	convert.Stdin, convert.Stdout, convert.Stderr = strings.NewReader(question), &out, &problems
	if err := convert.Run(); err != nil || !strings.HasPrefix(out.String(), `{"name":"q"`) {
		t.Errorf("%v, %q, %s", err, out.String(), problems.String())
	}
	expectAlone(t, link)
}

func TestErrorsNameTheFileAsTheUserDid(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing", "out.json")
	run := fslevelsWith(question, "convert", "-", missing)
	run.expectFailure(t, exitError)
	if want := "fslevels: " + missing + ": no such file or directory\n"; run.err != want {
		t.Errorf("%q", run.err)
	}
	long := filepath.Join(t.TempDir(), strings.Repeat("n", 250)+".json") // as long as a name may be
	fslevelsWith(question, "convert", "-", long).expectOK(t)
	expectAlone(t, long)
}

func TestNamesOfFilesDoNotSpeakToTheTerminal(t *testing.T) {
	const evil = "\x1b[31m\u202e\xff.json"
	for _, args := range [][]string{{"check"}, {"levels"}, {"convert", evil}} {
		run := fslevels(append(args, evil)...)
		run.expectFailure(t, exitError, `"\x1b[31m\u202e\xff.json": no such file`)
		if strings.ContainsAny(run.err, "\x1b\u202e") || !utf8.ValidString(run.err) {
			t.Errorf("%q", run.err)
		}
	}
	path := fileWith(t, evil, question)
	if out := fslevels("check", path).expectOK(t); strings.ContainsAny(out, "\x1b\u202e") ||
		!strings.Contains(out, `\x1b[31m\u202e\xff.json": well formed`) {
		t.Errorf("%q", out)
	}
	if out := fslevelsWith(question, "check", "-").expectOK(t); !strings.HasPrefix(out, "standard input: well formed") {
		t.Errorf("%q", out)
	}
	if run := fslevels("convert", "-", "\x1b.txt"); run.code != exitUsage || strings.Contains(run.err, "\x1b") {
		t.Errorf("%q", run.err)
	}
}

// expectAlone fails unless a file is the only one in its folder: nothing temporary is left.
func expectAlone(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}
