package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// writeTo writes to a file, whole or not at all, or to standard output for -.
func writeTo(s streams, path string, write func(io.Writer) error) error {
	if path != "-" {
		return writeFile(path, write)
	}
	if err := write(s.out); err != nil {
		return inFile("standard output", err)
	}
	return nil
}

// writeFile writes a whole file or nothing: next to it first, then in its place. What is there already keeps its
// permissions, and has to be writable; a link stays, and what it leads to is written. What is there but no regular file
// with a place of its own (a pipe, a device) is written to as it is. Errors name the file as the user did.
func writeFile(path string, write func(io.Writer) error) error {
	err := replaceFile(path, write)
	if err != nil {
		return inFile(path, err)
	}
	return nil
}

func replaceFile(path string, write func(io.Writer) error) error {
	target := followLinks(path)
	before, err := os.Stat(path)
	exists := err == nil
	if !exists && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if exists {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if there, err := os.Lstat(target); err != nil || !there.Mode().IsRegular() || !os.SameFile(before, there) {
			return errors.Join(write(file), file.Close())
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	temporary := filepath.Join(filepath.Dir(target), fmt.Sprintf(".fslevels.%x.tmp", rand.Uint64()))
	if err := writeNew(temporary, write); err != nil {
		return err
	}
	if exists {
		err = os.Chmod(temporary, before.Mode().Perm())
	}
	if !exists || err == nil {
		err = os.Rename(temporary, target)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}

// followLinks returns where symbolic links lead, whether or not there is something.
func followLinks(path string) string {
	for range 40 { // as many as Linux follows
		link, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(link) {
			link = filepath.Dir(path) + "/" + link
		}
		path = link
	}
	return path
}

// writeNew makes a file, and removes it again if it cannot be written.
func writeNew(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err = errors.Join(write(file), file.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}
