package config

import (
	"fmt"

	"boardwire/events"
)

// maxHall is how long a hall's name may be: the desk writes as desk-<hall>,
// which is a name itself.
const maxHall = 32 - len("desk-")

// CheckHall says whether s may be a hall's name.
func CheckHall(s string) error {
	if err := events.CheckToken(s); err != nil {
		return err
	}
	if len(s) > maxHall {
		return fmt.Errorf("%q has %d characters; a hall's name has at most %d", s, len(s), maxHall)
	}
	return nil
}
