import type { accountApi, InputOf, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import {
  hashPassword,
  type IdentityDeps,
  passwordMatchesOf,
  sendCode,
  setPassword,
  spendCode,
  refuseCommon,
  refuseWeak,
} from '../identity/index.ts'
import { channels, sendMessage } from '../messages/index.ts'
import { type Contact, contactOf, recipientOf } from './contact.ts'
import { ownAccountRepo } from './own-account.repo.ts'

/** Codes for a new address are bound to the person, whatever session requested them. */
const contactPurpose = 'change_contact'

/** Codes that one person may send to addresses of their choice within a day. */
const contactCodesDaily = 20

export async function account(
  { messages }: IdentityDeps,
  ctx: RequestContext,
): Promise<OutputOf<typeof accountApi.account>> {
  const row = await ownAccountRepo.get(ctx)
  const companies = await ownAccountRepo.companies(ctx)
  return {
    userCode: ctx.scope.personId,
    userName: row.user_name,
    displayName: row.display_name,
    phone: row.phone,
    email: row.email,
    passwordChangedAt: row.password_changed_at,
    totp: row.totp,
    recoveryCodesLeft: row.recovery_codes_left,
    ...channels(messages),
    companies: companies.map(({ company_id: companyId, name, roles, department }) => ({
      companyId,
      name,
      roles,
      department,
    })),
  }
}

export async function setPreferences(
  ctx: RequestContext,
  { language, timeZone }: InputOf<typeof accountApi.setPreferences>,
): Promise<null> {
  await ownAccountRepo.setPreferences(ctx, { language: language ?? null, timeZone: timeZone ?? null })
  await ctx.audit({
    action: 'account.habits_chosen',
    subjectKind: 'person',
    subjectId: ctx.scope.personId,
    detail: { after: { language, timeZone } },
  })
  return null
}

export async function editAccount(
  ctx: RequestContext,
  { displayName }: InputOf<typeof accountApi.editAccount>,
): Promise<null> {
  const before = await ownAccountRepo.get(ctx)
  await ownAccountRepo.rename(ctx, displayName)
  await ctx.audit({
    action: 'account.changed',
    subjectKind: 'person',
    subjectId: ctx.scope.personId,
    detail: { before: { displayName: before.display_name }, after: { displayName } },
  })
  return null
}

/** Sessions must re-authenticate: the screen may have been left open. */
export async function provePassword(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  personId: string,
  password: string,
): Promise<void> {
  if (!(await passwordMatchesOf(deps, ctx, personId, password)))
    throw wrongField(ctx, 'account.password_wrong', 'password')
}

export async function changePassword(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  { password, newPassword }: InputOf<typeof accountApi.changePassword>,
): Promise<null> {
  const { personId, row } = await ctx.inTransaction(null, async (transaction) => ({
    personId: transaction.scope.personId,
    row: await ownAccountRepo.get(transaction),
  }))
  await provePassword(deps, ctx, personId, password)
  if (newPassword === password) throw wrongField(ctx, 'account.password_same', 'newPassword')
  refuseCommon(
    ctx,
    newPassword,
    [row.user_name, row.display_name, row.email?.split('@', 1)[0]],
    'newPassword',
  )
  await refuseWeak(deps.scopes, ctx, newPassword, 'newPassword')
  const hash = await hashPassword(newPassword)
  await ctx.inTransaction(null, async (transaction) => {
    await setPassword(
      deps,
      {
        personId,
        hash,
        keepSessionId: transaction.scope.sessionId,
        notice: 'password_changed',
        language: ctx.language,
        contacts: await ownAccountRepo.addresses(transaction),
      },
      transaction.db,
    )
    await transaction.audit({
      action: 'account.password_changed',
      subjectKind: 'person',
      subjectId: personId,
    })
  })
  return null
}

/** Whether the address is taken is disclosed only after the caller has verified it. */
export async function requestContactCode(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  input: InputOf<typeof accountApi.requestContactCode>,
): Promise<OutputOf<typeof accountApi.requestContactCode>> {
  const personId = await ownId(ctx)
  await provePassword(deps, ctx, personId, input.password)
  return sendCode(deps, ctx, {
    purpose: contactPurpose,
    address: recipientOf(contactOf(input)),
    boundTo: personId,
    asker: { personId, daily: contactCodesDaily },
  })
}

export function changePhone(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  { phone, codeId, code }: InputOf<typeof accountApi.changePhone>,
): Promise<null> {
  return changeContact(deps, ctx, { phone, email: null }, { codeId, code })
}

export function changeEmail(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  { email, codeId, code }: InputOf<typeof accountApi.changeEmail>,
): Promise<null> {
  return changeContact(deps, ctx, { phone: null, email }, { codeId, code })
}

async function changeContact(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  contact: Contact,
  { codeId, code }: { codeId: string; code: string },
): Promise<null> {
  const personId = await ownId(ctx)
  const address = recipientOf(contact)
  await spendCode(deps, { purpose: contactPurpose, codeId, address, code, boundTo: personId })
  const channel = contact.phone === null ? 'mail' : 'phone'
  await ctx.inTransaction(null, async (transaction) => {
    if (transaction.scope.personId !== personId) throw new AppError('code.wrong')
    const before = await ownAccountRepo.updateContact(transaction, contact)
    if (before !== null && before !== (contact.phone ?? contact.email)) {
      await sendMessage(deps, transaction.db, {
        to: channel === 'phone' ? { phone: before } : { email: before },
        language: ctx.language,
        kind: 'contact_changed',
        params: { channel },
      })
    }
    await transaction.audit({
      action: channel === 'phone' ? 'account.phone_changed' : 'account.email_changed',
      subjectKind: 'person',
      subjectId: personId,
    })
  })
  return null
}

export function ownId(ctx: SeveralTransactions): Promise<string> {
  return ctx.inTransaction(null, async ({ scope }) => scope.personId)
}
