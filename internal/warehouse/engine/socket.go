package engine

// Socket is where the user's process listens; empty for an unknown user. With
// the user's secret (Options) another process of the same owner can reach it.
func (e *Engine) Socket(user string) string {
	if s := e.sides[user]; s != nil {
		return s.socket
	}
	return ""
}
