package js

import "context"

// RestartAfter is Restart with something done while no server runs.
func (s *Server) RestartAfter(ctx context.Context, do func()) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.srv.Shutdown()
	s.srv.WaitForShutdown()
	do()
	srv, err := s.start(ctx)
	s.srv = srv
	return err
}
