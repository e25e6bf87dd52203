import type { PermissionCode } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { deviceRepo, type DeviceSubject } from './device.repo.ts'
import { lookInto } from './look-into.repo.ts'

/** A device that the caller sees, with what is inside of it as far as its company lets them in. */
export async function lookIntoDevice(
  ctx: RequestContext,
  deviceId: string,
  needed: PermissionCode,
): Promise<DeviceSubject> {
  const device = await deviceRepo.findSubject(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  await lookInto(ctx, device, needed)
  return device
}
