import type { EndpointInput } from '@netward/contract'
import type { BackupMode } from '@netward/contract/states/backup'
import { timeZoneStore } from '../../lib/time-zone.ts'
import { instantOf } from '../../lib/wall-clock.ts'

/** What the fields of a plan hold. */
export interface PlanValues {
  firstRings: { value: number; soakMinutes: number }[]
  window: 'any' | 'closed_hours' | 'daily'
  from: string | undefined
  to: string | undefined
  startAt: string | undefined
  maxConcurrent: number
  perMinute: number
  retries: number
  retryMinutes: number
  offlineHours: number
  verifyMinutes: number
  maxFailurePercent: number
  backup: BackupMode
  autoRollback: boolean
  allowDowngrade: boolean
}

export const noPlan: PlanValues = {
  firstRings: [{ value: 5, soakMinutes: 60 }],
  window: 'any',
  from: undefined,
  to: undefined,
  startAt: undefined,
  maxConcurrent: 50,
  perMinute: 60,
  retries: 1,
  retryMinutes: 30,
  offlineHours: 72,
  verifyMinutes: 30,
  maxFailurePercent: 10,
  backup: 'none',
  autoRollback: false,
  allowDowngrade: false,
}

type Plan = Omit<EndpointInput<'POST /ota/api/v2/ota/programme'>, 'name' | 'firmwareId' | 'filters'>

/** The plan as the endpoints take it: the last ring has all that the first ones leave. */
export function planOf({ firstRings, from, to, startAt, ...plan }: PlanValues): Plan {
  return {
    ...plan,
    rings: [
      ...firstRings.map((ring) => ({ kind: 'percent' as const, ...ring })),
      { kind: 'percent', value: 100, soakMinutes: 0 },
    ],
    timeZone: timeZoneStore.get() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(plan.window === 'daily' && { fromMinute: minuteOf(from), toMinute: minuteOf(to) }),
    ...(startAt !== undefined && startAt !== '' && { startAt: instantOf(startAt) }),
  }
}

function minuteOf(time = ''): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
