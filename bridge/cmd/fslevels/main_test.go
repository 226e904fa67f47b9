package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	dataFolder   = "../../../examples/data"
	goldenFolder = "../../../engine/testdata/golden"
)

// result is what a run of the tool left behind.
type result struct {
	code     int
	out, err string
}

func fslevels(args ...string) result { return fslevelsWith("", args...) }

func fslevelsWith(stdin string, args ...string) result {
	var out, err bytes.Buffer
	code := run(args, streams{strings.NewReader(stdin), &out, &err})
	return result{code, out.String(), err.String()}
}

// expectOK fails unless the run ended well, and returns what it printed.
func (r result) expectOK(t *testing.T) string {
	t.Helper()
	if r.code != exitOK {
		t.Fatalf("exit code %d: %s", r.code, r.err)
	}
	return r.out
}

// expectFailure fails unless the run ended with this code, printed nothing, and said all of that on standard error.
func (r result) expectFailure(t *testing.T, code int, wants ...string) {
	t.Helper()
	if r.code != code || r.out != "" {
		t.Errorf("exit code %d, expected %d; printed %q", r.code, code, r.out)
	}
	for _, want := range append(wants, "fslevels: ") {
		if !strings.Contains(r.err, want) {
			t.Errorf("%q not in %q", want, r.err)
		}
	}
}

// fileWith writes a file that the test's end removes.
func fileWith(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func readJSON(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

// A graph with a question that nobody answers.
const question = `{"name":"q","values":[{"id":1,"roles":["Reduction"]},{"id":2,"roles":["LoopLocal"]}],"edges":[[2,1]]}`

func TestHelpOnEveryLevelIsPrintedAndNoError(t *testing.T) {
	for command, want := range map[string]string{
		"": "fslevels convert IN OUT", "levels": "--max-passes N", "explain": "FILE VALUE", "verify": "FILE PASSES",
		"report": "--inside=all|none", "draw": "--svg", "view": "-o OUT", "convert": "IN OUT", "check": "check FILE",
	} {
		for _, help := range []string{"--help", "-h"} {
			args := []string{help}
			if command != "" {
				args = []string{command, help}
			}
			run := fslevels(args...)
			out := run.expectOK(t)
			if !strings.Contains(out, want) || !strings.Contains(out, "Usage:") || run.err != "" {
				t.Errorf("%v: %q, %q", args, out, run.err)
			}
		}
	}
	fslevels("levels", "graph.fslg", "--json", "--help").expectOK(t)
}

func TestEveryCommandIsInTheUsageAndHasHelpOfItsOwn(t *testing.T) {
	for _, c := range commands {
		if !strings.Contains(usage, "\n  fslevels "+c.name+" ") || !strings.HasPrefix(c.help, "fslevels "+c.name+" ") {
			t.Errorf("%s", c.name)
		}
		fslevels().expectFailure(t, exitUsage, c.name)
		for _, text := range []string{c.help, usage} {
			for line := range strings.Lines(text) {
				if utf8.RuneCountInString(line) > 121 {
					t.Errorf("%s: %d characters: %s", c.name, utf8.RuneCountInString(line), line)
				}
			}
		}
	}
}

func TestVersionIsPrinted(t *testing.T) {
	if out := fslevels("--version").expectOK(t); out != "fslevels "+version+"\n" {
		t.Errorf("%q", out)
	}
}

func TestWrongUsageHasItsOwnExitCode(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"", "expected a command"},
		{"--json", "unknown command"},
		{"frobnicate", `unknown command "frobnicate"`},
		{"levels", "expected one FILE"},
		{"levels a b", "expected one FILE"},
		{"levels --frobnicate a", "frobnicate"},
		{"levels --inside=some a", "all or none"},
		{"levels --inside", "inside"},
		{"levels --max-passes=0 a", "expected a number of passes from 1 to 2147483647"},
		{"levels --max-passes=-1 a", "expected a number of passes"},
		{"levels --max-passes=2147483648 a", "expected a number of passes"},
		{"levels --max-passes=two a", "expected a number of passes"},
		{"levels a --max-passes", "max-passes"},
		{"explain a", "explain: expected FILE and VALUE"},
		{"explain a b c", "expected FILE and VALUE"},
		{"explain --pass a", "explain --pass: expected FILE and PASS"},
		{"explain --pass a b", `expected a number up to 2147483647, got "b"`},
		{"explain --pass a 2147483648", "expected a number up to"},
		{"explain --stats a b", "stats"},
		{"verify a", "expected FILE and PASSES"},
		{"verify a b c", "expected FILE and PASSES"},
		{"verify - -", "only one of FILE and PASSES"},
		{"verify --inside=some a b", "all or none"},
		{"report", "expected one FILE"},
		{"report a b", "expected one FILE"},
		{"draw", "expected one FILE"},
		{"draw a b", "expected one FILE"},
		{"draw --json a", "json"},
		{"draw a -o", "needs an argument"},
		{"view", "expected one FILE"},
		{"view --svg a", "svg"},
		{"check", "expected one FILE"},
		{"check a b", "expected one FILE"},
		{"check --json a", "json"},
		{"convert a", "expected IN and OUT"},
		{"convert a b c", "expected IN and OUT"},
		{"convert a b.txt", "b.txt: expected the extension .fslg or .json"},
		{"convert a b", "b: expected the extension"},
	} {
		fslevels(strings.Fields(test.args)...).expectFailure(t, exitUsage, test.want)
	}
}

func TestFlagsMayStandAnywhere(t *testing.T) {
	path := fileWith(t, "q.json", question)
	want := fslevels("levels", "--json", "--inside=all", path).expectOK(t)
	for _, args := range [][]string{
		{"levels", path, "--json", "--inside=all"},
		{"levels", "--inside", "all", path, "-json"},
		{"levels", "--json", "--inside=all", "--", path},
	} {
		if got := fslevels(args...).expectOK(t); got != want {
			t.Errorf("%v: %s", args, got)
		}
	}
	fslevels("levels", "--", "--json").expectFailure(t, exitError, "--json") // a file of that name
}

func TestBrokenFilesAreErrorsWithTheFilesName(t *testing.T) {
	sound := readFile(t, dataFolder+"/energy_aux.fslg")
	for _, test := range []struct{ name, content, want string }{
		{"cut.fslg", sound[:len(sound)/2], "MALFORMED_GRAPH"},
		{"other.fslg", strings.Repeat("x", 100), `MALFORMED_GRAPH: identifier: expected "FSLG"`},
		{"empty.fslg", "", "identifier"},
		{"empty.json", "", "JSON: unexpected end"},
		{"empty", "", "neither"},
		{"text.txt", "hello", "neither in 5 bytes"},
		{"half.json", question[:40], "at byte"},
		{"edge.json", strings.Replace(question, "[[2,1]]", "[[2,9]]", 1), "edges[0]: operand 9 is no value"},
		{"cycle.json", strings.Replace(question, "[[2,1]]", "[[2,1],[1,2]]", 1), "CYCLE: "},
		{"loop.json", `{"loops":[],"values":[{"id":8,"roles":[{"role":"Reduction","loop":0}]}],"edges":[]}`, "value 8"},
	} {
		path := fileWith(t, test.name, test.content)
		fslevels("check", path).expectFailure(t, exitError, test.name, test.want)
		for _, args := range [][]string{
			{"levels", "--json"}, {"levels", "--stats", "--max-passes=1"}, {"report"}, {"draw"}, {"view"},
		} {
			fslevels(append(args, "--inside=all", path)...).expectFailure(t, exitError, test.name, test.want)
		}
		for _, args := range [][]string{{"explain", path, "x"}, {"explain", "--pass", path, "0"}, {"verify", path, "-"}} {
			fslevels(append(args, "--inside=all")...).expectFailure(t, exitError, test.name, test.want)
		}
	}
	fslevels("check", "no/such/file.json").expectFailure(t, exitError, "no/such/file.json", "no such file")
	fslevels("check", t.TempDir()).expectFailure(t, exitError, "is a directory")
	fslevelsWith("hello", "check", "-").expectFailure(t, exitError, "standard input: MALFORMED_GRAPH")
}

func TestCheckTellsWhatAGraphHolds(t *testing.T) {
	out := fslevels("check", dataFolder+"/energy_aux.fslg").expectOK(t)
	for _, want := range []string{
		"28 values", "39 edges", "1 loop instance,", "3 questions", "answered by loop facts",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q not in %q", want, out)
		}
	}
	if out := fslevelsWith(question, "check", "-").expectOK(t); !strings.Contains(out, "needs a predicate") {
		t.Errorf("%q", out)
	}
}
