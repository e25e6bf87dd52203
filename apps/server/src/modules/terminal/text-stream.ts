import type { TerminalEncoding } from '@netward/contract/terminal-values'
import iconv from 'iconv-lite'

/** Encodes input for the device. */
export const encodeFor = (encoding: TerminalEncoding, text: string): Buffer => iconv.encode(text, encoding)

/** Decodes device bytes as text; a character may arrive in pieces. */
export function decoderFor(encoding: TerminalEncoding): (bytes: Buffer) => string {
  const decoder = iconv.getDecoder(encoding)
  return (bytes) => decoder.write(bytes)
}
