import { PassThrough } from 'node:stream'

/** XML 1.0 has no other control characters; a device may send them. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const noXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const widest = 60

/** What a cell of a workbook holds at most. */
const longest = 32_767

export type Cell = string | number | null

export interface Sheet {
  readonly name: string
  /** Of its columns, in characters; without them, by the heading. */
  readonly widths?: readonly number[]
  /** Rows of texts and numbers; the first is the heading. */
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>
}

/** What a cell of `workbook` shows. */
export function cellValue(cell: Cell): string | number {
  if (typeof cell === 'number') return cell
  const text = (cell ?? '').replaceAll(noXml, '')
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

/**
 * Sheets, compressed row by row as their batches come. `cover` is made after them and shown before them. A text stays a text in every program: no cell is a formula.
 */
export async function workbook(
  sheets: readonly Sheet[],
  cover?: () => Sheet,
): Promise<{ rows: number; content: AsyncIterable<Uint8Array> }> {
  // Loaded with the first export: it is large.
  const { default: Excel } = await import('exceljs')
  const stream = new PassThrough()
  const chunks: Uint8Array[] = []
  stream.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const book = new Excel.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
  let rows = 0
  const write = async ({ name, widths, batches }: Sheet) => {
    const sheet = book.addWorksheet(name.slice(0, 31), { views: [{ state: 'frozen', ySplit: 1 }] })
    let isHeading = true
    for await (const batch of batches)
      for (const cells of batch) {
        // Before the first row: a streamed sheet writes its columns first.
        if (isHeading)
          sheet.columns = cells.map((heading, index) => ({
            width: widths?.[index] ?? Math.min(widest, 10 + 2 * String(heading ?? '').length),
          }))
        const row = sheet.addRow(cells.map(cellValue))
        if (isHeading) row.font = { bold: true }
        isHeading = false
        rows += 1
        row.commit()
      }
    sheet.commit()
  }
  for (const sheet of sheets) await write(sheet)
  if (cover !== undefined) {
    await write(cover())
    showLastFirst(book)
  }
  await book.commit()
  return { rows, content: given(chunks) }
}

/** The writer lists its sheets in the order of this array, whose first place it leaves empty. */
function showLastFirst(book: object): void {
  const { _worksheets: written } = book as { _worksheets: unknown[] }
  written[0] = written.pop()
}

async function* given(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
