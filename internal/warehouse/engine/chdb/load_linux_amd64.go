package chdb

import (
	"fmt"

	"github.com/ebitengine/purego"
)

// Load opens the shared library. The error names the file, and the first
// function that it lacks.
func Load(path string) (*Library, error) {
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, fmt.Errorf("load the warehouse engine from %s: %w", path, err)
	}
	l := &Library{}
	for _, f := range []struct {
		name string
		to   any
	}{
		{"chdb_version", &l.version},
		{"chdb_set_signal_handlers_enabled", &l.signals},
		{"chdb_connect", &l.connect},
		{"chdb_close_conn", &l.close},
		{"chdb_shutdown", &l.shutdown},
		{"chdb_classify_query_n", &l.classify},
		{"chdb_query_with_params_n", &l.query},
		{"chdb_stream_query_with_params_n", &l.stream},
		{"chdb_stream_fetch_result", &l.fetch},
		{"chdb_stream_cancel_query", &l.cancel},
		{"chdb_stream_insert_with_params_n", &l.insert},
		{"chdb_stream_append", &l.push},
		{"chdb_stream_done", &l.done},
		{"chdb_stream_cancel_insert", &l.abandon},
		{"chdb_stream_insert_error", &l.insertError},
		{"chdb_destroy_insert_stream", &l.freeInsert},
		{"chdb_result_buffer", &l.buffer},
		{"chdb_result_length", &l.length},
		{"chdb_result_error", &l.errorText},
		{"chdb_result_rows_written", &l.rowsWritten},
		{"chdb_result_storage_rows_read", &l.rowsRead},
		{"chdb_result_storage_bytes_read", &l.bytesRead},
		{"chdb_destroy_query_result", &l.free},
	} {
		symbol, err := purego.Dlsym(handle, f.name)
		if err != nil {
			return nil, fmt.Errorf("%s is no warehouse engine that can be used: %w", path, err)
		}
		purego.RegisterFunc(f.to, symbol)
	}
	// Go handles the signals of this process.
	l.signals(0)
	return l, nil
}
