import type { LineProfile, LineProfileKind } from '@netward/contract/line-profiles'
import type { Pair } from '../lines/index.ts'
import type { LineMeasurer } from '@netward/contract/line-quality-values'

/** What the health of an outlet is computed from, as `outlet_health_facts` reads it. */
export interface OutletFacts {
  readonly id: string
  /** Not one whose opening project still waits for its gateway. */
  readonly inService: boolean
  /** Opening hours in the notation of the contract; empty: unknown. */
  readonly hours: string
  readonly zone: string
  /** Those that count in the online rate: overdue is online. */
  readonly devices: { readonly online: number; readonly offline: number }
  /** Active, and explained by neither maintenance nor another alarm. */
  readonly alarms: { readonly critical: number; readonly major: number; readonly minor: number }
  readonly gateways: {
    readonly all: number
    readonly drifted: number
    /** Left behind by a firmware campaign that is over. */
    readonly outdated: number
    readonly sound: number
  }
  readonly lines: readonly LineFacts[]
  /** Maintenance that counts: from, to in milliseconds since 1970. */
  readonly works: readonly (readonly [number, number])[]
}

export interface LineFacts {
  readonly state: 'up' | 'down' | 'blind' | 'unmeasured'
  readonly by: LineMeasurer | null
  readonly profile: LineProfileKind
  readonly settings: Partial<LineProfile> | null
  /** A letter a minute, by the hour's milliseconds since 1970; null: none is known. */
  readonly minutes: Readonly<Record<string, string>> | null
  readonly createdAt: number
  /** Outages that the gateway contradicts. */
  readonly doubted: readonly Pair[] | null
}
