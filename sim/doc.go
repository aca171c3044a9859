// Package sim plays a round of chess on emulated boards: players who think,
// hands that lift men and press clocks, boards that send bytes. It is the
// demonstration's hall and the instrument of end-to-end tests.
//
// It is a process of its own. What reads the boards gets nothing from it but
// bytes: no move, no result and no name leaves this package by any other way.
package sim
