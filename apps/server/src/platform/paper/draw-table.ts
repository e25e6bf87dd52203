import type { PaperTable } from './document.ts'
import { type Sheet, fonts, inks } from './sheet.ts'

const padding = { x: 4, y: 3 }
const size = 8.5
/** Of one row: a longer cell is cut, so that a row fits on any page. */
const highest = 160

/** A table over as many pages as it takes; each begins with the heads of the columns. */
export function drawTable(sheet: Sheet, { columns, rows, empty }: PaperTable): void {
  const { pdf, left, width, bottom, say } = sheet
  const whole = columns.reduce((sum, column) => sum + column.width, 0)
  const widths = columns.map((column) => (column.width / whole) * width)

  const heightOf = (cells: readonly string[], font: string) => {
    pdf.font(font).fontSize(size)
    const heights = cells.map((cell, at) =>
      pdf.heightOfString(cell || ' ', { width: (widths[at] ?? 0) - 2 * padding.x }),
    )
    return Math.min(highest, Math.max(...heights)) + 2 * padding.y
  }
  const drawRow = (cells: readonly string[], font: string, height: number, background?: string) => {
    const top = pdf.y
    if (background) pdf.rect(left, top, width, height).fill(background)
    pdf.font(font).fontSize(size).fillColor(inks.text)
    let x = left
    for (const [at, column] of columns.entries()) {
      const cell = widths[at] ?? 0
      pdf.text(cells[at] ?? '', x + padding.x, top + padding.y, {
        width: cell - 2 * padding.x,
        height: height - 2 * padding.y + 1,
        align: column.align ?? 'left',
        ellipsis: true,
      })
      x += cell
    }
    pdf
      .moveTo(left, top + height)
      .lineTo(left + width, top + height)
      .lineWidth(0.5)
      .stroke(inks.line)
    pdf.x = left
    pdf.y = top + height
  }

  const heads = columns.map(({ title }) => say(title))
  const headHeight = heightOf(heads, fonts.bold)
  const drawHeads = () => drawRow(heads, fonts.bold, headHeight, inks.head)

  if (pdf.y + headHeight + 24 > bottom) pdf.addPage()
  drawHeads()
  for (const row of rows) {
    const cells = columns.map((_, at) => say(row[at] ?? ''))
    const height = heightOf(cells, fonts.regular)
    if (pdf.y + height > bottom) {
      pdf.addPage()
      drawHeads()
    }
    drawRow(cells, fonts.regular, height)
  }
  if (rows.length === 0)
    pdf
      .font(fonts.regular)
      .fontSize(size)
      .fillColor(inks.soft)
      .text(say(empty), left + padding.x, pdf.y + padding.y, { width: width - 2 * padding.x })
  pdf.x = left
  pdf.y += 8
}
