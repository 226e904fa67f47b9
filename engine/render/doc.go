// Package render puts the engine's answers into words, JSON and pictures. All of it is stable: the same analysis gives
// the same bytes, through whichever door it is asked for.
package render
