import { numberTokens } from './number-tokens.ts'

/** What a shown number may be multiplied with to give the value of a result, by its unit. */
function factorsOf(unit: string): readonly number[] {
  if (/^(?:%|％|个百分点)$/.test(unit)) return [1, 0.01]
  const rate = /^([kKMGT])?(i)?(bit|b|B)(?:\/s|ps)?$/.exec(unit)
  if (rate) {
    const power = ['k', 'm', 'g', 't'].indexOf((rate[1] ?? '').toLowerCase()) + 1
    // Results hold bit/s, a unit below or the same, or bytes of 1,000 and 1,024.
    const steps = Array.from({ length: power + 1 }, (_, step) => 1000 ** step)
    const binary = Array.from({ length: power + 1 }, (_, step) => 1024 ** step)
    const all = rate[3] === 'B' || rate[2] !== undefined ? [...steps, ...binary] : steps
    return rate[3] === 'B' ? [...all, ...all.map((one) => one * 8)] : [...all, ...all.map((one) => one / 8)]
  }
  switch (unit) {
    case '万':
      return [10_000, 1]
    case '亿':
      return [100_000_000, 1]
    case 'k':
    case 'K':
    case 'thousand':
      return [1000, 1]
    case 'M':
    case 'million':
      return [1_000_000, 1]
    case 'µs':
    case 'μs':
    case 'us':
    case '微秒':
      return [1, 0.001, 0.000_001]
    case 'ms':
    case '毫秒':
      return [1, 0.001, 1000]
  }
  if (/^(?:s|secs?|seconds?|秒)$/.test(unit)) return [1, 1000]
  if (/^(?:mins?|minutes?|分钟?)$/.test(unit)) return [1, 60, 60_000, 1 / 60]
  if (/^(?:h|hrs?|hours?|小时)$/.test(unit)) return [1, 60, 3600, 3_600_000]
  if (/^(?:d|days?|天)$/.test(unit)) return [1, 24, 1440, 86_400, 86_400_000]
  return [1]
}

interface Known {
  readonly value: number
  readonly stepId: string
  readonly order: number
}

/**
 * The numbers of an answer and the step whose result has them: exactly, or rounded to what is shown, also in another
 * unit. Numbers of dates, addresses, versions, names, lists and links are left out.
 */
export function numbersOf(text: string, results: readonly { stepId: string; data: unknown }[]) {
  const known: Known[] = []
  for (const [order, { stepId, data }] of results.entries())
    for (const value of valuesOf(data)) known.push({ value, stepId, order })
  known.sort((a, b) => a.value - b.value || a.order - b.order)
  return numberTokens(text).map(({ start, end, value, decimals, unit }) => {
    const half = 0.5 * 10 ** -decimals
    let best: { known: Known; off: number } | undefined
    for (const factor of factorsOf(unit)) {
      const found = nearest(known, value * factor, half * factor)
      if (found && (!best || found.off < best.off)) best = found
      if (best?.off === 0) break
    }
    // "Down by 3 %" shows a value of -3.
    if (!best && value > 0) best = nearest(known, -value, half)
    return { start, end, stepId: best?.known.stepId ?? null }
  })
}

/** The value that is closest, by its distance in units of what was rounded away. */
function nearest(known: readonly Known[], value: number, half: number) {
  const slack = Math.abs(value) * 1e-9 + 1e-12
  let low = 0
  let high = known.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (known[middle]!.value < value - slack) low = middle + 1
    else high = middle
  }
  // The first from here on is the closest above, the one before the closest below.
  const candidates = [known[low], known[low - 1]].filter((one) => one !== undefined)
  let best: { known: Known; off: number } | undefined
  for (const one of candidates) {
    const distance = Math.abs(one.value - value)
    if (distance > half + slack) continue
    const off = distance <= slack ? 0 : distance / half
    if (!best || off < best.off) best = { known: firstOf(known, one), off }
  }
  return best
}

/** Of equal values, that of the first step. */
function firstOf(known: readonly Known[], one: Known) {
  let low = 0
  let high = known.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (known[middle]!.value < one.value) low = middle + 1
    else high = middle
  }
  return known[low] ?? one
}

const mostValues = 100_000
const isIdentifier = (key: string) => /^ids?$|Ids?$|^(?:from|to|at)$|At$/.test(key)

/** Numbers of a result, those within its texts too; not those that identify things. */
function valuesOf(data: unknown) {
  const values: number[] = []
  const collect = (one: unknown, key: string) => {
    if (values.length >= mostValues || isIdentifier(key)) return
    if (typeof one === 'number') values.push(one)
    else if (typeof one === 'bigint') values.push(Number(one))
    else if (typeof one === 'string') {
      const number = /^-?\d{1,17}(?:\.\d{1,12})?$/.test(one) ? Number(one) : null
      if (number !== null) values.push(number)
      else if (/\d/.test(one)) values.push(...numberTokens(one.slice(0, 2000)).map(({ value }) => value))
    } else if (Array.isArray(one)) for (const item of one) collect(item, '')
    else if (typeof one === 'object' && one !== null)
      for (const [name, item] of Object.entries(one)) collect(item, name)
  }
  collect(data, '')
  return values
}
