import { builtInRoles, type InputOf, type memberApi, type OutputOf } from '@netward/contract'
import { memberEntity } from '@netward/contract/member-fields'
import type { PhraseKey } from '@netward/phrases/server'
import { type Cell, type CellCodecs, fieldCells } from '../../platform/entity/entity-cells.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { memberRepo } from './member.repo.ts'
import { presentMember } from './members.service.ts'

const most = 100_000

/**
 * The list with its filters and order, regardless of the page. The audit log records who exported how many
 * rows.
 */
export async function exportMembers(
  ctx: RequestContext,
  { page: _page, pageSize: _pageSize, ...query }: InputOf<typeof memberApi.exportMembers>,
): Promise<CsvAnswer> {
  const cells = cellsFor(ctx)
  const rows = await memberRepo.rows(ctx, query, most, 0)
  const lines = rows.map(presentMember).map((member) => csvLine(cells.map(([, cell]) => cell(member))))
  await ctx.audit({
    action: 'member.exported',
    subjectKind: 'member',
    detail: { filters: query, rows: rows.length },
  })
  return {
    name: ctx.phrase('account.members.exportLabel'),
    csv: [csvLine(cells.map(([heading]) => ctx.phrase(heading))), ...lines].join(''),
  }
}

type Member = OutputOf<typeof memberApi.pageMembers>['items'][number]

function cellsFor(ctx: RequestContext): readonly Cell<Member>[] {
  const roleName = (role: string) =>
    Object.hasOwn(builtInRoles, role) ? ctx.phrase(`account.roles.${role}` as PhraseKey) : role
  const codecs: CellCodecs<typeof memberEntity, Member> = {
    roles: { write: ({ roles }) => roles.map(roleName).join(' | ') },
    departmentId: { write: ({ department }) => department.join('/') },
  }
  return [
    ...fieldCells(ctx, memberEntity, codecs),
    ['account.userName', (row) => row.userName],
    ['account.phone', (row) => row.phone],
    ['account.email', (row) => row.email],
    ['account.members.status', (row) => ctx.phrase(`account.members.statuses.${row.status}`)],
    ['account.members.createdAt', (row) => row.createdAt],
    ['account.members.lastSignInAt', (row) => row.lastSignInAt],
    ['account.members.lastActiveAt', (row) => row.lastActiveAt],
  ]
}
