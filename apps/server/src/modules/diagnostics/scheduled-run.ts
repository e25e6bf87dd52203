import type { Db } from '../../platform/db/transaction.ts'
import { knownWans } from '../gateway-settings/index.ts'
import { diagnosticRepo } from './diagnostic.repo.ts'
import { type Order, runOrderOf } from './run-order.ts'
import { openRun, type RunDeps } from './run-start.ts'
import { isRoot, supportOf } from './support.ts'

export interface ScheduledOwner {
  readonly companyId: string
  readonly deviceId: string
  /** The line that the run measures, with which it goes; null: the run is kept. */
  readonly lineId: string | null
  /** Label of the WAN by which it leaves; of one that is not known the gateway's routing decides. */
  readonly wanName: string
  /** It is called: a result minutes later says nothing. */
  readonly isUrgent?: boolean
}

/** Sooner than the next one of a line. */
const minutesToLive = 12

/**
 * A run that a schedule asks for: nobody waits for it, and it ends before the next one. Null: the gateway cannot do it, or another
 * one of the kind is open.
 */
export async function beginScheduledRun(
  db: Db,
  deps: RunDeps,
  { companyId, deviceId, lineId, wanName, isUrgent = false }: ScheduledOwner,
  order: Order,
): Promise<{ runId: string; byWan: boolean } | null> {
  const root = (await diagnosticRepo.findDevice({ db }, deviceId))?.data_model_root ?? null
  if (!isRoot(root) || (await supportOf(db, deviceId, root, order.kind)) === 'no') return null
  const wans = wanName === '' ? [] : await knownWans({ db }, deviceId)
  const line = wans.find(({ label }) => label === wanName) ?? null
  const nobody = { checkId: null, batchId: null, createdBy: null, createdByName: null }
  const owner = { companyId, deviceId, lineId, minutesToLive, ...nobody }
  const runId = await openRun(db, deps, owner, root, { ...runOrderOf(order), line })
  if (runId !== null && isUrgent) await diagnosticRepo.call(db, deviceId)
  return runId === null ? null : { runId, byWan: line !== null }
}
