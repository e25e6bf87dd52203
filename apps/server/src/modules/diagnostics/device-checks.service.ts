import type { deviceCheckApi, InputOf, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { ownedDevice, enterDeviceForReading, movableDevice, onDevices } from '../devices/index.ts'
import { noteForOrder } from '../order-acts/index.ts'
import { newSteps, type StepRow } from './check-plan.ts'
import { deviceCheckRepo } from './device-check.repo.ts'
import { type CheckFacts, type Finding, memoryPercent, type PingFact } from './verdict.ts'

type Check = OutputOf<typeof deviceCheckApi.getCheck>
type Head = OutputOf<typeof deviceCheckApi.pageChecks>['items'][number]

/** A job carries it out, step by step; the person who started it may leave. */
export function startCheck(
  ctx: SeveralTransactions,
  { deviceId, forOrder }: InputOf<typeof deviceCheckApi.startCheck>,
): Promise<{ checkId: string }> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'diagnose')
    const [check] = await deviceCheckRepo.insert(inside, [deviceId], newSteps())
    if (check === undefined) throw new AppError('device_check.under_way')
    await noteStart(inside, device, check.id)
    await noteForOrder(inside, forOrder?.orderId, {
      kind: 'check',
      refId: check.id,
      deviceId,
      name: device.name,
      ...(forOrder && { phase: forOrder.phase }),
    })
    return { checkId: check.id }
  })
}

export function startChecks(
  ctx: SeveralTransactions,
  { deviceIds }: InputOf<typeof deviceCheckApi.startChecks>,
) {
  return onDevices(ctx, deviceIds, 'diagnose', async (inside, devices) => {
    const checks = await deviceCheckRepo.insert(
      inside,
      devices.map(({ id }) => id),
      newSteps(),
    )
    for (const { id, device_id } of checks) {
      await noteStart(
        inside,
        devices.find((device) => device.id === device_id)!,
        id,
      )
    }
    return []
  })
}

async function noteStart(inside: RequestContext, device: { id: string; name: string }, checkId: string) {
  await inside.emit('diagnostic.changed', device.id, { checkId })
  await inside.audit({
    action: 'device.check_started',
    subjectKind: 'device',
    subjectId: device.id,
    detail: { name: device.name, checkId },
  })
}

export async function pageChecks(
  ctx: RequestContext,
  { deviceId, page, pageSize }: InputOf<typeof deviceCheckApi.pageChecks>,
): Promise<OutputOf<typeof deviceCheckApi.pageChecks>> {
  await enterDeviceForReading(ctx, deviceId, 'DMS_SERVER_DEVICE_VIEW')
  const found = await deviceCheckRepo.page(ctx, deviceId, pageSize, (page - 1) * pageSize)
  return { ...found, items: found.items.map((row) => headOf(ctx, row)) }
}

export async function getCheck(
  ctx: RequestContext,
  { deviceId, checkId }: InputOf<typeof deviceCheckApi.getCheck>,
): Promise<Check> {
  await enterDeviceForReading(ctx, deviceId, 'DMS_SERVER_DEVICE_VIEW')
  const row = await deviceCheckRepo.find(ctx, deviceId, checkId)
  if (!row) throw new AppError('device_check.not_found')
  return {
    ...headOf(ctx, row),
    findings: findingsOf(ctx, row.findings as Finding[]),
    figures: row.facts === null ? null : figuresOf(row.facts as CheckFacts),
    steps: (row.steps as StepRow[]).map(({ step, state, reason, target, runId }) => ({
      step,
      state,
      reason,
      target,
      runId,
    })),
    deadlineAt: row.answer_by ?? row.deadline_at,
  }
}

const findingsOf = (ctx: Pick<RequestContext, 'phrase'>, findings: readonly Finding[]): Check['findings'] =>
  findings.map(({ code, severity, params }) => ({
    code,
    severity,
    text: ctx.phrase(`diagnostics.findings.${code}.text`, params),
    advice: ctx.phrase(`diagnostics.findings.${code}.advice`, params),
  }))

/** What another module kept of a check that ended. */
export function presentedCheck(
  ctx: Pick<RequestContext, 'phrase'>,
  { findings, facts }: { findings: unknown; facts: unknown },
): Pick<Check, 'findings' | 'figures'> {
  return {
    findings: findingsOf(ctx, findings as Finding[]),
    figures: facts === null ? null : figuresOf(facts as CheckFacts),
  }
}

export function cancelCheck(
  ctx: SeveralTransactions,
  { deviceId, checkId }: InputOf<typeof deviceCheckApi.cancelCheck>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const check = await deviceCheckRepo.find(inside, deviceId, checkId)
    if (!check || check.company_id !== inside.scope.companyId) throw new AppError('device_check.not_found')
    // Commands first, in the order of their executor: the runs follow them.
    if (check.state === 'running') await deviceCheckRepo.cancelCommands(inside.db, checkId)
    if (!(await deviceCheckRepo.cancel(inside, checkId))) throw new AppError('device_check.over')
    await inside.emit('diagnostic.changed', deviceId, { checkId })
    await inside.audit({
      action: 'device.check_cancelled',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { checkId },
    })
    return null
  })
}

interface HeadRow {
  id: string
  state: Head['state']
  verdict: Head['verdict']
  findings: unknown
  created_at: string
  created_by_name: string | null
  ended_at: string | null
}

function headOf(ctx: RequestContext, row: HeadRow): Head {
  const [worst] = row.findings as Finding[]
  return {
    id: row.id,
    state: row.state,
    verdict: row.verdict,
    sentence:
      worst === undefined ? null : ctx.phrase(`diagnostics.findings.${worst.code}.text`, worst.params),
    createdAt: row.created_at,
    createdByName: row.created_by_name,
    endedAt: row.ended_at,
  }
}

function figuresOf(facts: CheckFacts): NonNullable<Check['figures']> {
  const ping = (fact: PingFact | null) =>
    fact === null
      ? null
      : { target: fact.target, sent: fact.sent, received: fact.received, avgMs: fact.avgMs }
  return {
    lastInformAt: facts.lastInformAt,
    softwareVersion: facts.softwareVersion,
    restarts24h: facts.restarts24h,
    uptimeSeconds: facts.gateway?.uptimeSeconds ?? null,
    memoryPercent: memoryPercent(facts.gateway),
    cpuPercent: facts.gateway?.cpuPercent ?? null,
    drift: facts.provision?.drift ?? null,
    connections: (facts.gateway?.connections ?? [])
      .filter(({ enabled }) => enabled)
      .map(({ name, status, isUp, address }) => ({ name, status, isUp, address })),
    firstHop: ping(facts.firstHop),
    dnsServer: ping(facts.dnsServer),
    far: ping(facts.far),
    lookupMs: facts.lookup?.avgMs ?? null,
    downloadMbit: facts.download?.mbit ?? null,
  }
}
