import { builtInRoles, type companyApi, type InputOf, type OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { memberRepo } from './member.repo.ts'

/** What this module needs of the people's accounts: the identity module gives it when the server is wired. */
export interface Passwords {
  hash(password: string): Promise<string>
  isCommon(password: string, own: readonly string[]): boolean
}

/** Creates a person in the company acted in. Hashing is slow, so it stands between two transactions. */
export async function createMember(
  ctx: SeveralTransactions,
  input: InputOf<typeof companyApi.createMember>,
  passwords: Passwords,
  heldPermissions: (ctx: RequestContext) => Promise<readonly string[]>,
): Promise<OutputOf<typeof companyApi.createMember>> {
  await ctx.inTransaction(null, async (transaction) => {
    // Nobody grants what they do not hold.
    const held = await heldPermissions(transaction)
    if (!builtInRoles[input.role].every((code) => held.includes(code)))
      throw new AppError('permission.denied')
  })
  if (passwords.isCommon(input.password, [input.userName, input.displayName])) {
    throw new AppError('sign_in.password_too_common', {
      data: { fields: [{ field: 'password', message: ctx.phrase('errors.sign_in.password_too_common') }] },
    })
  }
  const passwordHash = await passwords.hash(input.password)
  return ctx.inTransaction(null, async (transaction) => {
    const made = await memberRepo.insert(transaction, {
      userName: input.userName,
      displayName: input.displayName,
      passwordHash,
      email: input.email ?? null,
      role: input.role,
    })
    await transaction.audit({
      action: 'member.created',
      subjectKind: 'member',
      subjectId: made.member_id,
      detail: { userName: input.userName, displayName: input.displayName, role: input.role },
    })
    await transaction.emit('member.changed', made.member_id)
    return { memberId: made.member_id, userCode: made.person_id }
  })
}

export async function pageMembers(
  ctx: RequestContext,
  { page, pageSize, search, sort }: InputOf<typeof companyApi.pageMembers>,
): Promise<OutputOf<typeof companyApi.pageMembers>> {
  const found = await memberRepo.page(ctx, { page, pageSize, search, sort })
  return {
    ...found,
    items: found.items.map((row) => ({
      memberId: row.member_id,
      userCode: row.person_id,
      displayName: row.display_name,
      userName: row.user_name,
      roles: row.roles,
      status: row.status,
      phone: row.phone,
      email: row.email,
      createdAt: row.created_at,
      lastSignInAt: row.last_sign_in_at,
    })),
  }
}
