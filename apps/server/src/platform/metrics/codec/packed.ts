import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const plain = 0
const zstd = 1
/** Below, a frame of zstd is longer than what it saves. */
const worthIt = 96
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Behind a byte that says how it is kept. */
export function packed(body: Buffer): Buffer {
  if (body.length >= worthIt) {
    const compressed = zstdCompressSync(body, options)
    if (compressed.length < body.length) return Buffer.concat([Buffer.of(zstd), compressed])
  }
  return Buffer.concat([Buffer.of(plain), body])
}

export function unpacked(bytes: Buffer): Buffer {
  const body = bytes.subarray(1)
  return bytes[0] === zstd ? zstdDecompressSync(body) : body
}
