package main

import (
	"encoding/json"
	"strconv"

	"boardwire/clockstate"
	"boardwire/events"
	"boardwire/rules"

	"github.com/invopop/jsonschema"
)

// rule says what a field may hold beyond its kind.
type rule func(*jsonschema.Schema)

const scope = `^(hall|device/[a-z0-9-]{1,32}|tournament/[a-z0-9-]{1,32}|round/[a-z0-9-]{1,32}\.[a-z0-9-]{1,32}|table/[a-z0-9-]{1,32}\.[a-z0-9-]{1,32}\.[1-9][0-9]{0,4})$`

var (
	token    = matches(`^[a-z0-9-]{1,32}$`)
	digest   = matches(`^[0-9a-f]{64}$`)
	factID   = matches(`^[0-9a-f]{32}$`)
	ownID    = matches(`^[a-z0-9-]{1,32}\.[1-9][0-9]{0,19}$`)
	id       = matches(`^([0-9a-f]{32}|[a-z0-9-]{1,32}\.[1-9][0-9]{0,19})$`)
	rawBytes = func(s *jsonschema.Schema) {
		text(2, 32768)(s)
		s.Pattern = `^([0-9a-f]{2})+$`
	}
	square  = matches(`^[a-h][1-8]$`)
	piece   = matches(`^[PNBRQKpnbrqk?]$`)
	instant = func(s *jsonschema.Schema) {
		s.Format = "date-time"
		s.Pattern = `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$`
	}
	result  = oneOf("1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "*")
	reason  = oneOf("checkmate", "stalemate", "dead_position", "fivefold", "seventyfive_moves", "threefold_claim", "fifty_claim", "flag", "flag_no_mate", "agreement", "resignation", "resignation_no_mate", "illegal_move", "forfeit", "arbiter", "not_recorded")
	origin  = oneOf(events.SourceDerived, events.SourceSignalled, events.SourceRuled, events.SourceRecorded, events.SourceNone)
	finding = oneOf(events.FindingIllegalMove, events.FindingIllegalStands, events.FindingGesture, events.FindingResultConflict,
		events.FindingDeadPosition, events.FindingHiddenFlag, events.FindingBonusUndeclared, events.FindingNoOrOneMove,
		events.FindingClkMissing, events.FindingTruncated, events.FindingControlMismatch, events.FindingClockAdjusted,
		events.FindingWrongClaim, events.FindingClockExpected, events.FindingUnpromoted, events.FindingFlag, events.FindingBothFlags,
		events.FindingPress, events.FindingTouched, events.FindingRookFirst, events.FindingMoveCount, events.FindingTwoMinutes, events.FindingRecordingExempt,
		events.FindingBothScoresheets, events.FindingOneScoresheet, events.FindingNoFirstMove,
		events.FindingWrongSetup, events.FindingWrongBoard, events.FindingDisplaced, events.FindingColorsReversed, events.FindingClocksStopped, events.FindingDevice, events.FindingRecord)
	dutyAct   = oneOf(words(func(i uint8) string { return rules.Act(i).String() })...)
	dutyUntil = oneOf(words(func(i uint8) string { return rules.Until(i).String() })...)
	uci       = matches(`^[a-h][1-8][a-h][1-8][nbrq]?$`)
	color     = oneOf("white", "black")
	gameKind  = oneOf("standard", "rapid", "blitz")
)

// rules has one entry for every field of data that is a text or a number: by
// type and path, or by path or last name for all types.
var fieldRules = map[string]rule{
	// observations
	"square":                    square,
	"piece":                     piece,
	"placement":                 matches(`^([PNBRQKpnbrqk?1-8]{1,8}/){7}[PNBRQKpnbrqk?1-8]{1,8}$`),
	"occupied":                  matches(`^[0-9a-f]{16}$`),
	"raw":                       rawBytes,
	"left":                      atLeast(0),
	"right":                     atLeast(0),
	"lever":                     oneOf("left", "right"),
	"driver":                    token,
	"port":                      text(1, 255),
	"serial":                    text(1, 64),
	"version":                   text(1, 64),
	"trademark":                 text(1, 1024),
	"device.v1.lost reason":     oneOf("unplugged", "read_error", "silent"),
	"detail":                    text(1, 1024),
	"since":                     instant,
	"ms":                        atLeast(1),
	"at":                        instant,
	"sitting":                   token,
	"hall":                      token,
	"rate":                      atLeast(1),
	"sources[].source":          token,
	"seq":                       atLeast(1),
	"record.v1.cut left":        atLeast(1),
	"lost":                      atLeast(1),
	"facts":                     text(1, 128),
	"hash":                      digest,
	"device":                    token,
	"request":                   text(1, 128),
	"author":                    text(1, 128),
	"article":                   text(1, 64),
	"unlisted":                  text(1, 64),
	"articles[]":                article,
	"note":                      digest,
	"saw":                       factID,
	"name":                      digest,
	"edition":                   oneOf("1997", "2001", "2005", "2009", "2014", "2017", "2018", "2023"),
	"kind":                      gameKind,
	"control":                   text(1, 400),
	"start":                     func(s *jsonschema.Schema) { s.Format = "date-time" },
	"board":                     between(1, 99999),
	"tables[].white":            text(1, 64),
	"tables[].black":            text(1, 64),
	"result":                    result,
	"reason":                    reason,
	"audience":                  token,
	"ruling.v1.audience kind":   oneOf("public", "commentary", "hall", "arbiter"),
	"delay_ms":                  atLeast(0),
	"silent":                    token,
	"sealed[]":                  matches(`^[a-z0-9-]{1,32}\.[a-z0-9-]{1,32}\.[0-9]{1,5}$`),
	"table.v1.paired white":     text(1, 64),
	"table.v1.paired black":     text(1, 64),
	"fen":                       matches(`^[PNBRQKpnbrqk1-8/]{15,71} [wb] (-|[KQkqA-Ha-h]{1,4}) (-|[a-h][36]) [0-9]{1,4} [0-9]{1,4}$`),
	"ply":                       atLeast(1),
	"uci":                       uci,
	"san":                       matches(`^[KQRBNOa-h][KQRBNOa-h1-8x=+#-]{1,9}$`),
	"white":                     atLeast(0),
	"black":                     atLeast(0),
	"running":                   color,
	"move":                      factID,
	"move.v1.completed by":      oneOf(events.ByPress, events.ByEnd, events.ByNext),
	"clock.v1.changed by":       color,
	"changes[]":                 oneOf(clockstate.Change(1<<16 - 1).Words()...),
	"after":                     atLeast(0),
	"source":                    origin,
	"withdraws":                 factID,
	"ruling":                    ownID,
	"answer":                    oneOf(events.AnswerAccepted, events.AnswerDiscretion, events.AnswerRefused),
	"text":                      text(1, 1024),
	"finding.v1.raised kind":    finding,
	"finding.v1.cleared kind":   finding,
	"finding":                   factID,
	"ground":                    oneOf(string(rules.GroundThreefold), string(rules.GroundFifty)),
	"player":                    color,
	"ruling.v1.flag player":     oneOf("white", "black", "both"),
	"announced":                 uci,
	"offence":                   oneOf(events.OffenceIllegalMove, events.OffenceUnpromoted, events.OffenceKingTaken, events.OffenceTwoHands, events.OffencePress),
	"moves[]":                   uci,
	"from":                      oneOf(events.FromScoresheet, events.FromPlayers, events.FromVideo, events.FromArbiter),
	"origin":                    oneOf(events.OriginSupposed, events.OriginCorrected, events.OriginSealed, events.OriginCarried),
	"verdict":                   oneOf(events.VerdictCorrect, events.VerdictIncorrect, events.VerdictCannotSay, events.VerdictRightLost),
	"act":                       dutyAct,
	"default_time":              atLeast(0),
	"no_draw_before":            atLeast(0),
	"draw_odds":                 color,
	"win":                       atLeast(0),
	"draw":                      atLeast(0),
	"loss":                      atLeast(0),
	"ruling.v1.presence player": oneOf("white", "black", "both"),
	"ruling.v1.presence state":  oneOf(events.PresenceArrived, events.PresenceAbsent),
	"decision":                  oneOf(events.DecisionContinue, events.DecisionRestart),
	"why":                       oneOf(events.AnnulSetup, events.AnnulBoard, events.AnnulColors, events.AnnulDisplaced, events.AnnulEnvelope, events.AnnulOther),
	"ruling.v1.castling why":    oneOf(events.CastlingMisplaced, events.CastlingMoved),
	"wing":                      oneOf(rules.Kingside.String(), rules.Queenside.String()),
	"penalty":                   oneOf(events.PenaltyWarning, events.PenaltyMoreTime, events.PenaltyLessTime, events.PenaltyMore, events.PenaltyLess, events.PenaltyLoss, events.PenaltyPhone, events.PenaltyFine, events.PenaltyExcluded, events.PenaltyExpelled),
	"seconds":                   atLeast(0),
	"half_points":               atLeast(0),
	"step":                      oneOf(events.QuickplayClaimed, events.QuickplayDrawn, events.QuickplayPostponed, events.QuickplayRejected, events.QuickplayIncrement, events.QuickplaySubmitted),
	"found":                     oneOf(events.EnvelopeMove, events.EnvelopeAmbiguous, events.EnvelopeIllegal, events.EnvelopeResigned, events.EnvelopeDraw, events.EnvelopeLost),
	"ruling.v1.unseal move":     uci,
	"sealer":                    color,
	"game.v1.adjourned state":   oneOf(events.AdjournedOrdered, events.AdjournedSealed, events.AdjournedOpened, events.AdjournedLost, events.AdjournedWithdrawn),
	"until":                     dutyUntil,

	"ruling.v1.quickplay ground": oneOf(events.GroundCannotWin, events.GroundNoEffort),
}

// words are the names of a closed list from 1 on.
func words(name func(uint8) string) []string {
	var out []string
	for i := uint8(1); name(i) != ""; i++ {
		out = append(out, name(i))
	}
	return out
}

// article is the number of an article without its edition ("5.1.1", "A.4.2").
var article = matches(`^[0-9A-Za-z]{1,4}(\.[0-9A-Za-z]{1,4}){0,5}$`)

func matches(pattern string) rule { return func(s *jsonschema.Schema) { s.Pattern = pattern } }

func only(value string) rule { return func(s *jsonschema.Schema) { s.Const = value } }

func oneOf(values ...string) rule {
	return func(s *jsonschema.Schema) {
		s.Enum = make([]any, len(values))
		for i, v := range values {
			s.Enum[i] = v
		}
	}
}

func text(least, most uint64) rule {
	return func(s *jsonschema.Schema) { s.MinLength, s.MaxLength = &least, &most }
}

func atLeast(n int) rule {
	return func(s *jsonschema.Schema) { s.Minimum = json.Number(strconv.Itoa(n)) }
}

func between(least, most int) rule {
	return func(s *jsonschema.Schema) {
		atLeast(least)(s)
		s.Maximum = json.Number(strconv.Itoa(most))
	}
}
