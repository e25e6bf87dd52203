import { deviceMoves } from '@netward/contract/states/device'
import type { CheckStep } from '@netward/contract/device-check-values'
import { type DataModelRoot, factPaths, gatewayFacts, type GatewayFacts } from '@netward/cwmp'
import type { Db } from '../../platform/db/transaction.ts'
import { type CheckedDevice, checkFactsRepo } from './check-facts.repo.ts'
import { allOver, dueSteps, endOf, stepKinds, type StepRow } from './check-plan.ts'
import { diagnosticJobRepo } from './diagnostic-job.repo.ts'
import { deviceCheckRepo, type OpenCheck } from './device-check.repo.ts'
import { openRun, type RunDeps } from './run-start.ts'
import { isRoot, supportOf } from './support.ts'
import { type CheckFacts, type PingFact, verdictOf } from './verdict.ts'

export interface CheckDeps extends RunDeps {
  /** A public name that any internet host can resolve and reach. */
  readonly publicHost: () => string
}

const pings = 10
/** Enough to distinguish a dead slow line from a working one, and done in a second on the latter. */
const downloadBytes = 1_000_000

type Run = Awaited<ReturnType<typeof checkFactsRepo.runs>>[number]

/** Advances a check as far as possible. `timeIsUp`: stop waiting for unanswered steps. */
export async function stepCheck(
  deps: CheckDeps,
  db: Db,
  companyId: string,
  checkId: string,
  timeIsUp: boolean,
): Promise<void> {
  if (timeIsUp && (await deviceCheckRepo.extend(db, checkId))) return
  // Lock commands before the check, as sessions do.
  if (timeIsUp) await deviceCheckRepo.cancelCommands(db, checkId)
  const check = await deviceCheckRepo.lock(db, checkId)
  if (check === undefined) return
  const device = await checkFactsRepo.device(db, check.deviceId)
  if (device === undefined) return
  const walk = new CheckWalk(deps, db, companyId, check, device)
  await walk.takeIn()
  if (timeIsUp || !walk.isReachable) walk.giveUp()
  else await walk.begin()
  await walk.write()
  await diagnosticJobRepo.publish(db, companyId, check.deviceId, { checkId })
}

class CheckWalk {
  readonly #deps: CheckDeps
  readonly #db: Db
  readonly #companyId: string
  readonly #check: OpenCheck
  readonly #device: CheckedDevice
  #runs: Run[] = []

  constructor(deps: CheckDeps, db: Db, companyId: string, check: OpenCheck, device: CheckedDevice) {
    this.#deps = deps
    this.#db = db
    this.#companyId = companyId
    this.#check = check
    this.#device = device
  }

  /** Do not wait for gateways that never called in or are known to be offline. */
  get isReachable(): boolean {
    const { firstInformAt, presence, root } = this.#device
    return (
      firstInformAt !== null &&
      presence !== 'offline' &&
      isRoot(root) &&
      deviceMoves.diagnose(this.#device) === null
    )
  }

  /** What has come to an end meanwhile. */
  async takeIn(): Promise<void> {
    this.#runs = await checkFactsRepo.runs(this.#db, this.#check.id)
    for (const row of this.#check.steps) {
      if (row.state !== 'running') continue
      if (row.step === 'facts') {
        const state = await checkFactsRepo.commandState(this.#db, this.#check.commandId ?? '0')
        if (state === 'done') row.state = 'done'
        else if (state === 'failed') row.state = 'failed'
        else if (state !== 'waiting' && state !== 'sent') this.#skip(row, 'no_answer')
      } else {
        const run = this.#runOf(row.step)
        if (run !== undefined && run.state !== 'requested' && run.state !== 'running')
          Object.assign(row, endOf(run))
      }
    }
  }

  giveUp(): void {
    for (const row of this.#check.steps) {
      if (row.state === 'waiting' || row.state === 'running') this.#skip(row, 'no_answer')
    }
  }

  async begin(): Promise<void> {
    let called = false
    for (let due = dueSteps(this.#check.steps); due.length > 0; due = dueSteps(this.#check.steps)) {
      for (const step of due) called = (await this.#beginStep(step)) || called
    }
    if (called) await deviceCheckRepo.callIn(this.#db, this.#check.deviceId)
  }

  async write(): Promise<void> {
    const { id, steps, commandId } = this.#check
    if (!allOver(steps)) return deviceCheckRepo.update(this.#db, id, steps, commandId)
    const facts = await this.#facts()
    await deviceCheckRepo.complete(this.#db, id, steps, facts, verdictOf(facts))
  }

  #row(step: CheckStep): StepRow {
    return this.#check.steps.find((row) => row.step === step)!
  }

  #runOf(step: CheckStep): Run | undefined {
    const { runId } = this.#row(step)
    return this.#runs.find(({ id }) => id === runId)
  }

  #skip(row: StepRow, reason: NonNullable<StepRow['reason']>): false {
    Object.assign(row, { state: 'skipped', reason })
    return false
  }

  /** Whether it leaves work for the gateway. */
  async #beginStep(step: CheckStep): Promise<boolean> {
    const row = this.#row(step)
    const root = this.#device.root as DataModelRoot
    const kind = stepKinds[step]
    if (kind === null) {
      this.#check.commandId = await deviceCheckRepo.insertRead(
        this.#db,
        this.#check,
        this.#companyId,
        factPaths(root),
      )
      row.state = 'running'
      return true
    }
    row.target = await this.#targetOf(step, root)
    if (row.target === null) return this.#skip(row, 'no_target')
    const { deviceId, id: checkId, createdBy, createdByName } = this.#check
    if ((await supportOf(this.#db, deviceId, root, kind)) === 'no') return this.#skip(row, 'not_supported')
    const owner = { companyId: this.#companyId, deviceId, checkId, batchId: null, createdBy, createdByName }
    row.runId = await openRun(this.#db, this.#deps, owner, root, {
      kind,
      host: step === 'download' ? '' : row.target,
      count: kind === 'ping' ? pings : 3,
      timeoutMs: 2_000,
      sizeBytes: 64,
      maxHops: 30,
      dnsServer: null,
      bytes: downloadBytes,
      durationSeconds: null,
      line: null,
      dscp: null,
    })
    if (row.runId === null) return this.#skip(row, 'busy')
    row.state = 'running'
    return true
  }

  async #targetOf(step: CheckStep, root: DataModelRoot): Promise<string | null> {
    if (step === 'download') return new URL(this.#deps.acsUrl()).host
    if (step === 'far' || step === 'lookup') return this.#deps.publicHost()
    // Earlier reports are good enough for choosing targets.
    const reported = gatewayFacts(
      root,
      await checkFactsRepo.parameters(this.#db, this.#check.deviceId, root, null),
    )
    return step === 'first_hop' ? reported.defaultGateway : reported.dnsServer
  }

  async #facts(): Promise<CheckFacts> {
    const { deviceId, steps } = this.#check
    const skipped = (reason: StepRow['reason']) => steps.filter((row) => row.reason === reason).length
    const download = this.#runOf('download')
    const lookup = this.#runOf('lookup')
    return {
      presence: this.#device.presence,
      lastInformAt: this.#device.lastInformAt,
      minutesSilent: this.#device.minutesSilent,
      softwareVersion: this.#device.softwareVersion,
      newerVersion: await checkFactsRepo.newerVersion(this.#db, deviceId),
      restarts24h: await checkFactsRepo.restarts(this.#db, deviceId),
      provision: await checkFactsRepo.provision(this.#db, deviceId),
      gateway: await this.#gatewayFacts(),
      firstHop: pingFact(this.#runOf('first_hop')),
      dnsServer: pingFact(this.#runOf('dns_server')),
      far: pingFact(this.#runOf('far')),
      lookup: lookupFact(lookup),
      download:
        download === undefined || (download.state !== 'complete' && this.#row('download').state !== 'failed')
          ? null
          : {
              mbit: download.mbit_s,
              failed: download.state === 'failed',
              bought: await checkFactsRepo.bought(this.#db, deviceId),
            },
      skipped: {
        not_supported: skipped('not_supported'),
        busy: skipped('busy'),
        no_answer: skipped('no_answer'),
      },
      silent: steps.every(({ state }) => state === 'skipped') && skipped('no_answer') > 0,
    }
  }

  async #gatewayFacts(): Promise<GatewayFacts | null> {
    const { root } = this.#device
    if (!isRoot(root) || this.#row('facts').state !== 'done') return null
    const { deviceId, commandId } = this.#check
    return gatewayFacts(root, await checkFactsRepo.parameters(this.#db, deviceId, root, commandId))
  }
}

function pingFact(run: Run | undefined): PingFact | null {
  if (run === undefined) return null
  const unresolved = run.state === 'failed' && run.fault_code === 'cannot_resolve'
  // No route, and no answer in time, are pings that nobody answered.
  const lost = run.state === 'failed' && ['no_route', 'timeout'].includes(run.fault_code ?? '')
  if (run.state !== 'complete' && !unresolved && !lost) return null
  const sent = lost ? pings : (run.sent ?? 0)
  return { target: run.target, sent, received: run.received ?? 0, avgMs: run.avg_ms, unresolved }
}

function lookupFact(run: Run | undefined): CheckFacts['lookup'] {
  if (run === undefined) return null
  const broken = ['cannot_resolve', 'server_not_available', 'server_not_resolved', 'timeout']
  if (run.state === 'failed' && broken.includes(run.fault_code ?? '')) {
    return { host: run.target, succeeded: 0, avgMs: null }
  }
  if (run.state !== 'complete') return null
  const succeeded = Number(run.result?.['succeeded'] ?? 0)
  // A negative DNS answer has a response time too.
  return { host: run.target, succeeded, avgMs: succeeded === 0 ? null : run.lookup_ms }
}
