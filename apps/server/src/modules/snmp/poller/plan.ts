import type { CredentialSet, PlanUpdate, Target } from '@netward/collector'
import { fitting, type OpenCredential } from './fitting-credentials.ts'
import type { TargetRow } from './poller.repo.ts'

interface Known {
  readonly companyId: string
  /** What was sent to the collector, without the inventory, which it keeps itself. */
  readonly sent: string
  askedAt: string | null
}

/** What rows mean for the collector. */
export interface PlanChange {
  readonly targets: readonly Target[]
  readonly credentials: readonly CredentialSet[]
  readonly removed: readonly string[]
  readonly removedCredentials: readonly string[]
  /** A person asked for a poll of these. */
  readonly asked: readonly string[]
  /** Devices whose companies may not be polled now; may be polled again. */
  readonly stopped: readonly string[]
  readonly resumed: readonly string[]
}

/** What the collector knows, so that it learns differences only. */
export class Plan {
  readonly #devices = new Map<string, Known>()
  readonly #credentials = new Map<string, readonly OpenCredential[]>()

  get size(): number {
    return this.#devices.size
  }

  /** Companies whose credentials are known. */
  has(companyId: string): boolean {
    return this.#credentials.has(companyId)
  }

  credentialsOf(companyId: string): readonly OpenCredential[] {
    return this.#credentials.get(companyId) ?? []
  }

  /** The sets of a company, in their order. @returns what changed of them */
  learn(
    companyId: string,
    credentials: readonly OpenCredential[],
  ): Pick<PlanUpdate, 'credentials' | 'removedCredentials'> {
    const before = new Map(this.credentialsOf(companyId).map(({ set }) => [set.id, JSON.stringify(set)]))
    this.#credentials.set(companyId, credentials)
    const now = new Set(credentials.map(({ set }) => set.id))
    return {
      credentials: credentials
        .map(({ set }) => set)
        .filter((set) => before.get(set.id) !== JSON.stringify(set)),
      removedCredentials: [...before.keys()].filter((id) => !now.has(id)),
    }
  }

  /** Rows of devices, whose companies' credentials are known. */
  take(rows: readonly TargetRow[]): Omit<PlanChange, 'credentials' | 'removedCredentials'> {
    const change = {
      targets: [] as Target[],
      removed: [] as string[],
      asked: [] as string[],
      stopped: [] as string[],
      resumed: [] as string[],
    }
    for (const row of rows) {
      const known = this.#devices.get(row.device_id)
      if (!row.active) {
        if (known) change.removed.push(row.device_id)
        this.#devices.delete(row.device_id)
        if (row.state !== 'stopped') change.stopped.push(row.device_id)
        continue
      }
      if (row.state === 'stopped') change.resumed.push(row.device_id)
      const target = targetOf(row, this.credentialsOf(row.company_id))
      const sent = JSON.stringify({ ...target, credentialId: null, inventory: null })
      if (known?.sent !== sent) change.targets.push(target)
      else if (row.asked_at !== null && row.asked_at !== known.askedAt) change.asked.push(row.device_id)
      this.#devices.set(row.device_id, { companyId: row.company_id, sent, askedAt: row.asked_at })
    }
    return change
  }

  /** @returns those that were known */
  forget(deviceIds: readonly string[]): string[] {
    return deviceIds.filter((id) => this.#devices.delete(id))
  }

  /** @returns those that were known and are not among these */
  forgetOthers(kept: ReadonlySet<string>): string[] {
    return this.forget([...this.#devices.keys()].filter((id) => !kept.has(id)))
  }

  forgetAll(): void {
    this.#devices.clear()
    this.#credentials.clear()
  }
}

function targetOf(row: TargetRow, credentials: readonly OpenCredential[]): Target {
  const place = { address: row.address, outletId: row.outlet_id, chosen: row.credential_id }
  return {
    deviceId: row.device_id,
    companyCode: row.company_code,
    driver: row.driver,
    address: row.address,
    port: row.port,
    credentialIds: row.driver === 'snmp' ? fitting(credentials, place).map(({ set }) => set.id) : [],
    credentialId: row.answered_id,
    inventory:
      row.read_at === null || row.plan === null ? null : { at: Date.parse(row.read_at), plan: row.plan },
  }
}
