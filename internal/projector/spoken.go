package projector

import (
	"strings"
	"unicode"

	"boardwire/events"
	"boardwire/game"
)

// Bounds of a name under which nobody has ruled yet.
const (
	mostNameWords = 6
	mostNameRunes = 48
)

// plainName says that a text can be taken for the name of a person: a few words of
// letters that tell no move.
func plainName(s string) bool {
	n := len(strings.FieldsFunc(s, between))
	return n > 0 && n <= mostNameWords && len([]rune(s)) <= mostNameRunes && !tells(s) &&
		strings.IndexFunc(s, func(r rune) bool { return !letter(r) && !strings.ContainsRune(" .,-'’", r) }) < 0
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) }

func between(r rune) bool { return !letter(r) }

// tells says that a text may tell a move in words: it has a number, castling or a
// capture in it, or a man beside a file or another man. So has "IA B. King", whose
// owner signs otherwise while an envelope is closed, unless he ruled before. What is
// told in no such word nobody can know.
func tells(s string) bool {
	n, files := 0, 0
	for _, w := range strings.FieldsFunc(strings.ToLower(s), between) {
		switch {
		case telling[w]:
			return true
		case men[w]:
			n++
		case len(w) == 1 && w >= "a" && w <= "h":
			files++
		}
	}
	return n > 1 || n == 1 && files > 0
}

// set makes a set of words.
func set(list string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(list) {
		out[w] = true
	}
	return out
}

// telling are words of which a move can be made, and hardly a name: numbers of
// ranks, castling, captures; in English, Spanish, German, French, Italian,
// Portuguese and Dutch.
var telling = set(`
	one two three four five six seven eight
	uno tres cuatro cinco seis siete ocho
	eins zwei drei vier fünf sechs sieben acht
	deux trois quatre cinq sept huit
	quattro cinque sette
	dois três quatro sete oito
	twee drie vijf zes zeven
	castle castles castled castling kingside queenside enroque enroca rochade rochiert roque arrocco roque rokade
	takes captures promotes toma come schlägt prend mangia cattura captura slaat`)

// men are the words for men in these languages. They are surnames too: one alone is
// no move.
var men = set(`
	king queen rook bishop knight pawn rey dama torre alfil caballo peón peon
	könig dame turm läufer springer bauer roi tour fou cavalier pion
	regina donna alfiere cavallo pedone rainha bispo cavalo peão
	koning toren loper paard`)

// signed says why a ruling may not be recorded for what it is signed with while a
// move of its scope lies sealed: a name, an article and the fact that was seen are
// places where it could be told in words. It is "" where it may.
func signed(x *game.Secrets, by events.Ruled) string {
	const until = " until the envelope is opened"
	switch {
	case !harmless("author", by.Author) && !x.Ruled(by.Author) && !plainName(by.Author):
		return "a move is sealed here: sign with a plain name, such as IA Lopez, or one that ruled before," + until
	case by.Article != "" && !game.Formal("article", by.Article):
		return "a move is sealed here: name an article by its number alone, such as 9.2," + until
	case by.Saw != "" && !harmless("saw", string(by.Saw)):
		return "a move is sealed here: saw names a fact by its 32 hex digits," + until
	}
	return ""
}
