package render_test

import (
	"strings"
	"testing"

	"forcedsplit/engine"
	"forcedsplit/engine/render"

	"pgregory.net/rapid"
)

func (d drawn) sentences(v uint32) string {
	return render.Sentences(d.Analysis, d.labels, d.Explain(v))
}

func TestSentencesSayWhyByName(t *testing.T) {
	graph := written{
		{"A", carried, nil},
		{"B", reduced, []string{"A"}},
		{"C", local, []string{"B"}},
		{"D", nil, []string{"C"}},
		{"L", none, nil},
		{"M", none, []string{"L"}},
		{"N", none, []string{"M", "C"}},
		{"N", none, []string{"M", "B"}},
	}.analyze(t)
	start := "A is at level 0: it has no operands.\n"
	toB := "A is complete only after its own loop (carried), so B, which reads it, is in a later pass: level 1.\n"
	toC := "B is only a partial sum inside its loop, where C reads it (reduction, inside the loop), so C is in a later " +
		"pass: level 2.\n"
	for v, want := range []string{
		"A is in pass 0, at level 0.\n" + start +
			"All readers of A are in later passes, but it was not lifted: it is pinned by B, which reads it (carried).\n",
		"B is in pass 1, at level 1.\n" + start + toB +
			"All readers of B are in later passes, but it was not lifted: it is pinned by C, which reads it (reduction, " +
			"inside the loop).\n",
		"C is in pass 2, at level 2.\n" + start + toB + toC,
		"D is in pass 2, at level 2, but not listed: it has no legality cell.\n" + start + toB + toC +
			"D reads C, so it is at least as late: level 2.\n",
		"L is in pass 2, at level 0.\nL is at level 0: it has no operands.\n" +
			"All readers of L are in later passes, and it is not pinned, so it was lifted by 2 passes, to the earliest of " +
			"them: M in pass 2.\n",
		"M is in pass 2, at level 0.\nM is at level 0: no operand forces it into a later pass.\n" +
			"All readers of M are in later passes, and it is not pinned, so it was lifted by 2 passes, to the earliest of " +
			"them: N#16 in pass 2.\n",
		"N#16 is in pass 2, at level 2.\n" + start + toB + toC + "N#16 reads C, so it is at least as late: level 2.\n",
		"N#17 is in pass 2, at level 2.\n" + start + toB + "B is only a partial sum inside its loop, where N#17 reads it " +
			"(reduction, inside the loop), so N#17 is in a later pass: level 2.\n",
	} {
		if got := graph.sentences(uint32(v)); got != want {
			t.Errorf("%s\nexpected\n%s", got, want)
		}
	}
}

func TestALiftStartsAtTheLevel(t *testing.T) {
	graph := written{
		{"A", carried, nil}, {"B", none, []string{"A"}}, {"C", carried, []string{"A"}}, {"D", none, []string{"B", "C"}},
	}.analyze(t)
	want := "B is in pass 2, at level 1.\nA is at level 0: it has no operands.\n" +
		"A is complete only after its own loop (carried), so B, which reads it, is in a later pass: level 1.\n" +
		"All readers of B are in later passes, and it is not pinned, so it was lifted by 1 pass, to the earliest of them: " +
		"D in pass 2.\n"
	if got := graph.sentences(1); got != want {
		t.Errorf("%s\nexpected\n%s", got, want)
	}
}

func TestThereIsALineForEachLinkWhateverTheNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graph := drawGraph(t, 12)
		for v := range uint32(graph.Graph.Count) {
			x := graph.Explain(v)
			lines := 2 + len(x.Chain)
			if x.Lift != engine.Unlifted {
				lines++
			}
			said := graph.sentences(v)
			if strings.Count(said, ".\n") != lines || strings.Count(said, "\n") != lines || strings.Contains(said, "{pass}") ||
				!strings.HasPrefix(said, render.Namer(graph.Graph, graph.labels)(v)+" is in pass ") {
				t.Errorf("expected %d lines: %q", lines, said)
			}
		}
	})
}
