package cli
type hallCmd struct{}
type simCmd struct{}
type tailCmd struct{}
type versionFlag bool
func (hallCmd) Run() error { return nil }
func (simCmd) Run() error { return nil }
func (tailCmd) Run() error { return nil }
