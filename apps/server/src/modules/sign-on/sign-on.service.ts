import { randomBytes } from 'node:crypto'
import { type SignOnRefusal } from '@netward/contract/sign-on-values'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { issueTicket, spendTicket } from '../identity/index.ts'
import {
  type CallbackParameters,
  callbackUrlOf,
  samlMetadata,
  type SamlSettings,
  type Kept,
  SendFailure,
  SignOnRefused,
} from '../integrations/index.ts'
import { proofOf } from './admission.ts'
import { browserCookie } from './browser-cookie.ts'
import { isSameHash, vendorOf } from './open-channel.ts'
import type { SignOnDeps } from './sign-on-deps.ts'
import { type SignOnChannel, signOnRepo } from './sign-on.repo.ts'

const stateSeconds = 600
export const resultSeconds = 60

export type Purpose =
  | { readonly to: 'sign_in'; readonly redirect: string | null }
  | { readonly to: 'link'; readonly personId: string; readonly back: string }

/** What the server keeps of a sign-in that has begun. */
interface State {
  readonly publicId: string
  readonly cookie: string
  readonly kept: Kept
  readonly purpose: Purpose
}

const stateContext = 'sso_state'

/** Begins a sign-in at the service of a channel: the address that the browser opens. @throws SendFailure */
export async function begin(
  deps: SignOnDeps,
  call: CallContext,
  channel: SignOnChannel,
  purpose: Purpose,
): Promise<string> {
  const vendor = vendorOf(deps, channel)
  if (vendor === null) throw new Error('a directory has no page')
  const secretText = () => randomBytes(32).toString('base64url')
  const kept = {
    state: secretText(),
    nonce: secretText(),
    verifier: secretText(),
    callbackUrl: callbackUrlOf(deps.publicUrl, channel.public_id),
  }
  const { location, requestId } = await vendor.begin({ ...kept, userAgent: call.userAgent })
  const state: State = {
    publicId: channel.public_id,
    cookie: browserCookie(deps.publicUrl).begin(call.cookies, channel.kind),
    kept: { ...kept, ...(requestId !== undefined && { requestId }) },
    purpose,
  }
  await issueTicket(deps, {
    purpose: 'sso_state',
    companyId: channel.company_id,
    data: { sealed: deps.secrets.seal(JSON.stringify(state), stateContext).toString('base64') },
    seconds: stateSeconds,
    value: kept.state,
  })
  return location
}

export type InUse = SignOnChannel

export type Starting =
  | { readonly to: 'service'; readonly location: string }
  | { readonly to: 'directory'; readonly channel: InUse }
  | Extract<Ending, { to: 'refused' }>

/** What the button of a channel leads to. */
export async function start(
  deps: SignOnDeps,
  call: CallContext,
  channel: SignOnChannel | null,
  redirect: string | null,
): Promise<Starting> {
  if (channel === null) return { to: 'refused', channel, because: 'refused', back: null }
  if (channel.kind === 9) return { to: 'directory', channel }
  const began = Date.now()
  try {
    return { to: 'service', location: await begin(deps, call, channel, { to: 'sign_in', redirect }) }
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    await signOnRepo.note(deps.scopes, channel, {
      act: 'sign_in',
      outcome: 'failed',
      reason: error.reason,
      detail: error.detail,
      subject: '',
      milliseconds: Date.now() - began,
    })
    return { to: 'refused', channel, because: 'failed', back: null }
  }
}

/** Of a SAML channel, also before it is offered: the provider is set up first. Null: it is none. */
export async function metadataOf(deps: SignOnDeps, publicId: string): Promise<string | null> {
  if (!/^[a-f0-9]{32}$/.test(publicId)) return null
  const channel = await signOnRepo.channel(deps.scopes, publicId)
  if (channel?.kind !== 7) return null
  const given: unknown = channel.settings
  return samlMetadata(given as SamlSettings, callbackUrlOf(deps.publicUrl, channel.public_id))
}

export type Ending =
  | {
      readonly to: 'sign_in'
      readonly channel: SignOnChannel
      readonly ticket: string
      readonly redirect: string | null
    }
  | { readonly to: 'linked'; readonly channel: SignOnChannel; readonly back: string }
  | {
      readonly to: 'refused'
      readonly channel: SignOnChannel | null
      readonly because: SignOnRefusal
      readonly back: string | null
    }

/** What the browser brings back from a service. It never fails: each outcome is a page. */
export async function finish(
  deps: SignOnDeps,
  call: CallContext,
  channel: SignOnChannel | null,
  parameters: CallbackParameters,
): Promise<Ending> {
  const state = await spentState(deps, parameters['state'] ?? parameters['RelayState'] ?? '')
  const cookie = browserCookie(deps.publicUrl).of(call.cookies)
  // Under http no cookie comes with the form of another site. The ticket is bound to it in any case; a link has none.
  const isUnknown =
    channel?.kind === 7 &&
    cookie === null &&
    state?.purpose.to === 'sign_in' &&
    !deps.publicUrl.startsWith('https:')
  const fits =
    channel !== null &&
    state !== null &&
    state.publicId === channel.public_id &&
    (isUnknown || isSameHash(cookie, state.cookie))
  if (!fits) return { to: 'refused', channel, because: 'expired', back: null }
  const { kept, purpose } = state
  const back = purpose.to === 'link' ? purpose.back : null
  const began = Date.now()
  const note = (
    outcome: 'done' | 'failed' | 'refused',
    reason: string | null,
    detail: string,
    subject = '',
  ) =>
    signOnRepo.note(deps.scopes, channel, {
      act: purpose.to,
      outcome,
      reason,
      detail,
      subject,
      milliseconds: Date.now() - began,
    })
  let subject = ''
  try {
    const identity = await vendorOf(deps, channel)!.finish(parameters, kept)
    subject = identity.subject
    const shown = [identity.displayName, identity.email ?? identity.userName]
      .filter(Boolean)
      .join(' · ')
      .slice(0, 300)
    if (purpose.to === 'link') {
      await signOnRepo.linkOwn(deps.scopes, channel, { personId: purpose.personId, subject, shown })
      await note('done', null, shown, subject)
      return { to: 'linked', channel, back: purpose.back }
    }
    const { personId, data } = await proofOf(deps, channel, identity, shown)
    const ticket = await issueTicket(deps, {
      purpose: 'sso_result',
      personId,
      companyId: channel.company_id,
      data: { ...data, cookie: state.cookie },
      seconds: resultSeconds,
    })
    await note('done', null, shown, subject)
    return { to: 'sign_in', channel, ticket, redirect: purpose.redirect }
  } catch (error) {
    if (error instanceof SignOnRefused) {
      await note('refused', error.refusal, error.detail, subject)
      return { to: 'refused', channel, because: error.refusal, back }
    }
    if (error instanceof SendFailure) {
      await note('failed', error.reason, error.detail, subject)
      return { to: 'refused', channel, because: 'failed', back }
    }
    const because = error instanceof AppError ? linkRefusals[error.code] : undefined
    if (because === undefined) throw error
    await note('refused', because, '', subject)
    return { to: 'refused', channel, because, back }
  }
}

const linkRefusals: Readonly<Partial<Record<string, SignOnRefusal>>> = {
  'sign_on.linked_elsewhere': 'linked_elsewhere',
  'sign_on.refused': 'refused',
}

/** Spends the state, whatever becomes of it: it is good for one answer. */
async function spentState(deps: SignOnDeps, value: string): Promise<State | null> {
  if (value === '' || value.length > 200) return null
  try {
    const { data } = await spendTicket(deps, 'sso_state', value)
    const sealed = Buffer.from(String(data['sealed']), 'base64')
    return JSON.parse(deps.secrets.open(sealed, stateContext).toString()) as State
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
