import type { Sweep } from '../../platform/jobs/job.ts'
import { dayOffBetween } from './duty.ts'
import { dutyRepo } from './duty.repo.ts'
import { type Change, type IsDayOff, type Layer, scheduleOf } from './schedule.ts'
import { dayMs } from './zone.ts'

const batch = 200

/** Keeps who is on call, for deliveries, which are formed in the database. */
export const dutySweep: Sweep = {
  name: 'rota.duty',
  everySeconds: 10,
  async run({ scopes, signal }) {
    while (!signal.aborted) {
      const due = await dutyRepo.due(scopes, batch)
      const now = Date.now()
      if (due.length === 0) return
      const isDayOff = await dayOffBetween(dutyRepo.holidays(scopes), now, now + dayMs)
      await dutyRepo.set(
        scopes,
        due.map((rota) => dutyAt(rota, isDayOff, now)),
      )
      if (due.length < batch) return
    }
  },
}

export interface DueRota {
  readonly id: string
  readonly companyId: string
  readonly zone: string
  readonly layers: readonly Layer[]
  readonly changes: readonly (Omit<Change, 'startsAt' | 'endsAt' | 'since'> & {
    readonly startsAt: string
    readonly endsAt: string
    readonly since: string
  })[]
}

export interface StoredDuty {
  readonly companyId: string
  readonly rotaId: string
  readonly memberId: string | null
  readonly until: string
}

function dutyAt(
  { id, companyId, zone, layers, changes }: DueRota,
  isDayOff: IsDayOff,
  now: number,
): StoredDuty {
  const to = now + dayMs
  const moments = changes.map(({ startsAt, endsAt, since, ...change }) => ({
    ...change,
    startsAt: Date.parse(startsAt),
    endsAt: Date.parse(endsAt),
    since: Date.parse(since),
  }))
  const [first] = scheduleOf({ zone, layers, changes: moments }, isDayOff, now, to)
  return {
    companyId,
    rotaId: id,
    memberId: first?.memberId ?? null,
    until: new Date(first?.to ?? to).toISOString(),
  }
}
