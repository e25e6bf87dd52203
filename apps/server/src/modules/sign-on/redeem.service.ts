import type { InputOf, OutputOf, signOnApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import {
  attemptOn,
  finishSignIn,
  provedBy,
  readTicket,
  reserveWithImageCode,
  spendTicket,
} from '../identity/index.ts'
import { directoryOf, SendFailure, SignOnRefused } from '../integrations/index.ts'
import { proofOf } from './admission.ts'
import { browserCookie } from './browser-cookie.ts'
import { channelInUse, isSameHash, opened, surroundingsOf } from './open-channel.ts'
import type { SignOnDeps } from './sign-on-deps.ts'
import { signOnRepo } from './sign-on.repo.ts'

/** The end of a sign-in elsewhere: its ticket counts in the browser that began it alone. */
export async function redeem(
  deps: SignOnDeps,
  call: CallContext,
  { ticket }: InputOf<typeof signOnApi.redeemSignOn>,
): Promise<OutputOf<typeof signOnApi.redeemSignOn>> {
  const cookie = browserCookie(deps.publicUrl)
  const { data } = await readTicket(deps, 'sso_result', ticket)
  if (!isSameHash(cookie.of(call.cookies), String(data['cookie']))) throw new AppError('ticket.invalid')
  const { personId, companyId } = await spendTicket(deps, 'sso_result', ticket)
  if (personId === null) throw new AppError('ticket.invalid')
  cookie.end(call.cookies)
  return finishSignIn(deps, call, { personId, companyId, ...provedBy(data) })
}

const refusals: Readonly<Partial<Record<string, 'sign_on.not_linked' | 'sign_on.domain' | 'sign_on.quota'>>> =
  {
    not_linked: 'sign_on.not_linked',
    domain: 'sign_on.domain',
    quota: 'sign_on.quota',
  }

/** A name and password of a directory. Counted as passwords of this console are; unknown names answer as wrong passwords do. */
export async function signInByDirectory(
  deps: SignOnDeps,
  call: CallContext,
  { publicId, username, password, ...image }: InputOf<typeof signOnApi.signInByDirectory>,
): Promise<OutputOf<typeof signOnApi.signInByDirectory>> {
  const channel = await channelInUse(deps, publicId)
  if (channel?.kind !== 9) throw new AppError('sign_on.unavailable')
  const attempt = attemptOn(deps.scopes, call, `account:directory/${publicId}/${username.toLowerCase()}`)
  await reserveWithImageCode(deps, attempt, image)
  const began = Date.now()
  const note = (
    outcome: 'done' | 'failed' | 'refused',
    reason: string | null,
    detail: string,
    subject: string,
  ) =>
    signOnRepo.note(deps.scopes, channel, {
      act: 'sign_in',
      outcome,
      reason,
      detail,
      subject,
      milliseconds: Date.now() - began,
    })
  try {
    const identity = await directoryOf(opened(deps, channel), surroundingsOf(deps, channel)).check(
      username,
      password,
    )
    const shown = [identity.displayName, identity.userName].join(' · ').slice(0, 300)
    const { personId, data } = await proofOf(deps, channel, identity, shown)
    await note('done', null, shown, identity.subject)
    await attempt.forgive()
    return await finishSignIn(deps, call, { personId, companyId: channel.company_id, ...data })
  } catch (error) {
    if (error instanceof SignOnRefused) {
      await note('refused', error.refusal, error.detail, username)
      throw new AppError(refusals[error.refusal] ?? 'sign_in.wrong')
    }
    if (!(error instanceof SendFailure)) throw error
    await note('failed', error.reason, error.detail, '')
    throw new AppError('sign_on.unavailable')
  }
}
