import type { MetricPlan } from '@netward/cwmp'
import { LRUCache } from 'lru-cache'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Logger } from '../../platform/log.ts'
import type { AcsLimits } from './acs-config.ts'
import type { KnownGateway } from './acs-rows.ts'
import { atOnce, Batcher } from './batcher.ts'
import { MeasuredFacts, type WrittenFacts } from './measured-facts.ts'
import { measuringRepo, type MeasuringRow } from './measuring.repo.ts'
import { MetricOutbox, type WriteBatch } from './metric-outbox.ts'
import { MetricPlanner, type Replanned } from './metric-planner.ts'

/** What this process knows of measuring one gateway. */
export interface MeasuredGateway {
  readonly plan: MetricPlan
  readonly unread: readonly string[]
  readonly softwareVersion: string
  /** By Date.now. */
  readonly plannedAt: number
  readonly written: WrittenFacts
  /** Of its last values, and until when it is left alone. */
  measuredAt: number
  quietUntil: number
  /** Clients by the path of their count, as last read. */
  clients: ReadonlyMap<string, number>
  /** Names that it answers at once, where these are fewer than usual. */
  most: number | undefined
  /** It answers no table of clients. */
  withoutClientTables: boolean
}

type MeasuringLimits = Pick<AcsLimits, 'leastMeasureSeconds' | 'planMilliseconds'>

const mostKnown = 200_000
/** Names of interfaces change without an Inform. */
const planValidMilliseconds = 24 * 3_600_000

/**
 * Metrics of gateways. What is asked for follows from the names that are known of each gateway; its plan is made beside
 * the sessions, stored, and kept here once a session needed it.
 */
export class Measuring {
  readonly outbox: MetricOutbox
  readonly facts: MeasuredFacts
  readonly leastSeconds: number
  readonly #planner: MetricPlanner
  readonly #known = new LRUCache<string, MeasuredGateway>({ max: mostKnown })
  readonly #plans: Batcher<string, MeasuringRow | undefined>

  constructor(scopes: Scopes, log: Logger, write: WriteBatch, limits: MeasuringLimits) {
    this.leastSeconds = limits.leastMeasureSeconds
    this.outbox = new MetricOutbox(write, log)
    this.facts = new MeasuredFacts(scopes, log)
    this.#planner = new MetricPlanner(scopes, log, (plan) => this.#planned(plan), limits.planMilliseconds)
    this.#plans = new Batcher(async (ids) => {
      const rows = await measuringRepo.plans(scopes, [...new Set(ids)])
      const byDevice = new Map(rows.map((row) => [row.device_id, row]))
      return ids.map((id) => byDevice.get(id))
    }, atOnce)
  }

  /** What is known without asking the database. */
  peek(deviceId: string): MeasuredGateway | undefined {
    return this.#known.get(deviceId)
  }

  /** The plan of a gateway that measures; undefined while there is none. */
  async find(gateway: KnownGateway): Promise<MeasuredGateway | undefined> {
    const known = this.#known.get(gateway.device_id)
    if (known !== undefined) return known
    const row = await this.#plans.add(gateway.device_id)
    if (row === undefined) {
      this.#planner.replan(gateway.device_id)
      return undefined
    }
    const { plan, unread } = row.plan
    return this.#remember(gateway.device_id, {
      plan,
      unread,
      softwareVersion: row.software_version,
      plannedAt: Date.now(),
    })
  }

  replan(deviceId: string, refused: readonly string[] = [], most?: number): void {
    this.#planner.replan(deviceId, refused, most)
  }

  /** Plans are made anew once a day, each at its own time. */
  isOld({ plannedAt }: MeasuredGateway, deviceId: string): boolean {
    return Date.now() - plannedAt > planValidMilliseconds * (1 - (Number(deviceId) % 97) / 400)
  }

  async flush(): Promise<void> {
    await this.#planner.flush()
    await Promise.all([this.outbox.flush(), this.facts.flush()])
  }

  async close(): Promise<void> {
    await Promise.all([this.#planner.close(), this.outbox.close(), this.facts.close()])
  }

  #planned({ deviceId, stored, softwareVersion, madeAt, measures }: Replanned): void {
    if (!measures && stored.unread.length === 0) this.#known.delete(deviceId)
    else this.#remember(deviceId, { ...stored, softwareVersion, plannedAt: madeAt })
  }

  #remember(
    deviceId: string,
    plan: Pick<MeasuredGateway, 'plan' | 'unread' | 'softwareVersion' | 'plannedAt'>,
  ): MeasuredGateway {
    const before = this.#known.get(deviceId)
    const known = {
      measuredAt: before?.measuredAt ?? 0,
      quietUntil: before?.quietUntil ?? 0,
      clients: before?.clients ?? new Map<string, number>(),
      most: before?.most,
      withoutClientTables: before?.withoutClientTables ?? false,
      // Its interfaces are written anew with its plan.
      written: { interfaces: new Map<string, string>(), worst: before?.written.worst ?? null },
      plan: plan.plan,
      unread: plan.unread,
      softwareVersion: plan.softwareVersion,
      plannedAt: plan.plannedAt,
    }
    this.#known.set(deviceId, known)
    return known
  }
}
