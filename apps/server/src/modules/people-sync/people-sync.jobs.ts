import { randomUUID } from 'node:crypto'
import { type JobHandler, type JobTools, RetryLater, type Sweep } from '../../platform/jobs/job.ts'
import { SendFailure } from '../integrations/index.ts'
import { applyRun } from './apply-run.ts'
import { channelRepo, type SyncChannel } from './channel.repo.ts'
import { planRun } from './plan-run.ts'
import { planRepo } from './plan.repo.ts'
import { readDirectory } from './read-directory.ts'
import { type HeldRun, readingRepo } from './reading.repo.ts'
import { RunEnded } from './run-ended.ts'
import { readerOf, type SyncDeps } from './sync-deps.ts'

export const peopleSyncJobs = (deps: Pick<SyncDeps, 'readerOf'>): Record<string, JobHandler> => ({
  /** {runId}: reads and compares, or carries out what was confirmed. */
  'people-sync.run': ({ companyId, runId }, tools) => carryOut(deps, companyId, String(runId), tools),
})

/** @public Also what the demo and benches call. */
export const peopleSyncSweep: Sweep = {
  name: 'people_sync.tend',
  everySeconds: 30,
  run: ({ scopes }) => readingRepo.tend(scopes),
}

async function carryOut(
  deps: Pick<SyncDeps, 'readerOf'>,
  companyId: string,
  id: string,
  tools: JobTools,
): Promise<void> {
  const holder = randomUUID()
  const inCompany = <T>(work: Parameters<typeof tools.scopes.withCompany<T>>[1]) =>
    tools.scopes.withCompany(companyId, work)
  const run = await inCompany((tx) => readingRepo.take(tx, id, holder))
  if (run === undefined) {
    // Another worker has it, or had it until it was killed.
    if (await inCompany((tx) => readingRepo.isOpen(tx, id))) throw new RetryLater(`run ${id} is held`)
    return
  }
  try {
    await carriedOut(deps, run, { holder, tools })
  } catch (error) {
    if (tools.signal.aborted) {
      await inCompany((tx) => readingRepo.release(tx, id, holder))
      throw error
    }
    const ended = endOf(error)
    if (ended === null) tools.log.error({ err: error, runId: id }, 'a synchronisation of people failed')
    const { state, ...why } = ended ?? { state: 'failed' as const, why: 'unexpected' }
    await inCompany((tx) => readingRepo.end(tx, id, state, why))
  }
}

async function carriedOut(
  deps: Pick<SyncDeps, 'readerOf'>,
  run: HeldRun,
  { holder, tools }: { holder: string; tools: JobTools },
): Promise<void> {
  const { companyId } = run
  const usable = async (): Promise<SyncChannel> => {
    const channel = await tools.scopes.withCompany(companyId, ({ db }) =>
      channelRepo.find(db, companyId, run.channelId),
    )
    if (channel === undefined || channel.paused) throw new RunEnded('stopped', 'channel_paused')
    if (!channel.usable) throw new RunEnded('stopped', 'company_frozen')
    return channel
  }
  const check = async () => void (await usable())
  const channel = await usable()
  if (run.state === 'reading') {
    const reader = readerOf(deps, companyId, channel)
    if (reader === null) throw new RunEnded('failed', 'unexpected')
    const read = await readDirectory(run, reader, { tools, holder, check })
    const waits = await planRun(run, { tools, holder, ...read })
    if (waits !== null && waits !== 'nothing') return
    if (waits === null) await applyRun(run, { tools, holder, check })
  } else await applyRun(run, { tools, holder, check })
  await tools.scopes.withCompany(companyId, (tx) => planRepo.finish(tx, run.id))
}

/** Null: a fault of this program. */
function endOf(error: unknown): { state: 'failed' | 'stopped'; why: string; detail?: string } | null {
  if (error instanceof RunEnded) return { state: error.state, why: error.why }
  return error instanceof SendFailure ? { state: 'failed', why: error.reason, detail: error.detail } : null
}
