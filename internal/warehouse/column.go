package warehouse

// table is one table and how its rows become columns.
type table[R any] struct {
	name string
	// part returns the partition of a row. An insert has rows of one alone, and
	// so is written whole or not at all.
	part    func(*R) string
	columns []column[R]
}

// column makes one column of rows.
type column[R any] struct {
	name string
	make func(rows []*R) any
}

// is names a column and what of a row stands in it.
func is[R, T any](name string, get func(*R) T) column[R] {
	return column[R]{name, func(rows []*R) any {
		out := make([]T, len(rows))
		for i, r := range rows {
			out[i] = get(r)
		}
		return out
	}}
}

// block is one insert: the rows of one table and one partition, by columns.
type block struct {
	database, table string
	names           []string
	data            []any
	rows            int
}

// blocks parts rows by partition, in the order in which partitions appear.
func (t *table[R]) blocks(database string, rows []R) []block {
	if len(rows) == 0 {
		return nil
	}
	var order []string
	parts := map[string][]*R{}
	for i := range rows {
		p := t.part(&rows[i])
		if _, ok := parts[p]; !ok {
			order = append(order, p)
		}
		parts[p] = append(parts[p], &rows[i])
	}
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = c.name
	}
	var out []block
	for _, p := range order {
		for rest := parts[p]; len(rest) > 0; {
			n := min(len(rest), batchRows)
			b := block{database: database, table: t.name, names: names, rows: n}
			for _, c := range t.columns {
				b.data = append(b.data, c.make(rest[:n]))
			}
			out = append(out, b)
			rest = rest[n:]
		}
	}
	return out
}
