import type { equipmentApi, InputOf, OutputOf } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { lookInto } from '../../platform/db/look-into.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { pageAllTypes, summariseAllTypes } from '../devices/index.ts'
import { equipmentRepo, type PollingRow } from './equipment.repo.ts'
import { presentRow } from './presented.ts'

type Detail = OutputOf<typeof equipmentApi.getEquipment>

export async function pageEquipment(
  ctx: RequestContext,
  query: InputOf<typeof equipmentApi.pageEquipment>,
): Promise<OutputOf<typeof equipmentApi.pageEquipment>> {
  const { items, total } = await pageAllTypes(ctx, query)
  const ids = items.map(({ id }) => id)
  const polled = await equipmentRepo.findPolled(ctx, ids)
  // A gateway has a guard of its own.
  const added = items.filter(({ driver }) => driver !== 'cwmp').map(({ id }) => id)
  const duplicated = await equipmentRepo.findDuplicated(ctx, added)
  return {
    items: items.map((row) => presentRow(row, polled.get(row.id), duplicated.has(row.id))),
    ...capped(total),
  }
}

export async function summariseEquipment(
  ctx: RequestContext,
): Promise<OutputOf<typeof equipmentApi.summariseEquipment>> {
  const { online, overdue, offline, unknown, types, brands, models } = await summariseAllTypes(ctx)
  return {
    online,
    overdue,
    offline,
    unknown,
    types,
    brands,
    models,
  }
}

export async function getEquipment(ctx: RequestContext, { deviceId }: { deviceId: string }): Promise<Detail> {
  const device = await equipmentRepo.find(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_VIEW')
  const polling = await equipmentRepo.findPolling(ctx, deviceId)
  const agent = await equipmentRepo.findAgent(ctx, deviceId)
  const shown = polling ?? (await equipmentRepo.findPolled(ctx, [deviceId])).get(deviceId)
  const duplicates = device.type === 'smart_cpe' ? [] : await equipmentRepo.duplicates(ctx, deviceId)
  return {
    ...presentRow(device, shown, duplicates.length > 0),
    hardwareVersion: device.hardware_version,
    sysName: agent?.sys_name ?? '',
    sysDescription: agent?.sys_description ?? '',
    sysLocation: agent?.sys_location ?? '',
    sysContact: agent?.sys_contact ?? '',
    sysObjectId: agent?.sys_object_id ?? '',
    metrics: (agent?.metrics ?? []) as Detail['metrics'],
    interfaces: agent?.interfaces ?? 0,
    polling: polling === undefined ? null : presentPolling(polling),
    state: device.state,
    ...(await equipmentRepo.replacement(ctx, deviceId)),
    duplicates,
  }
}

function presentPolling(polling: PollingRow): NonNullable<Detail['polling']> {
  return {
    state: polling.state as NonNullable<Detail['polling']>['state'],
    since: polling.since,
    lastPollAt: polling.last_poll_at,
    lastPollMs: polling.last_poll_ms,
    lastPollValues: polling.last_poll_values,
    slow: polling.slow,
    credentialName: polling.credential_name,
  }
}
