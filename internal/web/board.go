package web

import (
	"fmt"
	"html/template"
	"strings"

	"boardwire/feeds"
	"boardwire/rules"
)

// boardSVG draws a position. Squares, coordinates and pieces are attributes and
// classes only, because the policy forbids inline styles. The drawing is hidden
// from readers that listen: the element around it carries the sentence.
func boardSVG(fen, uci, pieces string) template.HTML {
	placement, _, _ := strings.Cut(fen, " ")
	board, err := rules.ParsePlacement(placement)
	if err != nil {
		board = rules.Board{}
	}
	var b strings.Builder
	b.WriteString(`<svg viewBox="0 0 320 320" aria-hidden="true" focusable="false"><rect class="light" width="320" height="320"/><path class="dark" d="`)
	for rank := range 8 {
		for file := range 8 {
			if (rank+file)%2 == 1 {
				fmt.Fprintf(&b, "M%d %dh40v40h-40z", file*40, rank*40)
			}
		}
	}
	b.WriteString(`"/>`)
	for i := 0; i < 4 && len(uci) >= 4; i += 2 {
		if sq, err := rules.ParseSquare(uci[i : i+2]); err == nil {
			x, y := corner(sq)
			fmt.Fprintf(&b, `<rect class="last" x="%d" y="%d" width="40" height="40"/>`, x, y)
		}
	}
	for i := range 8 {
		fmt.Fprintf(&b, `<text class="%s" x="3" y="%d">%d</text>`, shade(i%2 == 0), i*40+11, 8-i)
		fmt.Fprintf(&b, `<text class="%s" x="%d" y="317">%c</text>`, shade(i%2 == 1), i*40+33, 'a'+i)
	}
	for sq := rules.A1; sq <= rules.H8; sq++ {
		if p := board.At(sq); p != rules.NoPiece {
			x, y := corner(sq)
			fmt.Fprintf(&b, `<use class="piece" href="%s#%s" data-square="%s" transform="translate(%d %d)"/>`,
				template.HTMLEscapeString(pieces), sprite(p), sq, x, y)
		}
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String()) // only numbers, squares and the address of our own file
}

// corner returns where a square begins, White below.
func corner(sq rules.Square) (x, y int) { return sq.File() * 40, (7 - sq.Rank()) * 40 }

// shade is the class of a coordinate on a light or dark square.
func shade(light bool) string {
	if light {
		return "on-light"
	}
	return "on-dark"
}

// sprite returns the piece's id in the sprite: "wk", "bp".
func sprite(p rules.Piece) string {
	return p.Color().String()[:1] + strings.ToLower(string(rune(p.Role().Letter())))
}

// sentence says a position for those who do not see it.
func sentence(fen string) string {
	fields := strings.Fields(fen)
	if len(fields) == 0 {
		return "No position."
	}
	board, err := rules.ParsePlacement(fields[0])
	if err != nil {
		return "No position."
	}
	var b strings.Builder
	for _, c := range []rules.Color{rules.White, rules.Black} {
		fmt.Fprintf(&b, "%s: %s. ", name(c), men(board, c))
	}
	if len(fields) > 1 {
		toMove := rules.White
		if fields[1] == "b" {
			toMove = rules.Black
		}
		fmt.Fprintf(&b, "%s to move.", name(toMove))
	}
	return strings.TrimSpace(b.String())
}

func name(c rules.Color) string {
	if c == rules.Black {
		return "Black"
	}
	return "White"
}

// men lists a side's men from the king down, with their squares.
func men(board rules.Board, c rules.Color) string {
	var groups []string
	for role := rules.King; role >= rules.Pawn; role-- {
		var squares []string
		for sq := rules.A1; sq <= rules.H8; sq++ {
			if board.At(sq) == rules.PieceOf(c, role) {
				squares = append(squares, sq.String())
			}
		}
		if len(squares) == 0 {
			continue
		}
		word := role.String()
		if len(squares) > 1 {
			word += "s"
		}
		groups = append(groups, word+" "+strings.Join(squares, " "))
	}
	if len(groups) == 0 {
		return "no men"
	}
	return strings.Join(groups, ", ")
}

// numbered returns a move with its number: "12. Nf3", "12… Nf6".
func numbered(fenStart string, m feeds.Move) string {
	number, black := moveNumber(fenStart, m.Ply)
	if black {
		return fmt.Sprintf("%d… %s", number, m.SAN)
	}
	return fmt.Sprintf("%d. %s", number, m.SAN)
}

// moveNumber returns the number of a ply's move and whether Black makes it.
func moveNumber(fenStart string, ply int) (number int, black bool) {
	first, offset := 1, 0
	fields := strings.Fields(fenStart)
	if len(fields) == 6 {
		_, _ = fmt.Sscanf(fields[5], "%d", &first)
	}
	if len(fields) > 1 && fields[1] == "b" {
		offset = 1
	}
	half := ply - 1 + offset
	return first + half/2, half%2 == 1
}
