package main

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"forcedsplit/bridge/wire"
	"forcedsplit/engine"
)

// printText prints a line for each pass, one for the values that are not listed, and the totals.
func printText(out io.Writer, loaded *input, result *engine.Levels) error {
	w := bufio.NewWriter(out)
	if name := loaded.labels.Name; name != "" {
		fmt.Fprintln(w, wire.Printable(name))
	}
	rows := make([][]uint32, result.MaxPass+1)
	var unlisted []uint32
	carried, pinned := 0, 0
	for v, pass := range result.Passes {
		if pass == engine.Absent {
			unlisted = append(unlisted, uint32(v))
		} else {
			rows[pass] = append(rows[pass], uint32(v))
		}
		if result.Flags[v]&engine.Carried != 0 {
			carried++
		}
		if result.Flags[v]&engine.Pinned != 0 {
			pinned++
		}
	}
	call := callerOf(loaded)
	for pass, values := range rows {
		if len(values) > 0 {
			printRow(w, "pass "+strconv.Itoa(pass), values, result.Flags, call)
		}
	}
	if len(unlisted) > 0 {
		printRow(w, "no legality cell", unlisted, result.Flags, call)
	}
	passes := int(result.MaxPass) + 1
	if len(unlisted) == len(result.Passes) {
		passes = 0
	}
	fmt.Fprintf(w, "total: %s in %s, %d carried, %d pinned\n", counted(len(result.Passes), "value"),
		countedPasses(passes), carried, pinned)
	return w.Flush()
}

func printRow(w io.Writer, title string, values []uint32, flags []uint8, call func(uint32) string) {
	fmt.Fprintf(w, "%s: ", title)
	for i, v := range values {
		if i > 0 {
			io.WriteString(w, "  ")
		}
		io.WriteString(w, call(v))
		switch {
		case flags[v]&engine.Carried != 0:
			io.WriteString(w, " [carried]")
		case flags[v]&engine.Pinned != 0:
			io.WriteString(w, " [pinned]")
		}
	}
	io.WriteString(w, "\n")
}

// callerOf returns what to call the value at a position: by its name, with the id behind it where several values have
// the name, or by its id where it has none.
func callerOf(loaded *input) func(uint32) string {
	names := loaded.labels.Names
	bearers := make(map[string]int, len(names))
	for _, name := range names {
		bearers[name]++
	}
	return func(v uint32) string {
		id := strconv.FormatUint(loaded.graph.ID(v), 10)
		if names == nil || names[v] == "" {
			return id
		}
		if bearers[names[v]] > 1 {
			return wire.Printable(names[v]) + "#" + id
		}
		return wire.Printable(names[v])
	}
}

func countedPasses(n int) string {
	if n == 1 {
		return "1 pass"
	}
	return fmt.Sprintf("%d passes", n)
}
