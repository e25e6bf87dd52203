import { builtInRoles, type InputOf, type memberApi } from '@netward/contract'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { memberRepo, type MemberRow } from './member.repo.ts'

const most = 100_000

/**
 * The list with its filters and order, regardless of the page. The audit log records who exported how many
 * rows.
 */
export async function exportMembers(
  ctx: RequestContext,
  { page: _page, pageSize: _pageSize, ...query }: InputOf<typeof memberApi.exportMembers>,
): Promise<CsvAnswer> {
  const columns = columnsFor(ctx)
  const rows = await memberRepo.rows(ctx, query, most, 0)
  const lines = rows.map((row) => csvLine(columns.map(([, cell]) => cell(row))))
  await ctx.audit({
    action: 'member.exported',
    subjectKind: 'member',
    detail: { filters: query, rows: rows.length },
  })
  return {
    name: ctx.phrase('account.members.exportLabel'),
    csv: [csvLine(columns.map(([heading]) => heading)), ...lines].join(''),
  }
}

type Column = readonly [heading: string, cell: (row: MemberRow) => string | null]

function columnsFor(ctx: RequestContext): Column[] {
  const phrase = (key: PhraseKey) => ctx.phrase(key)
  const roleName = (role: string) =>
    Object.hasOwn(builtInRoles, role) ? phrase(`account.roles.${role}` as PhraseKey) : role
  return [
    [phrase('account.displayName'), (row) => row.display_name],
    [phrase('account.userName'), (row) => row.user_name],
    [phrase('account.members.role'), (row) => row.roles.map(roleName).join(' | ')],
    [phrase('account.department'), (row) => row.department.join('/')],
    [phrase('account.phone'), (row) => row.phone],
    [phrase('account.email'), (row) => row.email],
    [phrase('account.members.status'), (row) => phrase(`account.members.statuses.${row.status}`)],
    [phrase('account.members.createdAt'), (row) => row.created_at],
    [phrase('account.members.lastSignInAt'), (row) => row.last_sign_in_at],
    [phrase('account.members.lastActiveAt'), (row) => row.last_active_at],
  ]
}
