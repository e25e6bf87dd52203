const encoder = new TextEncoder()

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let bit = 0; bit < 8; bit++) c = (c & 1) === 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** Bit 11: names are UTF-8 (APPNOTE 4.4.4). */
const utf8Names = 0x0800
/** 1 January 1980, the first date of the format: none is kept. */
const noDate = 0x0021

/** Fields of 2 (`h`) and 4 (`w`) bytes, little-endian. */
function record(...fields: readonly ['h' | 'w', number][]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + (width === 'h' ? 2 : 4), 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [width, value] of fields) {
    if (width === 'h') view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += width === 'h' ? 2 : 4
  }
  return bytes
}

/** A ZIP of small text files, stored without compression (APPNOTE 4.3). */
export function zipOf(files: readonly { readonly fileName: string; readonly content: string }[]): Blob {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { fileName, content } of files) {
    const name = encoder.encode(fileName)
    const data = encoder.encode(content)
    const common: readonly ['h' | 'w', number][] = [
      ['h', 20],
      ['h', utf8Names],
      ['h', 0],
      ['h', 0],
      ['h', noDate],
      ['w', crc32(data)],
      ['w', data.length],
      ['w', data.length],
      ['h', name.length],
      ['h', 0],
    ]
    const head = record(['w', 0x04034b50], ...common)
    parts.push(head, name, data)
    directory.push(
      record(['w', 0x02014b50], ['h', 20], ...common, ['h', 0], ['h', 0], ['h', 0], ['w', 0], ['w', offset]),
      name,
    )
    offset += head.length + name.length + data.length
  }
  const size = directory.reduce((sum, one) => sum + one.length, 0)
  const end = record(
    ['w', 0x06054b50],
    ['h', 0],
    ['h', 0],
    ['h', files.length],
    ['h', files.length],
    ['w', size],
    ['w', offset],
    ['h', 0],
  )
  return new Blob([...parts, ...directory, end] as BlobPart[], { type: 'application/zip' })
}
