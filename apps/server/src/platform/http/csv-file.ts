import { parse } from 'csv-parse/sync'

/** Chinese desktop spreadsheets write CSV in GBK, all others in UTF-8. */
const encodings = ['utf-8', 'gb18030'] as const

/**
 * The text of a CSV file, judged by its content: null for control characters (workbooks, images, archives)
 * and for markup, whatever its name.
 */
function csvText(content: Buffer): string | null {
  for (const encoding of encodings) {
    const text = decoded(content, encoding)
    if (text !== null) return isPlain(text) ? text : null
  }
  return null
}

/** Above every import limit: the rest is not read. */
const maxLines = 20_001
/** Far more than real rows contain: a parser takes a microsecond per separator. */
const maxCells = 1_000_000

/** The beginning of a text that is too long for any import; null when it contains only separators. */
function bounded(text: string): string | null {
  let end = -1
  for (let line = 0; line < maxLines; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) break
  }
  const read = end === -1 ? text : text.slice(0, end)
  let cells = 0
  for (const sign of [',', ';'])
    for (let at = read.indexOf(sign); at !== -1; at = read.indexOf(sign, at + 1)) {
      cells += 1
      if (cells > maxCells) return null
    }
  return read
}

/**
 * The rows of a CSV file, including blank ones so that numbers match a spreadsheet; null when it is not a
 * CSV.
 */
export function csvRecords(content: Buffer): string[][] | null {
  const whole = csvText(content)
  const text = whole === null ? null : bounded(whole)
  if (text === null) return null
  try {
    const records: unknown = parse(text, {
      delimiter: delimiterOf(text),
      bom: true,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: false,
    })
    return records as string[][]
  } catch {
    return null
  }
}

/** Programs of Europe, GLPI among them, separate by semicolons: then the heading has no comma. */
function delimiterOf(text: string): ',' | ';' {
  const heading = text.slice(0, text.search(/[\r\n]|$/))
  return heading.includes(';') && !heading.includes(',') ? ';' : ','
}

function decoded(content: Buffer, encoding: (typeof encodings)[number]): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    return null
  }
}

function isPlain(text: string): boolean {
  // oxlint-disable-next-line eslint/no-control-regex -- control characters are what is looked for
  return !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) && !/^\s*(?:<|%PDF|\{\\rtf)/.test(text)
}
