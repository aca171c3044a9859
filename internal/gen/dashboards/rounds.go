package main

// roundsQuery lists the rounds that the warehouse knows, the newest first.
const roundsQuery = "SELECT 1"
