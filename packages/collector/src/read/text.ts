import type { Varbind } from '../snmp/agent.ts'

/** Labels and texts of agents are hostile: at most this many characters are kept. */
export const longestText = 200
/** sysDescr and the like, on which patterns are tried. */
const longestDescription = 1000

const utf8 = new TextDecoder('utf-8', { fatal: true })
/** What devices sold in China send that do not send UTF-8. */
const chinese = new TextDecoder('gb18030', { fatal: true })
const latin = new TextDecoder('latin1')

/** Controls, marks that turn the direction of text, and halves of pairs. */
const unwanted = /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffd\ufff9-\ufffb\p{Cs}]+/gu

function decode(bytes: Uint8Array): string {
  for (const decoder of [utf8, chinese]) {
    try {
      return decoder.decode(bytes)
    } catch {
      // The next encoding is tried.
    }
  }
  return latin.decode(bytes)
}

/** Ends at a whole character of UTF-8: what follows a cut in the middle of one would be read as Chinese. */
function cut(bytes: Uint8Array, most: number): Uint8Array {
  if (bytes.length <= most) return bytes
  let end = most
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return bytes.subarray(0, end)
}

function textOf(varbind: Varbind | undefined, longest: number): string {
  const value = varbind?.value
  if (value === null || value === undefined) return ''
  if (!(value instanceof Uint8Array)) return String(value).slice(0, longest)
  const end = value.indexOf(0)
  const bytes = cut(end < 0 ? value : value.subarray(0, end), longest * 4)
  return clean(decode(bytes), longest)
}

/** Without control characters and spaces around, cut between characters. */
export function clean(text: string, longest = longestText): string {
  const plain = text
    .slice(0, longest * 8)
    .replaceAll(unwanted, ' ')
    .trim()
  return plain.length <= longest
    ? plain
    : plain
        .slice(0, longest)
        .replace(/[\ud800-\udbff]$/, '')
        .trim()
}

export const readText = (varbind: Varbind | undefined) => textOf(varbind, longestText)
export const readDescription = (varbind: Varbind | undefined) => textOf(varbind, longestDescription)

/** Six bytes as `00:11:22:33:44:55`; null for other lengths and for addresses that are none (all zeros, all ones). */
export function readMac(varbind: Varbind | undefined): string | null {
  const value = varbind?.value
  return value instanceof Uint8Array && value.length === 6 ? macOf(value) : null
}

export function macOf(bytes: Uint8Array): string | null {
  const first = bytes[0]
  if (bytes.length !== 6 || ((first === 0 || first === 255) && bytes.every((byte) => byte === first)))
    return null
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(':')
}

/** A MAC address written out, in any of the usual ways: `001122-334455`, `0:11:22:33:44:55`, `0011.2233.4455`. */
export function macOfText(text: string): string | null {
  const parts = text.split(/[:-]/)
  const hex = (parts.length === 6 ? parts.map((part) => part.padStart(2, '0')).join('') : text).replaceAll(
    /[^0-9a-f]/gi,
    '',
  )
  return hex.length === 12
    ? macOf(Uint8Array.from({ length: 6 }, (_, at) => Number(`0x${hex.slice(at * 2, at * 2 + 2)}`)))
    : null
}

/** What makers leave in a field that nobody filled in. */
const placeholder =
  /^(?:[0.\-_\s*#?]*|n\/?a|none|null|nil|unknown|undefined|not (?:available|applicable|specified|set|present)|default string|to be filled.{0,30}|system serial number|serial ?number|x+|f{4,}|0x0+|-?1|empty|invalid|<.{0,30}>)$/i

/** A serial number that tells devices apart; placeholders give an empty text. */
export function readSerial(text: string): string {
  const serial = text.trim()
  return serial.length < 3 || placeholder.test(serial) ? '' : serial
}

export const isPlaceholder = (text: string) => placeholder.test(text.trim())
