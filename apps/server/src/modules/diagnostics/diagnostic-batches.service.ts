import type { diagnosticApi, FailedItem, InputOf, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { onDevices } from '../devices/index.ts'
import { type BatchRow, diagnosticBatchRepo, type StatesOf } from './diagnostic-batch.repo.ts'
import { beginRun, targetOf } from './run-order.ts'
import type { RunDeps } from './run-start.ts'
import { presentRun } from './present-run.ts'

type Batch = OutputOf<typeof diagnosticApi.getDiagnosticBatch>

/** The batch belongs to the company of the person who began it, its runs to those of the gateways. */
export async function startDiagnostics(
  ctx: SeveralTransactions,
  deps: RunDeps,
  { deviceIds, ...order }: InputOf<typeof diagnosticApi.startDiagnostics>,
): Promise<OutputOf<typeof diagnosticApi.startDiagnostics>> {
  const batchId = await ctx.inTransaction(null, (outside) =>
    diagnosticBatchRepo.insert(outside, order.kind, targetOf(order)),
  )
  let begun = 0
  try {
    return await onDevices(ctx, deviceIds, 'diagnose', async (inside, devices) => {
      const failed: FailedItem[] = []
      for (const device of devices) {
        const run = await beginRun(inside, deps, device, order, batchId)
        if ('refusal' in run) {
          failed.push({
            ip: device.ip_address ?? device.name,
            reason: inside.phrase(`errors.${run.refusal}`),
          })
        }
      }
      begun += devices.length - failed.length
      return failed
    })
  } finally {
    await ctx.inTransaction(null, (outside) => diagnosticBatchRepo.close(outside, batchId, begun))
  }
}

export async function pageDiagnosticBatches(
  ctx: RequestContext,
  { kind, page, pageSize }: InputOf<typeof diagnosticApi.pageDiagnosticBatches>,
): Promise<OutputOf<typeof diagnosticApi.pageDiagnosticBatches>> {
  const found = await diagnosticBatchRepo.page(ctx, kind, pageSize, (page - 1) * pageSize)
  const statesOf = await diagnosticBatchRepo.states(
    ctx,
    found.items.map(({ id }) => id),
  )
  return { ...found, items: found.items.map((row) => presentBatch(row, statesOf)) }
}

export async function getDiagnosticBatch(
  ctx: RequestContext,
  { batchId }: InputOf<typeof diagnosticApi.getDiagnosticBatch>,
): Promise<Batch> {
  const row = await diagnosticBatchRepo.find(ctx, batchId)
  if (!row) throw new AppError('diagnostic.batch_not_found')
  return presentBatch(row, await diagnosticBatchRepo.states(ctx, [batchId]))
}

const presentBatch = (row: BatchRow, statesOf: StatesOf): Batch => ({
  id: row.id,
  kind: row.kind,
  target: row.target,
  gateways: row.gateways,
  states: statesOf(row.id),
  createdAt: row.created_at,
  createdByName: row.created_by_name,
})

export async function pageBatchDiagnostics(
  ctx: RequestContext,
  { batchId, state, page, pageSize }: InputOf<typeof diagnosticApi.pageBatchDiagnostics>,
): Promise<OutputOf<typeof diagnosticApi.pageBatchDiagnostics>> {
  if (!(await diagnosticBatchRepo.find(ctx, batchId))) throw new AppError('diagnostic.batch_not_found')
  const found = await diagnosticBatchRepo.pageRuns(ctx, batchId, state, pageSize, (page - 1) * pageSize)
  return {
    ...found,
    items: found.items.map((row) => ({
      ...presentRun(ctx, row),
      deviceId: row.device_id,
      deviceName: row.device_name ?? '',
      companyName: row.company_name ?? '',
    })),
  }
}
