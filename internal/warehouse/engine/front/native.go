package front

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	chproto "github.com/ClickHouse/ch-go/proto"
	"github.com/ClickHouse/clickhouse-go/v2/lib/column"
	"github.com/ClickHouse/clickhouse-go/v2/lib/proto"
)

// nativeBlocks reads ClickHouse's Native format as it is without a protocol
// revision and gives each block as a client of a revision expects it: with the
// block's info before it and, for each column, a flag that it is serialised
// the plain way. The driver's decoders say where a column ends; the bytes of
// its values are handed on as they came.
//
// One block is in memory at a time, twice (as bytes and as what the decoder
// made of them).
type nativeBlocks struct {
	kept     keeper
	buffered *bufio.Reader
	reader   *chproto.Reader
	revision uint64
	out      []byte
}

func newNativeBlocks(r io.Reader, revision uint64) *nativeBlocks {
	n := &nativeBlocks{revision: revision}
	n.kept.r = r
	// As large as the reader's own, which then uses this one.
	n.buffered = bufio.NewReaderSize(&n.kept, 256<<10)
	n.reader = chproto.NewReader(n.buffered)
	return n
}

// next returns the next block, valid until the call after; io.EOF at the end.
func (n *nativeBlocks) next() ([]byte, error) {
	if _, err := n.buffered.Peek(1); err != nil {
		return nil, err
	}
	n.kept.forget(n.at())
	columns, err := n.reader.UVarInt()
	if err != nil {
		return nil, torn(err)
	}
	rows, err := n.reader.UVarInt()
	if err != nil {
		return nil, torn(err)
	}
	out := n.out[:0]
	if n.revision > 0 {
		// Field 1: no overflow of a GROUP BY; field 2: no bucket (-1); the end.
		out = append(out, 1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0)
	}
	out = binary.AppendUvarint(out, columns)
	out = binary.AppendUvarint(out, rows)
	for range columns {
		head := n.at()
		name, err := n.reader.Str()
		if err != nil {
			return nil, torn(err)
		}
		kind, err := n.reader.Str()
		if err != nil {
			return nil, torn(err)
		}
		values := n.at()
		if err := n.skip(name, kind, rows); err != nil {
			return nil, fmt.Errorf("column %s of type %s: %w", name, kind, torn(err))
		}
		out = append(out, n.kept.from(head, values)...)
		if n.revision >= proto.DBMS_MIN_REVISION_WITH_CUSTOM_SERIALIZATION {
			out = append(out, 0)
		}
		out = append(out, n.kept.from(values, n.at())...)
	}
	n.out = out
	return out, nil
}

// skip reads the values of one column.
func (n *nativeBlocks) skip(name, kind string, rows uint64) error {
	if rows == 0 {
		return nil
	}
	c, err := column.Type(kind).Column(name, &column.ServerContext{Timezone: time.UTC})
	if err != nil {
		return err
	}
	if custom, ok := c.(column.CustomSerialization); ok {
		if err := custom.ReadStatePrefix(n.reader); err != nil {
			return err
		}
	}
	return c.Decode(n.reader, int(rows))
}

// at is how many bytes of the input the reader has used.
func (n *nativeBlocks) at() int64 { return n.kept.total - int64(n.buffered.Buffered()) }

func torn(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// keeper keeps what was read until it is forgotten.
type keeper struct {
	r     io.Reader
	bytes []byte
	base  int64 // where bytes begins
	total int64
}

func (k *keeper) Read(p []byte) (int, error) {
	n, err := k.r.Read(p)
	k.bytes = append(k.bytes, p[:n]...)
	k.total += int64(n)
	return n, err
}

func (k *keeper) from(a, b int64) []byte { return k.bytes[a-k.base : b-k.base] }

func (k *keeper) forget(before int64) {
	k.bytes = k.bytes[:copy(k.bytes, k.bytes[before-k.base:])]
	k.base = before
}
