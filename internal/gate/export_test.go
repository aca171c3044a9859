package gate

import "time"

// OnTheSide lets the gate append and save on the side, as Run does.
func (p *Process) OnTheSide() { p.woken = func() {} }

// Idle waits until what is done on the side is finished. The next Step finds
// what became of it.
func (p *Process) Idle() {
	for busy := true; busy; time.Sleep(10 * time.Microsecond) {
		busy = p.saving != nil && len(p.saving) == 0
		for _, o := range p.outlets {
			busy = busy || o.sending != nil && len(o.sending) == 0
		}
		if !busy {
			return
		}
	}
}
