import { advisoryApi, type InputOf, type OutputOf } from '@netward/contract'
import { advisorySeverities, mostAdvisories } from '@netward/contract/advisory-values'
import type { PhraseKey } from '@netward/phrases/server'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { fileRows, headingsOf, only } from '../../platform/import/file-rows.ts'
import {
  carryOutImport,
  type ExistingRows,
  type ImportPlan,
  type PlannedRow,
  previewImport,
} from '../../platform/import/import-file.ts'
import { rowProblems } from '../../platform/entity/row-problem.ts'
import { changeAdvisory, queueSettling, requireWholeCompany } from './advisories.service.ts'
import { advisoryRepo, type AdvisoryValues } from './advisory.repo.ts'
import { normalised, problemOf, refusalOfWrite } from './advisory-rules.ts'

const columns = {
  code: 'advisories.code',
  title: 'advisories.title',
  vendor: 'advisories.vendor',
  models: 'advisories.models',
  firstVersion: 'advisories.firstVersion',
  lastVersion: 'advisories.lastVersion',
  fixedVersion: 'advisories.fixedVersion',
  severity: 'advisories.severity',
  cvss: 'advisories.cvss',
  publishedOn: 'advisories.publishedOn',
  url: 'advisories.url',
  note: 'advisories.note',
} as const satisfies Record<string, PhraseKey>

type Column = keyof typeof columns
type Cells = Record<Column, string>

/** The list with its filters and order, regardless of the page. */
export async function exportAdvisories(
  ctx: RequestContext,
  query: InputOf<typeof advisoryApi.exportAdvisories>,
): Promise<CsvAnswer> {
  const { items } = await advisoryRepo.page(ctx, query, { limit: 100_000, offset: 0 })
  const names = Object.keys(columns) as Column[]
  const heading = [
    ...names.map((name) => ctx.phrase(columns[name])),
    ctx.phrase('advisories.state'),
    ctx.phrase('advisories.affected'),
  ]
  const lines = items.map((row) => {
    const cells = cellsOf(ctx, row)
    return csvLine([
      ...names.map((name) => cells[name]),
      ctx.phrase(`advisories.states.${row.state}`),
      String(row.affected),
    ])
  })
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({
    action: 'advisory.exported',
    subjectKind: 'advisory',
    detail: { filters, rows: items.length },
  })
  return { name: ctx.phrase('shell.titles.advisories'), csv: csvLine(heading) + lines.join('') }
}

/** All rows or none. */
export async function importAdvisories(
  ctx: RequestContext,
  { existing }: InputOf<typeof advisoryApi.importAdvisories>,
  file: UploadedFile | null,
): Promise<OutputOf<typeof advisoryApi.importAdvisories>> {
  const done = await carryOutImport(ctx, await planAdvisories(ctx, file, existing))
  await ctx.audit({
    action: 'advisory.imported',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { ...done, file: file?.filename.slice(0, 200) ?? '' },
  })
  await queueSettling(ctx)
  return done
}

export async function previewAdvisories(
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof advisoryApi.previewAdvisories>> {
  return previewImport(ctx, await planAdvisories(ctx, file, 'update'))
}

/** A row changes the company's own advisory of the same code, vendor and models. */
async function planAdvisories(
  ctx: RequestContext,
  file: UploadedFile | null,
  existing: ExistingRows,
): Promise<ImportPlan<AdvisoryValues>> {
  requireWholeCompany(ctx)
  const { rows, present, ignored } = fileRows(file, {
    headings: headingsOf(ctx, columns),
    needed: ['code', 'title', 'vendor', 'severity'],
    maxRows: mostAdvisories,
  })
  const stored = new Map((await advisoryRepo.own(ctx)).map((one) => [identityOf(one), one]))
  const severityOf = severitiesByName(ctx)
  const seen = new Set<string>()
  const planned = rows.map(({ row, cells }): PlannedRow<AdvisoryValues> => {
    const name = cells.code
    const identity = identityOf({ ...cells, models: modelsOf(cells.models) })
    const before = stored.get(identity)
    const beforeCells = before && cellsOf(ctx, before)
    // A column that the file does not have stays as it is.
    const whole: Cells = { ...cells, ...beforeCells, ...only(cells, present) }
    const parsed = advisoryApi.createAdvisory.input.safeParse({
      ...whole,
      models: modelsOf(whole.models),
      severity: severityOf(whole.severity),
      cvss: whole.cvss === '' ? null : Number(whole.cvss),
      publishedOn: whole.publishedOn === '' ? null : whole.publishedOn,
    })
    const problem = parsed.success ? problemOf(parsed.data) : null
    const twice = seen.has(identity)
    seen.add(identity)
    const reasons = [
      ...rowProblems(ctx, parsed, columns),
      ...(problem === null
        ? []
        : [`${ctx.phrase(columns[problem.field])}: ${ctx.phrase(`errors.${problem.code}`)}`]),
      ...(twice || (before !== undefined && existing === 'refuse')
        ? [`${ctx.phrase(columns.code)}: ${ctx.phrase('errors.advisory.taken')}`]
        : []),
    ]
    if (reasons.length > 0 || !parsed.success) return { row, name, state: 'refused', reasons }
    const values = normalised(parsed.data)
    if (before === undefined || beforeCells === undefined) return { row, name, state: 'new', values }
    const after = cellsOf(ctx, values)
    const changes = (Object.keys(columns) as Column[])
      .filter((column) => beforeCells[column] !== after[column])
      .map((column) => ({
        column: ctx.phrase(columns[column]),
        before: beforeCells[column],
        after: after[column],
      }))
    if (changes.length === 0) return { row, name, state: 'unchanged' }
    return {
      row,
      name,
      state: 'changed',
      changes,
      update: () => changeAdvisory(ctx, before.id, before, values),
    }
  })
  return {
    rows: planned,
    ignored,
    insert: async (added) => {
      if ((await advisoryRepo.countOwn(ctx)) + added.length > mostAdvisories)
        throw new AppError('advisory.too_many')
      await refusalOfWrite(ctx, () =>
        advisoryRepo.insert(
          ctx,
          added.map(({ values }) => values),
        ),
      )
      return []
    },
  }
}

const modelsOf = (cell: string) => {
  const models = cell.split(/[;,，；]/).map((model) => model.trim())
  return [...new Set(models.filter((model) => model !== ''))].toSorted()
}

const identityOf = ({ code, vendor, models }: Pick<AdvisoryValues, 'code' | 'vendor' | 'models'>) =>
  JSON.stringify([code.toLowerCase(), vendor.toLowerCase(), models])

/** By its code, or as either language shows it. */
function severitiesByName(ctx: RequestContext): (cell: string) => string {
  const known = new Map(
    advisorySeverities.map((severity) => [
      ctx.phrase(`advisories.severities.${severity}`).toLowerCase(),
      severity,
    ]),
  )
  return (cell) => known.get(cell.toLowerCase()) ?? cell.toLowerCase()
}

function cellsOf(ctx: RequestContext, values: AdvisoryValues): Cells {
  return {
    code: values.code,
    title: values.title,
    vendor: values.vendor,
    models: values.models.join('; '),
    firstVersion: values.firstVersion,
    lastVersion: values.lastVersion,
    fixedVersion: values.fixedVersion,
    severity: ctx.phrase(`advisories.severities.${values.severity}`),
    cvss: values.cvss === null ? '' : String(values.cvss),
    publishedOn: values.publishedOn ?? '',
    url: values.url,
    note: values.note,
  }
}
