import {
  type GatewayInterface,
  GatewayTree,
  type KnownParameter,
  metricsOf,
  operStateOf,
  planMetrics,
} from '@netward/cwmp'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Logger } from '../../platform/log.ts'
import { saveParts } from '../metrics/index.ts'
import { Buffered } from './batcher.ts'
import { measuringRepo, type NameRow, type PlannedInterface, type PlanRow } from './measuring.repo.ts'

/** A gateway has up to 4,000 names: so many are looked at in one statement. */
const atOnce = 16

export interface Replanned extends PlanRow {
  readonly madeAt: number
}

/**
 * Makes plans of what gateways are known to have: beside the sessions, many gateways together. `made` receives each plan
 * once it is stored.
 */
export class MetricPlanner {
  readonly #scopes: Scopes
  readonly #made: (plan: Replanned) => void
  readonly #buffer: Buffered<{ deviceId: string; refused: readonly string[]; most: number | undefined }>

  constructor(scopes: Scopes, log: Logger, made: (plan: Replanned) => void, milliseconds: number) {
    this.#scopes = scopes
    this.#made = made
    this.#buffer = new Buffered('plans of metrics', (items) => this.#plan(items), log, {
      milliseconds,
      most: 20_000,
    })
  }

  /** @param refused what it refused just now; `most` names at a time, where it cannot answer more */
  replan(deviceId: string, refused: readonly string[] = [], most?: number): void {
    this.#buffer.add({ deviceId, refused, most })
  }

  flush(): Promise<void> {
    return this.#buffer.flush()
  }

  close(): Promise<void> {
    return this.#buffer.close()
  }

  async #plan(
    items: { deviceId: string; refused: readonly string[]; most: number | undefined }[],
  ): Promise<void> {
    const asked = Map.groupBy(items, ({ deviceId }) => deviceId)
    const ids = [...asked.keys()]
    for (let at = 0; at < ids.length; at += atOnce) {
      const names = await measuringRepo.names(this.#scopes, ids.slice(at, at + atOnce))
      const plans = [...Map.groupBy(names, (row) => row.device_id)].map(([deviceId, rows]) => {
        const own = asked.get(deviceId) ?? []
        return planOf(
          deviceId,
          rows,
          own.flatMap(({ refused }) => refused),
          own.at(-1)?.most,
        )
      })
      await measuringRepo.save(this.#scopes, plans)
      const madeAt = Date.now()
      for (const plan of plans) {
        this.#made({ ...plan, madeAt })
        await this.#label(plan)
      }
    }
  }

  /** People call a network by its name, not by its number. */
  async #label({ deviceId, interfaces }: PlanRow): Promise<void> {
    const parts = interfaces
      .filter(({ alias }) => alias !== '')
      .map(({ key, alias }) => ({ subject: 'interface', instance: key, label: `${key} (${alias})` }) as const)
    await saveParts(this.#scopes, deviceId, ['interface'], parts)
  }
}

/** A gateway that refuses hundreds of names is not worth remembering more. */
const mostRefused = 300

function planOf(
  deviceId: string,
  rows: readonly NameRow[],
  newlyRefused: readonly string[],
  most: number | undefined,
): PlanRow {
  const [first] = rows
  const refused = [...new Set([...(first?.refused ?? []), ...newlyRefused])].slice(0, mostRefused)
  const parameters = rows.flatMap(({ path, value, read }): [string, KnownParameter][] =>
    path === null
      ? []
      : [[path, { value: value ?? '', type: null, writable: null, readAt: read ? '' : null }]],
  )
  const root = first?.root ?? 'Device.'
  const ofRoot = new Map(parameters.filter(([path]) => path.startsWith(root)))
  const { plan, unread, interfaces } = planMetrics(new GatewayTree(root, ofRoot), new Set(refused), most)
  return {
    deviceId,
    stored: { plan, unread },
    softwareVersion: first?.software_version ?? '',
    refused,
    measures: plan.reads.length > 0,
    metrics: metricsOf(plan),
    // Until their names are read they would be called otherwise.
    interfaces: unread.length > 0 ? [] : interfaces.map(presentInterface),
  }
}

/** IANAifType: ethernetCsmacd, ieee80211, ipForward. */
const types: Readonly<Record<GatewayInterface['kind'], number>> = { lan: 6, wifi: 71, wan: 142 }

function presentInterface(one: GatewayInterface, position: number): PlannedInterface {
  const { key, kind, alias, path, status, enabled, mac, addresses, duplex } = one
  return {
    key,
    index: position + 1,
    alias,
    description: path,
    type: types[kind],
    state: enabled ? stateOf(operStateOf(status)) : 'disabled',
    mac,
    addresses,
    duplex,
  }
}

/** As interfaces of SNMP devices have it: what is neither up nor unknown is down. */
export function stateOf(operState: number | null): PlannedInterface['state'] {
  if (operState === 1) return 'up'
  return operState === null || operState === 4 ? 'unknown' : 'down'
}
