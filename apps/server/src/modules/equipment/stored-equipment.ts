import type { equipmentApi, InputOf } from '@netward/contract'

/** What people enter of a device. */
export type EquipmentValues = InputOf<typeof equipmentApi.addEquipment>

/** The same as stored, with the names that files and the audit log show. `type` may be one that cannot be entered. */
export interface StoredEquipment extends EquipmentValues {
  readonly id: string
  readonly outletName: string | null
  readonly credentialName: string | null
}

/** By the columns of `device`; `polling` says where this installation may not reach its address. */
export function deviceColumns(
  values: EquipmentValues,
  polling: 'not_allowed' | null,
): Record<string, unknown> {
  return {
    name: values.name,
    type: values.type,
    driver: values.driver,
    ip_address: values.ipAddress,
    port: values.port,
    outlet_id: values.outletId,
    manufacturer: values.brand,
    model_name: values.modelName,
    serial_number: values.serialNumber,
    mac_address: values.macAddress,
    note: values.note,
    credential_id: values.credentialId,
    ...(polling !== null && { polling }),
  }
}
