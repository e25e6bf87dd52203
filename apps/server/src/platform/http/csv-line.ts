/**
 * One line of a CSV (RFC 4180), ending in CRLF. An apostrophe precedes text that a spreadsheet would take for
 * a formula: device strings are hostile.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => quoted(harmless(cell ?? ''))).join(',')}\r\n`
}

/** A leading =, +, -, @, tab, CR or LF starts a formula, also behind blanks and in full width. */
function harmless(text: string): string {
  return /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
}

function quoted(text: string): string {
  return /[",\r\n;\t]|^\s|\s$/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
