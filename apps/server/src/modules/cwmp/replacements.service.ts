import { setTimeout as wait } from 'node:timers/promises'
import type { AuditAction, gatewayApi, InputOf, OutputOf } from '@netward/contract'
import { deviceMoves } from '@netward/contract/states/device'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { ownedDevice } from '../devices/index.ts'
import { keyOf } from './callers.ts'
import { claimRepo, type LabelClaim } from './claim.repo.ts'
import { claimMilliseconds, hashLabel, isAccepted, requireClaimed } from './claims.service.ts'
import { deviceMoveRepo, type DeviceStandingRow } from './device-move.repo.ts'

type Input = InputOf<typeof gatewayApi.replaceDevice>

/**
 * Replaces a broken gateway. One of the pool takes its place in the transaction that admits it.
 * @throws AppError gateway.claim_refused for every cause that concerns the new one of the pool, after the
 * same time; except that its label needs a product class.
 */
export async function replaceDevice(
  ctx: SeveralTransactions,
  input: Input,
  { secrets }: { secrets: Secrets },
): Promise<OutputOf<typeof gatewayApi.replaceDevice>> {
  const over = wait(input.label === undefined ? 0 : claimMilliseconds)
  const outcome = await inSubjectCompany(ctx, ownedDevice(input.deviceId), async (inside) => {
    const device = await deviceMoveRepo.find(inside, input.deviceId)
    if (!device) throw new AppError('device.not_found')
    if (deviceMoves.replace(device) !== null) throw new AppError('device.move_not_allowed')
    return input.newDeviceId === undefined
      ? claimSuccessor(inside, device, input, secrets)
      : swap(inside, device, input.newDeviceId)
  })
  await over
  requireClaimed(ctx, outcome, 'label.productClass')
  return { done: input.newDeviceId !== undefined, asked: outcome === 'asked' }
}

async function swap(ctx: RequestContext, device: DeviceStandingRow, newDeviceId: string): Promise<'claimed'> {
  const successor = await deviceMoveRepo.find(ctx, newDeviceId)
  if (!successor || successor.company_id !== device.company_id) throw new AppError('device.not_found')
  await deviceMoveRepo.replace(ctx, device.id, newDeviceId)
  await noteReplacement(ctx, 'device.replaced', device, {
    by: newDeviceId,
    newSerialNumber: successor.serial_number,
  })
  return 'claimed'
}

async function claimSuccessor(
  ctx: RequestContext,
  device: DeviceStandingRow,
  { poolId, label }: Input,
  secrets: Secrets,
): Promise<LabelClaim['outcome']> {
  const place = { replacesId: device.id }
  const outcome = await claimOutcome()
  const accepted = isAccepted(outcome)
  await noteReplacement(ctx, accepted ? 'gateway.claimed' : 'gateway.claim_refused', device, {
    toReplace: device.id,
    ...(label === undefined ? { poolId } : { newSerialNumber: keyOf(label).serialNumber }),
    ...(outcome === 'asked' && { asked: true }),
  })
  if (accepted) await ctx.emit('device.changed', device.id)
  return outcome

  async function claimOutcome(): Promise<LabelClaim['outcome']> {
    if (label !== undefined) {
      const hash = hashLabel(secrets, label.labelSecret)
      return (await claimRepo.claimByLabel(ctx, keyOf(label), hash, place)).outcome
    }
    const [row] = await claimRepo.claim(ctx, [poolId ?? '0'], '', place)
    if (row?.accepted !== true) return 'refused'
    return row.asked ? 'asked' : 'claimed'
  }
}

function noteReplacement(
  ctx: RequestContext,
  action: AuditAction,
  device: DeviceStandingRow,
  detail: Record<string, unknown>,
): Promise<void> {
  return ctx.audit({
    action,
    subjectKind: 'device',
    subjectId: device.id,
    detail: { name: device.name, serialNumber: device.serial_number, ...detail },
  })
}
