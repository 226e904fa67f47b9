package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

func TestConvertGoesBothWaysWithoutLoss(t *testing.T) {
	paths, err := filepath.Glob(dataFolder + "/*.json")
	if err != nil || len(paths) != 9 {
		t.Fatalf("%d graphs, %v", len(paths), err)
	}
	for _, path := range paths {
		fslg, back := filepath.Join(t.TempDir(), "g.fslg"), filepath.Join(t.TempDir(), "g.json")
		if run := fslevels("convert", path, fslg); run.expectOK(t) != "" || run.err != "" {
			t.Errorf("%s: printed %q and %q", path, run.out, run.err)
		}
		fslevels("convert", fslg, back).expectOK(t)
		if readFile(t, back) != readFile(t, path) {
			t.Errorf("%s came back different", path)
		}
		if want := readFile(t, strings.TrimSuffix(path, ".json")+".fslg"); readFile(t, fslg) != want {
			t.Errorf("%s: the committed .fslg is another one", path)
		}
	}
}

func TestConvertWarnsOfDroppedAnswersOnlyIfThereAreAny(t *testing.T) {
	answered := strings.Replace(question, `"edges"`, `"inside":[[2,1]],"edges"`, 1)
	unanswered := strings.Replace(question, `"edges"`, `"inside":[],"edges"`, 1)
	run := fslevelsWith(answered, "convert", "-", "-")
	if run.expectOK(t); !strings.Contains(run.err, "1 answer of inside is dropped") {
		t.Errorf("%q", run.err)
	}
	if run := fslevelsWith(unanswered, "convert", "-", "-"); run.expectOK(t) == "" || run.err != "" {
		t.Errorf("%q", run.err)
	}
}

func TestContentDecidesWhatIsRead(t *testing.T) {
	fslg := fslevelsWith(question, "convert", "-", "-").expectOK(t)
	for _, path := range []string{
		fileWith(t, "misnamed.json", fslg), fileWith(t, "misnamed.fslg", question), fileWith(t, "unnamed", fslg),
		fileWith(t, "prefixed.bin", string([]byte{byte(len(fslg)), byte(len(fslg) >> 8), 0, 0})+fslg),
	} {
		fslevels("check", path).expectOK(t)
	}
}

func TestNothingIsLeftOfAConversionThatFails(t *testing.T) {
	folder := t.TempDir()
	out := filepath.Join(folder, "out.fslg")
	fslevelsWith(question[:50], "convert", "-", out).expectFailure(t, exitError, "standard input")
	fslevelsWith(question, "convert", "-", filepath.Join(folder, "missing", "out.fslg")).
		expectFailure(t, exitError, "no such file")
	if err := os.Mkdir(out, 0o700); err != nil {
		t.Fatal(err)
	}
	fslevelsWith(question, "convert", "-", out).expectFailure(t, exitError, "is a directory")
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestConvertReplacesAFileWholeAndKeepsItsPermissionsAndLinks(t *testing.T) {
	folder := t.TempDir()
	out, link := filepath.Join(folder, "out.json"), filepath.Join(folder, "link.json")
	if err := os.WriteFile(out, []byte(strings.Repeat("old", 1000)), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("out.json", link); err != nil {
		t.Fatal(err)
	}
	fslevelsWith(question, "convert", "-", link).expectOK(t)
	if got := readFile(t, out); !strings.HasPrefix(got, `{"name":"q"`) || !strings.HasSuffix(got, "}\n") {
		t.Errorf("%q", got)
	}
	if info, err := os.Stat(out); err != nil || info.Mode() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v, %v", info, err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestConvertWritesIntoAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe.json")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		content, _ := os.ReadFile(pipe)
		read <- string(content)
	}()
	fslevelsWith(question, "convert", "-", pipe).expectOK(t)
	if got := <-read; !strings.HasPrefix(got, `{"name":"q"`) {
		t.Errorf("%q", got)
	}
}

func TestAFullDeviceIsAnError(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no /dev/full")
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	passes := fileWith(t, "passes.json", "[[1,0],[2,0]]") // not legal
	for _, args := range [][]string{
		{"levels", "--inside=all", "-"}, {"levels", "--inside=all", "--json", "-"}, {"convert", "-", "-"},
		{"check", "-"}, {"--help"}, {"levels", "--help"},
		{"levels", "--inside=all", "--stats", "-"}, {"levels", "--inside=all", "--max-passes=1", "-"},
		{"explain", "--inside=all", "-", "2"}, {"explain", "--inside=all", "--json", "--pass", "-", "1"},
		{"verify", "--inside=all", "-", passes}, {"verify", "--inside=all", "--json", "-", passes},
		{"report", "-"}, {"report", "--json", "-"},
		{"draw", "--inside=all", "-"}, {"draw", "--inside=all", "-", "-o", "/dev/full"}, {"view", "--inside=all", "-"},
	} {
		graph := question
		if args[0] == "report" {
			graph = split
		}
		var problems strings.Builder
		code := run(args, streams{strings.NewReader(graph), full, &problems})
		if code != exitError || !strings.Contains(problems.String(), "no space left") {
			t.Errorf("%v: exit code %d, %q", args, code, problems.String())
		}
	}
}

func TestConvertTellsOfWhatIsNotKept(t *testing.T) {
	partly := strings.Replace(question, `"roles"`, `"bytes":8,"roles"`, 1)
	run := fslevelsWith(partly, "convert", "-", "-")
	if run.expectOK(t); !strings.Contains(run.err, "1 value without bytes is given the size 0") {
		t.Errorf("%q", run.err)
	}
	whole := strings.ReplaceAll(question, `"roles"`, `"bytes":8,"roles"`)
	if run := fslevelsWith(whole, "convert", "-", "-"); run.expectOK(t) == "" || run.err != "" {
		t.Errorf("%q", run.err)
	}
	g := engine.Graph{Loops: []engine.Loop{{}, {}}}
	buf, err := wire.Encode(&g, nil)
	if err != nil {
		t.Fatal(err)
	}
	run = fslevelsWith(string(buf), "convert", "-", "-")
	if run.expectOK(t); !strings.Contains(run.err, "2 loop instances without axis_loops are dropped") {
		t.Errorf("%q", run.err)
	}
}
