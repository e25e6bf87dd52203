import { builtInRoles, type invitationApi, type OutputOf } from '@netward/contract'
import { phrase, type PhraseKey } from '@netward/phrases/server'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { IdentityDeps } from '../identity/index.ts'
import { departments, offeredRoles } from '../members/index.ts'
import { hasChannel } from '../messages/index.ts'
import { type InvitedRow, parseInvitations } from './invitation.csv.ts'
import { invitationRepo } from './invitation.repo.ts'
import { daily, type Invited, inviteAll } from './invitations.service.ts'

interface Refused {
  row: number
  reason: string
}

/**
 * Everybody whom the file names is invited, or nobody: an account that exists already joins with its own password.
 * @throws AppError import.not_csv, import.too_many_rows; 41033 with each refused row and why.
 */
export async function importInvitations(
  deps: IdentityDeps,
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof invitationApi.importInvitations>> {
  const parsed = file === null ? null : parseInvitations(file.content)
  if (parsed === null || (parsed.rows.length === 0 && parsed.refused.length === 0))
    throw new AppError('import.not_csv')
  const judged = await judge(deps, ctx, parsed.rows)
  const refused: Refused[] = [
    ...parsed.refused.map(({ row, problem }) => ({ row, reason: because(ctx, problem) })),
    ...judged.refused,
  ]
  if (refused.length > 0) {
    const failed = refused
      .toSorted((a, b) => a.row - b.row)
      .map(({ row, reason }) => ({ ip: String(row), reason }))
    throw new AppError('41033', { data: { accepted: 0, failed } })
  }
  const sent = await invitationRepo.countSent(ctx, { phone: null, email: null })
  if (sent.company + judged.people.length > daily.company) throw new AppError('request.too_many')
  await inviteAll(deps, ctx, judged.people)
  await ctx.audit({
    action: 'invitation.imported',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { invited: judged.people.length, file: file?.filename.slice(0, 200) ?? '' },
  })
  return { invited: judged.people.length }
}

/** What only the company can say of the rows: its roles, its departments, its members. */
async function judge(
  { messages }: IdentityDeps,
  ctx: RequestContext,
  rows: readonly InvitedRow[],
): Promise<{ people: Invited[]; refused: Refused[] }> {
  const roles = await rolesByName(ctx)
  const departmentOf = await departmentsByPath(ctx)
  const taken = new Map((await invitationRepo.taken(ctx, rows)).map(({ n, member }) => [n, member]))
  const people: Invited[] = []
  const refused: Refused[] = []
  for (const [index, { row, name, phone, email, ...named }] of rows.entries()) {
    const refuse = (problem: string, value = '') =>
      refused.push({ row, reason: because(ctx, problem, value) })
    const unknown = named.roles.find((role) => !roles.has(keyOf(role)))
    const withheld = named.roles.find((role) => roles.get(keyOf(role))?.mayGive === false)
    const departmentId = departmentOf(named.department)
    if (taken.has(index)) refuse(taken.get(index) === true ? 'alreadyMember' : 'alreadyOpen')
    else if (!hasChannel(messages, phone === null ? 'mail' : 'phone')) refuse('channel')
    else if (unknown !== undefined) refuse('roleUnknown', unknown)
    else if (withheld !== undefined) refuse('roleWithheld', withheld)
    else if (departmentId === undefined) refuse('departmentUnknown', named.department.join('/'))
    else
      people.push({
        displayName: name,
        phone,
        email,
        departmentId,
        roles: [...new Set(named.roles.map((role) => roles.get(keyOf(role))!.role))],
      })
  }
  return { people, refused }
}

/** Names count without regard to case; built-in ones by their names in either language too. */
const keyOf = (name: string) => name.trim().toLowerCase()

async function rolesByName(ctx: RequestContext) {
  const offered = await offeredRoles(ctx)
  return new Map(
    offered.flatMap((role) => {
      const names = Object.hasOwn(builtInRoles, role.role)
        ? [
            role.role,
            ...(['zh', 'en'] as const).map((language) => phrase(language, `account.roles.${role.role}`)),
          ]
        : [role.name]
      return names.map((name) => [keyOf(name), role] as const)
    }),
  )
}

/** The way may begin with the company's own name, as people write it. */
async function departmentsByPath(
  ctx: RequestContext,
): Promise<(names: readonly string[]) => string | undefined> {
  const tree = await departments(ctx)
  const pathOf = new Map<string, string>()
  const byPath = new Map<string, string>()
  for (const { id, parentId, name, isRoot } of tree) {
    const above = parentId === null ? undefined : pathOf.get(parentId)
    const path = isRoot ? '' : `${above ?? ''}/${keyOf(name)}`
    pathOf.set(id, path)
    byPath.set(path, id)
  }
  const company = tree.find(({ isRoot }) => isRoot)?.name
  return (names) => {
    const [first, ...rest] = names.map(keyOf)
    const whole = first === undefined ? '' : `/${[first, ...rest].join('/')}`
    const below = rest.length === 0 ? '' : `/${rest.join('/')}`
    return (
      byPath.get(whole) ?? (company !== undefined && first === keyOf(company) ? byPath.get(below) : undefined)
    )
  }
}

function because(ctx: RequestContext, problem: string, value = ''): string {
  return ctx.phrase(`account.invitations.import.${problem}` as PhraseKey, { value: value.slice(0, 100) })
}
