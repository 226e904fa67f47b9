package main

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"forcedsplit/engine"
	"forcedsplit/engine/render"
)

// printText prints a line for each pass, one for the values that are not listed, the totals, and statistics, if any.
func printText(out io.Writer, loaded *input, result *engine.Levels, stats *statistics) error {
	w := bufio.NewWriter(out)
	printTitle(w, loaded)
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
	call := render.Namer(&loaded.graph, &loaded.labels)
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
	if stats != nil {
		printStatistics(w, stats)
	}
	return w.Flush()
}

// printTitle prints the graph's name, if it has one.
func printTitle(w io.Writer, loaded *input) {
	if name := loaded.labels.Name; name != "" {
		fmt.Fprintln(w, render.Printable(name))
	}
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

func countedPasses(n int) string {
	if n == 1 {
		return "1 pass"
	}
	return fmt.Sprintf("%d passes", n)
}

// statistics are the counts about a graph, and how long it took.
type statistics struct {
	engine.Stats
	decoding time.Duration
	times    engine.Times
}

func printStatistics(w io.Writer, s *statistics) {
	fmt.Fprintf(w, "%s, %d in the longest chain\n", counted(s.Edges, "edge"), s.LongestChain)
	fmt.Fprintf(w, "%s, %d answered with yes\n", counted(s.Questions, "question"), s.Yes)
	fmt.Fprintf(w, "values by pass: %s\n", strings.Trim(fmt.Sprint(s.PerPass), "[]"))
	fmt.Fprintf(w, "%d lifted, %d pinned\n", s.Lifted, s.Stats.Pinned)
	fmt.Fprintf(w, "time: decode %v, ask %v, sweep %v\n", s.decoding, s.times.Ask, s.times.Sweep)
}
