package cli
type hallCmd struct{}
type simCmd struct{}
type versionFlag bool
func (hallCmd) Run() error { return nil }
func (simCmd) Run() error { return nil }
