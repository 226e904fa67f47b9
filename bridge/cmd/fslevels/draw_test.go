package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// pictures are the commands that write one, and how it begins.
var pictures = map[string]string{"draw": "digraph ", "view": "<!DOCTYPE html>"}

func TestPicturesAreOfEveryGraphAlwaysTheSameAndNameItsValues(t *testing.T) {
	for command, beginning := range pictures {
		for _, name := range realGraphs(t) {
			got := fslevels(command, dataFolder+"/"+name+".fslg").expectOK(t)
			if !strings.HasPrefix(got, beginning) || got != fslevels(command, dataFolder+"/"+name+".json").expectOK(t) {
				t.Errorf("%s %s: %.100q", command, name, got)
			}
		}
		got := fslevelsWith(forced, command, "-").expectOK(t)
		for _, want := range []string{beginning, "A", "S", "T", "L", "50"} {
			if !strings.Contains(got, want) {
				t.Errorf("%s: %q is not there", command, want)
			}
		}
		fslevelsWith(`{"values":[],"edges":[]}`, command, "-").expectOK(t)
	}
}

func TestPicturesGoToAFileWholeOrNotAtAll(t *testing.T) {
	for command := range pictures {
		want := fslevelsWith(forced, command, "-").expectOK(t)
		out := filepath.Join(t.TempDir(), "picture")
		for _, args := range [][]string{{command, "-o", out, "-"}, {command, "-", "-o", out}, {command, "-", "-o=" + out}} {
			if run := fslevelsWith(forced, args...); run.expectOK(t) != "" || run.err != "" || readFile(t, out) != want {
				t.Errorf("%v: %q, %q", args, run.out, run.err)
			}
			expectAlone(t, out)
		}
		if got := fslevelsWith(forced, command, "-o", "-", "-").expectOK(t); got != want {
			t.Errorf("%s to standard output: %.100q", command, got)
		}
		fslevelsWith(question, command, "-o", out, "-").expectFailure(t, exitError, "PREDICATE_REQUIRED")
		if readFile(t, out) != want {
			t.Errorf("%s has spoiled a file for nothing", command)
		}
		missing := filepath.Join(t.TempDir(), "missing", "picture")
		fslevelsWith(forced, command, "-o", missing, "-").expectFailure(t, exitError, missing+": no such file")
		fslevelsWith(forced, command, "-o", "", "-").expectFailure(t, exitError, "no such file")
	}
}

func TestInsideAnswersForPicturesToo(t *testing.T) {
	for command := range pictures {
		all := fslevelsWith(question, command, "--inside=all", "-").expectOK(t)
		if none := fslevelsWith(question, command, "--inside=none", "-").expectOK(t); none == all {
			t.Errorf("%s: one pass and two look alike", command)
		}
	}
}

// withDot makes a program the only one in PATH, by the name of Graphviz's.
func withDot(t *testing.T, script string) {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "dot"), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder)
}

func TestSVGIsWhatDotMakesOfThePicture(t *testing.T) {
	want := fslevelsWith(forced, "draw", "-").expectOK(t)
	withDot(t, `echo "<svg $*>"; while IFS= read -r line; do printf '%s\n' "$line"; done; echo "</svg>"`)
	want = "<svg -Tsvg>\n" + want + "</svg>\n"
	if got := fslevelsWith(forced, "draw", "--svg", "-").expectOK(t); got != want {
		t.Errorf("%s", got)
	}
	out := filepath.Join(t.TempDir(), "picture.svg")
	if run := fslevelsWith(forced, "draw", "--svg", "-", "-o", out); run.expectOK(t) != "" || readFile(t, out) != want {
		t.Errorf("%q", run.out)
	}
}

func TestSVGWithoutDotIsAnError(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	out := filepath.Join(t.TempDir(), "picture.svg")
	run := fslevelsWith(forced, "draw", "--svg", "-o", out, "-")
	run.expectFailure(t, exitError, "needs Graphviz's dot, and there is none in PATH")
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
	fslevelsWith(forced, "draw", "-").expectOK(t)
}

func TestADotThatFailsIsAnErrorInItsOwnWords(t *testing.T) {
	withDot(t, `echo half; printf 'syntax\033[31m error\nand more\n' >&2; exit 3`)
	out := filepath.Join(t.TempDir(), "picture.svg")
	run := fslevelsWith(forced, "draw", "--svg", "-o", out, "-")
	run.expectFailure(t, exitError, `dot: exit status 3: "syntax\x1b[31m error"`)
	if strings.Contains(run.err, "\x1b") || strings.Contains(run.err, "and more") {
		t.Errorf("%q", run.err)
	}
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestGraphvizItselfDrawsSVG(t *testing.T) {
	if _, err := exec.LookPath("dot"); err != nil {
		t.Skip("Graphviz is not installed")
	}
	for _, name := range []string{"energy_aux", "singles_auxocc", "ccsdtq_cs_df_occ"} { // the last is too large
		svg := fslevels("draw", "--svg", dataFolder+"/"+name+".fslg").expectOK(t)
		elements := 0
		for decoder := xml.NewDecoder(strings.NewReader(svg)); ; elements++ {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if elements < 10 || !strings.Contains(svg, "<svg") {
			t.Errorf("%s: %d elements", name, elements)
		}
	}
}
