import type { Sweep } from '../../platform/jobs/job.ts'
import { holidaysOf } from './holidays.ts'
import { dutyRepo } from './duty.repo.ts'
import { type Layer, type Change, scheduleOf } from './schedule.ts'
import { dayIn, dayMs } from './zone.ts'

const batch = 200

/** Keeps who is on call, for deliveries, which are formed in the database. */
export const dutySweep: Sweep = {
  name: 'rota.duty',
  everySeconds: 10,
  async run({ scopes, signal }) {
    while (!signal.aborted) {
      const due = await dutyRepo.due(scopes, batch)
      const now = Date.now()
      const duties = await Promise.all(due.map((rota) => dutyAt(rota, now, dutyRepo.holidays(scopes))))
      await dutyRepo.set(scopes, duties)
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

async function dutyAt(
  { id, companyId, zone, layers, changes }: DueRota,
  now: number,
  imported: Parameters<typeof holidaysOf>[0],
): Promise<StoredDuty> {
  const to = now + dayMs
  const { isDayOff } = await holidaysOf(imported, dayIn(zone, now) - 2, dayIn(zone, to) + 1)
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
