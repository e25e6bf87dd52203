import type { equipmentApi, InputOf, OutputOf } from '@netward/contract'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { namingField, wrongField } from '../../platform/http/wrong-field.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { mayMeasure } from '../../platform/outgoing.ts'
import { auditEach, onDevices, ownedDevice, refusedDevice } from '../devices/index.ts'
import { findOutlet } from '../outlets/index.ts'
import { findCredential } from '../snmp/index.ts'
import { equipmentRepo } from './equipment.repo.ts'
import { getEquipment } from './equipment.service.ts'
import { withKnownMaker } from './known-maker.ts'
import { deviceColumns, type EquipmentValues, type StoredEquipment } from './stored-equipment.ts'

type Detail = OutputOf<typeof equipmentApi.getEquipment>

export interface EquipmentDeps {
  /** Where devices may be reached: NETWARD_DEVICE_RANGES. */
  readonly deviceRanges: readonly string[]
  readonly store: MetricStore
}

export async function addEquipment(
  ctx: RequestContext,
  given: InputOf<typeof equipmentApi.addEquipment>,
  deps: EquipmentDeps,
): Promise<Detail> {
  const input = await withKnownMaker(given)
  const names = await checkedNames(ctx, input)
  const row = deviceColumns(input, await refusedAddress(ctx, input, deps))
  const [deviceId] = await writing(ctx, () => equipmentRepo.insert(ctx, [row]))
  await ctx.audit({
    action: 'equipment.added',
    subjectKind: 'device',
    subjectId: deviceId!,
    detail: { name: input.name, after: shownValues({ ...input, ...names }) },
  })
  return getEquipment(ctx, { deviceId: deviceId! })
}

/** Adds devices in the company of a job's transaction. Returns their ids in the order of the rows. */
export async function insertEquipment(
  tx: Parameters<typeof equipmentRepo.insert>[0],
  rows: readonly { readonly values: EquipmentValues; readonly mayMeasure: boolean }[],
): Promise<string[]> {
  const columns = await Promise.all(
    rows.map(async ({ values, mayMeasure: isAllowed }) =>
      deviceColumns(await withKnownMaker(values), isAllowed ? null : 'not_allowed'),
    ),
  )
  return equipmentRepo.insert(tx, columns)
}

export function editEquipment(
  ctx: SeveralTransactions,
  { deviceId, ...input }: InputOf<typeof equipmentApi.editEquipment>,
  deps: EquipmentDeps,
): Promise<Detail> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const [before] = await equipmentRepo.findStored(inside, [deviceId])
    if (!before) throw new AppError('device.not_found')
    const names = await checkedNames(inside, input)
    await changeEquipment(inside, before, { ...input, ...names }, deps)
    return getEquipment(inside, { deviceId })
  })
}

/** Writes what differs, with the audit entry; nothing where nothing does. */
export async function changeEquipment(
  ctx: RequestContext,
  before: StoredEquipment,
  after: EquipmentValues & Names,
  deps: EquipmentDeps,
): Promise<void> {
  const changed = changedFields(shownValues(before), shownValues(after))
  if (changed === null) return
  const row = deviceColumns(after, await refusedAddress(ctx, after, deps))
  await writing(ctx, () => equipmentRepo.update(ctx, before.id, row, after.credentialId))
  await ctx.audit({
    action: 'equipment.edited',
    subjectKind: 'device',
    subjectId: before.id,
    detail: { name: after.name, ...changed },
  })
  await ctx.emit('device.changed', before.id)
}

export function deleteEquipment(
  ctx: SeveralTransactions,
  { deviceIds }: InputOf<typeof equipmentApi.deleteEquipment>,
): Promise<OutputOf<typeof equipmentApi.deleteEquipment>> {
  return onDevices(ctx, deviceIds, 'delete', async (inside, devices) => {
    const gone = new Set(
      await equipmentRepo.delete(
        inside,
        devices.map(({ id }) => id),
      ),
    )
    await auditEach(
      inside,
      'equipment.deleted',
      devices.filter(({ id }) => gone.has(id)),
      ({ serial_number: serialNumber, ip_address: ipAddress }) => ({ before: { serialNumber, ipAddress } }),
    )
    return devices
      .filter(({ id }) => !gone.has(id))
      .map((device) => refusedDevice(device, inside.phrase('errors.device.not_found')))
  })
}

export function pollEquipment(
  ctx: SeveralTransactions,
  { deviceIds }: InputOf<typeof equipmentApi.pollEquipment>,
): Promise<OutputOf<typeof equipmentApi.pollEquipment>> {
  return onDevices(ctx, deviceIds, 'poll', async (inside, devices) => {
    const asked = new Set(
      await equipmentRepo.askForPoll(
        inside,
        devices.map(({ id }) => id),
      ),
    )
    await auditEach(
      inside,
      'equipment.poll_requested',
      devices.filter(({ id }) => asked.has(id)),
      () => ({}),
    )
    return devices
      .filter(({ id }) => !asked.has(id))
      .map((device) => refusedDevice(device, inside.phrase('devices.refusal.notPolled')))
  })
}

interface Names {
  readonly outletName: string | null
  readonly credentialName: string | null
}

/**
 * The outlet and the credentials are the company's.
 * @throws AppError equipment.address_missing, outlet.not_found, snmp.credential_not_found, each beside its field
 */
async function checkedNames(ctx: RequestContext, values: EquipmentValues): Promise<Names> {
  if (values.driver !== 'none' && values.ipAddress === null)
    throw wrongField(ctx, 'equipment.address_missing', 'ipAddress')
  const outlet = values.outletId === null ? null : await findOutlet(ctx, values.outletId)
  if (values.outletId !== null && outlet === null) throw wrongField(ctx, 'outlet.not_found', 'outletId')
  const credential = values.credentialId === null ? null : await findCredential(ctx, values.credentialId)
  if (values.credentialId !== null && credential === null)
    throw wrongField(ctx, 'snmp.credential_not_found', 'credentialId')
  return { outletName: outlet?.name ?? null, credentialName: credential?.name ?? null }
}

/** As the audit log keeps them: names instead of ids. */
function shownValues({
  id: _id,
  outletName,
  credentialName,
  ...values
}: EquipmentValues & Names & { readonly id?: string }): Record<string, unknown> {
  return { ...values, outletId: outletName, credentialId: credentialName }
}

/** The device is saved all the same: its polling says that the address is not reached. */
export async function refusedAddress(
  ctx: RequestContext,
  { driver, ipAddress }: EquipmentValues,
  { deviceRanges }: EquipmentDeps,
): Promise<'not_allowed' | null> {
  if (driver === 'none' || ipAddress === null) return null
  const companyCode = await equipmentRepo.companyCode(ctx)
  return mayMeasure(ipAddress, { ranges: deviceRanges, companyCode }) ? null : 'not_allowed'
}

/** Refusals of the database beside their fields. */
export function writing<T>(ctx: RequestContext, work: () => Promise<T>): Promise<T> {
  return namingField(ctx, 'ipAddress', ['equipment.address_taken'], () =>
    namingField(ctx, 'outletId', ['outlet.outside_scope'], work),
  )
}
