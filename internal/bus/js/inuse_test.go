package js

import "testing"

func TestAFolderInUse(t *testing.T) {
	dir := t.TempDir()
	if InUse(dir) {
		t.Error("a folder without a server is in use")
	}
	f, err := lockDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !InUse(dir) {
		t.Error("a server runs, and the folder is not in use")
	}
	f.Close()
	if InUse(dir) {
		t.Error("the server ended, and the folder is in use")
	}
	g, err := lockDir(dir)
	if err != nil {
		t.Fatalf("asking left the folder locked: %v", err)
	}
	g.Close()
}
