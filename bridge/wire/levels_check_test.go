package wire_test

import (
	"errors"
	"regexp"
	"slices"
	"testing"

	"forcedsplit/engine"
)

// What a message has to say of where the fault is: a field with its entry, byte or length; the ids on a cycle; the
// question that nobody answers. The alternatives are the forms that the messages of wire and engine have.
var (
	fieldAndPlace = regexp.MustCompile(`^(identifier|size prefix|root|root table|vtable|value_count|ids|` +
		`operand_offsets|operands|axis_offsets|axis_roles|axis_spaces|axis_loops|unclassified|loops|spaces|names|bytes|` +
		`occurrence_values|occurrence_points|occurrence_consumers|name|source|producer|` +
		`JSON(\.\w+)?|values|edges|inside|occurrences)` +
		`(\[\d+\]|: | has \d+ entries, expected \d+| at byte \d+| without operand_offsets has \d+ entries)`)
	cycleByID    = regexp.MustCompile(`^\d+ reads (\d+ reads ){0,15}(\d+|… \(\d+ in all\))$`)
	questionByID = regexp.MustCompile(`value \d+ is inside a loop that value \d+ reduces over`)
	limitAndSize = regexp.MustCompile(`\d+ bytes, the limit is \d+`)
)

// expectTold fails unless a refusal says what is wrong and where.
func expectTold(t testing.TB, err error) {
	t.Helper()
	var fault *engine.Error
	if !errors.As(err, &fault) {
		t.Fatalf("an error of another kind: %v", err)
	}
	form, about := fieldAndPlace, len(fault.Values)
	switch fault.Kind {
	case engine.Cyclic:
		form, about = cycleByID, max(about, 1)
	case engine.PredicateRequired:
		form, about = questionByID, 2
	case engine.TooLarge:
		form = limitAndSize
	case engine.Malformed:
	default:
		t.Fatalf("kind %d: %v", fault.Kind, err)
	}
	if !form.MatchString(fault.Message) || len(fault.Values) != about {
		t.Fatalf("does not say what is wrong and where: %q about %v", fault.Message, fault.Values)
	}
}

// expectSoundLevels computes the levels of columns that nobody checked, with predicates of every kind. What is refused
// has to be told well, and what is answered has to have SPEC's properties.
func expectSoundLevels(t testing.TB, g *engine.Graph) {
	t.Helper()
	yes := func(uint32, uint32) bool { return true }
	no := func(uint32, uint32) bool { return false }
	some := func(reader, source uint32) bool { return (reader*31+source)%3 != 0 }
	levels := engine.NewLevels(g.Count)
	err := engine.Compute(g, nil, levels)
	var fault *engine.Error
	errors.As(err, &fault)
	if malformed := engine.Validate(g); (malformed != nil) != (fault != nil && fault.Kind == engine.Malformed) {
		t.Fatalf("Validate says %v, Compute %v", malformed, err)
	}
	if fault != nil && fault.Kind != engine.PredicateRequired {
		expectTold(t, err)
		return // a graph that is none is none with a predicate too
	}
	edges := g
	if g.OperandOffsets == nil && g.Occurrences.Values != nil {
		edges, _ = g.DeriveOperands()
	}
	if err != nil {
		expectTold(t, err)
	} else {
		expectLevels(t, edges, levels, nil)
	}
	for _, inside := range []func(reader, source uint32) bool{yes, no, some} {
		ask := func(q *engine.Questions) error {
			expectQuestions(t, edges, q)
			for i, pair := range q.Pairs {
				if inside(pair.Reader, pair.Source) {
					q.Answers[i] = 1
				}
			}
			return nil
		}
		if err := engine.Compute(g, ask, levels); err != nil {
			t.Fatalf("refused with a predicate only: %v", err)
		}
		expectLevels(t, edges, levels, inside)
	}
}

func hasRole(g *engine.Graph, v uint32, role engine.Role) bool {
	return slices.Contains(g.AxisRoles[g.AxisOffsets[v]:g.AxisOffsets[v+1]], role)
}

func isAskedAbout(g *engine.Graph, source uint32) bool {
	return hasRole(g, source, engine.Reduction) && !hasRole(g, source, engine.LoopCarried)
}

// expectQuestions checks that exactly the edges to ask about are asked about, each once and in order.
func expectQuestions(t testing.TB, g *engine.Graph, q *engine.Questions) {
	t.Helper()
	next := 0
	for v := range uint32(g.Count) {
		sources := slices.Clone(g.Operands[g.OperandOffsets[v]:g.OperandOffsets[v+1]])
		slices.Sort(sources)
		for _, o := range slices.Compact(sources) {
			if !isAskedAbout(g, o) {
				continue
			}
			if next == len(q.Pairs) || q.Pairs[next].Reader != v || q.Pairs[next].Source != o {
				t.Fatalf("question %d is not whether %d is inside what %d reduces over: %v", next, v, o, q)
			}
			next++
		}
	}
	if next == 0 || next != len(q.Pairs) || next != len(q.Answers) {
		t.Fatalf("%d questions for %d edges to ask about: %v", len(q.Pairs), next, q)
	}
}

// expectLevels checks properties 1 and 2 of SPEC, flags and max_pass. inside is nil where loop facts answered.
func expectLevels(t testing.TB, g *engine.Graph, levels *engine.Levels, inside func(reader, source uint32) bool) {
	t.Helper()
	inUse := make([]bool, g.Count+1)
	listed, largest := false, int32(0)
	for v := range uint32(g.Count) {
		pass, flags := levels.Passes[v], levels.Flags[v]
		if _, unclassified := slices.BinarySearch(g.Unclassified, v); unclassified {
			if pass != engine.Absent {
				t.Fatalf("position %d has no legality cell and is listed in pass %d", v, pass)
			}
			continue
		}
		if pass < 0 || int(pass) > g.Count {
			t.Fatalf("position %d is in pass %d", v, pass)
		}
		listed, inUse[pass], largest = true, true, max(largest, pass)
		carried := hasRole(g, v, engine.LoopCarried)
		if (flags&engine.Carried != 0) != carried || carried && flags&engine.Pinned == 0 || flags > 3 {
			t.Fatalf("position %d has flags %d, carried is %v", v, flags, carried)
		}
		for _, o := range g.Operands[g.OperandOffsets[v]:g.OperandOffsets[v+1]] {
			before := levels.Passes[o]
			bump := hasRole(g, o, engine.LoopCarried) || inside != nil && isAskedAbout(g, o) && inside(v, o)
			if bump && levels.Flags[o]&engine.Pinned == 0 {
				t.Fatalf("position %d bumps %d and is not pinned", o, v)
			}
			if before > pass || bump && before == pass {
				t.Fatalf("position %d in pass %d reads %d in pass %d, bump %v", v, pass, o, before, bump)
			}
		}
	}
	if levels.MaxPass != largest || listed && slices.Index(inUse, false) <= int(largest) {
		t.Fatalf("max_pass is %d, the largest is %d, in use are %v", levels.MaxPass, largest, inUse)
	}
}
