// Command fslevels computes the pass levels of value graphs in files, converts the files, and checks them.
//
//	fslevels levels graph.fslg
//	fslevels convert graph.json graph.fslg
//	fslevels check graph.json
//
// It is pure Go, for people and scripts: results go to standard output, everything else to standard error.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// version is that of the library.
const version = "0.1.0"

// Exit codes.
const (
	exitOK    = 0
	exitError = 2
	exitUsage = 64
)

const usage = `fslevels computes pass levels of value graphs.

Usage:
  fslevels levels [--json] [--inside=all|none] FILE   print the pass of every value
  fslevels convert IN OUT                             convert between .fslg and .json
  fslevels check FILE                                 say whether a graph is well formed
  fslevels COMMAND --help                             more about a command
  fslevels --version                                  print the version

FILE is an FSLG FlatBuffer or its JSON form, told apart by content; - is standard input.
Exit codes: 0 done, 2 error, 64 wrong usage.
`

// A command is one word after fslevels.
type command struct {
	help string
	// define adds the command's flags, and returns what to do with the arguments that are none.
	define func(*flag.FlagSet) func(streams, []string) error
}

var commands = map[string]command{
	"levels":  {levelsHelp, defineLevels},
	"convert": {convertHelp, defineConvert},
	"check":   {checkHelp, defineCheck},
}

// streams are what a process reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// usageError is a call that nobody could obey, whatever the files hold.
type usageError string

func (e usageError) Error() string { return string(e) }

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run does what the arguments say and returns the exit code.
func run(args []string, s streams) int {
	err := dispatch(args, s)
	if err == nil {
		return exitOK
	}
	fmt.Fprintf(s.err, "fslevels: %v\n", err)
	var wrong usageError
	if errors.As(err, &wrong) {
		fmt.Fprintln(s.err, "Try: fslevels --help")
		return exitUsage
	}
	return exitError
}

func dispatch(args []string, s streams) error {
	if len(args) == 0 {
		return usageError("expected a command: levels, convert or check")
	}
	switch args[0] {
	case "--help", "-help", "-h", "help":
		return write(s.out, usage)
	case "--version", "-version":
		return write(s.out, "fslevels "+version+"\n")
	}
	c, known := commands[args[0]]
	if !known {
		return usageError(fmt.Sprintf("unknown command %q, expected levels, convert or check", args[0]))
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	act := c.define(flags)
	files, err := parseAnywhere(flags, args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return write(s.out, c.help)
	}
	if err != nil {
		return usageError(args[0] + ": " + err.Error())
	}
	return act(s, files)
}

// parseAnywhere parses flags before, between and after the other arguments, which it returns. After -- there are no
// flags.
func parseAnywhere(flags *flag.FlagSet, args []string) (others []string, err error) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, err
		}
		rest := flags.Args()
		if parsed := len(args) - len(rest); parsed > 0 && args[parsed-1] == "--" {
			return append(others, rest...), nil
		}
		if len(rest) == 0 {
			return others, nil
		}
		others, args = append(others, rest[0]), rest[1:]
	}
}

// expectFiles complains about another number of arguments than the command takes.
func expectFiles(files []string, command, expected string, count int) error {
	if len(files) != count {
		return usageError(fmt.Sprintf("%s: expected %s, got %d arguments", command, expected, len(files)))
	}
	return nil
}

func write(out io.Writer, text string) error {
	_, err := io.WriteString(out, text)
	return err
}
