// oxlint-disable no-control-regex -- control characters are what is taken off

/** ECMA-48: CSI with what it says, the strings OSC, DCS, APC and PM with theirs, and the two-byte ones. */
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~]?)/g

/** What a device shows without what only moves and colours it. */
export const withoutSequences = (shown: string): string => shown.replace(sequences, '')

/**
 * Words of a device as they may stand beside the console's own: of one line, without control characters and without those
 * that hide or turn round what follows.
 */
export function lineOf(text: string, most: number): string {
  return linesOf(text, most).replaceAll('\n', ' ').trim()
}

/** The same of several lines. */
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
