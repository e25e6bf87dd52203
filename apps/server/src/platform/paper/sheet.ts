import type { PaperLimits } from './document.ts'

export const margins = { top: 46, bottom: 52, left: 46, right: 46 }
export const fonts = { regular: 'paper', bold: 'paper-bold' } as const
export const inks = {
  text: '#16232f',
  soft: '#4d5d6b',
  line: '#c6d0d8',
  head: '#eef2f5',
  better: '#166f42',
  worse: '#b3261e',
}

/** Where is drawn: A4 without its margins, in points. */
export interface Sheet {
  readonly pdf: PDFKit.PDFDocument
  readonly left: number
  readonly width: number
  readonly bottom: number
  readonly say: (text: string) => string
}

const unprintable =
  // oxlint-disable-next-line no-control-regex -- they are what is removed
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/g
/** Signs that the font does not have, as others write them. */
const replaced: Readonly<Record<string, string>> = {
  '≤': '<=',
  '≥': '>=',
  '→': '->',
  '−': '-',
  '\u00A0': ' ',
  '\u202F': ' ',
}

/** Names come from devices and people: without control and direction marks, and not endless. */
export function printable(text: string, { characters }: PaperLimits): string {
  const clean = text
    .replaceAll(unprintable, '')
    .replaceAll(/[≤≥→−\u00A0\u202F]/g, (sign) => replaced[sign] ?? sign)
  return clean.length > characters ? `${clean.slice(0, characters - 1)}…` : clean
}
