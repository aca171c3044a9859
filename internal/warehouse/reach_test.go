package warehouse

import (
	"context"
	"net"
	"path/filepath"
	"testing"
	"time"
)

// An engine that ended under a hall that runs is waited for; one that a killed
// hall left behind is not.
func TestAnEngineThatIsStartedAnewIsWaitedFor(t *testing.T) {
	data := t.TempDir()
	r := Reach{Socket: filepath.Join(data, "s"), User: "live", Secret: "x"}
	never := func() bool { t.Error("no engine was ever here, and still somebody waits"); return false }
	if _, ok, err := RunningSoon(t.Context(), data, "live", never); ok || err != nil {
		t.Fatalf("without word of an engine: %v, %v", ok, err)
	}
	if err := r.Save(data); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := RunningSoon(t.Context(), data, "live", func() bool { return false }); ok || err != nil {
		t.Fatalf("the hall was killed: %v, %v", ok, err)
	}
	asked := 0
	held := func() bool {
		if asked++; asked == 2 {
			l, err := net.Listen("unix", r.Socket)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { l.Close() })
		}
		return true
	}
	o, ok, err := RunningSoon(t.Context(), data, "live", held)
	if !ok || err != nil || o.Auth.Password != "x" || asked != 2 {
		t.Fatalf("an engine that came back: %v, %v, asked %d times", ok, err, asked)
	}
	r.Socket = filepath.Join(data, "gone")
	if err := r.Save(data); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer stop()
	if _, ok, err := RunningSoon(ctx, data, "live", func() bool { return true }); ok || err != nil {
		t.Fatalf("an engine that does not come back: %v, %v", ok, err)
	}
}
