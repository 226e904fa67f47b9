package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// writeFile writes a whole file or nothing: next to it first, then in its place. What is there already keeps its
// permissions; what is there but no regular file (a pipe, a device) is written to as it is.
func writeFile(path string, content []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	before, err := os.Stat(path)
	exists := err == nil
	if exists && !before.Mode().IsRegular() {
		return writeInto(path, content, os.O_WRONLY)
	}
	temporary := fmt.Sprintf("%s.%d.tmp", path, os.Getpid())
	if err := writeInto(temporary, content, os.O_WRONLY|os.O_CREATE|os.O_EXCL); err != nil {
		return err
	}
	if exists {
		err = os.Chmod(temporary, before.Mode().Perm())
	}
	if !exists || err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}

// writeInto opens, writes and closes; a file that it made is removed again if that fails.
func writeInto(path string, content []byte, flags int) error {
	file, err := os.OpenFile(path, flags, 0o666)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	err = errors.Join(err, file.Close())
	if err != nil && flags&os.O_EXCL != 0 {
		return errors.Join(err, os.Remove(path))
	}
	return err
}
