import type { InputOf, lineTestApi, OutputOf } from '@netward/contract'
import { kindsOfVantage } from '@netward/contract/line-test-values'
import { lineMeasurers } from '@netward/contract/line-quality-values'
import { capped } from '../../platform/db/capped-count.ts'
import { lookInto } from '../../platform/db/look-into.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany, type Subject } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { cancelOwnRun, presentedRuns, type RunDeps } from '../diagnostics/index.ts'
import { effectiveProfile, openedLine } from '../lines/index.ts'
import { noteForOrder } from '../order-acts/index.ts'
import { beginAtGateway, chosenVantage, newRun, rowOf } from './begin-test.ts'
import { lineRunRepo, type LineRunRow, type NewLineRun } from './line-run.repo.ts'
import { type LineTest, presentTest } from './present-test.ts'
import { refusalOf } from './test-order.ts'

/** Of a company, one by one. */
const mostInMinute = 60

export async function lineTestVantages(
  ctx: RequestContext,
  { lineId }: InputOf<typeof lineTestApi.lineTestVantages>,
): Promise<OutputOf<typeof lineTestApi.lineTestVantages>> {
  const line = await openedLine(ctx, lineId)
  const [testable] = await lineRunRepo.testable(ctx, [lineId])
  if (testable === undefined) throw new AppError('line.not_found')
  const profile = effectiveProfile(line.profile, line.settings)
  return {
    items: lineMeasurers.map((vantage) => ({
      vantage,
      refusal: refusalOf(vantage, testable),
      kinds: [...kindsOfVantage[vantage]],
    })),
    targets: {
      host: line.ispHost || profile.ispHost || line.businessHost || profile.businessHost,
      url: profile.httpUrl,
      name: profile.dnsName,
      address: testable.address ?? '',
    },
  }
}

/** A collector takes it within two seconds; a gateway with its next session, for which it is called. */
export function startLineTest(
  ctx: SeveralTransactions,
  deps: RunDeps,
  { lineId, forOrder, ...order }: InputOf<typeof lineTestApi.startLineTest>,
): Promise<{ testId: string }> {
  return inSubjectCompany(ctx, ownedLine(lineId), async (inside) => {
    const [line] = await lineRunRepo.testable(inside, [lineId])
    if (line === undefined) throw new AppError('line.not_found')
    if ((await lineRunRepo.askedInMinute(inside)) >= mostInMinute) throw new AppError('line_test.too_many')
    const vantage = chosenVantage(order, line)
    if (typeof vantage === 'object') {
      const field = vantage.refusal === 'kind_not_possible' ? 'kind' : order.kind === 'http' ? 'url' : 'host'
      const isOfField = vantage.refusal === 'kind_not_possible' || vantage.refusal === 'not_the_line'
      throw wrongField(inside, `line_test.${vantage.refusal}`, isOfField ? field : 'vantage')
    }
    let run: NewLineRun
    if (vantage === 'gateway') {
      const begun = await beginAtGateway(inside, deps, order, line)
      if ('refusal' in begun) throw new AppError(begun.refusal)
      run = { ...rowOf(order, line, vantage, null), diagnosticId: begun.runId }
    } else run = newRun(deps, order, line, vantage, null)
    const testId = (await lineRunRepo.insert(inside, [run])).get(lineId)
    if (testId === undefined) throw new AppError('line_test.under_way')
    await noteForOrder(inside, forOrder?.orderId, {
      kind: 'line_test',
      what: order.kind,
      refId: testId,
      lineId,
      name: line.name,
      ...(forOrder && { phase: forOrder.phase }),
    })
    await inside.audit({
      action: 'line_test.started',
      subjectKind: 'outlet',
      subjectId: line.outletId,
      detail: {
        line: line.name,
        kind: order.kind,
        vantage,
        ...(run.target !== '' && { target: run.target }),
      },
    })
    await inside.emit('line_test.changed', line.outletId, { runId: testId, lineId })
    return { testId }
  })
}

export async function pageLineTests(
  ctx: RequestContext,
  { lineId, ...query }: InputOf<typeof lineTestApi.pageLineTests>,
): Promise<OutputOf<typeof lineTestApi.pageLineTests>> {
  await openedLine(ctx, lineId)
  const { items, total } = await lineRunRepo.page(ctx, { lineId, ...query })
  return { items: await presented(ctx, items), ...capped(total) }
}

export async function pageAllLineTests(
  ctx: RequestContext,
  query: InputOf<typeof lineTestApi.pageAllLineTests>,
): Promise<OutputOf<typeof lineTestApi.pageAllLineTests>> {
  const { items, total } = await lineRunRepo.pageAll(ctx, query)
  return { items: await presented(ctx, items), ...capped(total) }
}

export async function getLineTest(
  ctx: RequestContext,
  { testId }: InputOf<typeof lineTestApi.getLineTest>,
): Promise<LineTest> {
  const row = await lineRunRepo.find(ctx, testId)
  if (row === undefined) throw new AppError('line_test.not_found')
  await lookInto(ctx, { company_id: row.companyId }, 'DMS_SERVER_LINE')
  const [shown] = await presented(ctx, [row])
  return shown!
}

/** With what gateways found, as far as the caller sees it. */
export async function presented<Row extends LineRunRow>(
  ctx: RequestContext,
  rows: readonly Row[],
): Promise<(LineTest & Omit<Row, keyof LineRunRow>)[]> {
  const diagnostics = await presentedRuns(
    ctx,
    rows.flatMap(({ diagnosticId }) => diagnosticId ?? []),
  )
  return rows.map((row) => ({ ...row, ...presentTest(row, diagnostics.get(row.diagnosticId ?? '')) }))
}

export function stopLineTest(
  ctx: SeveralTransactions,
  { testId }: InputOf<typeof lineTestApi.stopLineTest>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedTest(testId), async (inside) => {
    const run = await lineRunRepo.lock(inside, testId)
    if (run === undefined) throw new AppError('line_test.not_found')
    if (run.state !== 'waiting' && run.state !== 'running') throw new AppError('line_test.over')
    // Its test follows the diagnostic.
    if (run.diagnosticId !== null) await cancelOwnRun(inside, run.diagnosticId)
    else await lineRunRepo.stop(inside, [testId])
    await inside.audit({
      action: 'line_test.stopped',
      subjectKind: 'outlet',
      subjectId: run.outletId,
      detail: { line: run.line, kind: run.kind },
    })
    await inside.emit('line_test.changed', run.outletId, { runId: testId, lineId: run.lineId })
    return null
  })
}

const ownedLine = (lineId: string): Subject => ({
  missing: 'line.not_found',
  owner: async (outside) => (await lineRunRepo.testable(outside, [lineId]))[0]?.companyId,
})

const ownedTest = (testId: string): Subject => ({
  missing: 'line_test.not_found',
  owner: async (outside) => (await lineRunRepo.find(outside, testId))?.companyId,
})
