package main

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

// A conformanceCase is one of capi/tests/conformance/cases.json; reference.py there says what that is.
type conformanceCase struct {
	Name, File string
	Graph      json.RawMessage
	Queries    []conformanceQuery
}

type conformanceQuery struct {
	Kind      string
	Value     uint64
	Pass      int32
	Passes    []int32
	MaxPasses int32 `json:"max_passes"`
	Answer    json.RawMessage
	Error     *struct {
		Status string
		Values []uint64
	}
}

func TestConformanceCasesComeOutOfTheTool(t *testing.T) {
	var cases []conformanceCase
	readJSON(t, readFile(t, "../../../capi/tests/conformance/cases.json"), &cases)
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, c := range cases {
		graph := string(c.Graph)
		if c.File != "" {
			graph = readFile(t, dataFolder+"/"+c.File+".json")
		}
		for _, query := range c.Queries {
			t.Run(c.Name+"/"+query.Kind, func(t *testing.T) { query.expect(t, graph, &c) })
		}
	}
}

// expect asks the tool and fails unless it prints what the suite has, byte for byte.
func (q *conformanceQuery) expect(t *testing.T, graph string, c *conformanceCase) {
	args := q.args(t, graph)
	if args == nil {
		return
	}
	run := fslevelsWith(graph, args...)
	switch {
	case q.Error != nil && q.Error.Status == "FSL_ERROR_TOO_MANY_PASSES":
		q.expectRefusal(t, run, exitNo, c.forcing(q.MaxPasses))
	case q.Error != nil:
		q.expectRefusal(t, run, exitError, "")
	case q.Kind == "stats":
		if out := run.expectOK(t); !strings.HasSuffix(out, `,"stats":`+string(q.Answer)+"}\n") {
			t.Errorf("%v:\ngot  %s\nwant %s", args, out, q.Answer)
		}
	case run.out != string(q.Answer)+"\n" || run.err != "":
		t.Errorf("%v: %s\ngot  %s\nwant %s", args, run.err, run.out, q.Answer)
	case run.code != exitOK && (q.Kind != "verify" || run.code != exitNo):
		t.Errorf("%v: exit code %d", args, run.code)
	}
}

// args are the command line that asks a query about a graph on standard input; nil where there is none.
func (q *conformanceQuery) args(t *testing.T, graph string) []string {
	switch q.Kind {
	case "levels":
		return []string{"levels", "--json", "-"}
	case "stats":
		return []string{"levels", "--json", "--stats", "-"}
	case "budget":
		return []string{"levels", "--json", "--max-passes", strconv.Itoa(int(q.MaxPasses)), "-"}
	case "explain":
		return []string{"explain", "--json", "-", "#" + strconv.FormatUint(q.Value, 10)}
	case "explain_pass":
		return []string{"explain", "--json", "--pass", "--", "-", strconv.Itoa(int(q.Pass))}
	case "split":
		return []string{"report", "--json", "-"}
	case "verify":
		if pairs := q.pairs(t, graph); pairs != "" {
			return []string{"verify", "--json", "-", fileWith(t, "passes.json", pairs)}
		}
		return nil
	}
	t.Fatalf("a query of another kind: %s", q.Kind)
	return nil
}

// pairs are the passes with ids, as the tool takes them, without those of values that have no legality cell; empty if
// there are more passes than values, which pairs cannot say.
func (q *conformanceQuery) pairs(t *testing.T, graph string) string {
	var document struct {
		Values []struct {
			ID    json.RawMessage
			Roles *[]json.RawMessage
		}
	}
	readJSON(t, graph, &document)
	if len(q.Passes) > len(document.Values) {
		return ""
	}
	pairs := []string{}
	for v, pass := range q.Passes {
		if value := document.Values[v]; value.Roles != nil {
			pairs = append(pairs, "["+string(value.ID)+","+strconv.Itoa(int(pass))+"]")
		}
	}
	return "[" + strings.Join(pairs, ",") + "]"
}

// expectRefusal fails unless the tool says the status and all the values, and prints no more than that.
func (q *conformanceQuery) expectRefusal(t *testing.T, run result, code int, out string) {
	wants := []string{strings.TrimPrefix(q.Error.Status, "FSL_ERROR_")}
	for _, value := range q.Error.Values {
		wants = append(wants, strconv.FormatUint(value, 10))
	}
	if run.out != out {
		t.Errorf("%s:\ngot  %s\nwant %s", q.Kind, run.out, out)
	}
	run.out = ""
	run.expectFailure(t, code, wants...)
}

// forcing is what the tool prints beyond a budget: what forces the first pass beyond.
func (c *conformanceCase) forcing(pass int32) string {
	for _, q := range c.Queries {
		if q.Kind == "explain_pass" && q.Pass == pass {
			return string(q.Answer) + "\n"
		}
	}
	return "no explanation of that pass in the case"
}
