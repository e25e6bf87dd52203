import type { EndpointInput } from '@netward/contract'
import { clockOf, minuteOf } from '@netward/contract/clock'
import { quietNight } from '@netward/contract/states/campaign'
import type { BackupMode } from '@netward/contract/states/backup'
import { timeZoneStore } from '../../lib/time-zone.ts'
import { instantOf } from '../../lib/wall-clock.ts'

/** Fields of a plan. */
export interface PlanValues {
  firstRings: { value: number; soakMinutes: number }[]
  window: 'any' | 'closed_hours' | 'daily'
  from: string | undefined
  to: string | undefined
  nightFrom: string
  nightTo: string
  startAt: string | undefined
  maxConcurrent: number
  perMinute: number
  retries: number
  retryMinutes: number
  offlineHours: number
  verifyMinutes: number
  maxFailurePercent: number
  advancePercent: number
  backup: BackupMode
  autoRollback: boolean
  allowDowngrade: boolean
}

export const noPlan: PlanValues = {
  firstRings: [{ value: 5, soakMinutes: 60 }],
  window: 'any',
  from: undefined,
  to: undefined,
  nightFrom: clockOf(quietNight.fromMinute),
  nightTo: clockOf(quietNight.toMinute),
  startAt: undefined,
  maxConcurrent: 50,
  perMinute: 60,
  retries: 1,
  retryMinutes: 30,
  offlineHours: 72,
  verifyMinutes: 30,
  maxFailurePercent: 10,
  // One gateway in ten being offline does not hold up the rest.
  advancePercent: 90,
  backup: 'none',
  autoRollback: false,
  allowDowngrade: false,
}

type Plan = Omit<EndpointInput<'POST /ota/api/v2/ota/programme'>, 'name' | 'firmwareId' | 'filters'>

/** The plan as the endpoints take it: the last ring has the remainder of the first ones. */
export function planOf({ firstRings, from, to, nightFrom, nightTo, startAt, ...plan }: PlanValues): Plan {
  return {
    ...plan,
    rings: [
      ...firstRings.map((ring) => ({ kind: 'percent' as const, ...ring })),
      { kind: 'percent', value: 100, soakMinutes: 0 },
    ],
    timeZone: timeZoneStore.get() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...(plan.window === 'daily' && { fromMinute: minuteOf(from ?? ''), toMinute: minuteOf(to ?? '') }),
    ...(plan.window === 'closed_hours' && {
      fromMinute: minuteOf(nightFrom ?? ''),
      toMinute: minuteOf(nightTo ?? ''),
    }),
    ...(startAt !== undefined && startAt !== '' && { startAt: instantOf(startAt) }),
  }
}
