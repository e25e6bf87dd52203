export type ImageKind = 'png' | 'jpeg'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Detects the image type by content: a complete PNG or JPEG and nothing else. Null for all others, for
 * truncated files, and for trailing data, which another program could take for a page.
 */
export function imageKind(content: Buffer): ImageKind | null {
  if (content.subarray(0, 8).equals(pngSignature)) return isWholePng(content) ? 'png' : null
  if (content[0] === 0xff && content[1] === 0xd8) return isWholeJpeg(content) ? 'jpeg' : null
  return null
}

/** PNG 1.2, 3.2: chunks of length, type, data and check sum, from IHDR to IEND. */
function isWholePng(content: Buffer): boolean {
  let at = pngSignature.length
  if (content.toString('latin1', at + 4, at + 8) !== 'IHDR') return false
  while (at + 12 <= content.length) {
    const type = content.toString('latin1', at + 4, at + 8)
    at += 12 + content.readUInt32BE(at)
    if (type === 'IEND') return at === content.length
  }
  return false
}

/** ITU-T T.81, B.1.1: segments with their length, and after a start of scan its data up to the next marker. */
function isWholeJpeg(content: Buffer): boolean {
  let at = 2
  while (at + 2 <= content.length) {
    if (content[at] !== 0xff) return false
    const marker = content[at + 1]!
    if (marker === 0xff) {
      at += 1
    } else if (marker === 0xd9) {
      return at + 2 === content.length
    } else {
      if (at + 4 > content.length) return false
      at += 2 + content.readUInt16BE(at + 2)
      if (marker === 0xda) at = endOfScan(content, at)
    }
  }
  return false
}

/** In a scan a byte FF is followed by 00, or is a restart marker. */
function endOfScan(content: Buffer, from: number): number {
  let at = content.indexOf(0xff, from)
  while (at >= 0 && at + 1 < content.length) {
    const next = content[at + 1]!
    if (next !== 0x00 && (next < 0xd0 || next > 0xd7)) return at
    at = content.indexOf(0xff, at + 2)
  }
  return content.length
}
