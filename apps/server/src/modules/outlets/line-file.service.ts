import { type InputOf, type OutputOf, lineApi } from '@netward/contract'
import { labelsOf } from '@netward/contract/entity-fields'
import { lineEntity } from '@netward/contract/line-fields'
import { maxImported } from '@netward/contract/outlet-values'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { fileRows, headingsOf, only } from '../../platform/import/file-rows.ts'
import {
  type ExistingRows,
  type ImportPlan,
  insertWithinQuota,
  type PlannedRow,
  previewImport,
} from '../../platform/import/import-file.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { type LineQuery, lineRepo, type LineValues, type ListedLine } from './line.repo.ts'
import { changeLine, linePasswordContext, storedLine } from './lines.service.ts'
import { type Cell, changedCells, exportedCells, fieldInput } from '../../platform/entity/entity-cells.ts'
import { importableLineCells, lineCodecs, lineCsv } from './line-cells.ts'
import { exportedList, importedList, maxExported } from './list-file.ts'
import { rowProblems } from '../../platform/entity/row-problem.ts'
import { refusalOfWrite } from './write-refusal.ts'

interface ImportedLine {
  values: LineValues & { outletId: string }
  /** Empty: none. */
  password: string
}

export async function exportLines(ctx: RequestContext, query: LineQuery): Promise<CsvAnswer> {
  const rows = await lineRepo.all(ctx, query, maxExported)
  const cells: readonly Cell<ListedLine>[] = [
    ...importableLineCells(ctx),
    [lineEntity.computed.companyName, (row) => row.companyName],
  ]
  return exportedList(ctx, { action: 'line.exported', label: 'outlets.line.exportLabel', query, rows, cells })
}

/**
 * All rows or none. Passwords can be imported but are never exported. An outlet is named by code or, if
 * unique, by name.
 */
export async function importLines(
  ctx: RequestContext,
  { existing }: InputOf<typeof lineApi.importLines>,
  file: UploadedFile | null,
  secrets: Secrets,
): Promise<OutputOf<typeof lineApi.importLines>> {
  return importedList(ctx, 'line.imported', file, await planLines(ctx, file, secrets, existing))
}

export async function previewLines(
  ctx: RequestContext,
  file: UploadedFile | null,
  secrets: Secrets,
): Promise<OutputOf<typeof lineApi.previewLines>> {
  return previewImport(ctx, await planLines(ctx, file, secrets, 'update'))
}

async function planLines(
  ctx: RequestContext,
  file: UploadedFile | null,
  secrets: Secrets,
  existing: ExistingRows,
): Promise<ImportPlan<ImportedLine>> {
  const { rows, present, ignored } = fileRows(file, {
    headings: headingsOf(ctx, lineCsv),
    needed: ['outlet', 'name'],
    maxRows: maxImported,
    verbatim: ['password'],
  })
  const outletOf = outletsByName(await lineRepo.outlets(ctx))
  const outletIds = rows.map(({ cells }) => outletOf(cells.outlet))
  const stored = await lineRepo.ofOutlets(
    ctx,
    outletIds.filter((id) => id !== undefined),
  )
  const place = (outletId: string | null, name: string) => `${outletId ?? ''} ${name}`
  const lines = Map.groupBy(stored, (line) => place(line.outletId, line.name))
  const gateways = await lineRepo.gateways(
    ctx,
    rows.map(({ cells }) => cells.gateway).filter((serial) => serial !== ''),
  )
  const gatewayAt = new Map(
    gateways.map((one) => [place(one.outlet_id, one.serial_number.toLowerCase()), one.id]),
  )
  const wans = new Set<string>()
  const cellsOf = importableLineCells(ctx)
  const planned = rows.map(({ row, cells }, index): PlannedRow<ImportedLine> => {
    const name = cells.name
    const refused = (...reasons: string[]): PlannedRow<ImportedLine> => ({
      row,
      name,
      state: 'refused',
      reasons,
    })
    const outletId = outletIds[index]
    if (outletId === undefined) return refused(ctx.phrase('outlets.import.outlet'))
    const same = lines.get(place(outletId, name)) ?? []
    if (same.length > 1) return refused(ctx.phrase('outlets.import.lineAmbiguous'))
    const [before] = same
    const beforeCells = before && exportedCells(lineCsv, cellsOf, before)
    // A column that the file does not have stays as it is.
    const whole = { ...cells, ...beforeCells, ...only(cells, present) }
    const deviceId =
      before !== undefined && !present.has('gateway')
        ? before.deviceId
        : (gatewayAt.get(place(outletId, whole.gateway.toLowerCase())) ?? null)
    const parsed = lineApi.createLine.input.safeParse({
      ...fieldInput(lineEntity, whole, lineCodecs),
      password: whole.password || undefined,
      outletId,
      deviceId,
    })
    const wan = deviceId === null || whole.wanName === '' ? null : place(deviceId, whole.wanName)
    const twice = wan !== null && wans.has(wan)
    if (wan !== null) wans.add(wan)
    const reasons = [
      ...rowProblems(ctx, parsed, { ...labelsOf(lineEntity), password: lineCsv.password }),
      ...(whole.gateway !== '' && deviceId === null ? [ctx.phrase('errors.line.gateway_elsewhere')] : []),
      ...(twice ? [ctx.phrase('errors.line.wan_taken')] : []),
      ...(before !== undefined && existing === 'refuse' ? [ctx.phrase('outlets.import.lineExists')] : []),
    ]
    if (reasons.length > 0 || !parsed.success) return refused(...reasons)
    const { outletId: _outletId, password: _password, ...fields } = parsed.data
    const values = storedLine(fields)
    const password = cells.password
    if (before === undefined || beforeCells === undefined)
      return { row, name, state: 'new', values: { values: { ...values, outletId }, password } }
    if (changedFields(before, values) === null && password === '') return { row, name, state: 'unchanged' }
    const after = exportedCells(lineCsv, cellsOf, {
      ...before,
      ...values,
      deviceSerial: whole.gateway || null,
    })
    return {
      row,
      name,
      state: 'changed',
      changes: [
        ...changedCells(ctx, lineCsv, beforeCells, after),
        ...(password === ''
          ? []
          : [
              {
                column: ctx.phrase(lineCsv.password),
                before: before.passwordSet ? hidden : '',
                after: hidden,
              },
            ]),
      ],
      update: async () => {
        const locked = await lineRepo.lock(ctx, before.id)
        if (!locked) throw new AppError('line.not_found')
        await changeLine(
          ctx,
          { id: before.id, ...locked },
          { values, password: password === '' ? undefined : password },
          secrets,
        )
      },
    }
  })
  return {
    rows: planned,
    ignored,
    insert: (added) =>
      insertWithinQuota(ctx, added, (fresh) => refusalOfWrite(ctx, () => insertLines(ctx, fresh, secrets))),
  }
}

/** A password in a preview. */
const hidden = '••••••'

async function insertLines(
  ctx: RequestContext,
  lines: readonly ImportedLine[],
  secrets: Secrets,
): Promise<void> {
  const ids = await lineRepo.insert(
    ctx,
    lines.map(({ values }) => values),
  )
  const sealed = ids.flatMap((id, index) => {
    const password = lines[index]?.password ?? ''
    return password === '' ? [] : [[id, secrets.seal(password, linePasswordContext(id))] as const]
  })
  await lineRepo.insertPasswords(ctx, sealed)
}

/** Finds an outlet by code or, if unique, by name; undefined if none. */
function outletsByName(
  outlets: readonly { id: string; name: string; code: string }[],
): (text: string) => string | undefined {
  const byCode = new Map(outlets.map(({ id, code }) => [code.toLowerCase(), id]))
  const byName = Map.groupBy(outlets, ({ name }) => name)
  return (text) => {
    const named = byName.get(text) ?? []
    const coded = text === '' ? undefined : byCode.get(text.toLowerCase())
    return coded ?? (named.length === 1 ? named[0]?.id : undefined)
  }
}
