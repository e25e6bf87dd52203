import type { Sweep } from '../../platform/jobs/job.ts'
import { dayOffBetween, dutyEnd } from './duty.ts'
import { dutyRepo } from './duty.repo.ts'
import { type Change, type IsDayOff, type Layer, scheduleOf } from './schedule.ts'
import { dayMs } from '../../platform/zone.ts'

const batch = 200

/** Keeps who is on call, for deliveries, which are formed in the database. What a shift ends with is handed over with it. */
export const dutySweep: Sweep = {
  name: 'rota.duty',
  everySeconds: 10,
  async run({ scopes, signal }) {
    while (!signal.aborted) {
      const due = await dutyRepo.due(scopes, batch)
      const now = Date.now()
      if (due.length === 0) return
      const isDayOff = await dayOffBetween(dutyRepo.holidays(scopes), now, dutyEnd(now))
      await dutyRepo.set(
        scopes,
        due.map((rota) => dutyAt(rota, isDayOff, now)),
      )
      if (due.length < batch) return
    }
  },
}

/** Hours after the end of a shift at which its hand-over is reminded of. */
const reminderHours = 1

export const handoverSweep: Sweep = {
  name: 'rota.handovers',
  everySeconds: 60,
  async run({ scopes, signal }) {
    while (!signal.aborted && (await dutyRepo.remind(scopes, reminderHours, batch)) === batch);
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
  /** Who is on call now, or else the next who will be; null: nobody for two weeks. */
  readonly nextId: string | null
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
  const rota = { zone, layers, changes: moments }
  const [first] = scheduleOf(rota, isDayOff, now, to)
  const next = () =>
    scheduleOf(rota, isDayOff, now, dutyEnd(now)).find(({ memberId }) => memberId !== null)?.memberId
  return {
    companyId,
    rotaId: id,
    memberId: first?.memberId ?? null,
    nextId: first?.memberId ?? next() ?? null,
    until: new Date(first?.to ?? to).toISOString(),
  }
}
