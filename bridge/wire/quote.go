package wire

import "strconv"

// shown is how many characters of a text that came with a graph a message shows.
const shown = 40

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
