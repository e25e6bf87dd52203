import type { accountApi, InputOf, OutputOf } from '@netward/contract'
import { hashToken } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import {
  finishSignIn,
  hashPassword,
  type IdentityDeps,
  passwordMatches,
  provedBy,
  readTicket,
  spendCode,
  refuseCommon,
  refuseWeak,
} from '../identity/index.ts'
import { contactOf, recipientOf } from './contact.ts'
import { incompleteAccountRepo } from './own-account.repo.ts'

async function readAccount(deps: IdentityDeps, value: string) {
  const ticket = await readTicket(deps, 'complete_account', value)
  const account =
    ticket.personId === null
      ? null
      : await incompleteAccountRepo.find(deps.scopes, ticket.personId, ticket.companyId)
  if (account === null) throw new AppError('ticket.invalid')
  return { ticket, account }
}

export async function accountToComplete(
  deps: IdentityDeps,
  { ticket }: InputOf<typeof accountApi.accountToComplete>,
): Promise<OutputOf<typeof accountApi.accountToComplete>> {
  const { account } = await readAccount(deps, ticket)
  return {
    userName: account.user_name,
    displayName: account.display_name,
    companyName: account.company_name,
    phone: account.phone,
    email: account.email,
  }
}

/** The first password was set by someone else: it ends here, and the ticket with it. */
export async function completeAccount(
  deps: IdentityDeps,
  call: CallContext,
  input: InputOf<typeof accountApi.completeAccount>,
): Promise<OutputOf<typeof accountApi.completeAccount>> {
  const { ticket, account } = await readAccount(deps, input.ticket)
  refuseCommon(
    call,
    input.newPassword,
    [account.user_name, input.displayName, account.company_name],
    'newPassword',
  )
  await refuseWeak(deps.scopes, call, input.newPassword, 'newPassword')
  if (await passwordMatches(account.password_hash, input.newPassword))
    throw wrongField(call, 'account.password_same', 'newPassword')
  const contact = contactOf(input)
  if (contact.phone !== null || contact.email !== null) {
    await spendCode(deps, {
      purpose: 'complete_account',
      codeId: input.codeId!,
      address: recipientOf(contact),
      code: input.code!,
      boundTo: input.ticket,
    })
  }
  const passwordHash = await hashPassword(input.newPassword)
  const { person_id: personId, company_id: companyId } = await incompleteAccountRepo.complete(deps.scopes, {
    ...contact,
    ticketHash: hashToken(input.ticket),
    displayName: input.displayName,
    passwordHash,
    requestId: call.requestId,
  })
  return finishSignIn(deps, call, {
    personId,
    companyId,
    ...provedBy(ticket.data),
    passwordHash,
  })
}
