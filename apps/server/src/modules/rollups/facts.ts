import type { LineProfile, LineProfileKind } from '@netward/contract/line-profiles'
import type { LineMeasurer } from '@netward/contract/line-quality-values'
import type { Pair } from '../lines/index.ts'

/** What hours of an outlet are counted from, as `rollup_facts` reads it. */
export interface OutletHistory {
  readonly id: string
  /** Opening hours in the notation of the contract; empty: unknown. */
  readonly hours: string
  readonly zone: string
  /** When its opening project was over; null: it had none. */
  readonly since: number | null
  readonly lines: readonly LineHistory[]
  readonly devices: readonly DeviceHistory[]
  /** Maintenance that counts. */
  readonly works: readonly Pair[]
}

export interface LineHistory {
  readonly id: string
  readonly by: LineMeasurer | null
  readonly profile: LineProfileKind
  readonly settings: Partial<LineProfile> | null
  readonly createdAt: number
  /** A letter a minute, by the hour's milliseconds since 1970; null: none is known. */
  readonly minutes: Readonly<Record<string, string>> | null
  /** Outages that the gateway contradicts. */
  readonly doubted: readonly Pair[] | null
}

/** Of those that count in the online rate. */
export interface DeviceHistory {
  readonly type: string
  readonly isGateway: boolean
  /** Its tenure here. */
  readonly from: number
  readonly to: number | null
  /** The last change before the period, and those within it. */
  readonly events: readonly (readonly [at: number, kind: 'online' | 'overdue' | 'offline'])[] | null
}

/** A row of `rollup_hour`. */
export interface HourRow {
  readonly outlet_id: string
  readonly kind: 'outlet' | 'line' | 'device'
  readonly part: string
  readonly at: number
  readonly counted: number
  readonly good: number
  readonly within: number
  readonly judged: number
  readonly blind: number
  readonly expected: number
}
