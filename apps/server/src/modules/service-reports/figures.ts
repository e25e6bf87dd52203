import type { Recommendation } from '@netward/contract/service-report-values'

/** Of one period. A null stands for a denominator of 0: there is no figure. */
export interface PeriodFigures {
  readonly outlets: { readonly measured: number; readonly upMinutes: number; readonly countedMinutes: number }
  /** Outages of lines that began in the period, those that their gateway contradicts left out. */
  readonly outages: { readonly count: number; readonly minutes: number }
  readonly alarms: {
    readonly critical: number
    readonly major: number
    readonly lower: number
    /** Minutes from raise to acknowledgement, of critical and major ones. */
    readonly acknowledgeMinutes: number | null
    readonly unacknowledged: number
    readonly clearMinutes: number | null
  }
  readonly orders: {
    readonly created: number
    readonly resolved: number
    readonly open: number
    /** Clocks whose deadline lies in the period, and how many were met. */
    readonly respond: Clocks
    readonly resolve: Clocks
    readonly resolveMinutes: number | null
  }
  readonly ratings: { readonly answers: number; readonly mean: number | null }
}

export interface Clocks {
  readonly met: number
  readonly due: number
}

export interface OutletRow {
  readonly name: string
  readonly upMinutes: number
  readonly countedMinutes: number
  readonly outages: number
  readonly alarms: number
  readonly orders: number
}

export interface DayRow {
  readonly day: string
  readonly upMinutes: number
  readonly countedMinutes: number
  readonly alarms: number
  readonly created: number
  readonly resolved: number
}

export interface OutageRow {
  readonly outlet: string
  readonly line: string
  readonly beganAt: string
  readonly endedAt: string | null
  readonly minutes: number
  readonly cause: string
  readonly responsibility: string
}

export interface AlarmRow {
  readonly outlet: string
  readonly subject: string
  readonly rule: string
  readonly ruleName: string | null
  readonly severity: string
  readonly raisedAt: string
  readonly acknowledgedAt: string | null
  readonly clearedAt: string | null
}

export interface OrderRow {
  readonly number: string
  readonly title: string
  readonly type: string
  readonly priority: number
  readonly state: string
  readonly outlet: string
  readonly createdAt: string
  readonly resolvedAt: string | null
  readonly resolveDue: string | null
  readonly score: number | null
}

export interface FirmwareRow {
  readonly name: string
  readonly version: string
  readonly upgraded: number
}

/** Minutes of outages by who is responsible, and by cause. */
export interface Shares {
  readonly responsibility: Readonly<Record<string, number>>
  readonly cause: Readonly<Record<string, number>>
}

/** What a report is made of. Kept with it, so that it can be made again. */
export interface KeptFigures {
  readonly format: 1
  readonly now: PeriodFigures
  readonly before: PeriodFigures
  readonly worst: readonly OutletRow[]
  readonly days: readonly DayRow[]
  readonly shares: Shares
  /** Devices and lines with two alarms of one rule or more. */
  readonly repeatedThings: number
  /** Outlets with one line, which had an outage. */
  readonly cutOffOutlets: number
  readonly quotas: readonly { readonly kind: string; readonly used: number; readonly granted: number }[]
  readonly changes: { readonly configurations: number; readonly firmware: readonly FirmwareRow[] }
  readonly outages: readonly OutageRow[]
  readonly alarms: readonly AlarmRow[]
  readonly orders: readonly OrderRow[]
}

export interface Advice {
  readonly rule: Recommendation
  readonly params: Readonly<Record<string, string | number>>
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
export const availabilityOf = ({
  upMinutes,
  countedMinutes,
}: Pick<OutletRow, 'upMinutes' | 'countedMinutes'>): number | null => share(upMinutes, countedMinutes)
export const metOf = ({ met, due }: Clocks): number | null => share(met, due)

const most = 6

/** Rules over the figures of the period, in this order. */
export function adviceOf(kept: KeptFigures): readonly Advice[] {
  const advice: Advice[] = []
  const { now, worst, shares, repeatedThings, cutOffOutlets, quotas } = kept
  const all = Object.values(shares.responsibility).reduce((sum, minutes) => sum + minutes, 0)
  const percent = (part: number | undefined) => (all === 0 ? 0 : Math.round((100 * (part ?? 0)) / all))
  const [first] = worst
  const lost = worst.reduce((sum, one) => sum + one.countedMinutes - one.upMinutes, 0)
  if (first !== undefined && first.countedMinutes - first.upMinutes > Math.max(60, lost / 2))
    advice.push({
      rule: 'worst_outlet',
      params: { outlet: first.name, minutes: first.countedMinutes - first.upMinutes },
    })
  if (now.outages.count >= 3 && percent(shares.responsibility['isp']) >= 50)
    advice.push({ rule: 'isp_share', params: { percent: percent(shares.responsibility['isp']) } })
  if (now.outages.count >= 3 && percent(shares.cause['power']) >= 25)
    advice.push({ rule: 'power_share', params: { percent: percent(shares.cause['power']) } })
  if (repeatedThings >= 3) advice.push({ rule: 'repeated_faults', params: { things: repeatedThings } })
  const met = metOf(now.orders.resolve)
  if (met !== null && now.orders.resolve.due >= 5 && met < 0.9)
    advice.push({
      rule: 'late_orders',
      params: { late: now.orders.resolve.due - now.orders.resolve.met, due: now.orders.resolve.due },
    })
  for (const { kind, used, granted } of quotas)
    if (granted > 0 && used >= granted * 0.8)
      advice.push({ rule: 'quota_near', params: { kind, used, granted } })
  if (cutOffOutlets > 0) advice.push({ rule: 'no_backup_line', params: { outlets: cutOffOutlets } })
  return advice.slice(0, most)
}
