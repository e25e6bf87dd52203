import { PassThrough } from 'node:stream'

/** XML 1.0 has no other control characters; a device may send them. */
// oxlint-disable-next-line no-control-regex -- they are what is removed
const noXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const widest = 60

type Cell = string | number | null

export interface Sheet {
  readonly name: string
  /** Rows of texts and numbers; the first is the heading. */
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>
}

/**
 * Sheets, compressed row by row as their batches come. A text stays a text in every program: no cell is a formula.
 */
export async function workbook(
  sheets: readonly Sheet[],
): Promise<{ rows: number; content: AsyncIterable<Uint8Array> }> {
  // Loaded with the first export: it is large.
  const { default: Excel } = await import('exceljs')
  const stream = new PassThrough()
  const chunks: Uint8Array[] = []
  stream.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const book = new Excel.stream.xlsx.WorkbookWriter({ stream, useStyles: true })
  let rows = 0
  for (const { name, batches } of sheets) {
    const sheet = book.addWorksheet(name.slice(0, 31), { views: [{ state: 'frozen', ySplit: 1 }] })
    let isHeading = true
    for await (const batch of batches)
      for (const cells of batch) {
        // Before the first row: a streamed sheet writes its columns first.
        if (isHeading)
          sheet.columns = cells.map((heading) => ({
            width: Math.min(widest, 10 + 2 * String(heading ?? '').length),
          }))
        const row = sheet.addRow(
          cells.map((cell) => (typeof cell === 'number' ? cell : (cell ?? '').replaceAll(noXml, ''))),
        )
        if (isHeading) row.font = { bold: true }
        isHeading = false
        rows += 1
        row.commit()
      }
    sheet.commit()
  }
  await book.commit()
  return { rows, content: given(chunks) }
}

async function* given(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
