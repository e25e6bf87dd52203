import type { AuditAction, deviceApi, FailedItem, InputOf, OutputOf } from '@netward/contract'
import { type DeviceMove, deviceMoves } from '@netward/contract/states/device'
import type { PhraseKey } from '@netward/phrases/server'
import { AppError, batchOutcome } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { noteForOrder } from '../order-acts/index.ts'
import { findOutlet, outletNames, seesPart } from '../outlets/index.ts'
import { commandRepo } from './command.repo.ts'
import { deviceRepo, type DeviceSubject } from './device.repo.ts'
import { restartBatchRepo } from './restart-batch.repo.ts'

export const maxTags = 20

interface Outcome {
  accepted: number
  failed: FailedItem[]
}

/**
 * Reboots devices of one or several companies. A device with an open reboot counts as accepted, without a
 * second one.
 */
export function rebootDevices(
  ctx: SeveralTransactions,
  { deviceIds, ...why }: InputOf<typeof deviceApi.rebootDevices>,
) {
  return restartDevices(ctx, deviceIds, { kind: 'reboot', move: 'reboot', action: 'device.reboot', ...why })
}

/** The same for a factory reset. The re-enrolment window opens when the command is sent. */
export function resetDevices(
  ctx: SeveralTransactions,
  { deviceIds, ...why }: InputOf<typeof deviceApi.resetDevices>,
) {
  return restartDevices(ctx, deviceIds, {
    kind: 'factory_reset',
    move: 'factoryReset',
    action: 'device.factory_reset',
    ...why,
  })
}

interface RestartOrder {
  readonly kind: 'reboot' | 'factory_reset'
  readonly move: DeviceMove
  readonly action: AuditAction
  readonly orderId?: string | undefined
  readonly reason?: string | undefined
}

/** Several at once form a batch, which its creator can look up. */
async function restartDevices(
  ctx: SeveralTransactions,
  deviceIds: readonly string[],
  { move, ...order }: RestartOrder,
): Promise<Outcome> {
  const { kind } = order
  const batch: { id: string; name: string; commandId: string }[] = []
  try {
    return await onDevices(ctx, deviceIds, move, async (inside, devices) => {
      await restart(inside, devices, order)
      const names = new Map(devices.map(({ id, name }) => [id, name]))
      // For a device with an open one, that one.
      for (const { id: commandId, device_id: id } of await commandRepo.lastRestarts(inside, kind, [
        ...names.keys(),
      ]))
        batch.push({ id, name: names.get(id) ?? '', commandId })
      return []
    })
  } finally {
    if (batch.length > 1)
      await ctx.inTransaction(null, (outside) => restartBatchRepo.insert(outside, kind, batch))
  }
}

export async function pageRestartBatches(
  ctx: RequestContext,
  { page, pageSize }: InputOf<typeof deviceApi.pageRestartBatches>,
): Promise<OutputOf<typeof deviceApi.pageRestartBatches>> {
  const found = await restartBatchRepo.page(ctx, pageSize, (page - 1) * pageSize)
  return {
    ...found,
    items: found.items.map(({ id, kind, devices, created_at: createdAt }) => ({
      id,
      kind,
      devices,
      createdAt,
    })),
  }
}

async function restart(
  inside: RequestContext,
  devices: DeviceSubject[],
  { kind, action, orderId, reason = '' }: Omit<RestartOrder, 'move'>,
): Promise<void> {
  const commands = await commandRepo.insertRestarts(
    inside,
    kind,
    devices.map((device) => device.id),
  )
  await commandRepo.enqueueConnect(
    inside,
    commands.map((command) => command.device_id),
  )
  await commandRepo.emitAll(
    inside,
    'command.changed',
    commands.map(({ id, device_id }) => ({
      subjectId: device_id,
      data: { commandId: id, kind, state: 'waiting' },
    })),
  )
  for (const { id, device_id: deviceId } of commands) {
    const name = devices.find((device) => device.id === deviceId)?.name ?? ''
    await noteForOrder(inside, orderId, { kind: 'command', what: kind, refId: id, deviceId, name, reason })
  }
  await auditEach(inside, action, devices, () => (reason === '' ? {} : { reason }))
}

/** Adds and removes tags; a tag in both lists is added. */
export function tagDevices(
  ctx: SeveralTransactions,
  { deviceIds, add, remove }: InputOf<typeof deviceApi.tagDevices>,
) {
  const tagsAfter = (tags: readonly string[]) => [
    ...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add]),
  ]
  return onDevices(ctx, deviceIds, 'tag', async (inside, devices) => {
    const full = devices.filter((device) => tagsAfter(device.tags).length > maxTags)
    const changed = devices
      .filter((device) => !full.includes(device))
      .map((device) => ({ device, after: tagsAfter(device.tags) }))
      .filter(({ device, after }) => after.join('\0') !== device.tags.join('\0'))
    await deviceRepo.updateTags(
      inside,
      changed.map(({ device, after }) => ({ id: device.id, tags: after })),
    )
    await commandRepo.emitAll(
      inside,
      'device.changed',
      changed.map(({ device }) => ({ subjectId: device.id, data: { fields: ['tags'] } })),
    )
    await auditEach(
      inside,
      'device.tagged',
      changed.map(({ device }) => device),
      (device) => ({ before: { tags: device.tags }, after: { tags: tagsAfter(device.tags) } }),
    )
    return full.map((device) => refusedDevice(device, inside.phrase('errors.tag.limit')))
  })
}

/** Moves devices into an outlet of their company, or out of theirs. The outlet is locked first. */
export function placeDevices(
  ctx: SeveralTransactions,
  { deviceIds, outletId }: InputOf<typeof deviceApi.placeDevices>,
) {
  return onDevices(ctx, deviceIds, 'place', async (inside, devices) => {
    const outlet = outletId === null ? null : await findOutlet(inside, outletId)
    if (outletId !== null && outlet === null) {
      const reason = inside.phrase('errors.outlet.not_found')
      return devices.map((device) => refusedDevice(device, reason))
    }
    if (outletId === null && (await seesPart(inside))) {
      // The devices would leave the caller's scope.
      const reason = inside.phrase('errors.outlet.outside_scope')
      return devices.map((device) => refusedDevice(device, reason))
    }
    const elsewhere = devices.filter((device) => device.outlet_id !== outletId)
    const taken = await deviceRepo.findTakenAddresses(
      inside,
      elsewhere.map(({ id }) => id),
      outletId,
    )
    const moved = elsewhere.filter(({ id }) => !taken.has(id))
    const names = await outletNames(
      inside,
      moved.map((device) => device.outlet_id),
    )
    const detail = (device: DeviceSubject) => ({
      from: device.outlet_id === null ? null : (names.get(device.outlet_id) ?? null),
      to: outlet?.name ?? null,
    })
    const movedIds = moved.map((device) => device.id)
    await deviceRepo.updateOutlet(inside, movedIds, outletId)
    await deviceRepo.noteTimeline(
      inside,
      'placed',
      moved.map((device) => ({ deviceId: device.id, detail: detail(device) })),
    )
    await commandRepo.emitAll(
      inside,
      'device.changed',
      movedIds.map((id) => ({ subjectId: id, data: { fields: ['outlet'] } })),
    )
    await auditEach(inside, 'device.placed', moved, (device) => ({
      before: { outlet: detail(device).from },
      after: { outlet: detail(device).to },
    }))
    return elsewhere
      .filter(({ id }) => taken.has(id))
      .map((device) => refusedDevice(device, inside.phrase('errors.equipment.address_taken')))
  })
}

/**
 * Finds the owners of the devices, then acts per company, each in its own transaction inside that company, so
 * that one company's refusal undoes nothing elsewhere. @throws AppError 50001 or 50002 when devices are
 * refused.
 */
export async function onDevices(
  ctx: SeveralTransactions,
  ids: readonly string[],
  move: DeviceMove,
  act: (inside: RequestContext, devices: DeviceSubject[]) => Promise<FailedItem[]>,
): Promise<Outcome> {
  const wanted = [...new Set(ids)]
  const { owners, ownCompany } = await ctx.inTransaction(null, async (outside) => ({
    owners: await deviceRepo.findOwners(outside, wanted),
    ownCompany: outside.scope.companyId,
  }))
  const known = new Map(owners.map((owner) => [owner.id, owner.company_id]))
  const outcome: Outcome = {
    accepted: 0,
    failed: wanted
      .filter((id) => !known.has(id))
      .map((id) => ({ ip: id, reason: ctx.phrase('errors.device.not_found'), id })),
  }
  for (const [companyId, members] of Map.groupBy(owners, (owner) => owner.company_id)) {
    const companyOrOwn = companyId === ownCompany ? null : companyId
    const part = await inCompany(
      ctx,
      companyOrOwn,
      members.map((owner) => owner.id),
      move,
      act,
    )
    outcome.accepted += part.accepted
    outcome.failed.push(...part.failed)
  }
  return batchOutcome('devices', outcome.accepted, outcome.failed)
}

async function inCompany(
  ctx: SeveralTransactions,
  companyId: string | null,
  ids: readonly string[],
  move: DeviceMove,
  act: (inside: RequestContext, devices: DeviceSubject[]) => Promise<FailedItem[]>,
): Promise<Outcome> {
  try {
    return await ctx.inTransaction(companyId, async (inside) => {
      const devices = await deviceRepo.lockAll(inside, ids)
      const failed: FailedItem[] = ids
        .filter((id) => !devices.some((device) => device.id === id))
        .map((id) => ({ ip: id, reason: ctx.phrase('errors.device.not_found'), id }))
      const allowed = devices.filter((device) => {
        const refusal = deviceMoves[move](device)
        if (refusal !== null) {
          failed.push(refusedDevice(device, ctx.phrase(`devices.refusal.${refusal}` as PhraseKey)))
        }
        return refusal === null
      })
      const others = allowed.length > 0 ? await act(inside, allowed) : []
      return { accepted: allowed.length - others.length, failed: [...failed, ...others] }
    })
  } catch (error) {
    // The company itself refuses: frozen, or no right to act there.
    if (!(error instanceof AppError)) throw error
    return {
      accepted: 0,
      failed: ids.map((id) => ({ ip: id, reason: ctx.phrase(`errors.${error.code}` as PhraseKey), id })),
    }
  }
}

/** A device in the ip:reason list: by address, else by serial number, with its name. */
export function refusedDevice(device: DeviceSubject, reason: string): FailedItem {
  const ip = device.ip_address ?? (device.serial_number || device.name)
  return { ip, ...(device.name !== '' && device.name !== ip && { name: device.name }), reason, id: device.id }
}

/** One entry per device, so that each log is complete. */
export async function auditEach(
  ctx: RequestContext,
  action: AuditAction,
  devices: readonly DeviceSubject[],
  detail: (device: DeviceSubject) => Record<string, unknown>,
): Promise<void> {
  await Promise.all(
    devices.map((device) =>
      ctx.audit({
        action,
        subjectKind: 'device',
        subjectId: device.id,
        detail: { name: device.name, ...detail(device) },
      }),
    ),
  )
}
