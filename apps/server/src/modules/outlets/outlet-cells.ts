import { outletEntity } from '@netward/contract/outlet-fields'
import { healthOf } from '@netward/contract/outlet-values'
import type { PhraseKey } from '@netward/phrases/server'
import {
  type Cell,
  type CellCodecs,
  csvColumns,
  fieldCells,
  numberCell,
} from '../../platform/entity/entity-cells.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { contactsOf, contactsText } from './contact-list.ts'
import type { ListedOutlet } from './outlet-list.repo.ts'

/** Import columns; the export starts with these. */
export const outletCsv = csvColumns(outletEntity)
export type OutletCells = Readonly<Record<keyof typeof outletCsv, string>>

export const outletCodecs: CellCodecs<typeof outletEntity, ListedOutlet> = {
  region: { write: ({ region }) => region, read: (cell) => cell },
  timeZone: { write: ({ timeZone }) => timeZone, read: (cell) => cell || undefined },
  cityCode: { write: ({ cityCode }) => cityCode ?? '', read: (cell) => cell || null },
  businessHours: { write: ({ businessHours }) => businessHours, read: (cell) => cell },
  contacts: { write: ({ contacts }) => contactsText(contacts), read: contactsOf },
  departmentId: { write: ({ departmentName }) => departmentName },
}

export const importableCells = (ctx: RequestContext) => fieldCells(ctx, outletEntity, outletCodecs)

export const computedCells = (ctx: RequestContext): readonly Cell<ListedOutlet>[] => [
  [outletEntity.computed.companyName, (row) => row.companyName],
  [outletEntity.computed.score, (row) => numberCell(row.score)],
  [outletEntity.computed.health, (row) => ctx.phrase(`outlets.health.${healthOf(row)}`)],
  [outletEntity.computed.devices, (row) => numberCell(row.devices)],
  [outletEntity.computed.online, (row) => numberCell(row.online)],
  [outletEntity.computed.lines, (row) => numberCell(row.lines)],
  [outletEntity.computed.createdAt, (row) => row.createdAt],
]

/** Columns of earlier exports in place of a region and contacts. */
export const formerCsv = {
  province: 'outlets.formerColumns.province',
  city: 'outlets.formerColumns.city',
  district: 'outlets.formerColumns.district',
  contactName: 'outlets.contactName',
  contactPhone: 'outlets.contactPhone',
} as const satisfies Record<string, PhraseKey>

/** Region and contacts from the columns of an earlier export, where the file has no others. */
export function withoutFormer<Cells extends OutletCells & Readonly<Record<keyof typeof formerCsv, string>>>(
  cells: Cells,
): Cells {
  const { contacts, contactName: name, contactPhone: phone, province, city, district } = cells
  const formerRegion = [province, city === province ? '' : city, district]
  return {
    ...cells,
    region: cells.region || formerRegion.map((level) => level.replaceAll('/', ' ')).join('/'),
    contacts: contacts === '' && name !== '' ? contactsText([{ name, phone }]) : contacts,
  }
}
