import type { MetricPlan } from '@netward/cwmp'
import type { Scopes } from '../../platform/db/scope.ts'

/** What a session needs to know: stored as `gateway_measuring.plan`. */
export interface StoredPlan {
  readonly plan: MetricPlan
  /** Names to read once, before anything is measured. */
  readonly unread: readonly string[]
}

export interface MeasuringRow {
  readonly device_id: string
  readonly plan: StoredPlan
  readonly software_version: string
  readonly refused: string[]
}

export interface NameRow {
  readonly device_id: string
  readonly root: 'Device.' | 'InternetGatewayDevice.' | null
  readonly software_version: string
  readonly refused: string[]
  /** Null: nothing is known of this gateway. */
  readonly path: string | null
  readonly value: string | null
  readonly read: boolean
}

/** As `device_interface`, by the key of its series. */
export interface PlannedInterface {
  readonly key: string
  readonly index: number
  readonly alias: string
  readonly description: string
  /** IANAifType. */
  readonly type: number
  readonly state: 'up' | 'down' | 'disabled' | 'unknown'
  readonly mac: string | null
  readonly addresses: readonly string[]
  readonly duplex: 'full' | 'half' | null
}

/** What values say; absent fields did not change. */
export interface FactsRow {
  readonly deviceId: string
  readonly at: number
  readonly interfaces: Readonly<Record<string, { state?: PlannedInterface['state']; speed?: number }>>
  /** Null: nothing with a limit was measured. */
  readonly worst?: object | null
}

export interface PlanRow {
  readonly deviceId: string
  readonly stored: StoredPlan
  readonly softwareVersion: string
  readonly refused: readonly string[]
  /** Whether its sessions have anything to ask. */
  readonly measures: boolean
  readonly metrics: readonly string[]
  readonly interfaces: readonly PlannedInterface[]
}

/** Below these stands all that is measured, and what names it. */
const starts = [
  ...['DeviceInfo.', 'NAT.', 'Firewall.'].flatMap((object) => [
    `Device.${object}`,
    `InternetGatewayDevice.${object}`,
  ]),
  ...[
    'IP.Interface.',
    'Ethernet.',
    'PPP.Interface.',
    'DSL.',
    'PTM.',
    'ATM.',
    'Optical.',
    'WiFi.',
    'Cellular.',
  ].map((object) => `Device.${object}`),
  'InternetGatewayDevice.WANDevice.',
  'InternetGatewayDevice.LANDevice.',
]

/** Statements about what gateways are asked for: definer functions, each for many gateways. */
export const measuringRepo = {
  plans: (scopes: Scopes, deviceIds: readonly string[]): Promise<MeasuringRow[]> =>
    scopes.asLoginRole('select * from acs_measuring($1::bigint[])', [deviceIds]),

  names: (scopes: Scopes, deviceIds: readonly string[]): Promise<NameRow[]> =>
    scopes.asLoginRole('select * from acs_metric_names($1::bigint[], $2)', [deviceIds, starts]),

  async save(scopes: Scopes, rows: readonly PlanRow[]): Promise<void> {
    await scopes.asLoginRole(
      'select acs_metric_plans($1::bigint[], $2::jsonb[], $3, $4::jsonb[], $5::boolean[], $6::jsonb[], $7::jsonb[])',
      [
        rows.map(({ deviceId }) => deviceId),
        rows.map(({ stored }) => JSON.stringify(stored)),
        rows.map(({ softwareVersion }) => softwareVersion),
        rows.map(({ refused }) => JSON.stringify(refused)),
        rows.map(({ measures }) => measures),
        rows.map(({ metrics }) => JSON.stringify(metrics)),
        rows.map(({ interfaces }) => JSON.stringify(interfaces)),
      ],
    )
  },

  async facts(scopes: Scopes, rows: readonly FactsRow[]): Promise<void> {
    await scopes.asLoginRole(
      'select acs_metric_facts($1::bigint[], $2::timestamptz[], $3::jsonb[], $4::jsonb[])',
      [
        rows.map(({ deviceId }) => deviceId),
        rows.map(({ at }) => new Date(at).toISOString()),
        rows.map(({ interfaces }) => JSON.stringify(interfaces)),
        rows.map(({ worst }) => (worst === undefined ? null : JSON.stringify(worst))),
      ],
    )
  },
}
