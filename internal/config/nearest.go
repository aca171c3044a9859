package config

import "strings"

// meant returns a hint that names the known word nearest to a slip, "" when
// none is near. The first of equals wins, in the order given.
func meant(slip string, known []string) string {
	best, distance := "", 1+max(1, len(slip)/3)
	for _, k := range known {
		if d := edits(strings.ToLower(slip), k); d < distance {
			best, distance = k, d
		}
	}
	if best == "" {
		return ""
	}
	return "did you mean " + best + "?"
}

// edits is how many letters have to be put in, taken out, changed or swapped
// with the next to make b of a.
func edits(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := 1
			if a[i-1] == b[j-1] {
				change = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
