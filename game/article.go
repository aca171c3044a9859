package game

import (
	"fmt"
	"strings"

	"boardwire/events"
)

// markArticle says in an answer where the article that a ruling names is in no
// golden list of the editions that its scope is played by: it is the arbiter's
// own word and stands, and whoever reads it later knows that nothing here could
// check it. Where the editions of a scope differ, one that has it is enough.
func (h *Hall) markArticle(a *events.Answered, s events.Scope, article string) {
	if article == "" || a.Answer == events.AnswerRefused {
		return
	}
	games, err := h.scoped(s)
	if err != nil {
		return // it is played by no edition
	}
	var editions []string
	for _, g := range games {
		if _, ok := g.laws.FindArticle(article); ok {
			return
		}
		editions = mixed(editions, []string{g.laws.Edition().String()})
	}
	a.Text = join(a.Text, fmt.Sprintf("%s: article not in the %s Laws as this relay carries them", clip(article), strings.Join(editions, ", ")))
}
