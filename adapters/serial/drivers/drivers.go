// Package drivers lists the board families this build can read.
package drivers

import (
	"boardwire/adapters/serial"
	"boardwire/adapters/serial/dgt"
)

// Default is the driver that is used where none is named.
const Default = dgt.Name

var table = []struct {
	name string
	open func() serial.Protocol
}{
	{dgt.Name, func() serial.Protocol { return dgt.New() }},
}

// Lookup returns what makes a new codec of the named family.
func Lookup(name string) (open func() serial.Protocol, ok bool) {
	for _, d := range table {
		if d.name == name {
			return d.open, true
		}
	}
	return nil, false
}

// Names lists the families, sorted.
func Names() []string {
	names := make([]string, len(table))
	for i, d := range table {
		names[i] = d.name
	}
	return names
}
