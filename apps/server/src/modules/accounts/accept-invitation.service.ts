import type { invitationApi, InputOf, OutputOf } from '@netward/contract'
import { passwordProblem } from '@netward/contract/field-rules'
import { hashToken } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { sourceOf } from '../../platform/source-address.ts'
import {
  attemptOn,
  finishSignIn,
  hashPassword,
  type IdentityDeps,
  provedPasswordHash,
  refuseCommon,
  refuseWeak,
} from '../identity/index.ts'
import { userNames } from './company-code.ts'
import { type AcceptedInvitation, invitationRepo, type OpenedInvitation } from './invitation.repo.ts'

/** Shown to the holder of a link: no address, since a link holder already has it. */
export async function openInvitation(
  deps: IdentityDeps,
  call: CallContext,
  { ticket }: InputOf<typeof invitationApi.invitationOf>,
): Promise<OutputOf<typeof invitationApi.invitationOf>> {
  const found = await findInvitation(deps, call, ticket)
  return {
    companyName: found.company_name,
    companyPrefix: found.company_prefix,
    displayName: found.display_name,
    invitedBy: found.invited_by,
    hasAccount: found.person_id !== null,
  }
}

/**
 * The link proves the address. If it is already verified, its owner accepts with that account's password;
 * otherwise an account is created. Further steps before a session (a second factor) follow.
 */
export async function acceptInvitation(
  deps: IdentityDeps,
  call: CallContext,
  input: InputOf<typeof invitationApi.acceptInvitation>,
): Promise<OutputOf<typeof invitationApi.acceptInvitation>> {
  const found = await findInvitation(deps, call, input.ticket)
  const proved = await (found.person_id === null
    ? provedByNewAccount(deps, call, input, found)
    : provedByAccount(deps, call, input, found.person_id))
  const accepted = await invitationRepo.accept(deps.scopes, {
    ...proved.account,
    ticketHash: hashToken(input.ticket),
    personId: found.person_id,
    requestId: call.requestId,
  })
  return finishSignIn(deps, call, {
    personId: accepted.person_id,
    companyId: accepted.company_id,
    factors: ['password', 'invitation'],
    passwordHash: proved.passwordHash,
  })
}

/** The accepting person: the password hash that the session depends on, and the fields of a new account. */
interface Proved {
  readonly passwordHash: string
  readonly account: Pick<AcceptedInvitation, 'userNames' | 'displayName' | 'passwordHash'>
}

async function provedByAccount(
  deps: IdentityDeps,
  call: CallContext,
  { password }: InputOf<typeof invitationApi.acceptInvitation>,
  personId: string,
): Promise<Proved> {
  const passwordHash = await provedPasswordHash(deps, call, personId, password)
  if (passwordHash === null) throw new AppError('sign_in.wrong')
  return { passwordHash, account: { userNames: [], displayName: null, passwordHash: null } }
}

async function provedByNewAccount(
  deps: IdentityDeps,
  call: CallContext,
  input: InputOf<typeof invitationApi.acceptInvitation>,
  found: OpenedInvitation,
): Promise<Proved> {
  judgeNewPassword(call, input, found)
  await refuseWeak(deps.scopes, call, input.password, 'password')
  const passwordHash = await hashPassword(input.password)
  const userName = input.userName === undefined ? userNames(found.email) : [input.userName]
  return {
    passwordHash,
    account: { userNames: userName, displayName: input.displayName ?? null, passwordHash },
  }
}

function judgeNewPassword(
  call: CallContext,
  { password, userName, displayName }: InputOf<typeof invitationApi.acceptInvitation>,
  found: OpenedInvitation,
): void {
  const problem = passwordProblem(password)
  if (problem !== null) {
    throw new AppError('request.invalid', {
      data: { fields: [{ field: 'password', message: call.phrase(problem) }] },
    })
  }
  refuseCommon(
    call,
    password,
    [userName, displayName ?? found.display_name, found.email?.split('@', 1)[0]],
    'password',
  )
}

/** Only invalid links are counted. */
async function findInvitation(
  { scopes }: IdentityDeps,
  call: CallContext,
  ticket: string,
): Promise<OpenedInvitation> {
  const attempt = attemptOn(scopes, call, `invitation:${sourceOf(call.remoteAddress)}`)
  await attempt.reserve()
  const found = await invitationRepo.find(scopes, hashToken(ticket))
  if (found === null) throw new AppError('ticket.invalid')
  await attempt.forgive()
  return found
}
