package rules

import "testing"

func TestSmoke(t *testing.T) {
	p := Start()
	for d, w := range []uint64{1, 20, 400, 8902, 197281, 4865609} {
		if g := Perft(p, d); g != w {
			t.Errorf("%d: %d want %d", d, g, w)
		}
	}
	if p.FEN() != StartFEN {
		t.Error(p.FEN())
	}
	for m := range p.Legal() {
		n, err := p.ParseSAN(p.SAN(m))
		if err != nil || n != m {
			t.Error(m, n, err)
		}
	}
}
