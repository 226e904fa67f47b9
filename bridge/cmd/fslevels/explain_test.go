package main

import (
	"fmt"
	"strings"
	"testing"
)

// explanation is what explain --json prints.
type explanation struct {
	Value       uint64
	Listed      bool
	Pass, Level int
	Chain       []struct {
		Reader, Operand uint64
		Reason          string
	}
	Lift string
	By   *uint64
}

// expectForced fails unless the chain leads from level 0 up to the value, edge by edge, and no shorter one does.
func (x explanation) expectForced(t *testing.T, name string, r *reference) {
	t.Helper()
	if x.Level != r.level(x.Value) || len(x.Chain) != r.links(x.Value) {
		t.Errorf("%s, value %d: level %d by %d links, expected %d by %d", name, x.Value, x.Level, len(x.Chain),
			r.level(x.Value), r.links(x.Value))
	}
	at, bumps := x.Value, 0
	for i := len(x.Chain) - 1; i >= 0; i-- {
		link := x.Chain[i]
		if link.Reader != at || link.Reason != r.reason(at, link.Operand) {
			t.Errorf("%s, value %d: link %d is %+v", name, x.Value, i, link)
		}
		bumps += r.bump(at, link.Operand)
		at = link.Operand
	}
	if r.level(at) != 0 || bumps != x.Level {
		t.Errorf("%s, value %d: the chain begins at level %d and bumps %d times", name, x.Value, r.level(at), bumps)
	}
}

func TestEveryValueOfTheGoldenCasesIsExplained(t *testing.T) {
	goldenCases(t, func(text string, expected goldenCase) {
		if expected.Expect.Cycle {
			fslevelsWith(text, "explain", "-", "#0").expectFailure(t, exitError, "CYCLE", " reads ")
			return
		}
		r := referenceOf(t, text)
		passes := map[uint64]int{}
		for _, pair := range expected.Expect.PassOf {
			passes[pair[0]] = int(pair[1])
		}
		for _, v := range r.Values {
			var x explanation
			readJSON(t, fslevelsWith(text, "explain", "--json", "-", fmt.Sprintf("#%d", v.ID)).expectOK(t), &x)
			pass, listed := passes[v.ID]
			if x.Value != v.ID || x.Listed != listed || listed && x.Pass != pass {
				t.Errorf("%s: %+v, expected pass %d", expected.Name, x, pass)
			}
			if (x.Lift == "lifted") != (x.Pass > x.Level) || (x.Lift == "none") != (x.By == nil) {
				t.Errorf("%s: %+v", expected.Name, x)
			}
			x.expectForced(t, expected.Name, r)
		}
	})
}

func TestEveryPassOfTheRealGraphsIsExplained(t *testing.T) {
	for _, name := range realGraphs(t) {
		r := referenceOf(t, readFile(t, dataFolder+"/"+name+".json"))
		var levels answer
		path := dataFolder + "/" + name + ".fslg"
		readJSON(t, fslevels("levels", "--json", path).expectOK(t), &levels)
		for pass := range int(levels.MaxPass) + 1 {
			var x explanation
			readJSON(t, fslevels("explain", "--json", "--pass", path, fmt.Sprint(pass)).expectOK(t), &x)
			x.expectForced(t, name, r)
			if x.Level != pass {
				t.Errorf("%s: pass %d is explained by a value at level %d", name, pass, x.Level)
			}
			for _, v := range r.Values {
				if r.level(v.ID) == pass && r.links(v.ID) < len(x.Chain) {
					t.Errorf("%s: pass %d has %d links, and value %d fewer", name, pass, len(x.Chain), v.ID)
				}
			}
		}
		beyond := fmt.Sprint(levels.MaxPass + 1)
		fslevels("explain", "--pass", path, beyond).expectFailure(t, exitError, "INVALID_ARGUMENT: there is no pass "+beyond)
	}
}

// A is carried into the sum S, which T reads inside its loop. L is lifted with T; A and S are pinned; U is not listed.
const forced = `{"name":"forced","values":[
	{"id":10,"name":"A","bytes":8,"roles":["LoopCarried"]},
	{"id":20,"name":"S","bytes":8,"roles":["Reduction"]},
	{"id":30,"name":"T","bytes":8,"roles":[]},
	{"id":40,"name":"L","bytes":8,"roles":[]},
	{"id":50,"roles":null}],
	"edges":[[20,10],[30,20],[30,40],[50,30]],"inside":[[30,20]]}`

func TestExplanationsInJSON(t *testing.T) {
	for value, want := range map[string]string{
		"A": `{"value":10,"listed":true,"pass":0,"level":0,"chain":[],"lift":"held","by":20}`,
		"S": `{"value":20,"listed":true,"pass":1,"level":1,"chain":[{"reader":20,"operand":10,"reason":"carried"}],` +
			`"lift":"held","by":30}`,
		"T": `{"value":30,"listed":true,"pass":2,"level":2,"chain":[{"reader":20,"operand":10,"reason":"carried"},` +
			`{"reader":30,"operand":20,"reason":"reduction, inside the loop"}],"lift":"none","by":null}`,
		"L": `{"value":40,"listed":true,"pass":2,"level":0,"chain":[],"lift":"lifted","by":30}`,
		"50": `{"value":50,"listed":false,"pass":2,"level":2,"chain":[{"reader":20,"operand":10,"reason":"carried"},` +
			`{"reader":30,"operand":20,"reason":"reduction, inside the loop"},` +
			`{"reader":50,"operand":30,"reason":"plain"}],"lift":"none","by":null}`,
	} {
		if got := fslevelsWith(forced, "explain", "--json", "-", value).expectOK(t); got != want+"\n" {
			t.Errorf("%s: %s", value, got)
		}
	}
	ofPass := fslevelsWith(forced, "explain", "--json", "--pass", "-", "2").expectOK(t)
	if ofPass != fslevelsWith(forced, "explain", "--json", "-", "T").expectOK(t) {
		t.Errorf("%s", ofPass)
	}
}

func TestExplanationsInWordsSpeakOfNames(t *testing.T) {
	for _, test := range []struct {
		args  string
		wants []string
	}{
		{"- T", []string{"A", "S", "T", "carried", "reduction, inside the loop"}},
		{"- L", []string{"L", "T"}},
		{"- A", []string{"A", "S"}},
		{"- #50", []string{"50", "T"}},
		{"--pass - 1", []string{"A", "S"}},
	} {
		text := fslevelsWith(forced, append([]string{"explain"}, strings.Fields(test.args)...)...).expectOK(t)
		for _, want := range test.wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q not in %q", test.args, want, text)
			}
		}
		if strings.Contains(text, "10") || strings.Contains(text, "20") || !strings.HasSuffix(text, "\n") {
			t.Errorf("%s: %q", test.args, text)
		}
	}
}

// Names that are ids of others, or look like how the tool writes them.
const namesakes = `{"values":[
	{"id":1,"name":"2","roles":[]},
	{"id":2,"name":"x","roles":[]},
	{"id":3,"name":"twin","roles":[]},
	{"id":4,"name":"twin","roles":[]},
	{"id":5,"name":"twin#3","roles":[]},
	{"id":6,"name":"#2","roles":[]},
	{"id":7,"name":"#9","roles":[]},
	{"id":8,"name":"-1","roles":[]},
	{"id":18446744073709551615,"roles":[]},
	{"id":11,"name":"\u0007","roles":[]}],"edges":[]}`

func TestAValueIsFoundByNameOrByID(t *testing.T) {
	for value, want := range map[string]uint64{
		"x": 2, "x#2": 2, "2": 1, "#2": 2, "1": 1, "#1": 1, // a name comes before an id, and # is always the id
		"twin#4": 4, "twin#3": 5, "#3": 3, "3": 3, // a name that looks like another one comes before it
		"#6": 6, "#9": 7, // there is no value 9
		"-1": 8, "18446744073709551615": 1<<64 - 1, "#18446744073709551615": 1<<64 - 1,
		"\a": 11, `"\a"`: 11, // as it is, and as it is printed
	} {
		var x explanation
		readJSON(t, fslevelsWith(namesakes, "explain", "--json", "-", "--", value).expectOK(t), &x)
		if x.Value != want {
			t.Errorf("%q: value %d, expected %d", value, x.Value, want)
		}
	}
	plain := `{"values":[{"id":0,"roles":[]},{"id":1,"roles":[]}],"edges":[]}`
	if got := fslevelsWith(plain, "explain", "--json", "-", "1").expectOK(t); !strings.HasPrefix(got, `{"value":1,`) {
		t.Errorf("%s", got)
	}
	fslevelsWith(plain, "explain", "-", "2").expectFailure(t, exitError, "INVALID_ARGUMENT", "no value 2,")
}

func TestAValueThatIsNotOneIsAnError(t *testing.T) {
	fslevelsWith(namesakes, "explain", "-", "twin").expectFailure(t, exitUsage, "2 values have the name twin, ",
		": #3 #4\n")
	for _, value := range []string{"nobody", "", "12", "18446744073709551616", "twin#", "twin#5", "+1", "0x1", "#"} {
		fslevelsWith(namesakes, "explain", "-", "--", value).expectFailure(t, exitError,
			"standard input: INVALID_ARGUMENT: there is no value "+value+", by name or by id")
	}
	fslevelsWith(namesakes, "explain", "-", "-1").expectFailure(t, exitUsage, "-1")
	run := fslevelsWith(namesakes, "explain", "-", "\x1b[31m")
	if run.expectFailure(t, exitError, `"\x1b[31m"`); strings.Contains(run.err, "\x1b") {
		t.Errorf("%q", run.err)
	}
}

func TestOfManyNamesakesOnlyTheFirstAreTold(t *testing.T) {
	var values []string
	for id := range 40 {
		values = append(values, fmt.Sprintf(`{"id":%d,"name":"many","roles":[]}`, id))
	}
	graph := `{"values":[` + strings.Join(values, ",") + `],"edges":[]}`
	fslevelsWith(graph, "explain", "-", "many").expectFailure(t, exitUsage, "40 values", " #0 #1 ", " #14 #15 …\n")
}

func TestExplainingAPassOfTheEmptyGraphIsAnError(t *testing.T) {
	fslevelsWith(`{"values":[],"edges":[]}`, "explain", "--pass", "-", "0").expectFailure(t, exitError,
		"INVALID_ARGUMENT: there is no pass 0")
	fslevelsWith(forced, "explain", "--pass", "-", "--", "-1").expectFailure(t, exitError, "there is no pass -1")
}
