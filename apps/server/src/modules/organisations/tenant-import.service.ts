import type { InputOf, OutputOf, tenantApi } from '@netward/contract'
import type { ImportChange } from '@netward/contract/imports'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { errorText } from '../../platform/http/error-text.ts'
import {
  carryOutImport,
  type ExistingRows,
  type ImportPlan,
  type NewRow,
  type PlannedRow,
  previewImport,
  type RefusedRow,
} from '../../platform/import/import-file.ts'
import { channelOf, hasChannel, type MessageDeps, sendMessages } from '../messages/index.ts'
import { addressedTo, invitationMessage, newTicket } from './tenant-invitation.ts'
import { domainProblem, requirePackages } from './tenant-rules.ts'
import { type Cells, type Column, type ImportRow, parseRow, tenantRecords } from './tenant.csv.ts'
import { type ImportedRow, type NewTenantRow, tenantRepo } from './tenant.repo.ts'
import { editTenant } from './tenants.service.ts'
import { changedColumns, fixedColumns, type StoredTenant } from './tenant-update.ts'

/** Maps a database error to its place in the file. */
const columnOfProblem: Readonly<Record<string, Column>> = {
  'company.code_taken': 'code',
  'company.prefix_taken': 'prefix',
  'company.domain_taken': 'domain',
  'company.domain_needs_prefix': 'prefix',
  'company.name_ambiguous': 'parent',
  'company.not_found': 'parent',
  'company.parent_cannot_hold': 'parent',
}

/**
 * All rows or none, with the rules of the form: packages and administrators too. The invitations leave with the tenants.
 * @throws AppError as `fileRows` does; 41033 with each refused row, its column and why.
 */
export async function importTenants(
  deps: MessageDeps,
  ctx: RequestContext,
  { existing }: InputOf<typeof tenantApi.importTenants>,
  file: UploadedFile | null,
): Promise<OutputOf<typeof tenantApi.importTenants>> {
  const { plan, sendInvitations } = await planTenants(deps, ctx, file, existing)
  const done = await carryOutImport(ctx, plan)
  await sendInvitations()
  await ctx.audit({
    action: 'company.imported',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { ...done, file: file?.filename.slice(0, 200) ?? '' },
  })
  return done
}

export async function previewTenants(
  deps: MessageDeps,
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof tenantApi.previewTenants>> {
  const { plan } = await planTenants(deps, ctx, file, 'update')
  return previewImport(ctx, plan)
}

interface TenantPlan {
  readonly plan: ImportPlan<ImportRow>
  /** Sends the invitations of the tenants that were inserted. */
  readonly sendInvitations: () => Promise<void>
}

async function planTenants(
  deps: MessageDeps,
  ctx: RequestContext,
  file: UploadedFile | null,
  existing: ExistingRows,
): Promise<TenantPlan> {
  const { rows, present, ignored } = tenantRecords(ctx, file)
  const parsed = rows.map(({ row, cells }) => ({ row, cells, ...parseRow(ctx, row, cells) }))
  const codes = parsed.flatMap(({ value }) => (value === null ? [] : [value.fields.code]))
  const stored = new Map((await tenantRepo.ofCodes(ctx, codes)).map((row) => [row.code, row]))
  const storedOf = (value: ImportRow | null) => (value === null ? undefined : stored.get(value.fields.code))
  if (parsed.some(({ value }) => value !== null && value.package !== null && !storedOf(value)))
    await requirePackages(ctx)
  const seen = new Set<string>()
  const planned: PlannedRow<ImportRow>[] = []
  for (const { row, cells, problems, value } of parsed) {
    const before = storedOf(value)
    const more = value === null ? [] : await furtherProblems(deps, ctx, value, before)
    const reasons = [...problems, ...more].map(({ column, reason }) => because(ctx, column, reason))
    const twice = before !== undefined && seen.has(before.code)
    if (before !== undefined && (existing === 'refuse' || twice))
      reasons.push(because(ctx, 'code', ctx.phrase('errors.company.code_taken')))
    if (before !== undefined) seen.add(before.code)
    const name = cells.name ?? ''
    if (reasons.length > 0 || value === null) planned.push({ row, name, state: 'refused', reasons })
    else if (before === undefined) planned.push({ row, name, state: 'new', values: value })
    else planned.push(changeOf(deps, ctx, { row, name, cells, present, value, before }))
  }
  const tickets = new Map(planned.map(({ row }) => [row, newTicket()]))
  const made: { rows: readonly NewRow<ImportRow>[]; companies: readonly ImportedRow[] } = {
    rows: [],
    companies: [],
  }
  const insert = async (added: readonly NewRow<ImportRow>[]) => {
    made.rows = added
    made.companies = await tenantRepo.insertAll(
      ctx,
      added.map(({ row, values }) => storedRow(values, tickets.get(row)!.ticketHash)),
    )
    return refusedIn(ctx, made.companies)
  }
  return {
    plan: { rows: planned, ignored, insert },
    sendInvitations: () =>
      invite(
        deps,
        ctx,
        made.rows.map(({ values }) => values),
        made.companies,
        tickets,
      ),
  }
}

const because = (ctx: RequestContext, column: Column, reason: string) =>
  `${ctx.phrase(`tenants.${column}`)}: ${reason}`

/** What the schema of a row cannot know. */
async function furtherProblems(
  deps: MessageDeps,
  ctx: RequestContext,
  { administrator, fields }: ImportRow,
  before: StoredTenant | undefined,
): Promise<{ column: Column; reason: string }[]> {
  const found: { column: Column; reason: string }[] = []
  const refuse = (column: Column, reason: string) => found.push({ column, reason })
  if (administrator !== null && !hasChannel(deps.messages, channelOf(addressedTo(administrator))))
    refuse('administratorContact', ctx.phrase('errors.code.channel_unavailable'))
  const problem = fields.domain === before?.domain ? null : await domainProblem(deps, ctx, fields.domain)
  if (problem !== null) refuse('domain', ctx.phrase(`errors.${problem}`))
  return found
}

/** What a row changes of a tenant that exists: the fields of the form, nothing that has a move of its own. */
function changeOf(
  deps: MessageDeps,
  ctx: RequestContext,
  {
    row,
    name,
    cells,
    present,
    value,
    before,
  }: {
    row: number
    name: string
    cells: Cells
    present: ReadonlySet<Column>
    value: ImportRow
    before: StoredTenant
  },
): PlannedRow<ImportRow> {
  const fixed = fixedColumns(cells, value, before)
  if (fixed.length > 0) {
    const reason = ctx.phrase('tenants.importFixed')
    return { row, name, state: 'refused', reasons: fixed.map((column) => because(ctx, column, reason)) }
  }
  const changed = changedColumns(cells, present, value, before)
  if (changed.length === 0) return { row, name, state: 'unchanged' }
  const changes = changed.map(({ column, before: was, after }): ImportChange => ({
    column: ctx.phrase(`tenants.${column}`),
    before: was,
    after,
  }))
  const fields = Object.fromEntries(changed.map(({ column, after }) => [column, after]))
  const update = async () => {
    if (!(await tenantRepo.holds(ctx, 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT')))
      throw new AppError('permission.denied')
    await editTenant(deps, ctx, { companyId: before.id, ...fields })
  }
  return { row, name, state: 'changed', changes, update }
}

/** What the database refuses of new tenants. */
function refusedIn(ctx: RequestContext, made: readonly ImportedRow[]): RefusedRow[] {
  return made.flatMap(({ row_number, step, problem, params }) => {
    if (problem === null) return []
    const column =
      step === 'package'
        ? 'package'
        : step === 'administrator'
          ? 'administratorContact'
          : (columnOfProblem[problem] ?? 'code')
    const refusal = new AppError(problem as AppError['code'], { params: params ?? {} })
    return [{ row: row_number, reason: because(ctx, column, errorText(refusal, ctx.language)) }]
  })
}

const storedRow = (row: ImportRow, ticketHash: Buffer): NewTenantRow => ({
  row: row.row,
  parent: row.parent,
  kind: row.kind,
  standing: row.standing,
  contractEndsAt: row.contractEndsAt,
  fields: row.fields,
  package: row.package,
  administrator: row.administrator && {
    displayName: row.administrator.displayName,
    phone: row.administrator.phone ?? null,
    email: row.administrator.email ?? null,
    ticketHash: ticketHash.toString('hex'),
  },
})

async function invite(
  deps: MessageDeps,
  ctx: RequestContext,
  rows: readonly ImportRow[],
  made: readonly { row_number: number; prefix: string; language: 'zh' | 'en' }[],
  tickets: ReadonlyMap<number, { ticket: string }>,
): Promise<void> {
  const companies = new Map(made.map((company) => [company.row_number, company]))
  await sendMessages(
    deps,
    ctx.db,
    rows.flatMap(({ row, fields: { name }, administrator }) => {
      const company = companies.get(row)
      if (administrator === null || company === undefined) return []
      const { prefix, language } = company
      return [invitationMessage(ctx, administrator, { name, prefix, language }, tickets.get(row)!.ticket)]
    }),
  )
}
