import type { InputOf, lineTestApi, OutputOf } from '@netward/contract'
import { lineTestLimits } from '@netward/contract/line-test-values'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { RunDeps } from '../diagnostics/index.ts'
import { linesMatching } from '../lines/index.ts'
import { beginAtGateway, chosenVantage, newRun, rowOf } from './begin-test.ts'
import { lineRunRepo, type BatchRow, type NewLineRun, type TestableLine } from './line-run.repo.ts'
import { presented } from './line-tests.service.ts'
import { targetOf, type TestOrder } from './test-order.ts'

type Batch = OutputOf<typeof lineTestApi.getLineTestBatch>

/** The batch belongs to the company of the person who began it, its tests to those of the lines. */
export async function startLineTests(
  ctx: SeveralTransactions,
  deps: RunDeps,
  { lineIds, filter, ...order }: InputOf<typeof lineTestApi.startLineTests>,
): Promise<OutputOf<typeof lineTestApi.startLineTests>> {
  const { batchId, lines, ownCompany } = await ctx.inTransaction(null, async (outside) => {
    const found = lineIds ?? (await linesMatching(outside, filter ?? {}, lineTestLimits.lines))
    if (found.length > lineTestLimits.lines)
      throw new AppError('line_test.too_many_lines', { params: { most: lineTestLimits.lines } })
    const testable = await lineRunRepo.testable(outside, [...new Set(found)])
    if (testable.length === 0) throw new AppError('line_test.no_lines')
    return {
      lines: testable,
      batchId: await lineRunRepo.insertBatch(outside, order.kind, targetOf(order, order.vantage ?? null)),
      ownCompany: outside.scope.companyId,
    }
  })
  let begun = 0
  try {
    for (const [companyId, own] of Map.groupBy(lines, (line) => line.companyId)) {
      const ids = own.map(({ id }) => id)
      begun += await ctx
        .inTransaction(companyId === ownCompany ? null : companyId, (inside) =>
          beginAll(inside, deps, order, ids, batchId),
        )
        .catch((error: unknown) => {
          // The company itself refuses: frozen, or no right to act there.
          if (!(error instanceof AppError)) throw error
          return 0
        })
    }
  } finally {
    await ctx.inTransaction(null, (outside) => lineRunRepo.closeBatch(outside, batchId, begun))
  }
  if (begun === 0) throw new AppError('line_test.no_lines')
  return { batchId, lines: begun }
}

async function beginAll(
  inside: RequestContext,
  deps: RunDeps,
  order: TestOrder,
  lineIds: readonly string[],
  batchId: string,
): Promise<number> {
  const lines = await lineRunRepo.testable(inside, lineIds)
  const runs: NewLineRun[] = []
  for (const line of lines) runs.push(await runOf(inside, deps, order, line, batchId))
  const inserted = await lineRunRepo.insert(inside, runs)
  const others = runs.filter(({ lineId }) => !inserted.has(lineId))
  await lineRunRepo.insert(
    inside,
    others.map((run) => ({ ...run, test: null, url: null, tokenHash: null, problem: 'under_way' })),
  )
  await inside.audit({
    action: 'line_test.many_started',
    subjectKind: 'company',
    subjectId: inside.scope.companyId,
    detail: { kind: order.kind, lines: lines.length },
  })
  return lines.length
}

/** A line that cannot be tested is in the list with the reason. */
async function runOf(
  inside: RequestContext,
  deps: RunDeps,
  order: TestOrder,
  line: TestableLine,
  batchId: string,
): Promise<NewLineRun> {
  const vantage = chosenVantage(order, line)
  if (typeof vantage === 'object') return { ...rowOf(order, line, null, batchId), problem: 'no_vantage' }
  if (vantage !== 'gateway') return newRun(deps, order, line, vantage, batchId)
  const row = rowOf(order, line, vantage, batchId)
  try {
    const begun = await beginAtGateway(inside, deps, order, line)
    if ('runId' in begun) return { ...row, diagnosticId: begun.runId }
    return { ...row, problem: begun.refusal === 'diagnostic.under_way' ? 'under_way' : 'gateway' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { ...row, problem: 'gateway' }
  }
}

export async function pageLineTestBatches(
  ctx: RequestContext,
  query: InputOf<typeof lineTestApi.pageLineTestBatches>,
): Promise<OutputOf<typeof lineTestApi.pageLineTestBatches>> {
  const { items, total } = await lineRunRepo.pageBatches(ctx, query)
  return { items: await withProgress(ctx, items), ...capped(total) }
}

export async function getLineTestBatch(
  ctx: RequestContext,
  { batchId }: InputOf<typeof lineTestApi.getLineTestBatch>,
): Promise<Batch> {
  const [shown] = await withProgress(ctx, [await foundBatch(ctx, batchId)])
  return shown!
}

async function withProgress(ctx: RequestContext, rows: readonly BatchRow[]): Promise<Batch[]> {
  const progress = await lineRunRepo.progress(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, ...progress(row.id) }))
}

export async function pageBatchLineTests(
  ctx: RequestContext,
  query: InputOf<typeof lineTestApi.pageBatchLineTests>,
): Promise<OutputOf<typeof lineTestApi.pageBatchLineTests>> {
  await foundBatch(ctx, query.batchId)
  const { items, total } = await lineRunRepo.pageOfBatch(ctx, query)
  return { items: await presented(ctx, items), ...capped(total) }
}

export async function stopLineTestBatch(
  ctx: SeveralTransactions,
  { batchId }: InputOf<typeof lineTestApi.stopLineTestBatch>,
): Promise<null> {
  const { waiting, ownCompany } = await ctx.inTransaction(null, async (outside) => {
    await foundBatch(outside, batchId)
    return { waiting: await lineRunRepo.waitingOf(outside, batchId), ownCompany: outside.scope.companyId }
  })
  if (waiting.length === 0) throw new AppError('line_test.over')
  for (const [companyId, runs] of Map.groupBy(waiting, (run) => run.companyId))
    await ctx.inTransaction(companyId === ownCompany ? null : companyId, async (inside) => {
      await lineRunRepo.stop(
        inside,
        runs.map(({ id }) => id),
      )
      await inside.audit({
        action: 'line_test.stopped',
        subjectKind: 'company',
        subjectId: inside.scope.companyId,
        detail: { lines: runs.length },
      })
    })
  return null
}

async function foundBatch(ctx: RequestContext, batchId: string): Promise<BatchRow> {
  const row = await lineRunRepo.findBatch(ctx, batchId)
  if (row === undefined) throw new AppError('line_test.batch_not_found')
  return row
}
