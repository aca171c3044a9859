package warehouse

import (
	"fmt"
	"time"

	"boardwire/events"
	"boardwire/internal/bus"
)

// Kinds of device_health.
const (
	HealthSeen        = "seen"
	HealthLost        = "lost"
	HealthBattery     = "battery_low"
	HealthClockAbsent = "clock_absent"
	HealthDrained     = "drained"
)

// recordRows turns a record into rows. Each message stands for itself.
type recordRows struct{ stamp from }

// take makes the rows of one message; into is nil where they are written
// already.
func (r *recordRows) take(m bus.Msg, since uint64, into *rows) error {
	if into == nil {
		return nil
	}
	e, err := events.Decode(m.Data)
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	at := r.stamp
	at.Seq, at.Since = m.Seq, since
	stored := m.Time.Truncate(time.Microsecond)
	switch d := e.Data.(type) {
	case events.Ruling:
		into.rulings = append(into.rulings, rulingRow(at, e, d, stored, payload(&e, m.Data)))
		return nil
	}
	device, _ := e.Scope.Device()
	into.observations = append(into.observations, observation{
		from: at, ID: string(e.ID), Type: string(e.Type), Source: e.Source, Device: device, SourceSeq: e.Seq,
		Observed: e.Observed, Recorded: e.Recorded, Stored: stored, Data: payload(&e, m.Data),
	})
	h := health{from: at, ID: string(e.ID), Device: device, Source: e.Source, Observed: e.Observed, Stored: stored}
	switch d := e.Data.(type) {
	case events.DeviceSeen:
		h.Kind, h.Port, h.Detail = HealthSeen, d.Port, d.Driver+" "+d.Version
	case events.DeviceLost:
		h.Kind, h.Port, h.Reason, h.Detail = HealthLost, d.Port, d.Reason, d.Detail
	case events.SourceDrained:
		h.Kind = HealthDrained
	case events.ClockReading:
		switch {
		case d.Absent:
			h.Kind = HealthClockAbsent
		case d.BatteryLow:
			h.Kind = HealthBattery
		}
	}
	if h.Kind != "" {
		into.health = append(into.health, h)
	}
	return nil
}

func rulingRow(at from, e events.Event, r events.Ruling, stored time.Time, data string) ruling {
	by := r.By()
	row := ruling{
		from: at, place: placeOf(e.Scope), ID: string(e.ID), Kind: e.Type.Kind(), Author: by.Author, Request: by.Request,
		Article: by.Article, Saw: string(by.Saw), Recorded: e.Recorded, Stored: stored, Data: data,
	}
	switch d := r.(type) {
	case events.ResultRuling:
		row.Result, row.Detail = d.Result, d.Reason
	case events.Confirm:
		row.Result = d.Result
	case events.Claim:
		row.Player, row.Detail = d.Player, d.Ground
	case events.Offer:
		row.Player = d.Player
	case events.Resign:
		row.Player = d.Player
	case events.FlagRuling:
		row.Player = d.Player
	case events.Illegal:
		row.Player, row.Detail = d.Player, d.Offence
	case events.Correction:
		row.Detail = d.From
	case events.AudienceRuling:
		row.Detail = d.Audience
	case events.Abandon:
		row.Detail = d.Silent
	case events.Assign:
		row.Detail = d.Device
	case events.Presence:
		row.Player, row.Detail = d.Player, d.State
	case events.Reversed:
		row.Detail = d.Decision
	case events.Displaced:
		row.Player = d.Player
	case events.Annul:
		row.Detail = d.Why
	case events.Penalty:
		row.Player, row.Detail = d.Player, d.Penalty
	case events.Uncount:
		row.Player = d.Player
	case events.Signed:
		row.Result = d.Result
	case events.Quickplay:
		row.Player, row.Detail = d.Player, d.Step
	case events.CastlingRuling:
		row.Player, row.Detail = d.Player, d.Why
	case events.Seal:
		row.Player = d.Player
	case events.Unseal:
		row.Detail = d.Found
	case events.AdjournedRuling:
		row.Player = d.Sealer
	}
	return row
}
