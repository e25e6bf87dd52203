import type { diagnosticApi, InputOf, OutputOf } from '@netward/contract'
import {
  type DataModelRoot,
  type DiagnosticKind,
  diagnosticKinds,
  diagnosticObject,
  diagnosticSeconds,
  diagnosticValues,
  faultPhraseKey,
} from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { callIn, inDeviceCompany, lookInto, movableDevice, queueCommand } from '../devices/index.ts'
import { diagnosticRepo, type RunRow } from './diagnostic.repo.ts'

export async function pageDiagnostics(
  ctx: RequestContext,
  { deviceId, page, pageSize, kind, target }: InputOf<typeof diagnosticApi.pageDiagnostics>,
): Promise<OutputOf<typeof diagnosticApi.pageDiagnostics>> {
  await seenDevice(ctx, deviceId)
  const { items, total } = await diagnosticRepo.page(
    ctx,
    { deviceId, kind, target },
    pageSize,
    (page - 1) * pageSize,
  )
  return { items: items.map((row) => toldRun(ctx, row)), ...capped(total) }
}

export async function diagnosticSupport(
  ctx: RequestContext,
  { deviceId }: InputOf<typeof diagnosticApi.diagnosticSupport>,
): Promise<OutputOf<typeof diagnosticApi.diagnosticSupport>> {
  const { data_model_root: root } = await seenDevice(ctx, deviceId)
  return Promise.all(
    diagnosticKinds.map(async (kind) => ({
      kind,
      supported: isRoot(root) ? await supportOf(ctx, deviceId, root, kind) : ('unknown' as const),
    })),
  )
}

/** Its first command sets it going; what comes of it is read when the gateway tells, or when it should be over. */
export function startDiagnostic(
  ctx: SeveralTransactions,
  { deviceId, dnsServer, ...input }: InputOf<typeof diagnosticApi.startDiagnostic>,
): Promise<{ runId: string }> {
  return inDeviceCompany(ctx, deviceId, async (inside) => {
    const device = await movableDevice(inside, deviceId, 'diagnose')
    const root = (await diagnosticRepo.findDevice(inside, deviceId))?.data_model_root ?? null
    if (!isRoot(root)) throw new AppError('diagnostic.model_unknown')
    if ((await supportOf(inside, deviceId, root, input.kind)) === 'no') {
      throw new AppError('diagnostic.not_supported')
    }
    const order = { ...input, dnsServer: dnsServer ?? null }
    const runId = await diagnosticRepo.insert(inside, {
      deviceId,
      kind: order.kind,
      target: order.host,
      request: {
        ...order,
        root,
        object: diagnosticObject(root, order.kind),
        seconds: diagnosticSeconds(order),
      },
    })
    if (runId === null) throw new AppError('diagnostic.under_way')
    const commandId = await queueCommand(inside, device, 'set_parameter_values', {
      values: diagnosticValues(root, order).map(({ name, ...value }) => ({ path: name, ...value })),
      parameterKey: '',
      diagnostic: runId,
    })
    await diagnosticRepo.setCommand(inside, runId, commandId)
    await callIn(inside, deviceId)
    await inside.emit('diagnostic.changed', deviceId, { runId })
    await inside.audit({
      action: 'device.diagnostic_started',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { runId, kind: order.kind, host: order.host },
    })
    return { runId }
  })
}

/** What was sent runs to its end in the gateway: nobody waits for it. */
export function cancelDiagnostic(
  ctx: SeveralTransactions,
  { deviceId, runId }: InputOf<typeof diagnosticApi.cancelDiagnostic>,
): Promise<null> {
  return inDeviceCompany(ctx, deviceId, async (inside) => {
    const run = await diagnosticRepo.find(inside, deviceId, runId)
    if (!run) throw new AppError('diagnostic.not_found')
    // Commands first, as whoever carries them out: the run follows them.
    await diagnosticRepo.cancelCommands(inside, run)
    if (!(await diagnosticRepo.cancel(inside, runId))) throw new AppError('diagnostic.over')
    await inside.emit('diagnostic.changed', deviceId, { runId })
    await inside.audit({
      action: 'device.diagnostic_cancelled',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { runId, kind: run.kind, host: run.target },
    })
    return null
  })
}

async function seenDevice(ctx: RequestContext, deviceId: string) {
  const device = await diagnosticRepo.findDevice(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_VIEW')
  return device
}

const isRoot = (root: string | null): root is DataModelRoot =>
  root === 'Device.' || root === 'InternetGatewayDevice.'

/** `no` only where everything that the gateway has below a common root was read, and this was not there. */
async function supportOf(ctx: RequestContext, deviceId: string, root: DataModelRoot, kind: DiagnosticKind) {
  const { known, namesRead } = await diagnosticRepo.findSupport(ctx, deviceId, diagnosticObject(root, kind))
  if (known) return 'yes'
  return namesRead ? 'no' : 'unknown'
}

type Run = OutputOf<typeof diagnosticApi.pageDiagnostics>['items'][number]

function toldRun(ctx: RequestContext, row: RunRow): Run {
  return {
    id: row.id,
    kind: row.kind,
    target: row.target,
    state: row.state,
    result: row.result as Run['result'],
    fault:
      row.fault_code === null
        ? null
        : { code: row.fault_code, text: faultText(ctx, row.fault_code), detail: row.fault_detail ?? '' },
    createdAt: row.created_at,
    createdByName: row.created_by_name,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

const ownFaults = [
  'cannot_resolve',
  'too_many_hops',
  'server_not_resolved',
  'server_not_available',
  'no_route',
  'timeout',
  'internal',
  'other',
  'lost',
  'unreadable',
] as const

/** What the gateway says of the diagnostic itself, or the fault of a command (TR-069 A.5). */
function faultText(ctx: RequestContext, code: string): string {
  const own = ownFaults.find((fault) => fault === code)
  return own === undefined
    ? ctx.phrase(`faults.${faultPhraseKey(code)}` as PhraseKey)
    : ctx.phrase(`diagnostics.faults.${own}`)
}
