import type { deviceApi, InputOf, OutputOf } from '@netward/contract'
import { deviceMoves } from '@netward/contract/states/device'
import { capped } from '../../platform/db/capped-count.ts'
import { interfaceState } from '@netward/cwmp'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { gatewayWans } from '../outlets/index.ts'
import { deviceListRepo } from './device-list.repo.ts'
import type { ListedDevice } from './device-rows.repo.ts'
import { deviceRepo, type DeviceSubject } from './device.repo.ts'
import { ownedDevice } from './owned-device.ts'
import { lookInto } from '../../platform/db/look-into.ts'
import { summaryRepo } from './summary.repo.ts'

type Detail = OutputOf<typeof deviceApi.getDevice>
export type DeviceRow = OutputOf<typeof deviceApi.pageDevices>['items'][number]

export async function pageDevices(
  ctx: RequestContext,
  query: InputOf<typeof deviceApi.pageDevices>,
): Promise<OutputOf<typeof deviceApi.pageDevices>> {
  const { items, total } = await deviceListRepo.page(ctx, { ...query, of: 'smart_cpe' })
  return { items: items.map(presentRow), ...capped(total) }
}

export function presentRow(row: ListedDevice): DeviceRow {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    name: row.name,
    type: row.type as DeviceRow['type'],
    state: row.state as DeviceRow['state'],
    guard: row.guard as DeviceRow['guard'],
    presence: row.presence as DeviceRow['presence'],
    manufacturer: row.manufacturer,
    oui: row.oui,
    productClass: row.product_class,
    serialNumber: row.serial_number,
    modelName: row.model_name,
    softwareVersion: row.software_version,
    hardwareVersion: row.hardware_version,
    ipAddress: row.ip_address,
    macAddress: row.mac_address,
    lastInformAt: row.last_inform_at,
    claimedAt: row.claimed_at,
    tags: row.tags,
    outletId: row.outlet_id,
    outletName: row.outlet_name,
  }
}

export async function summariseDevices(
  ctx: RequestContext,
): Promise<OutputOf<typeof deviceApi.summariseDevices>> {
  const [counts, models, softwareVersions, tags] = await Promise.all([
    summaryRepo.count(ctx, 'smart_cpe'),
    summaryRepo.models(ctx, ''),
    summaryRepo.softwareVersions(ctx),
    summaryRepo.tags(ctx, ''),
  ])
  return { ...counts, models, softwareVersions, tags }
}

export function deviceTags(ctx: RequestContext, { search }: InputOf<typeof deviceApi.deviceTags>) {
  return summaryRepo.tags(ctx, search ?? '')
}

export function deviceModels(ctx: RequestContext, { search }: InputOf<typeof deviceApi.deviceModels>) {
  return summaryRepo.models(ctx, search ?? '')
}

export async function getDevice(ctx: RequestContext, { deviceId }: { deviceId: string }): Promise<Detail> {
  const device = await deviceRepo.find(ctx, deviceId)
  // Other types have a page of their own.
  if (device?.type !== 'smart_cpe') throw new AppError('device.not_found')
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_VIEW')
  return presentDetail(ctx, device)
}

async function presentDetail(
  ctx: RequestContext,
  device: NonNullable<Awaited<ReturnType<typeof deviceRepo.find>>>,
): Promise<Detail> {
  const deviceId = device.id
  const wan = (await gatewayWans(ctx, [deviceId])).get(deviceId) ?? []
  return {
    ...presentRow(device),
    // Data read before the address was stored with the device is returned all the same.
    macAddress: device.mac_address ?? wan.find((one) => one.macAddress !== null)?.macAddress ?? null,
    dataModelRoot: device.data_model_root,
    cwmpVersion: device.cwmp_version,
    periodicInformInterval: device.periodic_interval,
    connectionRequestUrl: device.connection_request_url,
    udpRequestAddress: device.udp_request_address,
    credentialState: device.credential_state,
    enrolledBy: device.enrolled_by,
    lastBootAt: device.last_boot_at,
    firstInformAt: device.first_inform_at,
    note: device.note,
    resetExpectedUntil: device.reset_expected_until,
    replacedBy:
      device.replaced_by === null ? null : ((await deviceRepo.findNamed(ctx, device.replaced_by)) ?? null),
    replacementAwaited:
      device.state === 'claimed' ? ((await deviceRepo.findReplacementAwaited(ctx, deviceId)) ?? null) : null,
    wan: wan.map(({ name, ipAddress, macAddress, status }) => ({
      name,
      ipAddress,
      macAddress,
      status,
      state: interfaceState(status),
    })),
  }
}

/** @throws AppError device.not_found also for a released device: its history is frozen. */
export function editDevice(
  ctx: SeveralTransactions,
  { deviceId, name, note, tags }: InputOf<typeof deviceApi.editDevice>,
): Promise<Detail> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await deviceRepo.lock(inside, deviceId)
    if (!device || deviceMoves.edit(device) !== null) throw new AppError('device.not_found')
    const changes = changesOf(device, { name, note, tags: tags && [...new Set(tags)] })
    const fields = Object.keys(changes) as (keyof typeof changes)[]
    if (fields.length > 0) {
      await deviceRepo.update(inside, deviceId, changes)
      await inside.audit({
        action: 'device.edited',
        subjectKind: 'device',
        subjectId: deviceId,
        detail: {
          name: device.name,
          before: Object.fromEntries(fields.map((field) => [field, device[field]])),
          after: changes,
        },
      })
      await inside.emit('device.changed', deviceId, { fields })
    }
    const edited = await deviceRepo.find(inside, deviceId)
    if (!edited) throw new AppError('device.not_found')
    return presentDetail(inside, edited)
  })
}

type Editable = Pick<DeviceSubject, 'name' | 'note' | 'tags'>

/** The requested fields that differ from the current ones. */
function changesOf(
  device: Editable,
  wanted: { [K in keyof Editable]: Editable[K] | undefined },
): Partial<Editable> {
  const differs = ([field, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(device[field as keyof Editable])
  return Object.fromEntries(Object.entries(wanted).filter(differs))
}
