package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
)

// profile writes the hall's processor profile of nearly so long into a file.
func (h *hall) profile(ctx context.Context, path string, long time.Duration) error {
	seconds := max(1, int((long - 2*time.Second).Seconds()))
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", h.admin, seconds), nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("profile of the hall: %w", err)
	}
	defer resp.Body.Close()
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, resp.Body); err != nil {
		f.Close()
		return fmt.Errorf("profile of the hall: %w", err)
	}
	return f.Close()
}
