package render

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"forcedsplit/engine"
)

// Namer returns what to call the value at a position: by its name, with the id behind it where several values have the
// name, or by its id where it has none.
func Namer(g *engine.Graph, labels *engine.Labels) func(position uint32) string {
	names := labels.Names
	bearers := make(map[string]int, len(names))
	for _, name := range names {
		bearers[name]++
	}
	return func(v uint32) string {
		id := strconv.FormatUint(g.ID(v), 10)
		switch {
		case names == nil || names[v] == "":
			return id
		case bearers[names[v]] > 1:
			return Printable(names[v]) + "#" + id
		}
		return Printable(names[v])
	}
}

// shownSpace is how many characters of an index space's name are shown: it stands in the graph once, but at every axis
// of it where people read.
const shownSpace = 40

// SpaceName returns what to call an index space, "" where it has no name.
func SpaceName(labels *engine.Labels, space uint16) string {
	if int(space) >= len(labels.Spaces) {
		return ""
	}
	characters := 0
	for at := range labels.Spaces[space] {
		if characters++; characters > shownSpace {
			return Printable(labels.Spaces[space][:at]) + "…"
		}
	}
	return Printable(labels.Spaces[space])
}

// Printable quotes text that would not stay on its line, or would speak to the terminal: control characters, those that
// turn the direction of writing, and bytes that are no UTF-8. Other text is returned as it is.
func Printable(text string) string {
	speaks := func(r rune) bool { return !unicode.IsPrint(r) && !unicode.Is(unicode.M, r) }
	if !utf8.ValidString(text) || strings.ContainsFunc(text, speaks) {
		return strconv.Quote(text)
	}
	return text
}
