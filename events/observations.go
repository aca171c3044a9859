package events

import "time"

// Types of observations. Ingest writes them as the device said it: squares in
// the board's own frame (its connector on White's left), clock sides as left
// and right.
const (
	TypeBoardSurface  Type = "board.v1.surface"
	TypeBoardSquare   Type = "board.v1.square"
	TypeClockReading  Type = "clock.v1.reading"
	TypeDeviceSeen    Type = "device.v1.seen"
	TypeDeviceLost    Type = "device.v1.lost"
	TypeDeviceQuiet   Type = "device.v1.quiet"
	TypeSourceDrained Type = "source.v1.drained"
	TypeTick          Type = "tick.v1.at"
	TypeRecordCut     Type = "record.v1.cut"
)

// BoardSurface is a dump of the whole board.
type BoardSurface struct {
	// Placement is the FEN placement field; empty for boards without
	// recognition.
	Placement string `json:"placement,omitempty"`
	// Occupied is the occupancy as 16 hex digits, bit 0 = a1; given only by
	// boards without recognition.
	Occupied string `json:"occupied,omitempty"`
	// Raw is the frame in hex, kept where a better decoder could use it.
	Raw string `json:"raw,omitempty"`
}

// BoardSquare is one changed square.
type BoardSquare struct {
	Square string `json:"square"`
	// Piece is the FEN letter of the man that now stands there, "?" for a man
	// that the board cannot name; absent when the square was emptied.
	Piece string `json:"piece,omitempty"`
}

// ClockReading is what the clock said. Times are whole seconds.
type ClockReading struct {
	Left      int    `json:"left"`
	Right     int    `json:"right"`
	Running   bool   `json:"running,omitempty"`
	Lever     string `json:"lever,omitempty"` // "left" or "right": the raised side, which is to move
	LeftFlag  bool   `json:"left_flag,omitempty"`
	RightFlag bool   `json:"right_flag,omitempty"`
	// LeftMark and RightMark: a flag is shown while the clock may still run.
	LeftMark   bool   `json:"left_mark,omitempty"`
	RightMark  bool   `json:"right_mark,omitempty"`
	BatteryLow bool   `json:"battery_low,omitempty"`
	Absent     bool   `json:"absent,omitempty"`
	Raw        string `json:"raw,omitempty"` // the frame in hex
}

// DeviceSeen says that a board answers on a port.
type DeviceSeen struct {
	Driver    string `json:"driver"`
	Port      string `json:"port"`
	Serial    string `json:"serial,omitempty"`
	Version   string `json:"version,omitempty"`
	Trademark string `json:"trademark,omitempty"`
}

// DeviceLost says that a board stopped answering, and why as far as known.
type DeviceLost struct {
	Port   string `json:"port"`
	Reason string `json:"reason"` // "unplugged", "read_error", "silent"
	Detail string `json:"detail,omitempty"`
}

// DeviceQuiet says that a touched board has been still since Since for MS.
type DeviceQuiet struct {
	Since time.Time `json:"since"`
	MS    int64     `json:"ms"`
}

// SourceDrained says that this source will write no more into the sitting.
type SourceDrained struct {
	Sitting string `json:"sitting"`
}

// Tick says that time passed: the projector writes it, only while a deadline
// is armed.
type Tick struct {
	At time.Time `json:"at"`
}

// RecordCut says that the store lost the end of this record: facts had been
// derived from messages that it does not hold any more. The projector writes it
// where the record goes on.
type RecordCut struct {
	// Left is the last message that is left of those before, Lost the last one
	// that facts tell of.
	Left uint64 `json:"left"`
	Lost uint64 `json:"lost"`
	// Facts is the stream that keeps what had followed from them.
	Facts string `json:"facts"`
}

// EventType returns the type name.
func (BoardSurface) EventType() Type { return TypeBoardSurface }

// EventType returns the type name.
func (BoardSquare) EventType() Type { return TypeBoardSquare }

// EventType returns the type name.
func (ClockReading) EventType() Type { return TypeClockReading }

// EventType returns the type name.
func (DeviceSeen) EventType() Type { return TypeDeviceSeen }

// EventType returns the type name.
func (DeviceLost) EventType() Type { return TypeDeviceLost }

// EventType returns the type name.
func (DeviceQuiet) EventType() Type { return TypeDeviceQuiet }

// EventType returns the type name.
func (SourceDrained) EventType() Type { return TypeSourceDrained }

// EventType returns the type name.
func (Tick) EventType() Type { return TypeTick }

// EventType returns the type name.
func (RecordCut) EventType() Type { return TypeRecordCut }
