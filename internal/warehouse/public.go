package warehouse

import (
	"fmt"
	"time"

	"boardwire/events"
	"boardwire/feeds"
	"boardwire/internal/bus"
)

// publicRows turns what one audience was shown into rows of the public
// database.
type publicRows struct{ fold *fold }

func newPublicRows(hall, audience string) *publicRows {
	return &publicRows{newFold(from{Hall: hall}, audience)}
}

// take folds a frame; into is nil where its rows are written already.
func (p *publicRows) take(m bus.Msg, since uint64, into *rows) error {
	fr, err := feeds.ParseFrame(m.Data)
	if err != nil {
		return err
	}
	new := p.fold.see(fr, cause{seq: m.Seq, since: since, released: m.Time.Truncate(time.Microsecond)})
	if into != nil {
		into.games = append(into.games, new.games...)
		into.plies = append(into.plies, new.plies...)
	}
	return nil
}

// deliveryRows counts what was let go to one audience.
type deliveryRows struct{ hall, audience string }

// take makes the row of one message; into is nil where it is written already.
func (d *deliveryRows) take(m bus.Msg, since uint64, into *rows) error {
	if into == nil {
		return nil
	}
	fr, err := feeds.ParseFrame(m.Data)
	if err != nil {
		return fmt.Errorf("delivery: %w", err)
	}
	scope := fr.Scope
	if fr.Game != "" {
		scope = events.TableScope(fr.Game)
	}
	row := delivery{
		from: from{Hall: d.hall, Seq: m.Seq, Since: since}, place: placeOf(scope),
		Audience: d.audience, Kind: fr.Kind, At: fr.At, Released: m.Time.Truncate(time.Microsecond),
	}
	switch b := fr.Body.(type) {
	case feeds.Made:
		row.Ply = uint16(max(b.Ply, 0))
	case feeds.Completed:
		row.Ply = uint16(max(b.Ply, 0))
	case feeds.Withdrawn:
		row.Ply = uint16(max(b.Ply, 0))
	}
	into.deliveries = append(into.deliveries, row)
	return nil
}
