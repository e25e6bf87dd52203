import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf, signInApi } from '@netward/contract'
import { isLanguage, type Language } from '@netward/phrases'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { JobHandler } from '../../platform/jobs/job.ts'
import { sourceOf } from '../../platform/source-address.ts'
import { addressOf, channelOf, type Recipient, requireChannel, sendMessage } from '../messages/index.ts'
import { accountKey, attemptOn, forgiveAccount } from './attempts.ts'
import { asking } from './code-requests.service.ts'
import { checkCode, keysOf, sendLimits, spendChecked, tooSoon } from './codes.ts'
import { refuseCommon } from './common-passwords.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { reserveWithImageCode } from './image-codes.ts'
import { hashPassword } from './password.ts'
import { refuseWeak } from './password-policy.ts'
import { setPassword } from './passwords.service.ts'
import { passwordResetRepo } from './password-reset.repo.ts'
import { type Contacts, personRepo } from './person.repo.ts'
import { sessionRepo } from './session.repo.ts'
import { issueTicket, readTicket, spendTicket } from './tickets.ts'

const linkSeconds = 1800
const requestContext = 'password.reset_link'

/**
 * Requests a link by mail. The job looks up the address, so neither the response nor its timing reveals
 * whether it is registered.
 */
export async function forgotPassword(
  deps: IdentityDeps,
  call: CallContext,
  input: InputOf<typeof signInApi.forgotPassword>,
): Promise<OutputOf<typeof signInApi.forgotPassword>> {
  requireChannel(deps, 'mail')
  const { email } = input
  await reserveWithImageCode(deps, asking(deps, call, { email }), input)
  await queueResetLink(deps, { to: { email }, language: call.language, source: sourceOf(call.remoteAddress) })
  return { resendInSeconds: sendLimits.resendSeconds }
}

/**
 * Queues a link to an address, counted under `source`. Do not call inside a request's transaction.
 * @throws AppError code.too_soon, code.channel_unavailable
 */
export async function queueResetLink(
  deps: IdentityDeps,
  { to, language, source }: { to: Recipient; language: Language; source: string },
): Promise<void> {
  requireChannel(deps, channelOf(to))
  const request = JSON.stringify({ to, language })
  const wait = await passwordResetRepo.request(
    deps.scopes,
    {
      id: randomBytes(18).toString('base64url'),
      address: keysOf(deps).address(to),
      source,
      sealed: deps.secrets.seal(request, requestContext).toString('base64'),
    },
    sendLimits,
  )
  if (wait > 0) throw tooSoon(wait)
}

type RequestedLink = { language: Language } & ({ to: Recipient } | { email: string })

/**
 * `password.reset_link` {sealed}: sends a link to the account with that address, if any. Invalidates earlier
 * links.
 */
export function identityJobs(deps: IdentityDeps): Record<string, JobHandler> {
  return {
    'password.reset_link': async ({ sealed }) => {
      const opened = deps.secrets.open(Buffer.from(String(sealed), 'base64'), requestContext)
      const asked = JSON.parse(opened.toString('utf8')) as RequestedLink
      const { language } = asked
      // Jobs queued before phone links existed.
      const to = 'to' in asked ? asked.to : { email: asked.email }
      const personId = await personRepo.findAt(deps.scopes, channelOf(to), addressOf(to))
      if (personId === null) return
      const { prefix, phone, email } = await personRepo.contacts(deps.scopes, personId)
      // The address as its owner wrote it, not as the requester did.
      const verified = 'phone' in to ? phone && { phone } : email && { email }
      if (!verified) return
      const ticket = await issueTicket(deps, {
        purpose: 'reset_password',
        personId,
        data: 'phone' in verified ? verified : { email: verified.email.toLowerCase() },
        seconds: linkSeconds,
        replaces: true,
      })
      await sendMessage(deps, deps.scopes, {
        to: verified,
        language: isLanguage(language) ? language : 'zh',
        kind: 'reset_link',
        params: { prefix, ticket },
      })
    },
  }
}

/** Proof that the caller may set a new password. */
interface Proof {
  readonly personId: string
  /** Spends the proof; only one of concurrent requests succeeds. */
  spend(): Promise<unknown>
}

/**
 * Sets a new password with a mailed ticket or a sent code. A second factor stays in force: no session is
 * opened.
 */
export async function resetPassword(
  deps: IdentityDeps,
  call: CallContext,
  input: InputOf<typeof signInApi.resetPassword>,
): Promise<null> {
  // Generic weak passwords are refused before the proof; personal ones after it.
  refuseCommon(call, input.newPassword, [], 'newPassword')
  await refuseWeak(deps.scopes, call, input.newPassword, 'newPassword')
  const proof = await (input.ticket === undefined
    ? provedByCode(deps, call, input)
    : provedByTicket(deps, input.ticket))
  const contacts = await personRepo.contacts(deps.scopes, proof.personId)
  const { names, company_id: companyId, display_name: name } = contacts
  refuseCommon(call, input.newPassword, names, 'newPassword')
  const hash = await hashPassword(input.newPassword)
  await proof.spend()
  await setPassword(deps, {
    personId: proof.personId,
    hash,
    notice: 'reset_done',
    language: call.language,
  })
  await forgiveAccount(deps.scopes, call, accountKeysOf(contacts))
  await sessionRepo.noteRefusal(deps.scopes, {
    companyId,
    personId: proof.personId,
    name,
    action: 'password.reset',
    detail: { remoteAddress: call.remoteAddress, by: input.ticket === undefined ? 'code' : 'link' },
    requestId: call.requestId,
  })
  return null
}

/** Attempt keys of the account, for all its names. */
function accountKeysOf({ names, prefix, phone, email }: Contacts): string[] {
  const [userName = '', , , companyCode = ''] = names
  const keys = [accountKey(`${userName}@${companyCode}`, '')]
  // Without a prefix, a plain name belongs to the platform's own users.
  if (prefix !== '') keys.push(accountKey(userName, prefix))
  for (const address of [phone, email]) if (address !== null) keys.push(accountKey(address, ''))
  return keys
}

async function provedByTicket(deps: IdentityDeps, ticket: string): Promise<Proof> {
  const { personId, data } = await readTicket(deps, 'reset_password', ticket)
  if (personId === null) throw new AppError('ticket.invalid')
  const { email, phone } = await personRepo.contacts(deps.scopes, personId)
  // Sent to an address that the account has since lost.
  const isTheirs =
    data['phone'] === undefined ? email?.toLowerCase() === data['email'] : phone === data['phone']
  if (!isTheirs) throw new AppError('ticket.invalid')
  return { personId, spend: () => spendTicket(deps, 'reset_password', ticket) }
}

async function provedByCode(
  deps: IdentityDeps,
  call: CallContext,
  { phone = '', codeId = '', code = '' }: InputOf<typeof signInApi.resetPassword>,
): Promise<Proof> {
  const attempt = attemptOn(deps.scopes, call, accountKey(phone, ''))
  await attempt.reserve()
  const given = { purpose: 'reset_password', codeId, address: { phone }, code }
  const personId = await personRepo.findAt(deps.scopes, 'phone', phone)
  await checkCode(deps, given)
  if (personId === null) throw new AppError('code.wrong')
  return { personId, spend: () => spendChecked(deps, codeId) }
}
