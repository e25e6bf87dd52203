import type { TerminalEncoding } from '@netward/contract/terminal-values'
import iconv from 'iconv-lite'

/** What a person types, in the device's encoding. */
export const encodeFor = (encoding: TerminalEncoding, text: string): Buffer => iconv.encode(text, encoding)

/** Reads a device's bytes as text; a character may come in pieces. */
export function decoderFor(encoding: TerminalEncoding): (bytes: Buffer) => string {
  const decoder = iconv.getDecoder(encoding)
  return (bytes) => decoder.write(bytes)
}
