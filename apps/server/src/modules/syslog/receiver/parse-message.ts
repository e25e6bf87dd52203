import { cleanText } from '../../../platform/clean-text.ts'

export interface ParsedMessage {
  readonly severity: number
  readonly facility: number
  readonly saidAt: string | null
  readonly app: string
  readonly text: string
}

/** Longer messages are cut (RFC 5424 §6.1 requires 480, recommends 2048). */
const mostText = 4096
const mostApp = 100
/** RFC 5424 §6: version 1, timestamp, host, application, process, message id. */
const modern = /^1 (\S+) \S+ (\S+) \S+ \S+ /
/** RFC 3164 §4.1.2, with the year that Huawei and H3C add, and the sequence number and marks of Cisco. */
const dated =
  /^(?:\d+: )?[*.]?[A-Z][a-z]{2} [ \d]\d (?:\d{4} )?\d{2}:\d{2}:\d{2}(?:\.\d+)?(?: [A-Z]{3,5})?:? /
const tagged = /^(?:(?!%)\S{1,255} )?(?:%%\d{2})?%?([\w./-]{1,100}?)(?:\(\w\))?(?:\[[^\]]{0,40}\])?: /

/** A syslog message of either standard. What follows none is its text, as user.notice. */
export function parseMessage(raw: Buffer): ParsedMessage {
  const line = raw.toString('utf8').replace(/^\uFEFF/, '')
  const priority = /^<(\d{1,3})>/.exec(line)
  const code = Number(priority?.[1] ?? 13)
  const known = priority !== null && code <= 191
  const rest = known ? line.slice(priority[0].length) : line
  const standing = { severity: (known ? code : 13) % 8, facility: Math.floor((known ? code : 13) / 8) }
  const head = modern.exec(rest)
  if (head !== null) {
    const [whole, time = '', app = ''] = head
    return {
      ...standing,
      saidAt: instantOf(time),
      app: app === '-' ? '' : oneLine(app, mostApp),
      text: oneLine(withoutData(rest.slice(whole.length)), mostText),
    }
  }
  const text = rest.replace(dated, '')
  const app = tagged.exec(text)?.[1] ?? ''
  return { ...standing, saidAt: null, app: oneLine(app, mostApp), text: oneLine(text, mostText) }
}

/** RFC 3339 with its zone; year 2000 to 2100, since the column holds no other nonsense. */
function instantOf(time: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:Z|[+-]\d{2}:\d{2})$/.test(time)) return null
  const at = Date.parse(time)
  return at > 946_684_800_000 && at < 4_102_444_800_000 ? new Date(at).toISOString() : null
}

/** Without the structured data (RFC 5424 §6.3): `-`, or elements whose quoted values may escape `"`, `\` and `]`. */
function withoutData(rest: string): string {
  if (rest === '-' || rest.startsWith('- ')) return rest.slice(2)
  let at = 0
  while (rest[at] === '[') {
    let quoted = false
    for (at += 1; at < rest.length && (quoted || rest[at] !== ']'); at += 1) {
      if (rest[at] === '\\' && quoted) at += 1
      else if (rest[at] === '"') quoted = !quoted
    }
    at += 1
  }
  return rest.slice(at).replace(/^ ?\uFEFF?/, '')
}

const oneLine = (text: string, most: number): string =>
  cleanText(text.slice(0, 2 * most).replaceAll(/[\r\n\t]+/g, ' '), most).trim()
