import type { InputOf, OutputOf, partStockApi } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { heldPermissions } from '../identity/index.ts'
import { partMovementRepo } from './part-movement.repo.ts'
import { partSerialRepo } from './part-serial.repo.ts'
import { serialLifeRepo } from './serial-life.repo.ts'

type Api = typeof partStockApi

/** One line across purchase, stock, outlets, repair and scrap: devices and parts are the same thing by their serial number. */
export async function lifeOfSerial(
  ctx: RequestContext,
  { serial }: InputOf<Api['lifeOfSerial']>,
): Promise<OutputOf<Api['lifeOfSerial']>> {
  const held = new Set(await heldPermissions(ctx))
  const part = (await partSerialRepo.known(ctx, [serial])).get(serial.toUpperCase()) ?? null
  const devices = held.has('DMS_SERVER_DEVICE_VIEW') ? await serialLifeRepo.devices(ctx, serial) : []
  const ids = devices.map(({ id }) => id)
  return {
    part,
    movements: part === null ? [] : await partMovementRepo.ofSerial(ctx, part.id),
    devices,
    orders: held.has('DMS_SERVER_WORK_ORDER') ? await serialLifeRepo.orders(ctx, ids) : [],
  }
}
