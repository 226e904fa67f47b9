package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestCorpusIsRefusedInWordsOrAnswered gives the tool what fuzzing found.
func TestCorpusIsRefusedInWordsOrAnswered(t *testing.T) {
	paths, err := filepath.Glob("../../../capi/tests/corpus/*")
	if err != nil || len(paths) < 20 {
		t.Fatalf("a corpus of %d, %v", len(paths), err)
	}
	answered := 0
	for _, path := range paths {
		checked := fslevels("check", path)
		if checked.code == exitOK {
			answered++
			text := fslevels("convert", path, "-").expectOK(t)
			fslevels("check", fileWith(t, "graph.json", text)).expectOK(t)
			continue
		}
		checked.expectFailure(t, exitError, path)
		if content, err := os.ReadFile(path); err != nil || len(checked.err) > 1000+len(content) {
			t.Errorf("%v, %d bytes of words", err, len(checked.err))
		}
	}
	if answered == 0 || answered == len(paths) {
		t.Errorf("%d answered of %d", answered, len(paths))
	}
}
