package render

import (
	"embed"
	"strings"

	"forcedsplit/engine"
)

// What the page is made of: its frame, its looks and its program, in the order in which it runs.
//
//go:embed page
var pageParts embed.FS

var pageProgram = [...]string{
	"graph.js", "words.js", "columns.js", "search.js", "keyboard.js", "answer.js", "events.js",
}

// pagePart cannot fail: the parts are in the program.
func pagePart(name string) string {
	part, err := pageParts.ReadFile("page/" + name)
	if err != nil {
		panic(err)
	}
	return string(part)
}

// Page returns one HTML page about a graph with its passes, which needs nothing but itself: its own policy forbids it
// the network, and any program or style but the two in it, which it knows by their hashes. The graph is in it as JSON, in
// which <, > and & are escaped, so that no name can end the element that it is in.
func Page(a *engine.Analysis, labels *engine.Labels) []byte {
	title := "Passes"
	if labels.Name != "" {
		title = Printable(labels.Name) + " – passes"
	}
	program := each(pageProgram[:], pagePart)
	return []byte(strings.NewReplacer(
		"{{title}}", escapeHTML.Replace(title),
		"{{style}}", pagePart("page.css"),
		"{{script}}", strings.Join(program, "\n"),
		"{{data}}", string(pageData(a, labels)),
	).Replace(pagePart("page.html")))
}

var escapeHTML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
