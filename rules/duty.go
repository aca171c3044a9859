package rules

// Act is what a finding asks of an arbiter.
type Act uint8

// The acts. The zero value is no duty at all: an unknown finding.
const (
	_ Act = iota
	// ActNow: the arbiter must act of himself.
	ActNow
	// ActWhile: he acts when he sees it, but only up to Until.
	ActWhile
	// ActOnClaim: only when a player claims or asks; he says nothing before.
	ActOnClaim
	// ActNever: he must not intervene and must not signal it.
	ActNever
	// ActInform: for his knowledge; the Laws ask nothing of him, or leave it
	// to him.
	ActInform
	actCount
)

var actNames = [actCount]string{"", "must act", "may act", "only on a claim", "must not intervene or signal", "information only"}

// String names the act in English.
func (a Act) String() string {
	if a < actCount {
		return actNames[a]
	}
	return ""
}

// Duty is what a finding asks of an arbiter.
type Duty struct {
	Act   Act
	Until Until
	// Articles say so; none where the Laws say nothing.
	Articles []Article
	// Unverified: the number of an article, or with ActInform the duty itself,
	// is shown by no text at hand.
	Unverified bool
}

// duty is a duty by clauses.
type duty struct {
	act   Act
	until Until
	cites []Clause
	doubt bool
}

func now(u Until, c ...Clause) duty     { return duty{act: ActNow, until: u, cites: c} }
func while(u Until, c ...Clause) duty   { return duty{act: ActWhile, until: u, cites: c} }
func onClaim(u Until, c ...Clause) duty { return duty{act: ActOnClaim, until: u, cites: c} }
func never(c ...Clause) duty            { return duty{act: ActNever, cites: c} }
func inform(c ...Clause) duty           { return duty{act: ActInform, cites: c} }

// doubtful is a duty that no text at hand shows.
var doubtful = duty{act: ActInform, doubt: true}

// byKind are the duties of the three kinds: standard play and all supervised
// games, rapid and blitz by the appendix.
type byKind [kindCount]duty

func alike(d duty) byKind                { return byKind{d, d, d} }
func quick(standard, others duty) byKind { return byKind{standard, others, others} }

// duties are looked up by finding, never walked.
type duties map[Finding]byKind

// and returns the duties with some replaced.
func (d duties) and(others duties) duties {
	out := make(duties, len(findings))
	for _, f := range findings {
		if x, ok := d[f]; ok {
			out[f] = x
		}
		if x, ok := others[f]; ok {
			out[f] = x
		}
	}
	return out
}

// Duty returns what a finding asks of an arbiter in a game of a kind,
// supervised or not (Regime tells what that changes). An unknown finding asks
// nothing: its Act is 0.
//
// In an edition that has no such rule the duty is the nearest that it has: a
// position for the fifth time is only claimable before 2014.
func (l Laws) Duty(f Finding, k Kind, supervised bool) Duty {
	if l.row == nil || k >= kindCount {
		return Duty{}
	}
	if l.Regime(k, supervised) == Competition {
		k = Standard
	}
	d := l.row.duties[f][k]
	out := Duty{Act: d.act, Until: d.until}
	out.Articles, out.Unverified = l.CiteAll(d.cites...)
	out.Unverified = out.Unverified || d.doubt
	return out
}
