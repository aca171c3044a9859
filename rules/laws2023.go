package rules

// laws2023 is the edition in force from 1 January 2023.
var laws2023 = edition{
	year:        E2023,
	fivefold:    5,
	seventyFive: 75,
	articles: [clauseCount][]Article{
		MoveMade:            {"4.7"},
		CompletedByPress:    {"6.2.1"},
		CompletedByEnd:      {"6.2.1.1"},
		CompletedByNextMove: {"6.2.1"},
		Checkmate:           {"5.1.1"},
		Resignation:         {"5.1.2"},
		ResignationDraw:     {"5.1.2"},
		Stalemate:           {"5.2.1"},
		DeadPosition:        {"5.2.2"},
		Agreement:           {"5.2.3"},
		FlagNoticed:         {"6.8"},
		FlagLoss:            {"6.9"},
		FlagDraw:            {"6.9"},
		DefaultTime:         {"6.7.1"},
		PressedWithoutMove:  {"6.2.4"},
		IllegalMove:         {"7.5.1"},
		IllegalMovePenalty:  {"7.5.5"},
		SignedResult:        {"8.7"},
		DrawOffer:           {"9.1"},
		ThreefoldClaim:      {"9.2"},
		FiftyClaim:          {"9.3"},
		Fivefold:            {"9.6.1"},
		SeventyFive:         {"9.6.2"},
		ArbiterNoSignal:     {"12.6"},
	},
}
