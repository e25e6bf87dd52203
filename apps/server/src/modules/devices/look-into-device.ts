import type { PermissionCode } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { deviceRepo, type DeviceSubject } from './device.repo.ts'
import { lookInto } from '../../platform/db/look-into.ts'

/** A device visible to the caller, with its contents as far as its company admits them. */
export async function enterDeviceForReading(
  ctx: RequestContext,
  deviceId: string,
  needed: PermissionCode,
): Promise<DeviceSubject> {
  const device = await deviceRepo.findSubject(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  await lookInto(ctx, device, needed)
  return device
}
