import type { Scopes } from '../../platform/db/scope.ts'
import type { Sweep } from '../../platform/jobs/job.ts'
import { healthOf } from './health.ts'
import { isOpenAt, openHours } from '../lines/index.ts'
import { minutesOf } from './line-minutes.ts'
import { outletHealthRepo } from './outlet-health.repo.ts'

const batch = 500
const dayMs = 86_400_000
const hourMs = 3_600_000

/** Health of every outlet is computed anew. A run that is cut off leaves the others to the next one. */
export const healthSweep: Sweep = {
  name: 'outlets.health',
  everySeconds: 120,
  run: ({ scopes, signal }) => computeHealth(scopes, Date.now(), signal),
}

export async function computeHealth(scopes: Scopes, now: number, signal?: AbortSignal): Promise<void> {
  const from = now - dayMs
  const open = openHours()
  let after = '0'
  for (;;) {
    if (signal?.aborted === true) return
    const since = new Date(Math.floor(from / hourMs) * hourMs)
    const outlets = await outletHealthRepo.facts(scopes, after, batch, since)
    const last = outlets.at(-1)
    if (last === undefined) return
    after = last.id
    await outletHealthRepo.write(
      scopes,
      outlets.map((facts) => {
        const minutes = minutesOf(facts, open, from, now)
        return { facts, minutes, health: healthOf(facts, minutes, isOpenAt(open, facts, now)) }
      }),
    )
  }
}
