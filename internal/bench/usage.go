package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// ticksPerSecond is the unit of processor times in /proc; Linux has it fixed
// at 100 for all user programs.
const ticksPerSecond = 100

// usage is how much processor time was spent up to an instant.
type usage struct {
	at        time.Time
	hall, own time.Duration // the hall, and this process with its boards
	busy      time.Duration // everybody on the machine
}

// share is what was spent between two instants, in processors.
type share struct{ hall, own, foreign float64 }

// spent reads the processor times of the hall, of this process and of the
// machine.
func spent(hall int) (usage, error) {
	u := usage{at: time.Now()}
	var err error
	if u.hall, err = processTime(strconv.Itoa(hall)); err != nil {
		return u, err
	}
	if u.own, err = processTime("self"); err != nil {
		return u, err
	}
	u.busy, err = machineTime()
	return u, err
}

// since returns the shares between an earlier instant and u.
func (u usage) since(was usage) share {
	wall := u.at.Sub(was.at).Seconds()
	s := share{hall: (u.hall - was.hall).Seconds() / wall, own: (u.own - was.own).Seconds() / wall}
	s.foreign = max(0, (u.busy-was.busy).Seconds()/wall-s.hall-s.own)
	return s
}

// processTime is the user and system time of a process.
func processTime(pid string) (time.Duration, error) {
	b, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 0, err
	}
	// The name in parentheses may hold anything; fields count from behind it.
	_, rest, ok := strings.Cut(string(b), ") ")
	f := strings.Fields(rest)
	if !ok || len(f) < 13 {
		return 0, fmt.Errorf("/proc/%s/stat: %q has no times", pid, b)
	}
	return ticks(f[11], f[12])
}

// machineTime is what all processors did other than idling and waiting.
func machineTime() (time.Duration, error) {
	b, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, err
	}
	line, _, _ := strings.Cut(string(b), "\n")
	f := strings.Fields(line) // cpu user nice system idle iowait irq softirq steal …
	if len(f) < 9 {
		return 0, fmt.Errorf("/proc/stat: %q has no times", line)
	}
	return ticks(f[1], f[2], f[3], f[6], f[7], f[8])
}

func ticks(fields ...string) (sum time.Duration, err error) {
	for _, f := range fields {
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0, err
		}
		sum += time.Duration(n) * time.Second / ticksPerSecond
	}
	return sum, nil
}

// memory returns the resident memory of a process, now and at its highest, in
// bytes.
func memory(pid int) (now, most int64, err error) {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(b)) {
		name, rest, _ := strings.Cut(line, ":")
		var into *int64
		switch name {
		case "VmRSS":
			into = &now
		case "VmHWM":
			into = &most
		default:
			continue
		}
		if _, err := fmt.Sscanf(rest, "%d kB", into); err != nil {
			return 0, 0, fmt.Errorf("/proc/%d/status: %q: %w", pid, line, err)
		}
		*into <<= 10
	}
	return now, most, nil
}

// load is the machine's load over the last minute, as text.
func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	one, _, _ := strings.Cut(string(b), " ")
	return one
}
