import type { Theme } from '../lib/preferences.ts'

/** Distinguishable without colour: neighbours differ in brightness. */
export const seriesColours: Record<Theme, readonly string[]> = {
  light: ['#0b6b83', '#d97706', '#6d4bc3', '#15803d', '#be3455', '#4d5d6b'],
  dark: ['#45bfd6', '#f1bd56', '#b39df2', '#56cb93', '#ff9188', '#a9b9c6'],
}

export const chartInks: Record<Theme, { text: string; line: string; surface: string; limit: string }> = {
  light: { text: '#4d5d6b', line: '#d8e0e6', surface: '#ffffff', limit: '#b3261e' },
  dark: { text: '#a0b2c0', line: '#243442', surface: '#16232f', limit: '#ff9188' },
}

/** The colour of a place in a chart; the palette begins anew, then with another kind of line. */
export const colourOf = (theme: Theme, place: number): string => {
  const colours = seriesColours[theme]
  return colours[place % colours.length] ?? '#888888'
}
