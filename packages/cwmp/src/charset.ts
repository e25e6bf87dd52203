import { isUtf8 } from 'node:buffer'

/** Encodings that gateways declare. GB 18030 covers GB 2312 and GBK, which Chinese firmware writes. */
const decoders: Record<string, string> = {
  'iso-8859-1': 'windows-1252',
  'iso8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'windows-1252': 'windows-1252',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  gb18030: 'gb18030',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

/** The encoding that the XML declaration names, lower case, or null. Only the first 200 bytes are looked at. */
function declared(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 200)
  return (
    /^\s*<\?xml[^>]{0,150}?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(head)?.[1]?.toLowerCase() ??
    null
  )
}

export interface DecodedText {
  text: string
  /** The bytes did not match the declared encoding (or UTF-8), so they were decoded as Windows-1252. */
  guessed: boolean
}

/**
 * Decodes bytes to text. Precedence (RFC 7303 3): byte order mark, charset of the HTTP header, XML
 * declaration, UTF-8. Invalid UTF-8 is decoded as Windows-1252, which maps every byte: gateways copy SSIDs
 * and host names into XML unconverted.
 */
export function decodeText(input: Uint8Array, charset?: string): DecodedText {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  const named = byteOrderMark(bytes) ?? charset?.trim().toLowerCase() ?? declared(bytes)
  const label = named === null ? undefined : decoders[named]
  if (label !== undefined) return { text: new TextDecoder(label).decode(bytes), guessed: false }
  if (!isUtf8(bytes)) return { text: new TextDecoder('windows-1252').decode(bytes), guessed: true }
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  return { text: bytes.toString('utf8', start), guessed: false }
}
