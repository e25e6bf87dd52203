import PdfDocument from 'pdfkit'
import drawSvg from 'svg-to-pdfkit'
import { chartHeight, chartSvg } from './chart-svg.ts'
import {
  type PaperBlock,
  type PaperChart,
  type PaperDocument,
  type PaperFigure,
  type PaperLimits,
  PaperTooLong,
  paperLimits,
} from './document.ts'
import { drawTable } from './draw-table.ts'
import { paperFont } from './font.ts'
import { type Sheet, fonts, inks, margins, printable } from './sheet.ts'

/**
 * Draws a document on A4. Only the characters that it uses are embedded.
 * @throws PaperTooLong
 */
export async function drawPaper(document: PaperDocument, limits: PaperLimits = paperLimits): Promise<Buffer> {
  const pdf = new PdfDocument({
    size: 'A4',
    margins,
    bufferPages: true,
    lang: document.language === 'zh' ? 'zh-CN' : 'en',
    displayTitle: true,
    info: {
      Title: printable(document.title, limits),
      Author: printable(document.company, limits),
      Producer: 'Netward',
      Creator: 'Netward',
    },
  })
  pdf.registerFont(fonts.regular, paperFont('regular'))
  pdf.registerFont(fonts.bold, paperFont('bold'))
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  // The first page is there already, and counts.
  let pages = 1
  pdf.on('pageAdded', () => {
    pages += 1
    if (pages > limits.pages) throw new PaperTooLong('pages')
  })
  const sheet: Sheet = {
    pdf,
    left: margins.left,
    width: pdf.page.width - margins.left - margins.right,
    bottom: pdf.page.height - margins.bottom,
    say: (text) => printable(text, limits),
  }
  drawHead(sheet, document)
  for (const block of document.blocks) drawBlock(sheet, block)
  drawFeet(sheet, document)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

function drawHead({ pdf, left, width, say }: Sheet, { title, subtitle, company, logo }: PaperDocument): void {
  if (logo) {
    pdf.image(logo as Buffer, left, pdf.y, { fit: [120, 28] })
    pdf.y += 36
  }
  pdf.font(fonts.regular).fontSize(9).fillColor(inks.soft).text(say(company), left, pdf.y, { width })
  pdf.font(fonts.bold).fontSize(18).fillColor(inks.text).text(say(title), { width })
  if (subtitle) pdf.font(fonts.regular).fontSize(10).fillColor(inks.soft).text(say(subtitle), { width })
  pdf.moveDown(0.6)
}

function drawBlock(sheet: Sheet, block: PaperBlock): void {
  const { pdf, left, width, say } = sheet
  switch (block.kind) {
    case 'heading':
      if (block.newPage) pdf.addPage()
      // A heading does not stand alone at the foot of a page.
      roomFor(sheet, 80)
      pdf.moveDown(0.5)
      pdf.font(fonts.bold).fontSize(12.5).fillColor(inks.text).text(say(block.text), left, pdf.y, { width })
      pdf.moveDown(0.35)
      return
    case 'text':
    case 'note':
      pdf
        .font(fonts.regular)
        .fontSize(block.kind === 'text' ? 10 : 8.5)
        .fillColor(block.kind === 'text' ? inks.text : inks.soft)
        .text(say(block.text), left, pdf.y, { width, lineGap: 2 })
      pdf.moveDown(0.5)
      return
    case 'facts':
      drawFacts(sheet, block.facts)
      return
    case 'figures':
      drawFigures(sheet, block.figures)
      return
    case 'table':
      drawTable(sheet, block)
      return
    case 'chart':
      drawChart(sheet, block)
  }
}

/** Two facts beside each other, the label above its value. */
function drawFacts(sheet: Sheet, facts: Extract<PaperBlock, { kind: 'facts' }>['facts']): void {
  const { pdf, left, width, say } = sheet
  const column = (width - 16) / 2
  for (let at = 0; at < facts.length; at += 2) {
    const pair = facts.slice(at, at + 2).map(({ label, value }) => ({ label: say(label), value: say(value) }))
    pdf.font(fonts.regular).fontSize(10)
    const height = Math.max(...pair.map(({ value }) => pdf.heightOfString(value, { width: column }))) + 13
    roomFor(sheet, height + 5)
    const top = pdf.y
    for (const [place, { label, value }] of pair.entries()) {
      const x = left + place * (column + 16)
      pdf
        .font(fonts.regular)
        .fontSize(8)
        .fillColor(inks.soft)
        .text(label, x, top, { width: column, height: 12, ellipsis: true })
      pdf
        .fontSize(10)
        .fillColor(inks.text)
        .text(value, x, top + 12, { width: column })
    }
    pdf.x = left
    pdf.y = top + height + 5
  }
  pdf.moveDown(0.4)
}

/** In one row: the label, the value, its change. */
function drawFigures(sheet: Sheet, figures: readonly PaperFigure[]): void {
  const { pdf, left, width, say } = sheet
  const gap = 10
  const column = (width - gap * (figures.length - 1)) / Math.max(1, figures.length)
  roomFor(sheet, 70)
  const top = pdf.y + 6
  for (const [at, { label, value, change, better }] of figures.entries()) {
    const x = left + at * (column + gap)
    const line = { width: column - 12, height: 26, ellipsis: true }
    pdf.roundedRect(x, top, column, 62, 4).lineWidth(0.7).strokeColor(inks.line).stroke()
    pdf.font(fonts.regular).fontSize(8).fillColor(inks.soft)
    pdf.text(say(label), x + 6, top + 6, { ...line, height: 11 })
    pdf
      .font(fonts.bold)
      .fontSize(16)
      .fillColor(inks.text)
      .text(say(value), x + 6, top + 19, line)
    pdf.font(fonts.regular).fontSize(8)
    pdf.fillColor(better === null ? inks.soft : better ? inks.better : inks.worse)
    pdf.text(say(change), x + 6, top + 45, { ...line, height: 11 })
  }
  pdf.x = left
  pdf.y = top + 72
}

function drawChart(sheet: Sheet, chart: PaperChart): void {
  const { pdf, left, width, say } = sheet
  roomFor(sheet, chartHeight + 30)
  pdf.font(fonts.bold).fontSize(9.5).fillColor(inks.text).text(say(chart.title), left, pdf.y, { width })
  const top = pdf.y + 4
  const named = chart.series.map((series) => ({ ...series, name: say(series.name).slice(0, 60) }))
  drawSvg(pdf, chartSvg({ ...chart, series: named }, width, fonts.regular), left, top, {
    width,
    height: chartHeight,
    assumePt: true,
    fontCallback: () => fonts.regular,
    imageCallback: () => '',
    warningCallback: () => {},
  })
  pdf.x = left
  pdf.y = top + chartHeight + 8
}

function roomFor({ pdf, bottom }: Sheet, height: number): void {
  if (pdf.y + height > bottom) pdf.addPage()
}

/** When all pages are there, since each names their number. */
function drawFeet({ pdf, left, width, say }: Sheet, { foot, title, company }: PaperDocument): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(start + page)
    // Below the margin, where text would begin another page.
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - margins.bottom + 14
    const numbered = say(foot)
      .replaceAll('{{page}}', String(page + 1))
      .replaceAll('{{pages}}', String(count))
    pdf.font(fonts.regular).fontSize(8).fillColor(inks.soft)
    pdf.text(`${say(company)} · ${say(title)}`, left, y, {
      width: width * 0.62,
      height: 11,
      ellipsis: true,
      lineBreak: false,
    })
    pdf.text(numbered, left + width * 0.62, y, {
      width: width * 0.38,
      align: 'right',
      height: 11,
      ellipsis: true,
    })
  }
}
