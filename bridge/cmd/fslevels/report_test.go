package main

import (
	"slices"
	"strings"
	"testing"
)

// splitReport is what report --json prints.
type splitReport struct {
	Nests []struct {
		Nest   uint32
		Passes []struct {
			Pass   int
			Values []uint64
		}
	}
	Materialized []struct {
		Value   uint64
		Nest    uint32
		Pass    int
		Bytes   uint64
		Readers []uint64
	}
	Conflicts  []struct{ Value uint64 }
	Boundaries []struct {
		After, Values int
		Bytes         uint64
	}
}

// laterReaders are the readers of a value in later passes whose production depth is in the nest of its home.
func (r *reference) laterReaders(id uint64, passes map[uint64]int) (readers []uint64) {
	for _, e := range r.Edges {
		if e[1] == id && passes[e[0]] > passes[id] && r.sameNest(r.depth(e[0]), r.home(id)) {
			readers = append(readers, e[0])
		}
	}
	return readers
}

func TestReportsOfTheRealGraphsAreWhatSPECSays(t *testing.T) {
	materialized := 0
	for _, name := range realGraphs(t) {
		r := referenceOf(t, readFile(t, dataFolder+"/"+name+".json"))
		path := dataFolder + "/" + name + ".fslg"
		var levels answer
		readJSON(t, fslevels("levels", "--json", path).expectOK(t), &levels)
		passes := map[uint64]int{}
		for _, pair := range levels.PassOf {
			passes[pair[0]] = int(pair[1])
		}
		var got splitReport
		readJSON(t, fslevels("report", "--json", path).expectOK(t), &got)
		for _, nest := range got.Nests {
			for _, stage := range nest.Passes {
				for _, id := range stage.Values {
					if passes[id] != stage.Pass || len(r.operands(id)) == 0 {
						t.Errorf("%s: value %d in nest %d, pass %d", name, id, nest.Nest, stage.Pass)
					}
				}
			}
		}
		kept := make([]uint64, levels.MaxPass+1)
		for _, v := range r.Values {
			readers := r.laterReaders(v.ID, passes)
			if len(readers) == 0 {
				continue
			}
			m := got.Materialized[0]
			got.Materialized = got.Materialized[1:]
			if m.Value != v.ID || m.Pass != passes[v.ID] || m.Bytes != v.Bytes || !slices.Equal(m.Readers, readers) {
				t.Fatalf("%s: %+v, expected value %d with %d bytes, read by %v", name, m, v.ID, v.Bytes, readers)
			}
			materialized++
			last := 0
			for _, edge := range r.Edges {
				if edge[1] == v.ID {
					last = max(last, passes[edge[0]])
				}
			}
			for pass := passes[v.ID]; pass < last; pass++ {
				kept[pass] += v.Bytes
			}
		}
		if len(got.Materialized) != 0 {
			t.Errorf("%s: %+v is not materialized", name, got.Materialized)
		}
		for i, b := range got.Boundaries {
			if b.Bytes != kept[b.After] || i > 0 && b.Bytes > got.Boundaries[i-1].Bytes {
				t.Errorf("%s: boundary %d is %+v, expected %d bytes", name, i, b, kept[b.After])
			}
			kept[b.After] = 0
		}
		if slices.Max(kept) != 0 {
			t.Errorf("%s: not told: %v", name, kept)
		}
	}
	if materialized == 0 {
		t.Error("nothing is materialized in any of them")
	}
}

// Loops 0 and 1 are of nest 0, loop 2 is of nest 1. M is local to loop 0, and read in nest 0 by X in pass 0, R in pass
// 1 and Q in pass 2. X is local to loop 1 and escapes nowhere; it is read by C in pass 0, and later by Y alone, in nest
// 1. C bumps R and Y, R bumps Q.
const split = `{"name":"split","loops":[{"space":"i","slot":0,"nest":0},{"space":"k","slot":0,"nest":0},
	{"space":"a","slot":0,"nest":1}],"values":[
	{"id":1,"name":"leaf","bytes":1,"roles":[]},
	{"id":2,"name":"M","bytes":80,"roles":[{"role":"LoopLocal","space":"i","loop":0}]},
	{"id":3,"name":"X","bytes":5,"roles":[{"role":"LoopLocal","space":"k","loop":1}]},
	{"id":4,"name":"C","bytes":7,"roles":[{"role":"LoopCarried","space":"i","loop":0}]},
	{"id":5,"name":"R","bytes":9,"roles":[{"role":"LoopCarried","space":"k","loop":1}]},
	{"id":6,"name":"Q","bytes":9,"roles":[{"role":"LoopLocal","space":"i","loop":0}]},
	{"id":7,"name":"Y","bytes":9,"roles":[{"role":"LoopLocal","space":"a","loop":2}]},
	{"id":8,"name":"twin","bytes":40,"roles":[{"role":"LoopLocal","space":"i","loop":0}]},
	{"id":9,"name":"twin","bytes":0,"roles":[]}],
	"edges":[[2,1],[3,1],[4,1],[5,2],[5,4],[6,5],[6,2],[7,3],[7,4],[8,1],[5,8],[2,9],[3,2],[4,8],[4,3]]}`

// Derived by hand. R and Y are at level 1, above C, Q at 2, above R, all others at 0; each of these is read in pass 0
// too, so that none is lifted. M is kept behind passes 0 and 1, twin#8 behind pass 0 alone. Nest 0 is emitted in pass 0
// for M, X and twin#8, built at home, and for C, which escapes loop 0.
func TestReportsInWordsAndJSON(t *testing.T) {
	const words = "split\n" +
		"nest 0:\n" +
		"  pass 0: M  X  C [carried]  twin#8\n" +
		"  pass 1: R [carried]\n" +
		"  pass 2: Q\n" +
		"nest 1:\n" +
		"  pass 1: Y\n" +
		"materialized across passes: 2 values\n" +
		"  M of nest 0, pass 0, 80 bytes: read by R [pass 1]  Q [pass 2]\n" +
		"  twin#8 of nest 0, pass 0, 40 bytes: read by R [pass 1]\n" +
		"conflicts: 1 value\n" +
		"  X of nest 0, pass 0, stays inside loop 1 over k, but in another nest it is read by Y [pass 1]\n" +
		"kept between passes:\n" +
		"  from pass 0 to 1: 120 bytes in 2 values\n" +
		"  from pass 1 to 2: 80 bytes in 1 value\n"
	if got := fslevelsWith(split, "report", "-").expectOK(t); got != words {
		t.Errorf("%s", got)
	}
	const line = `{"nests":[{"nest":0,"passes":[{"pass":0,"values":[2,3,4,8]},{"pass":1,"values":[5]},` +
		`{"pass":2,"values":[6]}]},{"nest":1,"passes":[{"pass":1,"values":[7]}]}],` +
		`"materialized":[{"value":2,"nest":0,"pass":0,"bytes":80,"readers":[5,6]},` +
		`{"value":8,"nest":0,"pass":0,"bytes":40,"readers":[5]}],` +
		`"conflicts":[{"value":3,"nest":0,"loop":1,"readers":[7]}],` +
		`"boundaries":[{"after":0,"values":2,"bytes":120},{"after":1,"values":1,"bytes":80}]}` + "\n"
	if got := fslevelsWith(split, "report", "--json", "-").expectOK(t); got != line {
		t.Errorf("%s", got)
	}
}

func TestWithoutSizesOrAnythingToReportTheReportSaysSo(t *testing.T) {
	const none = `{"loops":[],"values":[{"id":1,"roles":["LoopCarried"]},{"id":2,"roles":[]}],"edges":[[2,1]]}`
	const words = "nests: none\nmaterialized across passes: none\nconflicts: none\n"
	got := fslevelsWith(none, "report", "-").expectOK(t)
	if got != words+"kept between passes: not known, the graph gives no sizes\n" {
		t.Errorf("%s", got)
	}
	sized := strings.ReplaceAll(none, `"roles"`, `"bytes":8,"roles"`)
	if got := fslevelsWith(sized, "report", "-").expectOK(t); got != words+"kept between passes: nothing\n" {
		t.Errorf("%s", got)
	}
	const line = `{"nests":[],"materialized":[],"conflicts":[],"boundaries":`
	if got := fslevelsWith(none, "report", "--json", "-").expectOK(t); got != line+"null}\n" {
		t.Errorf("%s", got)
	}
	if got := fslevelsWith(sized, "report", "--json", "-").expectOK(t); got != line+"[]}\n" {
		t.Errorf("%s", got)
	}
	withoutSpace := strings.NewReplacer(`,"space":"k"`, "", `"space":"k",`, "", `"bytes"`, `"size"`).Replace(split)
	got = fslevelsWith(withoutSpace, "report", "-").expectOK(t)
	if !strings.Contains(got, "stays inside loop 1, but") || strings.Contains(got, "bytes") {
		t.Errorf("%s", got)
	}
}

func TestAReportNeedsLoopFacts(t *testing.T) {
	for _, args := range [][]string{{"report", "-"}, {"report", "--json", "-"}} {
		fslevelsWith(forced, args...).expectFailure(t, exitError, "standard input: INVALID_ARGUMENT", "loop facts")
	}
	fslevelsWith(question, "report", "-").expectFailure(t, exitError, "PREDICATE_REQUIRED", "--inside=all")
}

func TestAReportWhoseSizesDoNotAddUpIsAnError(t *testing.T) {
	huge := strings.NewReplacer(`"bytes":80`, `"bytes":18446744073709551615`).Replace(split)
	fslevelsWith(huge, "report", "-").expectFailure(t, exitError, "TOO_LARGE", "2^64 - 1 bytes")
}
