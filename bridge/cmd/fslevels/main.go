// Command fslevels computes the pass levels of value graphs in files, answers questions about them, and converts and
// checks the files.
//
//	fslevels levels graph.fslg
//	fslevels explain graph.fslg NAME
//	fslevels verify graph.fslg passes.json
//	fslevels report graph.fslg
//	fslevels draw --svg graph.fslg -o graph.svg
//	fslevels view graph.fslg -o graph.html
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
	"slices"
)

// version is that of the library, which CMake has the linker put here.
var version = "unversioned"

// Exit codes.
const (
	exitOK    = 0
	exitNo    = 1
	exitError = 2
	exitUsage = 64
)

const usage = `fslevels computes pass levels of value graphs, and says why, at what cost, and whether others are legal.

Usage:
  fslevels levels [--max-passes N] [--stats] FILE   print the pass of every value
  fslevels explain FILE VALUE                       say why a value is in its pass
  fslevels explain --pass FILE PASS                 say what first forces a pass to exist
  fslevels verify FILE PASSES                       say whether anybody's passes are legal
  fslevels report FILE                              print what the split asks of the loop nests, and what it keeps
  fslevels draw [--svg] [-o OUT] FILE               draw the graph with its passes
  fslevels view FILE [-o OUT]                       make a page to look around in
  fslevels convert IN OUT                           convert between .fslg and .json
  fslevels check FILE                               say whether a graph is well formed
  fslevels COMMAND --help                           more about a command
  fslevels --version                                print the version

Except for convert and check, all take --inside=all|none, for graphs that do not say it themselves. levels, explain,
verify and report take --json, for programs.
` + fileHelp + `Exit codes: 0 done, 1 no (not legal, or more passes than allowed), 2 error, 64 wrong usage.
`

// A command is one word after fslevels.
type command struct {
	name, help string
	// define adds the command's flags, and returns what to do with the arguments that are none.
	define func(*flag.FlagSet) func(streams, []string) error
}

var commands = []command{
	{"levels", levelsHelp, defineLevels},
	{"explain", explainHelp, defineExplain},
	{"verify", verifyHelp, defineVerify},
	{"report", reportHelp, defineReport},
	{"draw", drawHelp, defineDraw},
	{"view", viewHelp, defineView},
	{"convert", convertHelp, defineConvert},
	{"check", checkHelp, defineCheck},
}

const commandNames = "levels, explain, verify, report, draw, view, convert or check"

// streams are what a process reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// usageError is a call that has to be put otherwise.
type usageError string

func (e usageError) Error() string { return string(e) }

// no is an answer, and no error: what was asked is not so, and standard output says why. Its text is what else there is
// to say, if anything.
type no string

func (n no) Error() string { return string(n) }

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run does what the arguments say and returns the exit code.
func run(args []string, s streams) int {
	err := dispatch(args, s)
	code := exitCode(err)
	if err != nil && err.Error() != "" {
		fmt.Fprintf(s.err, "fslevels: %v\n", err)
	}
	if code == exitUsage {
		fmt.Fprintln(s.err, "Try: fslevels --help")
	}
	return code
}

func exitCode(err error) int {
	var answer no
	var wrong usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &answer):
		return exitNo
	case errors.As(err, &wrong):
		return exitUsage
	}
	return exitError
}

func dispatch(args []string, s streams) error {
	if len(args) == 0 {
		return usageError("expected a command: " + commandNames)
	}
	switch args[0] {
	case "--help", "-help", "-h", "help":
		return write(s.out, usage)
	case "--version", "-version":
		return write(s.out, "fslevels "+version+"\n")
	}
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == args[0] })
	if i < 0 {
		return usageError(fmt.Sprintf("unknown command %q, expected %s", args[0], commandNames))
	}
	c := commands[i]
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

func writeLine(out io.Writer, line []byte) error { return write(out, string(line)+"\n") }
