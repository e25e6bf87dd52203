import type { FromCollector, ScanRequest } from '@netward/collector'
import type { ToProbeCollector } from '@netward/collector/probe-frames'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { Logger } from '../../../platform/log.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { endedTrial, fitting, type OpenCredential, opened, pollerRepo, Scans } from '../../snmp/index.ts'
import type { AdmittedRow, ProbeTrial } from './hub.repo.ts'

export interface TasksOptions {
  readonly scopes: Scopes
  readonly secrets: Secrets
  readonly log: Logger
  readonly probe: AdmittedRow
  readonly order: (message: ToProbeCollector) => void
}

type Result = Extract<FromCollector, { kind: 'trial' | 'scanned' }>

/** What people ask of the network behind a probe: trials of addresses, and discoveries. */
export class ProbeTasks {
  readonly #options: TasksOptions
  readonly #scans: Scans
  #ranges: readonly string[] = []
  /** By id: the credentials that it was given. Another id is not its to answer. */
  readonly #trials = new Map<string, ReadonlySet<string>>()
  #running: Promise<void> = Promise.resolve()

  constructor(options: TasksOptions) {
    this.#options = options
    const { scopes, probe, order } = options
    this.#scans = new Scans({
      scopes,
      name: `probe:${probe.id}`,
      deviceRanges: () => this.#ranges,
      credentialsOf: () => this.#credentials(),
      begin() {},
      send: (message: ScanRequest | { readonly kind: 'scan-stop'; readonly scanId: string }) =>
        order(message),
    })
  }

  get isScanning(): boolean {
    return this.#scans.active > 0
  }

  async try(trial: ProbeTrial): Promise<void> {
    const { id, address, port, outlet_id: outletId, credential_id: chosen, company_code: companyCode } = trial
    const sets = fitting(await this.#credentials(), { address, outletId, chosen }).map(({ set }) => set)
    this.#trials.set(id, new Set(sets.map((set) => set.id)))
    this.#options.order({ kind: 'try', trialId: id, companyCode, address, port, credentials: sets })
  }

  /** @param ranges that it reaches at the outlet of the discovery */
  followScans(ranges: readonly string[]): void {
    this.#ranges = ranges.map((range) => `${range}=${this.#options.probe.company_code}`)
    this.#one(() => this.#scans.follow())
  }

  take(message: Result): void {
    if (message.kind === 'scanned') return this.#one(() => this.#scans.take(message.scanId, message.result))
    const { trialId, result } = message
    const given = this.#trials.get(trialId)
    if (given === undefined) return
    this.#trials.delete(trialId)
    const credentialId =
      result.credentialId !== null && given.has(result.credentialId) ? result.credentialId : null
    this.#one(() =>
      pollerRepo.endTrial(this.#options.scopes, endedTrial(trialId, { ...result, credentialId })),
    )
  }

  /** Waits for what is being written. */
  stop(): Promise<void> {
    return this.#running
  }

  #one(work: () => Promise<void>): void {
    this.#running = this.#after(this.#running, work)
  }

  async #after(before: Promise<void>, work: () => Promise<void>): Promise<void> {
    await before
    await work().catch((error: unknown) =>
      this.#options.log.warn({ err: error, probe: this.#options.probe.id }, 'a task of a probe failed'),
    )
  }

  /** All sets of its company; those that fit leave the server. */
  async #credentials(): Promise<OpenCredential[]> {
    const { scopes, secrets, probe } = this.#options
    const rows = await pollerRepo.credentials(scopes, [probe.company_id])
    return rows.map((row) => opened(secrets, row)).filter((set) => set !== null)
  }
}
