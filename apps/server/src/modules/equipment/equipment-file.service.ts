import { equipmentApi, type InputOf, type OutputOf } from '@netward/contract'
import { labelsOf } from '@netward/contract/entity-fields'
import { equipmentEntity } from '@netward/contract/equipment-fields'
import { changedCells, exportedCells, fieldInput } from '../../platform/entity/entity-cells.ts'
import { rowProblems } from '../../platform/entity/row-problem.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import { CutRows, cutLine, mostExported } from '../../platform/http/cut-export.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { fileRows, headingsOf, only } from '../../platform/import/file-rows.ts'
import {
  carryOutImport,
  type ExistingRows,
  type ImportPlan,
  insertWithinQuota,
  type PlannedRow,
  previewImport,
} from '../../platform/import/import-file.ts'
import { batchesOfAllTypes, type AnyDevice } from '../devices/index.ts'
import { credentialNames } from '../snmp/index.ts'
import {
  computedCells,
  equipmentCodecs,
  equipmentCsv,
  type ExportedDevice,
  importableCells,
} from './equipment-cells.ts'
import { changeEquipment, type EquipmentDeps, refusedAddress, writing } from './equipment-write.service.ts'
import { equipmentRepo } from './equipment.repo.ts'
import { withKnownMaker } from './known-maker.ts'
import { deviceColumns, type EquipmentValues, type StoredEquipment } from './stored-equipment.ts'

const mostImported = 10_000

/** The list with its filters and order, regardless of the page. */
export async function exportEquipment(
  ctx: RequestContext,
  query: InputOf<typeof equipmentApi.exportEquipment>,
): Promise<CsvAnswer> {
  const cells = [...importableCells(ctx), ...computedCells(ctx)]
  const parts = [csvLine(cells.map(([key]) => ctx.phrase(key)))]
  const sets = new Map((await credentialNames(ctx)).map(({ id, name }) => [id, name]))
  const all = new CutRows(batchesOfAllTypes(ctx, query, mostExported + 1), mostExported)
  for await (const devices of all) {
    const exported = await exportedDevices(ctx, devices, sets)
    parts.push(exported.map((device) => csvLine(cells.map(([, cell]) => cell(device)))).join(''))
  }
  const { page: _page, pageSize: _pageSize, ...filters } = query
  const { given: rows, isCut } = all
  if (isCut) parts.push(csvLine([cutLine(ctx, rows)]))
  await ctx.audit({ action: 'equipment.exported', subjectKind: 'device', detail: { filters, rows } })
  return { name: ctx.phrase('equipment.exportLabel'), csv: parts.join(''), ...(isCut && { cutAt: rows }) }
}

async function exportedDevices(
  ctx: RequestContext,
  devices: readonly AnyDevice[],
  sets: ReadonlyMap<string, string>,
): Promise<ExportedDevice[]> {
  const polled = await equipmentRepo.findPolled(
    ctx,
    devices.map(({ id }) => id),
  )
  return devices.map((device) => {
    const polling = polled.get(device.id)
    return {
      name: device.name,
      type: device.type,
      driver: device.driver,
      ipAddress: device.ip_address,
      port: device.port,
      credentialName: sets.get(polling?.credential_id ?? '') ?? null,
      outletName: device.outlet_name,
      brand: device.manufacturer,
      modelName: device.model_name,
      serialNumber: device.serial_number,
      macAddress: device.mac_address,
      note: device.note,
      device,
      worst: polling?.worst ?? null,
    }
  })
}

/** All rows or none. */
export async function importEquipment(
  ctx: RequestContext,
  { existing }: InputOf<typeof equipmentApi.importEquipment>,
  file: UploadedFile | null,
  deps: EquipmentDeps,
): Promise<OutputOf<typeof equipmentApi.importEquipment>> {
  const done = await carryOutImport(ctx, await planEquipment(ctx, file, existing, deps))
  await ctx.audit({
    action: 'equipment.imported',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { ...done, file: file?.filename.slice(0, 200) ?? '' },
  })
  return done
}

export async function previewEquipment(
  ctx: RequestContext,
  file: UploadedFile | null,
  deps: EquipmentDeps,
): Promise<OutputOf<typeof equipmentApi.previewEquipment>> {
  return previewImport(ctx, await planEquipment(ctx, file, 'update', deps))
}

interface Named {
  readonly id: string
  readonly name: string
}

/** By name or code; several of the same name name none. */
function byName(named: readonly (Named & { code?: string })[]): (cell: string) => Named | undefined {
  const found = new Map<string, Named | null>()
  for (const one of named) {
    for (const key of new Set([one.name.toLowerCase(), (one.code ?? '').toLowerCase()])) {
      if (key !== '') found.set(key, found.has(key) ? null : one)
    }
  }
  return (cell) => found.get(cell.toLowerCase()) ?? undefined
}

const addressKey = (outletId: string | null, address: string, port: number | null) =>
  `${outletId ?? ''} ${address} ${port ?? ''}`

/** A row changes the device that has its address (and its outlet, where the file names one). */
async function planEquipment(
  ctx: RequestContext,
  file: UploadedFile | null,
  existing: ExistingRows,
  deps: EquipmentDeps,
): Promise<ImportPlan<EquipmentValues>> {
  const { rows, present, ignored } = fileRows(file, {
    headings: headingsOf(ctx, equipmentCsv),
    needed: ['name', 'ipAddress'],
    maxRows: mostImported,
  })
  const outletOf = byName(await equipmentRepo.outletsByName(ctx))
  const credentialOf = byName(await credentialNames(ctx))
  const addresses = rows.map(({ cells }) => cells.ipAddress)
  const stored = Map.groupBy(
    await equipmentRepo.findByAddress(ctx, addresses.filter(isAddress)),
    ({ ipAddress }) => ipAddress ?? '',
  )
  const cellsOf = importableCells(ctx)
  const taken = new Set<string>()
  const planned = rows.map(({ row, cells }): PlannedRow<EquipmentValues> => {
    const name = cells.name
    const outlet = cells.outlet === '' ? null : outletOf(cells.outlet)
    const before = storedFor(stored.get(cells.ipAddress) ?? [], present.has('outlet') ? outlet : undefined)
    const beforeCells = before && exportedCells(equipmentCsv, cellsOf, before)
    // A column that the file does not have stays as it is.
    const whole = { ...cells, ...beforeCells, ...only(cells, present) }
    const outletId = present.has('outlet') ? outlet?.id : (before?.outletId ?? null)
    const credential = whole.credential === '' ? null : credentialOf(whole.credential)
    const parsed = equipmentApi.addEquipment.input.safeParse({
      ...fieldInput(equipmentEntity, whole, equipmentCodecs),
      outletId: outletId ?? null,
      credentialId: present.has('credential') ? (credential?.id ?? null) : (before?.credentialId ?? null),
    })
    const values = parsed.data
    const key =
      values?.ipAddress == null || values.driver === 'none'
        ? null
        : addressKey(values.outletId, values.ipAddress, values.port)
    const twice = key !== null && taken.has(key)
    if (key !== null) taken.add(key)
    const reasons = [
      ...rowProblems(ctx, parsed, labelsOf(equipmentEntity)),
      ...(cells.outlet !== '' && outlet === undefined ? [ctx.phrase('errors.outlet.not_found')] : []),
      ...(present.has('credential') && cells.credential !== '' && credential === undefined
        ? [ctx.phrase('errors.snmp.credential_not_found')]
        : []),
      ...(values !== undefined && values.driver !== 'none' && values.ipAddress === null
        ? [ctx.phrase('errors.equipment.address_missing')]
        : []),
      ...(twice || (before !== undefined && existing === 'refuse')
        ? [ctx.phrase('errors.equipment.address_taken')]
        : []),
    ]
    if (reasons.length > 0 || values === undefined) return { row, name, state: 'refused', reasons }
    if (before === undefined || beforeCells === undefined) return { row, name, state: 'new', values }
    const after = {
      ...values,
      outletName: present.has('outlet') ? (outlet?.name ?? null) : before.outletName,
      credentialName: present.has('credential') ? (credential?.name ?? null) : before.credentialName,
    }
    const changes = changedCells(
      ctx,
      equipmentCsv,
      beforeCells,
      exportedCells(equipmentCsv, cellsOf, { ...before, ...after }),
    )
    if (changes.length === 0) return { row, name, state: 'unchanged' }
    return { row, name, state: 'changed', changes, update: () => changeEquipment(ctx, before, after, deps) }
  })
  return {
    rows: planned,
    ignored,
    insert: async (added) => {
      const columns = new Map<EquipmentValues, Record<string, unknown>>()
      for (const { values } of added)
        columns.set(
          values,
          deviceColumns(await withKnownMaker(values), await refusedAddress(ctx, values, deps)),
        )
      const insert = (several: readonly EquipmentValues[]) =>
        writing(ctx, () =>
          equipmentRepo.insert(
            ctx,
            several.map((values) => columns.get(values)!),
          ),
        )
      return insertWithinQuota(ctx, added, insert)
    },
  }
}

/** The device that a row of a file means. Without an outlet in the file, the only one with that address. */
function storedFor(
  devices: readonly StoredEquipment[],
  outlet: Named | null | undefined,
): StoredEquipment | undefined {
  if (outlet === undefined) return devices.length === 1 ? devices[0] : undefined
  return devices.find(({ outletId }) => outletId === (outlet?.id ?? null))
}

const isAddress = (cell: string) => equipmentApi.addEquipment.input.shape.ipAddress.safeParse(cell).success
