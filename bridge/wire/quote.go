package wire

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shown is how many characters of a text that came with a graph a message shows.
const shown = 40

// Printable quotes text that would not stay on its line, or would speak to the terminal: control characters, those that
// turn the direction of writing, and bytes that are no UTF-8. Other text is returned as it is.
func Printable(text string) string {
	speaks := func(r rune) bool { return !unicode.IsPrint(r) && !unicode.Is(unicode.M, r) }
	if !utf8.ValidString(text) || strings.ContainsFunc(text, speaks) {
		return strconv.Quote(text)
	}
	return text
}

// quoted returns text in quotes, so that it can be printed anywhere, and cut short if it is long.
func quoted(text string) string {
	short := shorten(text)
	return strconv.Quote(short) + dots(text, short)
}

// shorten returns the first characters of a text.
func shorten(text string) string {
	characters := 0
	for at := range text {
		if characters == shown {
			return text[:at]
		}
		characters++
	}
	return text
}

// dots stands for what is missing of a text.
func dots(text, short string) string {
	if len(short) < len(text) {
		return "…"
	}
	return ""
}
