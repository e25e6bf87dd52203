import type { diagnosticApi, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { diagnosticListRepo } from './diagnostic-list.repo.ts'
import { diagnosticRepo } from './diagnostic.repo.ts'
import { presentRun } from './present-run.ts'

export type PresentedRun = OutputOf<typeof diagnosticApi.getDiagnostic>

/** Runs that another module began, as far as the caller sees them. */
export async function presentedRuns(
  ctx: RequestContext,
  ids: readonly string[],
): Promise<Map<string, PresentedRun>> {
  const rows = ids.length === 0 ? [] : await diagnosticListRepo.some(ctx, ids)
  return new Map(rows.map((row) => [row.id, presentRun(ctx, row)]))
}

/** What was sent runs to its end in the gateway: nobody waits for it. @throws AppError if it is over */
export async function cancelRun(
  inside: RequestContext,
  run: NonNullable<Awaited<ReturnType<typeof diagnosticRepo.find>>>,
): Promise<void> {
  // Commands first, in the order of their executor: the run follows them.
  await diagnosticRepo.cancelCommands(inside, run)
  if (!(await diagnosticRepo.cancel(inside, run.id))) throw new AppError('diagnostic.over')
  await inside.emit('diagnostic.changed', run.device_id, { runId: run.id })
  await inside.audit({
    action: 'device.diagnostic_cancelled',
    subjectKind: 'device',
    subjectId: run.device_id,
    detail: { runId: run.id, kind: run.kind, host: run.target },
  })
}

/** @throws AppError if it is not there, or over */
export async function cancelOwnRun(inside: RequestContext, runId: string): Promise<void> {
  const run = await diagnosticRepo.find(inside, null, runId)
  if (!run) throw new AppError('diagnostic.not_found')
  await cancelRun(inside, run)
}
