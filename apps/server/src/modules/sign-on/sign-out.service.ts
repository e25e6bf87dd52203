import { hashToken } from '../../platform/db/scope.ts'
import {
  callbackUrlOf,
  type GivenLogout,
  oidcOf,
  readLogoutToken,
  readSamlLogout,
  type SamlSettings,
  SendFailure,
} from '../integrations/index.ts'
import { opened, surroundingsOf } from './open-channel.ts'
import type { SignOnDeps } from './sign-on-deps.ts'
import { type SignOnChannel, signOnRepo } from './sign-on.repo.ts'

/** OpenID Connect Back-Channel Logout 1.0: sessions that the subject or the session there opened end. False: not valid. */
export async function endByToken(deps: SignOnDeps, channel: SignOnChannel, token: string): Promise<boolean> {
  const open = opened(deps, channel)
  const settings = oidcOf(open)
  if (settings === null || token === '' || token.length > 8000) return false
  const began = Date.now()
  try {
    const said = await readLogoutToken(
      token,
      settings,
      open.secrets['secret'] ?? '',
      surroundingsOf(deps, channel),
    )
    if (said === null) return false
    // A token counts once (§2.6): its repeat would end a session that was opened since.
    if (!(await signOnRepo.once(deps.scopes, hashToken(`${channel.id} ${said.id}`), channel.company_id)))
      return false
    // `sub` of Microsoft Entra differs from the oid that links are kept by.
    const subject = channel.kind === 3 ? null : said.subject
    const ended = await signOnRepo.end(deps.scopes, channel, subject, said.sid)
    await note(deps, channel, `${ended}`, said.subject ?? '', began)
    return true
  } catch (error) {
    if (error instanceof SendFailure) return false
    throw error
  }
}

/** Front-channel logout: the identifier of the session there is the proof, since it cannot be guessed. */
export async function endBySession(
  deps: SignOnDeps,
  channel: SignOnChannel,
  issuer: string,
  sid: string,
): Promise<void> {
  const settings = oidcOf(opened(deps, channel))
  if (settings === null || sid.length < 16 || sid.length > 300 || issuer !== settings.issuer) return
  const ended = await signOnRepo.end(deps.scopes, channel, null, sid)
  if (ended > 0) await note(deps, channel, `${ended}`, '', Date.now())
}

/** What a logout request of SAML 2.0 leads to: the address that takes the answer, or that it counts for nothing. */
type SamlEnding = { readonly valid: false } | { readonly valid: true; readonly answerUrl: string | null }

/** Single logout of SAML 2.0: the sessions that the person, or the session there, opened end. */
export async function endBySaml(
  deps: SignOnDeps,
  channel: SignOnChannel,
  given: GivenLogout,
): Promise<SamlEnding> {
  if (channel.kind !== 7) return { valid: false }
  const began = Date.now()
  const settings: unknown = channel.settings
  try {
    const { id, subject, sid, answerUrl } = await readSamlLogout(
      settings as SamlSettings,
      callbackUrlOf(deps.publicUrl, channel.public_id),
      given,
    )
    // As with a token: a repetition would end a session that was opened since.
    if (!(await signOnRepo.once(deps.scopes, hashToken(`${channel.id} ${id}`), channel.company_id)))
      return { valid: false }
    const ended = await signOnRepo.end(deps.scopes, channel, subject, sid)
    await note(deps, channel, `${ended}`, subject, began)
    return { valid: true, answerUrl }
  } catch (error) {
    if (error instanceof SendFailure) return { valid: false }
    throw error
  }
}

const note = (
  { scopes }: SignOnDeps,
  channel: SignOnChannel,
  detail: string,
  subject: string,
  began: number,
) =>
  signOnRepo.note(scopes, channel, {
    act: 'sign_out',
    outcome: 'done',
    reason: null,
    detail,
    subject,
    milliseconds: Date.now() - began,
  })
