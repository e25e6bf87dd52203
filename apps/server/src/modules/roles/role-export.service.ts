import { builtInRoles, type InputOf, type PermissionCode, type roleApi } from '@netward/contract'
import type { PhraseKey } from '@netward/phrases/server'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { codesOfUse, isBuiltIn } from './role-ref.ts'
import type { ListedRole } from './role-view.ts'
import { roleRepo } from './role.repo.ts'
import { allRoles, knownCodes } from './roles.service.ts'

interface ExportedRole extends ListedRole {
  readonly codes: readonly PermissionCode[]
}

/** The list with its filters and order, ignoring paging, and each role's permissions by name. */
export async function exportRoles(
  ctx: RequestContext,
  { page: _page, pageSize: _pageSize, ...query }: InputOf<typeof roleApi.exportRoles>,
): Promise<CsvAnswer> {
  const listed = await allRoles(ctx, query)
  const kind = await roleRepo.companyKind(ctx)
  const held = await roleRepo.findCodes(ctx)
  const roles = listed.map((row): ExportedRole => ({
    ...row,
    codes: isBuiltIn(row.role)
      ? codesOfUse(builtInRoles[row.role], kind)
      : knownCodes(held.get(row.role) ?? []),
  }))
  const columns = columnsFor(ctx)
  const lines = roles.map((role) => csvLine(columns.map(([, cell]) => cell(role))))
  await ctx.audit({
    action: 'role.exported',
    subjectKind: 'role',
    detail: { filters: query, rows: roles.length },
  })
  return {
    name: ctx.phrase('roles.exportLabel'),
    csv: [csvLine(columns.map(([heading]) => heading)), ...lines].join(''),
  }
}

type Column = readonly [heading: string, cell: (role: ExportedRole) => string | null]

function columnsFor(ctx: RequestContext): Column[] {
  const phrase = (key: PhraseKey) => ctx.phrase(key)
  return [
    [phrase('roles.name'), ({ name }) => name],
    [phrase('roles.description'), ({ description }) => description],
    [phrase('roles.affiliation'), ({ affiliation }) => phrase(`roles.affiliations.${affiliation}`)],
    [phrase('roles.publisher'), ({ publishedBy }) => publishedBy],
    [
      phrase('roles.dataScope'),
      ({ dataScope, outlets }) =>
        dataScope === 'outlets'
          ? ctx.phrase('roles.scopeOutlets', { count: outlets })
          : phrase(`roles.scopes.${dataScope}`),
    ],
    [phrase('roles.members'), ({ members, membersCapped }) => `${members}${membersCapped ? '+' : ''}`],
    [
      phrase('roles.publication'),
      ({ publication }) => (publication === null ? null : String(publication.total)),
    ],
    [phrase('roles.permissions'), ({ permissions }) => String(permissions)],
    [
      phrase('roles.tree'),
      ({ codes }) => codes.map((code) => phrase(`permissions.codes.${code}.name`)).join(' | '),
    ],
    [phrase('roles.updatedAt'), ({ updatedAt }) => updatedAt],
  ]
}
