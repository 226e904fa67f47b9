package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

type goldenCase struct {
	Name   string
	Expect struct {
		answer
		Cycle bool
	}
}

// goldenCases gives every case of the hand-made and the random file, as the text of a graph and what is expected.
func goldenCases(t *testing.T, visit func(text string, expected goldenCase)) {
	for _, file := range []string{"hand.json", "random.json"} {
		var texts []json.RawMessage
		readJSON(t, readFile(t, goldenFolder+"/"+file), &texts)
		if len(texts) == 0 {
			t.Fatalf("%s is empty", file)
		}
		for _, text := range texts {
			var expected goldenCase
			readJSON(t, string(text), &expected)
			expected.Expect.Name = expected.Name
			visit(string(text), expected)
		}
	}
}

func TestGoldenCasesComeOutOfLevels(t *testing.T) {
	goldenCases(t, func(text string, expected goldenCase) {
		run := fslevelsWith(text, "levels", "--json", "-")
		if expected.Expect.Cycle {
			run.expectFailure(t, exitError, "CYCLE", " reads ")
			return
		}
		var got answer
		readJSON(t, run.expectOK(t), &got)
		if !reflect.DeepEqual(got, expected.Expect.answer) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", expected.Name, got, expected.Expect.answer)
		}
	})
}

func TestGoldenCasesWithoutQuestionsComeOutOfFSLGToo(t *testing.T) {
	compared := 0
	goldenCases(t, func(text string, expected goldenCase) {
		converted := fslevelsWith(text, "convert", "-", "-").expectOK(t)
		run := fslevelsWith(converted, "levels", "--json", "-")
		if run.code != exitOK {
			if !expected.Expect.Cycle && !strings.Contains(run.err, "PREDICATE_REQUIRED") {
				t.Errorf("%s: %s", expected.Name, run.err)
			}
			return
		}
		var got answer
		readJSON(t, run.out, &got)
		if !reflect.DeepEqual(got, expected.Expect.answer) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", expected.Name, got, expected.Expect.answer)
		}
		compared++
	})
	if compared < 20 {
		t.Errorf("only %d cases have no question", compared)
	}
}

func TestRealGraphsComeOutOfBothForms(t *testing.T) {
	var expected []struct {
		answer
		Passes []uint64
	}
	readJSON(t, readFile(t, goldenFolder+"/real.json"), &expected)
	if len(expected) != 9 {
		t.Fatalf("%d graphs", len(expected))
	}
	for _, graph := range expected {
		for v, pass := range graph.Passes {
			graph.PassOf = append(graph.PassOf, [2]uint64{uint64(v), pass})
		}
		for _, extension := range []string{".json", ".fslg"} {
			var got answer
			readJSON(t, fslevels("levels", "--json", dataFolder+"/"+graph.Name+extension).expectOK(t), &got)
			if !reflect.DeepEqual(got, graph.answer) {
				t.Errorf("%s%s differs", graph.Name, extension)
			}
		}
	}
}

func TestWithoutAnyAnswersTheEdgeIsNamedAndInsideHintedAt(t *testing.T) {
	fslevelsWith(question, "levels", "-").expectFailure(t, exitError,
		"standard input", "PREDICATE_REQUIRED", "value 2", "value 1", "--inside=all")
}

func TestInsideStandsInForAPredicate(t *testing.T) {
	const all = `{"name":"q","max_pass":1,"pass_of":[[1,0],[2,1]],"carried":[],"pinned":[1]}` + "\n"
	const none = `{"name":"q","max_pass":0,"pass_of":[[1,0],[2,0]],"carried":[],"pinned":[]}` + "\n"
	answered := strings.Replace(question, `"edges"`, `"inside":[[2,1]],"edges"`, 1)
	unanswered := strings.Replace(question, `"edges"`, `"inside":[],"edges"`, 1)
	facts := `{"name":"q","loops":[{"space":"k","slot":0,"nest":0}],"values":[` +
		`{"id":1,"roles":[{"role":"Reduction","space":"k","loop":0}]},` +
		`{"id":2,"roles":[{"role":"LoopLocal","space":"k","loop":0}]}],"edges":[[2,1]]}`
	both := strings.Replace(facts, `"edges"`, `"inside":[],"edges"`, 1)
	for _, test := range []struct{ name, graph, inside, want string }{
		{"all", question, "--inside=all", all},
		{"none", question, "--inside=none", none},
		{"the file's answers win", answered, "--inside=none", all},
		{"no answers of the file are answers", unanswered, "--inside=all", none},
		{"loop facts win", facts, "--inside=none", all},
		{"the file's answers win over loop facts", both, "--json", none},
	} {
		if got := fslevelsWith(test.graph, "levels", "--json", test.inside, "-").expectOK(t); got != test.want {
			t.Errorf("%s: %s", test.name, got)
		}
	}
}

func TestPassesArePrintedALineEachWithNamesMarksAndTotals(t *testing.T) {
	const graph = `{"name":"demo","values":[
		{"id":10,"name":"A","roles":["LoopCarried"]},
		{"id":11,"name":"twin","roles":["Reduction"]},
		{"id":12,"name":"twin","roles":[]},
		{"id":13,"roles":[]},
		{"id":14,"name":"bell\u0007","roles":null}],
		"edges":[[12,10],[13,11],[14,13]],"inside":[[13,11]]}`
	const want = "demo\n" +
		"pass 0: A [carried]  twin#11 [pinned]\n" +
		"pass 1: twin#12  13\n" +
		"no legality cell: \"bell\\a\"\n" +
		"total: 5 values in 2 passes, 1 carried, 2 pinned\n"
	if got := fslevelsWith(graph, "levels", "-").expectOK(t); got != want {
		t.Errorf("%s", got)
	}
}

func TestTheEmptyGraphHasNoPasses(t *testing.T) {
	const empty = `{"values":[],"edges":[]}`
	const totals = "total: 0 values in 0 passes, 0 carried, 0 pinned\n"
	if got := fslevelsWith(empty, "levels", "-").expectOK(t); got != totals {
		t.Errorf("%q", got)
	}
	const want = `{"name":"","max_pass":0,"pass_of":[],"carried":[],"pinned":[]}` + "\n"
	if got := fslevelsWith(empty, "levels", "--json", "-").expectOK(t); got != want {
		t.Errorf("%q", got)
	}
}

func TestOccurrencesAloneGiveTheSameLevelsAndCounts(t *testing.T) {
	const file = dataFolder + "/singles_auxocc.json"
	text := readFile(t, file)
	begin, end := strings.Index(text, `"edges":`), strings.Index(text, `"occurrences":`)
	alone := text[:begin] + text[end:]
	want := fslevels("levels", "--json", file).expectOK(t)
	if got := fslevelsWith(alone, "levels", "--json", "-").expectOK(t); got != want {
		t.Errorf("%s", got)
	}
	back := fslevelsWith(fslevelsWith(alone, "convert", "-", "-").expectOK(t), "convert", "-", "-").expectOK(t)
	if back != alone {
		t.Error("the occurrences came back different")
	}
}
