import type { InputOf, orderActApi, OutputOf } from '@netward/contract'
import { AppError } from '../../../platform/errors.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import { presentedCheck } from '../../diagnostics/index.ts'
import { figuresOfTest } from '../../line-tests/index.ts'
import { orderRepo } from '../order.repo.ts'
import { type ActRow, actsRepo } from './acts.repo.ts'

type Shown = OutputOf<typeof orderActApi.orderActs>

export async function orderActs(
  ctx: RequestContext,
  { orderId }: InputOf<typeof orderActApi.orderActs>,
): Promise<Shown> {
  const order = await orderRepo.find(ctx, orderId)
  if (order === undefined) throw new AppError('work_order.not_found')
  const acts = await actsRepo.of(ctx, order, false)
  const tests = (await actsRepo.of(ctx, order, true)).toReversed()
  return {
    acts: acts.map((act) => ({
      ...made(act),
      kind: act.kind as Shown['acts'][number]['kind'],
      what: act.what,
      reason: act.reason,
      state: act.state,
    })),
    lineTests: tests
      .filter(({ kind }) => kind === 'line_test')
      .map((test) => ({
        ...ofTest(test),
        what: test.what as Shown['lineTests'][number]['what'],
        ...figuresOfTest(test.result as Parameters<typeof figuresOfTest>[0]),
      })),
    checks: tests.filter(({ kind }) => kind === 'check').map((check) => shownCheck(ctx, check)),
    lines: await actsRepo.lines(ctx, order),
    gateways: await actsRepo.gateways(ctx, order),
  }
}

const made = ({ id, refId, deviceId, isGateway, lineId, name, at, actorName }: ActRow) => ({
  id,
  refId,
  deviceId,
  isGateway,
  lineId,
  name,
  at,
  actorName,
})

const ofTest = (test: ActRow) => ({
  ...made(test),
  phase: test.phase ?? ('before' as const),
  endedAt: test.endedAt,
  passed: test.passed,
})

function shownCheck(ctx: RequestContext, check: ActRow): Shown['checks'][number] {
  const kept = check.result as { findings: unknown; facts: unknown } | null
  const { findings, figures } = kept === null ? { findings: [], figures: null } : presentedCheck(ctx, kept)
  const far = figures?.far ?? figures?.firstHop ?? null
  return {
    ...ofTest(check),
    findings: findings.map(({ code, severity, text }) => ({ code, severity, text })),
    softwareVersion: figures?.softwareVersion ?? null,
    loss: far === null || far.sent === 0 ? null : (100 * (far.sent - far.received)) / far.sent,
    rtt: far?.avgMs ?? null,
    throughput: figures?.downloadMbit ?? null,
  }
}
