import type { equipmentApi, OutputOf } from '@netward/contract'
import { metricOf } from '@netward/contract/metric-catalogue'
import type { AnyDevice } from '../devices/index.ts'
import type { PolledRow } from './equipment.repo.ts'
import type { WorstValue } from '../snmp/index.ts'

export type EquipmentRow = OutputOf<typeof equipmentApi.pageEquipment>['items'][number]

export function presentWorst(worst: WorstValue | null): EquipmentRow['worst'] {
  return worst && { ...worst, unit: metricOf(worst.metric).unit }
}

/** What an SNMP device lacks of a list's row is null or empty. */
export function presentRow(
  row: Pick<
    AnyDevice,
    | 'id'
    | 'company_id'
    | 'company_name'
    | 'name'
    | 'type'
    | 'driver'
    | 'guard'
    | 'presence'
    | 'manufacturer'
    | 'model_name'
    | 'serial_number'
    | 'software_version'
    | 'ip_address'
    | 'port'
    | 'mac_address'
    | 'note'
    | 'tags'
    | 'outlet_id'
    | 'outlet_name'
    | 'last_inform_at'
    | 'claimed_at'
  >,
  polled: Pick<PolledRow, 'credential_id' | 'worst'> | undefined,
  duplicated: boolean,
): EquipmentRow {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    name: row.name,
    type: row.type as EquipmentRow['type'],
    driver: row.driver as EquipmentRow['driver'],
    guard: row.guard as EquipmentRow['guard'],
    presence: row.presence as EquipmentRow['presence'],
    brand: row.manufacturer,
    modelName: row.model_name,
    serialNumber: row.serial_number,
    softwareVersion: row.software_version,
    ipAddress: row.ip_address,
    port: row.port,
    macAddress: row.mac_address,
    credentialId: polled?.credential_id ?? null,
    outletId: row.outlet_id,
    outletName: row.outlet_name,
    lastSeenAt: row.last_inform_at,
    tags: row.tags,
    worst: presentWorst(polled?.worst ?? null),
    duplicated,
    note: row.note,
    createdAt: row.claimed_at,
  }
}
