//go:build !linux

package process

import "errors"

func confine(Config) error { return errors.New("this system has no Landlock") }
