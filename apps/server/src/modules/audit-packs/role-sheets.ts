import {
  builtInRoles,
  companyKindsOf,
  type PermissionCode,
  permissionCodes,
} from '@netward/contract/permissions'
import { unusedDays } from '@netward/contract/audit-pack-values'
import { contentRepo, type MemberRow, type RoleRow } from './content.repo.ts'
import { atOnce, inBatches } from './in-batches.ts'
import type { PackSheet, SheetSource } from './pack-sheet.ts'
import type { PackWords } from './words.ts'

/** A role by the name that its company sees. */
export const roleName = ({ named }: PackWords, role: string): string => named(`account.roles.${role}`, role)

const members =
  ({ read }: SheetSource) =>
  (last: MemberRow | undefined) =>
    read((inside) => contentRepo.members(inside, last?.id ?? '0'))

/** Who belongs to the company now, and what a review of them looks at. */
export function memberSheet(source: SheetSource): PackSheet {
  const { t, time, yes } = source.words
  const { toAt } = source.pack
  const head = (key: string) => t(`auditPacks.members.${key}`)
  const isUnused = ({ lastSignInAt, createdAt }: MemberRow) =>
    Date.parse(toAt) - Date.parse(lastSignInAt ?? createdAt) > unusedDays * 86_400_000
  return {
    heading: [
      head('name'),
      head('account'),
      head('department'),
      head('status'),
      head('roles'),
      head('administers'),
      t('auditPacks.members.unused', { days: unusedDays }),
      head('outsideOnly'),
      head('secondFactor'),
      head('createdAt'),
      head('lastSignInAt'),
    ],
    batches: inBatches(members(source), (row) => [
      [
        row.name,
        row.account,
        row.department.join(' / '),
        t(`auditPacks.statuses.${row.status}`),
        row.roles.map((role) => roleName(source.words, role)).join(', '),
        yes(row.administers),
        yes(isUnused(row)),
        yes(row.outsideOnly),
        yes(row.secondFactor),
        time(row.createdAt),
        time(row.lastSignInAt),
      ],
    ]),
  }
}

/** A row for each role that a member holds. */
export function roleMemberSheet(source: SheetSource): PackSheet {
  const { t } = source.words
  const find = members(source)
  return {
    heading: ['role', 'name', 'account', 'status'].map((key) => t(`auditPacks.members.${key}`)),
    batches: inBatches(find, (row) =>
      row.roles.map((role) => [
        roleName(source.words, role),
        row.name,
        row.account,
        t(`auditPacks.statuses.${row.status}`),
      ]),
    ),
  }
}

/** The built-in roles and those of the company, with what each permits. */
export function roleSheet({ read, words }: SheetSource): PackSheet {
  const { t, time } = words
  const head = (key: string) => t(`auditPacks.roles.${key}`)
  const permitted = (codes: readonly string[]) =>
    codes.map((code) => words.named(`permissions.codes.${code}.name`, code)).join('\n')
  const scopeOf = ({ dataScope, outlets }: Pick<RoleRow, 'dataScope' | 'outlets'>) =>
    dataScope === 'outlets' ? t('roles.scopeOutlets', { count: outlets }) : t(`roles.scopes.${dataScope}`)
  return {
    heading: [
      'name',
      'kind',
      'scope',
      'members',
      'count',
      'permissions',
      'publishedBy',
      'updatedAt',
      'updatedBy',
    ].map(head),
    batches: atOnce(
      () =>
        read(async (inside) => {
          const [kind, held] = [
            await contentRepo.companyKind(inside),
            await contentRepo.builtInMembers(inside),
          ]
          const builtIn = Object.entries(builtInRoles)
            .filter(([role]) => role !== 'platform_administrator' || kind === 'op')
            .map(([role, codes]) => ({
              name: roleName(words, role),
              affiliation: 'builtIn' as const,
              permissions: codes.filter((code) => companyKindsOf(code).includes(kind)),
              dataScope: 'company' as const,
              outlets: 0,
              members: held.get(role) ?? 0,
              publishedBy: null,
              updatedAt: null,
              updatedBy: null,
            }))
          const own = (await contentRepo.roles(inside)).map((role) => ({
            ...role,
            permissions: role.permissions.filter((code) => permissionCodes.includes(code as PermissionCode)),
          }))
          return [...builtIn, ...own]
        }),
      (role) => [
        role.name,
        t(`roles.affiliations.${role.affiliation}`),
        scopeOf(role),
        role.members,
        role.permissions.length,
        permitted(role.permissions),
        role.publishedBy,
        time(role.updatedAt),
        role.updatedBy,
      ],
    ),
  }
}
