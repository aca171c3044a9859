package warehouse

import "time"

// from is where a row comes from: the message of a stream.
type from struct {
	Hall, Sitting string
	// Gen is the generation of facts, 0 for the record.
	Gen uint32
	// Seq is the message's sequence, and the row's version.
	Seq uint64
	// Since is the first sequence of the batch that the row was written in. A
	// batch begins when all tables have the one before, so that the greatest
	// Since in any table tells where to go on.
	Since uint64
}

// place is a table of a round, parted.
type place struct {
	Tournament, Round string
	Board             uint16
	Game              string
}

// observation is one message of a device.
type observation struct {
	from
	ID, Type, Source, Device   string
	SourceSeq                  uint64
	Observed, Recorded, Stored time.Time
	Data                       string
}

// ruling is one ruling as it was stated.
type ruling struct {
	from
	place
	ID, Kind, Author, Request, Article, Saw string
	// Player, Result and Detail are of the rulings that have them: the detail
	// is a reason, a ground, an offence or where a correction was taken from.
	Player, Result, Detail string
	Recorded, Stored       time.Time
	Data                   string
}

// health is what a device or a clock said of itself.
type health struct {
	from
	ID, Device, Kind, Source string
	Port, Reason, Detail     string
	Observed, Stored         time.Time
}

// fact is one fact.
type fact struct {
	from
	place
	ID, Type, Cause    string
	Device             string
	InSeq              uint64
	Observed, Recorded time.Time
	In, Stored         time.Time
	Data               string
}

// answer is how the fold answered a ruling.
type answer struct {
	from
	place
	ID, Ruling, Request, Answer, Verdict, Text string
	Articles                                   []string
	In                                         time.Time
}

// finding is what asked a human to look.
type finding struct {
	from
	place
	ID, Kind, Device, Text, Act string
	Ply                         uint16
	Articles                    []string
	Raised                      time.Time
	Cleared                     *time.Time
}

// ply is one half-move as it stands now, or stood before it was taken back.
type ply struct {
	from
	place
	// Audience is who was shown it; empty in the live database.
	Audience           string
	Ply                uint16
	Side, Player       string
	UCI, SAN, FEN      string
	Standing           bool
	Illegal            bool
	Origin, By, Phase  string
	Edition            string
	Clk, Emt, OtherClk *int32
	Quality            string
	WallMS             *int64
	Made               time.Time
	Completed          *time.Time
	Released           *time.Time
	DelayMS            *int64
}

// game is one game as it stands now.
type game struct {
	from
	place
	Audience               string
	White, Black           string
	Edition, Kind          string
	Supervised             bool
	Control, Start, Device string
	Rate                   uint16
	Gone                   bool
	Status, Result         string
	Reason, Source         string
	Articles               []string
	// WhiteHalf and BlackHalf are the half points that a final result gives; nil
	// where there is none, or where the audience is not told.
	WhiteHalf, BlackHalf *int16
	Paired               time.Time
	Begun, Ended         *time.Time
}

// delivery is one message that a gate has let go.
type delivery struct {
	from
	place
	Audience, Kind string
	Ply            uint16
	At, Released   time.Time
}

// audience is a delay as it was in force from a moment on.
type audience struct {
	Hall, Name, Kind string
	DelayMS          int64
	Since            time.Time
}

// current names the generation that questions are answered from.
type current struct {
	Hall, Sitting string
	Gen           uint32
}

// position is what the writer says of itself.
type position struct {
	Hall, Stream string
	Seq, Last    uint64
	Error        string
	At           time.Time
}

// empty leaves the room of all rows and nothing of what stood in it.
func (r *rows) empty() {
	r.observations = emptied(r.observations)
	r.rulings = emptied(r.rulings)
	r.health = emptied(r.health)
	r.facts = emptied(r.facts)
	r.plies = emptied(r.plies)
	r.games = emptied(r.games)
	r.findings = emptied(r.findings)
	r.answers = emptied(r.answers)
	r.deliveries = emptied(r.deliveries)
}

func emptied[R any](list []R) []R {
	clear(list)
	return list[:0]
}
