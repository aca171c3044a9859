package front

import (
	"bytes"
	"strings"

	chproto "github.com/ClickHouse/ch-go/proto"

	"boardwire/internal/warehouse/engine/chdb"
)

// columnsOf is a block without rows that has the columns of a query.
func columnsOf(conn *chdb.Conn, q *request) ([]byte, error) {
	sql := q.sql
	if q.look.formatAt >= 0 {
		sql = sql[:q.look.formatAt]
	}
	sql = strings.TrimRight(sql, "; \t\r\n")
	out, _, err := conn.Exec("DESCRIBE TABLE ("+sql+"\n) SETTINGS describe_compact_output = 1", "RowBinary", q.params...)
	if err != nil {
		return nil, err
	}
	var b chproto.Buffer
	columns := 0
	for r := chproto.NewReader(bytes.NewReader(out)); ; columns++ {
		name, err := r.Str()
		if err != nil {
			break // the end
		}
		kind, err := r.Str()
		if err != nil {
			return nil, torn(err)
		}
		b.PutString(name)
		b.PutString(kind)
	}
	// As the engine would have given it, without a revision.
	var head chproto.Buffer
	head.PutUVarInt(uint64(columns))
	head.PutUVarInt(0)
	return newNativeBlocks(bytes.NewReader(append(head.Buf, b.Buf...)), q.revision).next()
}
