import { type InputOf, type OutputOf, outletApi } from '@netward/contract'
import { labelsOf } from '@netward/contract/entity-fields'
import { outletEntity } from '@netward/contract/outlet-fields'
import { maxImported } from '@netward/contract/outlet-values'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { fileRows, headingsOf, only } from '../../platform/import/file-rows.ts'
import {
  type ExistingRows,
  type ImportPlan,
  insertWithinQuota,
  type PlannedRow,
  previewImport,
} from '../../platform/import/import-file.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { changedCells, exportedCells, fieldInput } from '../../platform/entity/entity-cells.ts'
import { rowProblems } from '../../platform/entity/row-problem.ts'
import { exportedList, importedList, maxExported } from './list-file.ts'
import {
  computedCells,
  formerCsv,
  importableCells,
  outletCodecs,
  outletCsv,
  withoutFormer,
} from './outlet-cells.ts'
import { refusalOfWrite } from './write-refusal.ts'
import { outletListRepo, type OutletQuery } from './outlet-list.repo.ts'
import { outletRepo, type OutletValues } from './outlet.repo.ts'
import { changeOutlet, storedValues } from './outlets.service.ts'

/** The list with its filters and order. */
export async function exportOutlets(ctx: RequestContext, query: OutletQuery): Promise<CsvAnswer> {
  const rows = await outletListRepo.all(ctx, query, maxExported)
  const cells = [...importableCells(ctx), ...computedCells(ctx)]
  return exportedList(ctx, { action: 'outlet.exported', label: 'outlets.exportLabel', query, rows, cells })
}

/** All rows or none. */
export async function importOutlets(
  ctx: RequestContext,
  { existing }: InputOf<typeof outletApi.importOutlets>,
  file: UploadedFile | null,
): Promise<OutputOf<typeof outletApi.importOutlets>> {
  return importedList(ctx, 'outlet.imported', file, await planOutlets(ctx, file, existing))
}

export async function previewOutlets(
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof outletApi.previewOutlets>> {
  return previewImport(ctx, await planOutlets(ctx, file, 'update'))
}

async function planOutlets(
  ctx: RequestContext,
  file: UploadedFile | null,
  existing: ExistingRows,
): Promise<ImportPlan<OutletValues>> {
  const { rows, present, ignored } = fileRows(file, {
    headings: headingsOf(ctx, { ...outletCsv, ...formerCsv }),
    needed: ['name'],
    maxRows: maxImported,
  })
  const departmentOf = departmentsByName(await outletRepo.departments(ctx, ctx.scope.companyId))
  const timeZone = await outletRepo.companyTimeZone(ctx)
  const stored = await outletListRepo.ofCodes(
    ctx,
    rows.map(({ cells }) => cells.code),
  )
  const byCode = new Map(stored.map((row) => [row.code.toLowerCase(), row]))
  const codes = new Set<string>()
  const cellsOf = importableCells(ctx)
  const planned = rows.map(({ row, cells }): PlannedRow<OutletValues> => {
    const code = cells.code.toLowerCase()
    const before = code === '' ? undefined : byCode.get(code)
    const beforeCells = before && exportedCells(outletCsv, cellsOf, before)
    // A column that the file does not have stays as it is.
    const whole = { ...cells, ...beforeCells, ...only(cells, present) }
    const keeps = before !== undefined && !present.has('department')
    const departmentId = keeps
      ? before.departmentId
      : whole.department === ''
        ? null
        : whole.department === before?.departmentName
          ? before.departmentId
          : departmentOf(whole.department)
    const parsed = outletApi.createOutlet.input.safeParse({
      ...fieldInput(outletEntity, withoutFormer(whole), outletCodecs),
      departmentId: departmentId ?? null,
    })
    const twice = code !== '' && codes.has(code)
    codes.add(code)
    const reasons = [
      ...rowProblems(ctx, parsed, labelsOf(outletEntity)),
      ...(departmentId === undefined ? [ctx.phrase('outlets.import.department')] : []),
      ...(twice ? [ctx.phrase('outlets.import.codeTwice')] : []),
      ...(before !== undefined && existing === 'refuse' ? [ctx.phrase('errors.outlet.code_taken')] : []),
    ]
    const name = cells.name
    if (reasons.length > 0 || !parsed.success) return { row, name, state: 'refused', reasons }
    const values = storedValues(parsed.data, parsed.data.timeZone ?? before?.timeZone ?? timeZone)
    if (before === undefined || beforeCells === undefined) return { row, name, state: 'new', values }
    if (changedFields(before, values) === null) return { row, name, state: 'unchanged' }
    const after = exportedCells(outletCsv, cellsOf, {
      ...before,
      ...values,
      departmentName: whole.department,
    })
    return {
      row,
      name,
      state: 'changed',
      changes: changedCells(ctx, outletCsv, beforeCells, after),
      update: async () => {
        const locked = await outletRepo.lock(ctx, before.id)
        if (!locked) throw new AppError('outlet.not_found')
        await changeOutlet(ctx, locked, values)
      },
    }
  })
  return {
    rows: planned,
    ignored,
    insert: (added) =>
      insertWithinQuota(ctx, added, (values) => refusalOfWrite(ctx, () => outletRepo.insert(ctx, values))),
  }
}

/** Finds a department by its full path, or by a unique suffix of it; undefined if none. */
function departmentsByName(
  departments: readonly { id: string; name: string }[],
): (name: string) => string | undefined {
  const byPath = new Map(departments.map(({ id, name }) => [name, id]))
  const endings = departments.flatMap(({ id, name }) =>
    name.split(' / ').map((_, from, levels) => ({ id, ending: levels.slice(from).join(' / ') })),
  )
  const byEnding = Map.groupBy(endings, ({ ending }) => ending)
  return (name) => {
    const named = byEnding.get(name) ?? []
    return byPath.get(name) ?? (named.length === 1 ? named[0]?.id : undefined)
  }
}
