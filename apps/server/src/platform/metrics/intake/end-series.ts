import type { Scopes } from '../../db/scope.ts'
import { decodeLast, type LastSamples } from '../codec/last-samples.ts'
import { packingRepo } from './packing.repo.ts'

const devicesAtOnce = 200
/** So long a series has no value while its device has others: its part is gone. */
const without = 7 * 86_400_000

/** Marks series of parts that are gone, such as an unplugged module's; those that have values again go on. */
export async function endSeries(scopes: Scopes, signal: AbortSignal): Promise<void> {
  for (let after = '0'; !signal.aborted;) {
    const rows = await packingRepo.lasts(scopes, after, devicesAtOnce)
    const ends = rows.flatMap(({ device_id: deviceId, last, ended }) =>
      endsOf(decodeLast(last), new Set(ended)).map((end) => ({ deviceId, ...end })),
    )
    if (ends.length > 0) await packingRepo.endSeries(scopes, ends)
    const next = rows.at(-1)?.device_id
    if (next === undefined || rows.length < devicesAtOnce) return
    after = next
  }
}

/** What changes: a device that is silent as a whole ends nothing. */
function endsOf(last: LastSamples, ended: ReadonlySet<number>): { slot: number; at: number | null }[] {
  const lasts = [
    ...[...last.gauges].map(([slot, { at }]) => ({ slot, at })),
    ...[...last.counters].map(([slot, readings]) => ({ slot, at: readings.at(-1)?.at ?? 0 })),
  ]
  const limit = lasts.reduce((newest, { at }) => Math.max(newest, at), 0) - without
  return lasts.flatMap(({ slot, at }) => {
    const isOver = at < limit
    return isOver === ended.has(slot) ? [] : [{ slot, at: isOver ? at : null }]
  })
}
