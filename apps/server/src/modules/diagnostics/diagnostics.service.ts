import type { diagnosticApi, InputOf, OutputOf } from '@netward/contract'
import { diagnosticKinds } from '@netward/cwmp'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { ownedDevice, lookInto, movableDevice } from '../devices/index.ts'
import { knownWans } from '../gateway-settings/index.ts'
import { diagnosticRepo } from './diagnostic.repo.ts'
import { cancelRun } from './own-runs.service.ts'
import { beginRun } from './run-order.ts'
import type { RunDeps } from './run-start.ts'
import { isRoot, supportOf, timeSupportOf } from './support.ts'

export async function diagnosticSupport(
  ctx: RequestContext,
  { deviceId }: InputOf<typeof diagnosticApi.diagnosticSupport>,
): Promise<OutputOf<typeof diagnosticApi.diagnosticSupport>> {
  const device = await diagnosticRepo.findDevice(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_VIEW')
  const root = device.data_model_root
  return Promise.all(
    diagnosticKinds.map(async (kind) => ({
      kind,
      supported: isRoot(root) ? await supportOf(ctx.db, deviceId, root, kind) : ('unknown' as const),
      byTime: isRoot(root) ? await timeSupportOf(ctx.db, deviceId, root, kind) : ('unknown' as const),
    })),
  )
}

/** Lines that were never read are not offered. */
export async function diagnosticInterfaces(
  ctx: RequestContext,
  { deviceId }: InputOf<typeof diagnosticApi.diagnosticInterfaces>,
): Promise<OutputOf<typeof diagnosticApi.diagnosticInterfaces>> {
  const device = await diagnosticRepo.findDevice(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_VIEW')
  return knownWans(ctx, deviceId)
}

/**
 * Its first command starts it; the result is read when the gateway reports completion, or when it should be
 * over.
 */
export function startDiagnostic(
  ctx: SeveralTransactions,
  deps: RunDeps,
  { deviceId, ...order }: InputOf<typeof diagnosticApi.startDiagnostic>,
): Promise<{ runId: string }> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'diagnose')
    const begun = await beginRun(inside, deps, device, order, null)
    if ('refusal' in begun) {
      if (begun.refusal === 'diagnostic.no_such_line') throw wrongField(inside, begun.refusal, 'interface')
      throw new AppError(begun.refusal)
    }
    return begun
  })
}

export function cancelDiagnostic(
  ctx: SeveralTransactions,
  { deviceId, runId }: InputOf<typeof diagnosticApi.cancelDiagnostic>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const run = await diagnosticRepo.find(inside, deviceId, runId)
    if (!run) throw new AppError('diagnostic.not_found')
    await cancelRun(inside, run)
    return null
  })
}
