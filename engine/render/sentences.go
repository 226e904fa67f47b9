package render

import (
	"strconv"
	"strings"

	"forcedsplit/engine"
)

// wording is every sentence of an explanation, with {places} to be filled. The page speaks from this very table too.
type wording struct {
	Headline string `json:"headline"`
	Unlisted string `json:"unlisted"`
	// Why a value is at level 0.
	NoOperands string `json:"no_operands"`
	NotForced  string `json:"not_forced"`
	// A link of a chain, by its reason.
	Links [3]string `json:"links"`
	// What became of the value in the backward sweep, by its lift; of most values, nothing worth saying.
	Lifts [3]string `json:"lifts"`
	// The names of reasons, to fill a place.
	Reasons [3]string `json:"reasons"`
}

var words = wording{
	Headline:   "{value} is in pass {pass}, at level {level}.",
	Unlisted:   "{value} is in pass {pass}, at level {level}, but not listed: it has no legality cell.",
	NoOperands: "{value} is at level 0: it has no operands.",
	NotForced:  "{value} is at level 0: no operand forces it into a later pass.",
	Links: [...]string{
		engine.Plain: "{reader} reads {operand}, so it is at least as late: level {level}.",
		engine.CarriedSource: "{operand} is complete only after its own loop (carried), so {reader}, which reads it, " +
			"is in a later pass: level {level}.",
		engine.InsideSource: "{operand} is only a partial sum inside its loop, where {reader} reads it (reduction, inside " +
			"the loop), so {reader} is in a later pass: level {level}.",
	},
	Lifts: [...]string{
		engine.Lifted: "All readers of {value} are in later passes, and it is not pinned, so it was lifted by {rise}, to " +
			"the earliest of them: {reader} in pass {pass}.",
		engine.Held: "All readers of {value} are in later passes, but it was not lifted: it is pinned by {reader}, which " +
			"reads it ({reason}).",
	},
	Reasons: [...]string{engine.Plain.String(), engine.CarriedSource.String(), engine.InsideSource.String()},
}

// Sentences says an explanation in words, each sentence on a line of its own: where the value is, the links of its
// chain from level 0 up, each with its reason, and what became of it in the lift.
func Sentences(a *engine.Analysis, labels *engine.Labels, x engine.Explanation) string {
	s := speaker{Analysis: a, call: Namer(a.Graph, labels)}
	s.headline(x)
	s.chain(x)
	s.lift(x)
	return s.said.String()
}

type speaker struct {
	*engine.Analysis
	call func(uint32) string
	said strings.Builder
}

// say fills the places of a sentence: pairs are a place and what goes there.
func (s *speaker) say(sentence string, pairs ...string) {
	strings.NewReplacer(pairs...).WriteString(&s.said, sentence)
	s.said.WriteByte('\n')
}

func (s *speaker) headline(x engine.Explanation) {
	sentence := words.Headline
	if !x.Listed {
		sentence = words.Unlisted
	}
	s.say(sentence, "{value}", s.call(x.Value), "{pass}", decimal(x.Pass), "{level}", decimal(x.Level))
}

func (s *speaker) chain(x engine.Explanation) {
	first := x.Value
	if len(x.Chain) > 0 {
		first = x.Chain[0].Operand
	}
	sentence := words.NotForced
	if len(s.Operands(first)) == 0 {
		sentence = words.NoOperands
	}
	s.say(sentence, "{value}", s.call(first))
	for _, e := range x.Chain {
		s.say(words.Links[e.Reason], "{reader}", s.call(e.Reader), "{operand}", s.call(e.Operand),
			"{level}", decimal(s.Level[e.Reader]))
	}
}

func (s *speaker) lift(x engine.Explanation) {
	if x.Lift == engine.Unlifted {
		return
	}
	var reason engine.Reason
	for _, e := range s.Operands(x.Reader) {
		if e.Operand == x.Value {
			reason = e.Reason
		}
	}
	s.say(words.Lifts[x.Lift], "{value}", s.call(x.Value), "{rise}", counted(int(x.Pass-x.Level), "pass", "passes"),
		"{reader}", s.call(x.Reader), "{pass}", decimal(x.Pass), "{reason}", reason.String())
}

func decimal(n int32) string { return strconv.Itoa(int(n)) }

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
