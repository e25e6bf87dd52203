import {
  alarmPrices,
  bandOf,
  type HealthBand,
  type HealthPart,
  healthWeights,
} from '@netward/contract/outlet-health-values'
import type { OutletFacts } from './facts.ts'

/** Minutes of lines that count, and those within target. */
export interface LineMinutes {
  readonly counted: number
  readonly within: number
}

export interface Health {
  /** 0 to 100; null: fewer than two parts have data. */
  readonly score: number | null
  readonly band: HealthBand
  /** It is open, and nothing of it answers. */
  readonly offline: boolean
  /** Shares of 1 of each part's weight; null: no data. */
  readonly parts: Readonly<Record<HealthPart, number | null>>
}

const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)

/**
 * Health of an outlet (operations.md §6). A part without data is left out and the others weigh more; with fewer than two
 * the outlet has no score. Devices that are off while it is closed say nothing.
 * @param open whether it is open now, or its hours are unknown
 */
export function healthOf(facts: OutletFacts, minutes: LineMinutes, open: boolean): Health {
  const { devices, alarms, gateways, lines, inService } = facts
  const counted = devices.online + devices.offline
  const up = lines.some(({ state }) => state === 'up')
  const down = lines.some(({ state }) => state === 'down')
  const offline = inService && open && devices.online === 0 && !up && (devices.offline > 0 || down)
  const price =
    alarmPrices.critical * alarms.critical +
    alarmPrices.major * alarms.major +
    alarmPrices.minor * alarms.minor
  const parts = {
    lines: share(minutes.within, minutes.counted),
    devices: open ? share(devices.online, counted) : null,
    // Nothing that could raise one: their absence says nothing.
    alarms: counted === 0 && !up && !down ? null : 1 - Math.min(1, price / healthWeights.alarms),
    configuration: share(gateways.sound, gateways.all),
  }
  const score = inService ? scoreOf(parts) : null
  return { score, band: offline ? 'poor' : bandOf(score), offline, parts }
}

function scoreOf(parts: Health['parts']): number | null {
  const known = (Object.keys(healthWeights) as HealthPart[]).flatMap((part) => {
    const of = parts[part]
    return of === null ? [] : [{ weight: healthWeights[part], of }]
  })
  if (known.length < 2) return null
  const weights = known.reduce((sum, { weight }) => sum + weight, 0)
  return Math.round((100 * known.reduce((sum, { weight, of }) => sum + weight * of, 0)) / weights)
}
