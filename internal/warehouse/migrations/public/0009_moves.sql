-- The half-moves that stand of one game, moves(game='open.1.3').
CREATE OR REPLACE VIEW $db.moves $cluster AS
SELECT p.* FROM $db.plies AS p FINAL PREWHERE game = {game:String} WHERE standing
