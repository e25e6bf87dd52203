import type { OutputOf, tenantApi } from '@netward/contract'
import type { FailedItem } from '@netward/contract/errors'
import type { PhraseKey } from '@netward/phrases/server'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { channelOf, hasChannel, type MessageDeps, sendMessages } from '../messages/index.ts'
import { addressedTo, invitationMessage, newTicket } from './tenant-invitation.ts'
import { domainProblem, requirePackages } from './tenant-rules.ts'
import { type Column, type ImportRow, parseRow, tenantRecords } from './tenant.csv.ts'
import { type NewTenantRow, tenantRepo } from './tenant.repo.ts'

/** Where in the file a refusal of the database belongs. */
const columnOfProblem: Readonly<Record<string, Column>> = {
  'company.code_taken': 'code',
  'company.prefix_taken': 'prefix',
  'company.domain_taken': 'domain',
  'company.domain_needs_prefix': 'prefix',
  'company.not_found': 'parent',
  'company.parent_cannot_hold': 'parent',
}

/**
 * All rows or none, with the rules of the form: packages and administrators too. The invitations leave with the tenants.
 * @throws AppError import.not_csv, import.too_many_rows; 41033 with each refused row, its column and why.
 */
export async function importTenants(
  deps: MessageDeps,
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof tenantApi.importTenants>> {
  const failed: FailedItem[] = []
  const refuse = (row: number, column: Column, reason: string) =>
    failed.push({ ip: String(row), reason: `${ctx.phrase(`tenants.${column}`)}: ${reason}` })
  const rows: ImportRow[] = []
  for (const { row, cells } of tenantRecords(file)) {
    const parsed = parseRow(ctx, row, cells)
    if (parsed.value !== null) rows.push(parsed.value)
    for (const { column, reason } of parsed.problems) refuse(row, column, reason)
  }
  if (rows.some((row) => row.package !== null)) await requirePackages(ctx)
  for (const { row, fields, administrator } of rows) {
    if (administrator !== null && !hasChannel(deps.messages, channelOf(addressedTo(administrator))))
      refuse(row, 'administratorContact', ctx.phrase('errors.code.channel_unavailable'))
    const problem = await domainProblem(deps, ctx, fields.domain)
    if (problem !== null) refuse(row, 'domain', ctx.phrase(`errors.${problem}`))
  }
  if (failed.length > 0) throw refused(failed)

  const tickets = new Map(rows.map(({ row }) => [row, newTicket()]))
  const made = await tenantRepo.insertAll(
    ctx,
    rows.map((row) => stored(row, tickets.get(row.row)!.ticketHash)),
  )
  for (const { row_number, step, problem } of made) {
    if (problem === null) continue
    const column =
      step === 'package'
        ? 'package'
        : step === 'administrator'
          ? 'administratorContact'
          : (columnOfProblem[problem] ?? 'code')
    refuse(row_number, column, ctx.phrase(`errors.${problem}` as PhraseKey))
  }
  if (failed.length > 0) throw refused(failed)
  await invite(deps, ctx, rows, made, tickets)
  await ctx.audit({
    action: 'company.imported',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { imported: rows.length, file: file?.filename.slice(0, 200) ?? '' },
  })
  return { imported: rows.length }
}

const stored = (row: ImportRow, ticketHash: Buffer): NewTenantRow => ({
  row: row.row,
  parentCode: row.parentCode,
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

const refused = (failed: FailedItem[]) =>
  new AppError('41033', {
    data: { accepted: 0, failed: failed.toSorted((a, b) => Number(a.ip) - Number(b.ip)) },
  })
