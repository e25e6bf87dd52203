import { equipmentEntity } from '@netward/contract/equipment-fields'
import { phrase } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import { type Cell, type CellCodecs, csvColumns, fieldCells } from '../../platform/entity/entity-cells.ts'
import type { AnyDevice } from '../devices/index.ts'
import type { WorstValue } from '../snmp/index.ts'

/** Columns of an import; the export starts with these. */
export const equipmentCsv = csvColumns(equipmentEntity)

/** What a file shows of a device. */
export interface EquipmentCells {
  readonly name: string
  readonly type: string
  readonly driver: string
  readonly ipAddress: string | null
  readonly port: number | null
  readonly credentialName: string | null
  readonly outletName: string | null
  readonly brand: string
  readonly modelName: string
  readonly serialNumber: string
  readonly macAddress: string | null
  readonly note: string
}

/** Ids are found from the names in a cell by the import. */
export const equipmentCodecs: CellCodecs<typeof equipmentEntity, EquipmentCells> = {
  ipAddress: { write: ({ ipAddress }) => ipAddress, read: (cell) => cell || null },
  credentialId: { write: ({ credentialName }) => credentialName },
  outletId: { write: ({ outletName }) => outletName },
  macAddress: { write: ({ macAddress }) => macAddress, read: (cell) => cell || null },
}

export const importableCells = (ctx: Pick<RequestContext, 'phrase'>): readonly Cell<EquipmentCells>[] =>
  fieldCells(ctx, equipmentEntity, equipmentCodecs)

export interface ExportedDevice extends EquipmentCells {
  readonly device: AnyDevice
  readonly worst: WorstValue | null
}

export const computedCells = (ctx: RequestContext): readonly Cell<ExportedDevice>[] => [
  [
    equipmentEntity.computed.presence,
    ({ device }) => ctx.phrase(`devices.presence.${device.presence as 'online'}`),
  ],
  [equipmentEntity.computed.companyName, ({ device }) => device.company_name],
  [equipmentEntity.computed.softwareVersion, ({ device }) => device.software_version],
  [equipmentEntity.computed.lastSeenAt, ({ device }) => device.last_inform_at],
  [
    equipmentEntity.computed.worst,
    ({ worst }) =>
      worst &&
      `${phrase(ctx.language, `metrics.names.${worst.metric}`)}${worst.label === '' ? '' : ` ${worst.label}`}: ${worst.value}`,
  ],
  [equipmentEntity.computed.tags, ({ device }) => device.tags.join(' | ')],
  [equipmentEntity.computed.createdAt, ({ device }) => device.claimed_at],
]
