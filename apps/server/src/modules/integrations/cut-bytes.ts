/**
 * The longest beginning of a text that fits into so many bytes of UTF-8 together with `tail`, which is added where
 * something was cut. It never cuts inside of a character.
 */
export function cutBytes(text: string, most: number, tail = ''): string {
  if (Buffer.byteLength(text) <= most) return text
  const room = most - Buffer.byteLength(tail)
  const bytes = Buffer.from(text).subarray(0, Math.max(room, 0))
  let end = bytes.length
  // A continuation byte (RFC 3629 §3) right after the cut means that its character began before it.
  const all = Buffer.from(text)
  while (end > 0 && (all[end]! & 0xc0) === 0x80) end -= 1
  return all.subarray(0, end).toString('utf8') + tail
}
