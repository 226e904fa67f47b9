package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
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

// realGraphs are the names of the graphs in examples/data.
func realGraphs(t *testing.T) (names []string) {
	t.Helper()
	var expected []struct{ Name string }
	readJSON(t, readFile(t, goldenFolder+"/real.json"), &expected)
	if len(expected) != 9 {
		t.Fatalf("%d graphs", len(expected))
	}
	for _, graph := range expected {
		names = append(names, graph.Name)
	}
	return names
}

func TestRealGraphsComeOutOfBothForms(t *testing.T) {
	var expected []struct {
		answer
		Passes []uint64
	}
	readJSON(t, readFile(t, goldenFolder+"/real.json"), &expected)
	if len(expected) != len(realGraphs(t)) {
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

func TestStatisticsFollowThePasses(t *testing.T) {
	const counts = "4 edges, 3 in the longest chain\n" +
		"1 question, 1 answered with yes\n" +
		"values by pass: 1 1 2\n" +
		"1 lifted, 2 pinned\n"
	passes := fslevelsWith(forced, "levels", "-").expectOK(t)
	got := fslevelsWith(forced, "levels", "--stats", "-").expectOK(t)
	rest, found := strings.CutPrefix(got, passes+counts)
	times := regexp.MustCompile(`^time: decode [\d.]+[nµm]?s, ask [\d.]+[nµm]?s, sweep [\d.]+[nµm]?s\n$`)
	if !found || !times.MatchString(rest) {
		t.Errorf("%s", got)
	}
	line := strings.TrimSuffix(fslevelsWith(forced, "levels", "--json", "-").expectOK(t), "}\n")
	want := line + `,"stats":{"values":5,"edges":4,"questions":1,"yes":1,"longest_chain":3,"lifted":1,"pinned":2,` +
		`"values_per_pass":[1,1,2]}}` + "\n"
	if got := fslevelsWith(forced, "levels", "--json", "--stats", "-").expectOK(t); got != want {
		t.Errorf("%s", got)
	}
}

func TestStatisticsOfTheRealGraphsAddUp(t *testing.T) {
	for _, name := range realGraphs(t) {
		r := referenceOf(t, readFile(t, dataFolder+"/"+name+".json"))
		var got struct {
			answer
			Stats struct {
				Values, Edges, Questions, Yes, Pinned int
				PerPass                               []int `json:"values_per_pass"`
			} `json:"stats"`
		}
		readJSON(t, fslevels("levels", "--json", "--stats", dataFolder+"/"+name+".fslg").expectOK(t), &got)
		questions, yes := 0, 0
		for _, e := range r.Edges {
			if r.has(e[1], "Reduction") && !r.has(e[1], "LoopCarried") {
				questions++
				yes += r.bump(e[0], e[1])
			}
		}
		perPass := make([]int, got.MaxPass+1)
		for _, pair := range got.PassOf {
			perPass[pair[1]]++
		}
		s := got.Stats
		if s.Values != len(r.Values) || s.Edges != len(r.Edges) || s.Questions != questions || s.Yes != yes ||
			s.Pinned != len(got.Pinned) || !reflect.DeepEqual(s.PerPass, perPass) {
			t.Errorf("%s: %+v, expected %d questions, %d yes, %v", name, s, questions, yes, perPass)
		}
	}
}

func TestABudgetThatIsKeptChangesNothing(t *testing.T) {
	for _, args := range [][]string{{"levels", "-"}, {"levels", "--json", "-"}, {"levels", "--json", "--stats", "-"}} {
		want := fslevelsWith(forced, args...).expectOK(t)
		for _, budget := range []string{"3", "4", "2147483647"} {
			if got := fslevelsWith(forced, append(args, "--max-passes", budget)...).expectOK(t); got != want {
				t.Errorf("%v in %s passes: %s", args, budget, got)
			}
		}
	}
	fslevelsWith(`{"values":[],"edges":[]}`, "levels", "--max-passes=1", "-").expectOK(t)
}

func TestBeyondTheBudgetTheChainIsTold(t *testing.T) {
	for budget, why := range map[string]string{
		"1": "the graph needs 3 passes, the limit is 1; pass 1 is forced since 20 reads 10 (carried)",
		"2": "the graph needs 3 passes, the limit is 2; pass 2 is forced since " +
			"30 reads 20 (reduction, inside the loop), 20 reads 10 (carried)",
	} {
		for _, form := range []string{"--json", "--json=false"} {
			run := fslevelsWith(forced, "levels", form, "--stats", "--max-passes", budget, "-")
			want := fslevelsWith(forced, "explain", form, "--pass", "-", budget).expectOK(t)
			said := "fslevels: standard input: TOO_MANY_PASSES: " + why + "\n"
			if run.code != exitNo || run.out != want || run.err != said {
				t.Errorf("%s: exit code %d, %q, %q", budget, run.code, run.out, run.err)
			}
		}
	}
	cycle := strings.Replace(forced, "[20,10]", "[20,10],[10,20]", 1)
	fslevelsWith(cycle, "levels", "--max-passes=1", "-").expectFailure(t, exitError, "CYCLE")
}

func TestABudgetOfTheRealGraphsIsTheNumberOfTheirPasses(t *testing.T) {
	beyond := 0
	for _, name := range realGraphs(t) {
		path := dataFolder + "/" + name + ".fslg"
		var levels answer
		readJSON(t, fslevels("levels", "--json", path).expectOK(t), &levels)
		fslevels("levels", "--max-passes", fmt.Sprint(levels.MaxPass+1), path).expectOK(t)
		if levels.MaxPass == 0 {
			continue
		}
		beyond++
		run := fslevels("levels", "--json", "--max-passes", fmt.Sprint(levels.MaxPass), path)
		var x explanation
		readJSON(t, run.out, &x)
		if run.code != exitNo || x.Level != int(levels.MaxPass) || !strings.Contains(run.err, "TOO_MANY_PASSES") {
			t.Errorf("%s: exit code %d, %s", name, run.code, run.err)
		}
	}
	if beyond == 0 {
		t.Error("all have one pass")
	}
}
