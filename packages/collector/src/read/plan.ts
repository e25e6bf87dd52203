import type { MetricName } from '@netward/contract/metric-catalogue'
import type { PlainConvert } from './number.ts'

/** Changes when a plan of before cannot be carried out: the device is then read anew. */
const version = 1

/** What a poll reads, decided at inventory. JSON, kept by the server with the device. */
export interface Plan {
  readonly version: typeof version
  /** sysUpTime at inventory: one below it is that of an agent that restarted. */
  readonly upTime: number
  readonly interfaces: InterfacePlan | null
  readonly values: readonly PlannedValue[]
  readonly pools: readonly PlannedPool[]
  /** Columns that are walked, since most of their rows are read; other instances go into one GET. */
  readonly walks: readonly string[]
}

export interface InterfacePlan {
  /** Columns of names; an interface has its key from the first that names it. */
  readonly names: readonly string[]
  readonly columns: readonly InterfaceColumn[]
  readonly discontinuity: boolean
  /** Which columns of state and speed answer. */
  readonly state: readonly ('oper' | 'admin' | 'speed' | 'highSpeed')[]
}

export interface InterfaceColumn {
  readonly metric: MetricName
  readonly column: string
  /** Read where a column before has nothing for the interface. */
  readonly bits?: 32
}

export interface PlannedValue extends PlainConvert {
  readonly metric: MetricName
  readonly instance: string
  readonly oid: string
  /** A counter stays a bigint. */
  readonly counter?: 32 | 64
  /** Raw states become levels of `sensor_state`; the raw one goes to `state_code` under the same instance. */
  readonly levels?: Readonly<Record<number, number>>
  /** Percent of another instance or number: filled of capacity. */
  readonly of?: string | number
}

/** Bytes are the raw values times `unit`. */
export interface PlannedPool {
  readonly pool: 'memory' | 'storage'
  readonly instance: string
  readonly unit: number
  readonly used?: string
  readonly free?: string
  readonly total?: string | number
  readonly percent?: string
  readonly percentFree?: string
  readonly text?: true | string
  readonly invalid?: readonly number[]
  /** What `used` counts although it can be given back: buffers and caches. */
  readonly minus?: readonly string[]
}

export const newPlan = (plan: Omit<Plan, 'version'>): Plan => ({ version, ...plan })

/** A stored plan, unless it is of another version or none. */
export function readPlan(plan: unknown): Plan | null {
  return typeof plan === 'object' && plan !== null && 'version' in plan && plan.version === version
    ? (plan as Plan)
    : null
}
