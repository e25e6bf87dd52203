import type { InputOf, OutputOf, outletApi } from '@netward/contract'
import type { WanState } from '@netward/contract/outlet-values'
import { interfaceState, type WanInterface } from '@netward/cwmp'
import type { RequestContext } from '../../platform/http/context.ts'
import { lineRepo, type ListedLine } from './line.repo.ts'
import { found } from './outlets.service.ts'
import { wanRepo } from './wan.repo.ts'

/** @throws AppError outlet.not_found */
export async function outletWans(
  ctx: RequestContext,
  { outletId }: InputOf<typeof outletApi.outletWans>,
): Promise<OutputOf<typeof outletApi.outletWans>> {
  const { companyId } = await found(ctx, outletId)
  await wanRepo.lookInto(ctx, companyId)
  const gateways = await lineRepo.gatewaysIn(ctx, outletId)
  const wans = await gatewayWans(
    ctx,
    gateways.map(({ id }) => id),
  )
  const lines = await lineRepo.onWans(ctx, outletId)
  return gateways.map(({ id, name, serial_number: serialNumber }) => {
    const reported = new Map((wans.get(id) ?? []).toReversed().map((wan) => [wan.name, wan]))
    return {
      deviceId: id,
      name,
      serialNumber,
      wans: [...reported.values()].toReversed().map((wan) => {
        const line = lines.find((one) => one.device_id === id && one.wan_name === wan.name)
        return {
          name: wan.name,
          status: wan.status,
          state: interfaceState(wan.status),
          ipAddress: wan.ipAddress,
          lineId: line?.id ?? null,
          lineName: line?.name ?? null,
        }
      }),
    }
  })
}

/** The WANs that gateways reported, the active one first. */
export function gatewayWans(
  ctx: Pick<RequestContext, 'db'>,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly WanInterface[]>> {
  return wanRepo.of(ctx, deviceIds)
}

type OnWan = Pick<ListedLine, 'deviceId' | 'wanName'>

/** Whether gateways have the WANs that lines name; by line. */
export async function wanStates<Line extends OnWan>(
  ctx: Pick<RequestContext, 'db'>,
  lines: readonly Line[],
): Promise<(line: Line) => WanState> {
  const named = lines.flatMap(({ deviceId: id, wanName: name }) => (id !== null && name !== '' ? [id] : []))
  const wans = named.length === 0 ? new Map<string, readonly WanInterface[]>() : await gatewayWans(ctx, named)
  return ({ deviceId: id, wanName: name }) => {
    if (id === null || name === '') return 'none'
    const reported = wans.get(id) ?? []
    if (reported.length === 0) return 'unknown'
    return reported.some((wan) => wan.name === name) ? 'present' : 'missing'
  }
}
