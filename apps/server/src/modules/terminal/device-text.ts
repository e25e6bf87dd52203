// oxlint-disable no-control-regex -- control characters are what is taken off

/**
 * ECMA-48: CSI with parameters, the strings OSC, DCS, APC and PM with content, and the two-byte sequences.
 */
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~]?)/g

/** Device output without cursor and colour sequences. */
export const withoutSequences = (shown: string): string => shown.replace(sequences, '')

/**
 * Device text safe to show beside the console's own: one line, no control characters, nothing that hides or
 * reverses what follows.
 */
export function lineOf(text: string, most: number): string {
  return linesOf(text, most).replaceAll('\n', ' ').trim()
}

/** The same for several lines. */
export function linesOf(text: string, most: number): string {
  const bounded = text.slice(0, most * 4)
  return withoutSequences(bounded)
    .replaceAll(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .slice(0, most)
    .toWellFormed()
    .trim()
}
