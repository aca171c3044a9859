-- Rulings by article: what was ruled, what it cites, and how it was answered.
-- The articles are those of the answer; where it has none, that which the author named.
SELECT r.kind AS kind, a.answer AS answer, a.verdict AS verdict,
    if(empty(a.articles), if(r.article = '', [], [r.article]), a.articles) AS cites, count() AS rulings
FROM (SELECT * FROM $db.rulings FINAL WHERE ({tournament:String} = '' OR tournament = {tournament:String}) AND ({round:String} = '' OR round = {round:String}) AND ({game:String} = '' OR game = {game:String})) AS r
LEFT JOIN (SELECT hall, ruling, answer, verdict, articles FROM $db.answers_now) AS a ON a.hall = r.hall AND a.ruling = r.id
GROUP BY kind, answer, verdict, cites
ORDER BY kind, rulings DESC, answer, verdict, cites
