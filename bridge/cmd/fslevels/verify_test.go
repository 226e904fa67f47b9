package main

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// verdict is what verify --json prints.
type verdict struct {
	Legal, Assignment bool
	Violations        []violation
	Differing         []difference
}

type violation struct {
	Reader, Operand uint64
	Reason          string
	ReaderPass      int `json:"reader_pass"`
	OperandPass     int `json:"operand_pass"`
}

type difference struct {
	Value           uint64
	Given, Expected int
}

// verified runs verify on a graph in a file and passes from standard input.
func verified(t *testing.T, path string, passes map[uint64]int) verdict {
	t.Helper()
	pairs := [][2]uint64{}
	for id, pass := range passes {
		pairs = append(pairs, [2]uint64{id, uint64(pass)})
	}
	text, err := json.Marshal(pairs)
	if err != nil {
		t.Fatal(err)
	}
	run := fslevelsWith(string(text), "verify", "--json", path, "-")
	var got verdict
	readJSON(t, run.out, &got)
	if want := map[bool]int{true: exitOK, false: exitNo}[got.Legal]; run.code != want || run.err != "" {
		t.Errorf("exit code %d, %q, of %s", run.code, run.err, run.out)
	}
	return got
}

// violations are the edges that given passes violate. Values without a legality cell take the least possible one.
func (r *reference) violations(given map[uint64]int) map[violation]bool {
	var passOf func(id uint64) int
	passOf = func(id uint64) int {
		pass, listed := given[id]
		if !listed {
			for _, o := range r.operands(id) {
				pass = max(pass, passOf(o)+r.bump(id, o))
			}
		}
		return pass
	}
	violated := map[violation]bool{}
	for _, e := range r.Edges {
		reader, operand := passOf(e[0]), passOf(e[1])
		if reader < operand+r.bump(e[0], e[1]) {
			violated[violation{e[0], e[1], r.reason(e[0], e[1]), reader, operand}] = true
		}
	}
	return violated
}

// expectVerdict compares with the reference; expected are the passes of SPEC.
func (r *reference) expectVerdict(t *testing.T, name string, got verdict, given, expected map[uint64]int) {
	t.Helper()
	violated := r.violations(given)
	for _, v := range got.Violations {
		if !violated[v] {
			t.Errorf("%s: %+v is no violation", name, v)
		}
	}
	differing := 0
	for id, pass := range expected {
		if given[id] == pass {
			continue
		}
		if differing++; !slices.Contains(got.Differing, difference{id, given[id], pass}) {
			t.Errorf("%s: value %d differs, in %+v", name, id, got.Differing)
		}
	}
	if len(got.Violations) != len(violated) || len(got.Differing) != differing || got.Legal != (len(violated) == 0) ||
		got.Assignment != (differing == 0) {
		t.Errorf("%s: %+v, expected %d violations and %d differences", name, got, len(violated), differing)
	}
}

func TestVerdictsOfTheGoldenCases(t *testing.T) {
	illegal := 0
	goldenCases(t, func(text string, c goldenCase) {
		path := fileWith(t, "graph.json", text)
		if c.Expect.Cycle {
			fslevelsWith("[]", "verify", path, "-").expectFailure(t, exitError, "CYCLE")
			return
		}
		r := referenceOf(t, text)
		expected, shifted, flat := map[uint64]int{}, map[uint64]int{}, map[uint64]int{}
		for i, pair := range c.Expect.PassOf {
			expected[pair[0]], flat[pair[0]] = int(pair[1]), 0
			shifted[pair[0]] = int(pair[1]) + i%3
		}
		for _, given := range []map[uint64]int{expected, shifted, flat} {
			got := verified(t, path, given)
			r.expectVerdict(t, c.Name, got, given, expected)
			if !got.Legal {
				illegal++
			}
		}
	})
	if illegal < 100 {
		t.Errorf("only %d were illegal", illegal)
	}
}

func TestWhatLevelsPrintsIsTheAssignmentAndOnePassForAllIsIllegal(t *testing.T) {
	for _, name := range realGraphs(t) {
		path := dataFolder + "/" + name + ".fslg"
		text := fslevels("levels", "--json", path).expectOK(t)
		want := `{"legal":true,"assignment":true,"violations":[],"differing":[]}` + "\n"
		if got := fslevelsWith(text, "verify", "--json", path, "-").expectOK(t); got != want {
			t.Errorf("%s: %s", name, got)
		}
		var levels answer
		readJSON(t, text, &levels)
		expected, given := map[uint64]int{}, map[uint64]int{}
		for _, pair := range levels.PassOf {
			expected[pair[0]], given[pair[0]] = int(pair[1]), 0
		}
		got := verified(t, path, given)
		referenceOf(t, readFile(t, dataFolder+"/"+name+".json")).expectVerdict(t, name, got, given, expected)
		if got.Legal != (levels.MaxPass == 0) {
			t.Errorf("%s: %+v", name, got.Legal)
		}
	}
}

func TestVerdictsInWords(t *testing.T) {
	for _, test := range []struct {
		passes string
		code   int
		want   string
	}{
		{`[[10,0],[20,1],[30,2],[40,2]]`, exitOK, "legal: 4 edges kept\nthe assignment of fslevels levels\n"},
		{`{"pass_of":[[40,0],[30,7],[20,1],[10,0]],"name":"mine"}`, exitOK, "legal: 4 edges kept\n" +
			"not the assignment of fslevels levels, which has 2 values elsewhere\n" +
			"  T: given pass 7, expected 2\n" +
			"  L: given pass 0, expected 2\n"},
		{` [ [ 10 , 0 ] , [20,0],[30,0],[40,3], [50,9]]`, exitNo, "not legal: 3 of 4 edges violated\n" +
			"  S in pass 0 reads A in pass 0, and needs a later pass (carried)\n" +
			"  T in pass 0 reads S in pass 0, and needs a later pass (reduction, inside the loop)\n" +
			"  T in pass 0 reads L in pass 3, and needs that pass or a later one (plain)\n" +
			"not the assignment of fslevels levels, which has 3 values elsewhere\n" +
			"  S: given pass 0, expected 1\n" +
			"  T: given pass 0, expected 2\n" +
			"  L: given pass 3, expected 2\n"},
	} {
		run := fslevelsWith(test.passes, "verify", fileWith(t, "g.json", forced), "-")
		if run.code != test.code || run.out != test.want || run.err != "" {
			t.Errorf("%s: exit code %d, %s%s", test.passes, run.code, run.out, run.err)
		}
	}
	passes := fileWith(t, "passes.json", `[[10,0],[20,1],[30,2],[40,2]]`)
	if got := fslevelsWith(forced, "verify", "-", passes).expectOK(t); !strings.HasPrefix(got, "legal: ") {
		t.Errorf("%s", got)
	}
}

func TestPassesThatAreNoneAreErrorsWithTheID(t *testing.T) {
	graph := fileWith(t, "g.json", forced)
	const rest = "[20,1],[30,2],[40,2]]"
	for _, test := range []struct{ passes, want string }{
		{"[" + rest, "value 10 has no pass"},
		{"[]", "value 10 has no pass"},
		{"[[10,0],[10,0]," + rest, "pairs[1]: value 10 has a pass already"},
		{"[[10,0],[11,0]," + rest, "pairs[1]: 11 is no value of the graph"},
		{"[[10,0],[18446744073709551615,0]," + rest, "18446744073709551615 is no value"},
		{"[[10,0],[18446744073709551616,0]," + rest, "pairs[1]: expected an id from 0 to 18446744073709551615"},
		{"[[10.0,0]," + rest, "pairs[0]: expected an id"},
		{"[[1e1,0]," + rest, "pairs[0]: expected an id"},
		{`[["10",0],` + rest, "pairs[0]: expected an id"},
		{"[[-1,0]," + rest, "pairs[0]: expected an id"},
		{"[[10,-1]," + rest, "pairs[0]: expected a pass from 0 to 2147483646 for value 10"},
		{"[[10,2147483647]," + rest, "expected a pass from 0 to 2147483646 for value 10"},
		{"[[10,4294967296]," + rest, "for value 10"},
		{"[[10,0.0]," + rest, "for value 10"},
		{"[[10,null]," + rest, "for value 10"},
		{"[[10]," + rest, "pairs[0]: expected [id, pass]"},
		{"[[10,0,0]," + rest, "pairs[0]: expected [id, pass]"},
		{"[10," + rest, "pairs[0]: expected [id, pass]"},
		{"[null," + rest, "pairs[0]: expected [id, pass]"},
		{"", "JSON: unexpected end"},
		{"[[10,0]", "JSON: unexpected end"},
		{"[] []", "JSON: invalid character"},
		{"null", "expected a list of [id, pass] pairs"},
		{"7", "expected a list"},
		{"{}", "expected a list"},
		{`{"pass_of":null}`, "expected a list"},
		{`{"Pass_Of":[[10,0],` + rest + "}", "expected a list"},
		{`{"pass_of":{"10":0}}`, "expected a list"},
	} {
		for _, path := range []string{"-", fileWith(t, "passes.json", test.passes)} {
			fslevelsWith(test.passes, "verify", graph, path).expectFailure(t, exitError, ": INVALID_ARGUMENT: ", test.want,
				map[bool]string{true: "standard input: ", false: "passes.json: "}[path == "-"])
		}
	}
	fslevels("verify", graph, "no/such.json").expectFailure(t, exitError, "no/such.json: no such file")
}

func TestIDsAndPassesOfVerifyAreExact(t *testing.T) {
	const big = uint64(math.MaxUint64)
	graph := fileWith(t, "g.json", fmt.Sprintf(`{"values":[{"id":%d,"roles":["LoopCarried"]},{"id":%d,"roles":[]}],`+
		`"edges":[[%d,%d]]}`, big-1, big, big, big-1))
	given := map[uint64]int{big - 1: math.MaxInt32 - 1, big: 0}
	want := fmt.Sprintf(`{"legal":false,"assignment":false,"violations":[{"reader":%d,"operand":%d,"reason":"carried",`+
		`"reader_pass":0,"operand_pass":2147483646}],"differing":[{"value":%d,"given":2147483646,"expected":0},`+
		`{"value":%d,"given":0,"expected":1}]}`, big, big-1, big-1, big)
	text := fmt.Sprintf("[[%d,%d],[%d,0]]", big-1, given[big-1], big)
	if run := fslevelsWith(text, "verify", "--json", graph, "-"); run.code != exitNo || run.out != want+"\n" {
		t.Errorf("exit code %d, %s", run.code, run.out)
	}
}

func TestTheEmptyGraphIsVerified(t *testing.T) {
	graph := fileWith(t, "g.json", `{"values":[],"edges":[]}`)
	want := "legal: 0 edges kept\nthe assignment of fslevels levels\n"
	if got := fslevelsWith("[]", "verify", graph, "-").expectOK(t); got != want {
		t.Errorf("%q", got)
	}
}
