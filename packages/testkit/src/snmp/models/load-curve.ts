import { seededRandom } from '../../gateway/random.ts'

/** Share of the busiest hour, by the hour of the day in China: shops open at nine and close at ten. */
const hourly = [
  0.08, 0.06, 0.05, 0.05, 0.05, 0.07, 0.12, 0.2, 0.35, 0.55, 0.72, 0.85, 0.95, 0.85, 0.7, 0.68, 0.74, 0.85,
  0.97, 1, 0.92, 0.7, 0.4, 0.18,
]
const hour = 3_600_000
const day = 24 * hour
const zone = 8 * hour
/** Midnight in China; counters began at zero here. */
const began = Date.UTC(2026, 0, 1) - zone

const at = (index: number) => hourly[index % 24]!

/** Of hours: the integral of the curve, linear between full hours, over whole and part days. */
function integral(milliseconds: number): number {
  const days = Math.floor(milliseconds / day)
  const within = (milliseconds - days * day) / hour
  const full = Math.floor(within)
  const rest = within - full
  let sum = days * hourly.reduce((all, one) => all + one, 0)
  for (let index = 0; index < full; index += 1) sum += (at(index) + at(index + 1)) / 2
  return sum + rest * at(full) + (rest * rest * (at(full + 1) - at(full))) / 2
}

/**
 * A load over time that can be evaluated anywhere: past values agree with living ones, and counters are the integral of
 * rates. Two slow waves make neighbours differ.
 */
export class LoadCurve {
  readonly #waves: readonly { readonly period: number; readonly phase: number; readonly share: number }[]

  constructor(seed: number) {
    const random = seededRandom(seed)
    this.#waves = [
      { period: (50 + 40 * random()) * 60_000, phase: random() * 2 * Math.PI, share: 0.18 },
      { period: (7 + 6 * random()) * 60_000, phase: random() * 2 * Math.PI, share: 0.1 },
    ]
  }

  /** Of the busiest hour, at least 0.01. */
  share(now: number): number {
    const since = now - began
    const hours = ((since % day) + day) % day
    const full = Math.floor(hours / hour)
    const base = at(full) + (hours / hour - full) * (at(full + 1) - at(full))
    const waves = this.#waves.reduce(
      (sum, { period, phase, share }) => sum + share * Math.sin((2 * Math.PI * since) / period + phase),
      0,
    )
    return Math.max(0.01, base * (1 + waves))
  }

  /** What a counter of something with `perHour` at the busiest hour has counted. Grows always. */
  counted(now: number, perHour: number): bigint {
    const since = now - began
    const waves = this.#waves.reduce((sum, { period, phase, share }) => {
      const angle = (2 * Math.PI * since) / period
      // At most a third of the smallest hour: the sum of both never falls.
      return (
        sum + ((0.05 * share * period) / (2 * Math.PI * hour)) * (Math.cos(phase) - Math.cos(angle + phase))
      )
    }, 0)
    return BigInt(Math.max(0, Math.floor(perHour * (integral(since) + waves))))
  }
}
