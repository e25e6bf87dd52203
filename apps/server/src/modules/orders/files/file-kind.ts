import { extname } from 'node:path'

/** What a work order takes beside pictures: the ending and the media type under which it is offered. */
export interface FileKind {
  readonly extension: 'pdf' | 'docx' | 'xlsx' | 'txt' | 'csv' | 'log'
  readonly mediaType: string
}

const officeType = 'application/vnd.openxmlformats-officedocument'
const zipSignature = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const texts = { '.csv': 'csv', '.log': 'log' } as const

/** By its content; the name decides among plain texts alone. Null: of another kind. */
export function fileKind(content: Buffer, filename: string): FileKind | null {
  if (content.subarray(0, 5).toString('latin1') === '%PDF-')
    return { extension: 'pdf', mediaType: 'application/pdf' }
  if (content.subarray(0, 4).equals(zipSignature)) return officeKind(content)
  if (!isText(content)) return null
  const extension = texts[extname(filename).toLowerCase() as keyof typeof texts] as 'csv' | 'log' | undefined
  return { extension: extension ?? 'txt', mediaType: 'text/plain' }
}

/** ECMA-376, part 2: names of parts stand in the ZIP as they are. Macros stand in vbaProject.bin. */
function officeKind(content: Buffer): FileKind | null {
  if (!content.includes('[Content_Types].xml') || content.includes('vbaProject.bin')) return null
  if (content.includes('word/document.xml'))
    return { extension: 'docx', mediaType: `${officeType}.wordprocessingml.document` }
  if (content.includes('xl/workbook.xml'))
    return { extension: 'xlsx', mediaType: `${officeType}.spreadsheetml.sheet` }
  return null
}

/** UTF-8 or GB18030 without control characters but tab and line ends. */
function isText(content: Buffer): boolean {
  if (content.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) return false
  return ['utf-8', 'gb18030'].some((encoding) => {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(content)
      return true
    } catch {
      return false
    }
  })
}

/** What the sender called it, without folders, control and direction marks; its ending is that of its kind. */
export function shownName(filename: string, extension: string): string {
  const last = filename.split(/[\\/]/u).at(-1) ?? ''
  const stem = last
    .slice(0, last.length - extname(last).length)
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^[.\s]+/u, '')
    .trim()
    .slice(0, 100)
  return `${stem === '' ? 'file' : stem}.${extension}`
}
