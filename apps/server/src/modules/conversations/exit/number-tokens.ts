/** A number of a text: UTF-16 positions, its value, its decimals, and the unit after it. */
export interface NumberToken {
  readonly start: number
  readonly end: number
  readonly value: number
  readonly decimals: number
  readonly unit: string
}

/** What looks like numbers and is none: found first, and left out. */
const noNumbers = [
  // References: [text](outlet:12)
  /\]\([a-z]{2,20}:\d{1,18}\)/g,
  /`[^`\n]{1,500}`/g,
  // Instants, dates, times
  /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g,
  // The instructions of the assistant ask for 11-28 14:05.
  /(?<![\d-])\d{1,2}[-/]\d{1,2} \d{1,2}:\d{2}(?!\d)/g,
  /(?<!\d)\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?!\d)/g,
  /\d{4} ?年(?: ?\d{1,2} ?月(?:份|底|初)?)?(?: ?\d{1,2} ?[日号])?/g,
  /\d{1,2} ?月(?: ?\d{1,2} ?[日号])?/g,
  /(?<![\d.])\d{1,2} ?(?:[日号](?!线)|[时点](?: ?\d{1,2} ?分)?(?!间))/g,
  /\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?(?:,? \d{4}\b)?/gi,
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4}\b)?/gi,
  /\b\d{1,2} ?(?:am|pm)\b/gi,
  // IPv4 addresses, versions, OIDs; MAC and IPv6 addresses
  /\d{1,10}(?:\.\d{1,10}){2,40}(?:\/\d{1,2})?/g,
  /\bv ?\d{1,6}(?:\.\d{1,6})?\b/gi,
  /(?:[\da-f]{1,4}[:-]){5,7}[\da-f]{1,4}/gi,
  /[\da-f]{0,4}::[\da-f]{0,4}(?::[\da-f]{1,4}){0,6}/gi,
  // List markers, ordinals
  /^[ \t>]{0,20}\d{1,4}[.)、](?=\s|\p{Script=Han})/gmu,
  /第 ?\d{1,6}/g,
  /\b\d{1,6}(?:st|nd|rd|th)\b/g,
  // Names: SW-01, GE0/0/1, AP3, 802.11ax, Q3-report
  /[A-Za-z_#][\w#]{0,60}(?:[-/.:][\w#]{1,40}){0,8}/g,
  /\b802\.\d{1,2}\w{0,3}\b/g,
]

const numbers = /(?<![\d.,])[-−]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d{1,17})(?:\.\d{1,12})?/g
const units =
  /^ ?(%|％|个百分点|‰|[kKMGT]i?(?:bit|b|B)(?:\/s|ps)?|bit\/s|bps|B\/s|bytes?\b|[kKMGT]B\b|ms|毫秒|µs|μs|us|微秒|seconds?\b|secs?\b|s\b|秒|minutes?\b|mins?\b|分钟?|hours?\b|hrs?\b|h\b|小时|days?\b|d\b|天|万|亿|thousand\b|million\b|k\b|K\b|M\b)/

export function numberTokens(text: string): NumberToken[] {
  const taken = coveredBy(text)
  const tokens: NumberToken[] = []
  for (const { index, 0: whole } of text.matchAll(numbers)) {
    // 10-20 is a range, and so is 10−20.
    const isSigned = /^[-−]/.test(whole)
    const isNegative = isSigned && !/[\w\p{Script=Han})%]/u.test(text.charAt(index - 1))
    const start = isSigned && !isNegative ? index + 1 : index
    const end = index + whole.length
    if (isTaken(taken, isSigned ? index + 1 : index)) continue
    // A number that runs into a name: 3x, 5GHz-AP
    const after = text.slice(end, end + 12)
    const unit = units.exec(after)?.[1] ?? ''
    if (unit === '' && /^[A-Za-z_]\w*[-_]\w|^[-_][A-Za-z]\w*\d/.test(after)) continue
    const digits = whole.slice(isSigned ? 1 : 0).replaceAll(',', '')
    const value = Number(digits) * (isNegative ? -1 : 1)
    tokens.push({ start, end, value, decimals: digits.split('.')[1]?.length ?? 0, unit })
  }
  return tokens
}

/** Ranges in order that hold no number. */
function coveredBy(text: string) {
  const ranges: [number, number][] = []
  for (const pattern of noNumbers)
    for (const { index, 0: whole } of text.matchAll(pattern)) ranges.push([index, index + whole.length])
  ranges.sort((a, b) => a[0] - b[0])
  const joined: [number, number][] = []
  for (const [start, end] of ranges) {
    const last = joined.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}

function isTaken(ranges: readonly (readonly [number, number])[], position: number) {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]![1] <= position) low = middle + 1
    else high = middle
  }
  return low < ranges.length && ranges[low]![0] <= position
}
