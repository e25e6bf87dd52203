import { builtInRoles, type invitationApi, type OutputOf } from '@netward/contract'
import { phrase, type PhraseKey } from '@netward/phrases/server'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import {
  carryOutImport,
  type ImportPlan,
  type NewRow,
  previewImport,
  type RefusedRow,
} from '../../platform/import/import-file.ts'
import type { IdentityDeps } from '../identity/index.ts'
import { departments, offeredRoles } from '../members/index.ts'
import { hasChannel } from '../messages/index.ts'
import { type InvitedRow, parseInvitations } from './invitation.csv.ts'
import { invitationRepo } from './invitation.repo.ts'
import { daily, type Invited, inviteAll } from './invitations.service.ts'

type Refused = RefusedRow & { readonly name: string }

/**
 * All people in the file are invited, or none: an existing account joins with its own password.
 * @throws AppError as `fileRows` does; 41033 with each refused row and why.
 */
export async function importInvitations(
  deps: IdentityDeps,
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof invitationApi.importInvitations>> {
  const plan = await planInvitations(deps, ctx, file)
  const { imported } = await carryOutImport(ctx, plan)
  await ctx.audit({
    action: 'invitation.imported',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { invited: imported, file: file?.filename.slice(0, 200) ?? '' },
  })
  return { invited: imported }
}

export async function previewInvitations(
  deps: IdentityDeps,
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof invitationApi.previewInvitations>> {
  return previewImport(ctx, await planInvitations(deps, ctx, file))
}

async function planInvitations(
  deps: IdentityDeps,
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<ImportPlan<Invited>> {
  const parsed = parseInvitations(file)
  const { people, refused } = await judge(deps, ctx, parsed.rows)
  const wrong = parsed.refused.map(({ row, name, problem }) => ({ row, name, reason: because(ctx, problem) }))
  return {
    ignored: parsed.ignored,
    rows: [
      ...people.map(({ row, values }) => ({ row, name: values.displayName, state: 'new' as const, values })),
      ...[...wrong, ...refused].map(({ row, name, reason }) => ({
        row,
        name,
        state: 'refused' as const,
        reasons: [reason],
      })),
    ],
    insert: async (added) => {
      const sent = await invitationRepo.countSent(ctx, { phone: null, email: null })
      if (sent.company + added.length > daily.company) throw new AppError('request.too_many')
      await inviteAll(
        deps,
        ctx,
        added.map(({ values }) => values),
      )
      return []
    },
  }
}

/** Checks that need the company's data: its roles, departments and members. */
async function judge(
  { messages }: IdentityDeps,
  ctx: RequestContext,
  rows: readonly InvitedRow[],
): Promise<{ people: NewRow<Invited>[]; refused: Refused[] }> {
  const roles = await rolesByName(ctx)
  const departmentOf = await departmentsByPath(ctx)
  const taken = new Map((await invitationRepo.taken(ctx, rows)).map(({ n, member }) => [n, member]))
  const people: NewRow<Invited>[] = []
  const refused: Refused[] = []
  for (const [index, { row, name, phone, email, ...named }] of rows.entries()) {
    const refuse = (problem: string, value = '') =>
      refused.push({ row, name, reason: because(ctx, problem, value) })
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
        row,
        values: {
          displayName: name,
          phone,
          email,
          departmentId,
          roles: [...new Set(named.roles.map((role) => roles.get(keyOf(role))!.role))],
        },
      })
  }
  return { people, refused }
}

/** Names are case-insensitive; built-in ones match in either language too. */
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

/** The path may begin with the company's own name, as people write it. */
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
