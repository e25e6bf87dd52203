import { randomBytes } from 'node:crypto'
import { AppError } from '../../platform/errors.ts'
import { type Factor, hashPassword } from '../identity/index.ts'
import { type Identity, rulesOf, SignOnRefused } from '../integrations/index.ts'
import type { SignOnDeps } from './sign-on-deps.ts'
import { type SignOnChannel, signOnRepo } from './sign-on.repo.ts'

export interface Proof {
  readonly personId: string
  /** Of the ticket: by what, and where. */
  readonly data: {
    readonly factors: readonly Factor[]
    readonly outside: { readonly channelId: string; readonly subject: string; readonly sid: string | null }
  }
}

/** The person whom a channel vouches for, or a new one where it admits them. @throws SignOnRefused */
export async function proofOf(
  deps: SignOnDeps,
  channel: SignOnChannel,
  identity: Identity,
  shown: string,
): Promise<Proof> {
  const { subject, sid } = identity
  const personId =
    (await signOnRepo.person(deps.scopes, channel, subject, shown)) ??
    (await admitted(deps, channel, identity, shown))
  return {
    personId,
    data: {
      factors: provesTwoFactors(channel, identity) ? ['outside', 'second_factor'] : ['outside'],
      outside: { channelId: channel.id, subject, sid },
    },
  }
}

/** The service says so, in its words of RFC 8176 or those that the administrator named, and the channel trusts it. */
function provesTwoFactors({ settings }: SignOnChannel, { methods }: Identity): boolean {
  const rules = rulesOf(settings)
  return (
    rules?.trustsSecondFactor === true &&
    (methods.includes('amr:mfa') ||
      rules.secondFactorValues.some((value) => methods.includes(`acr:${value}`)))
  )
}

/** Nobody is found by a mail address or a phone: another company's people may have the same. */
async function admitted(
  deps: SignOnDeps,
  channel: SignOnChannel,
  identity: Identity,
  shown: string,
): Promise<string> {
  const { admits, domains, defaultRole } = rulesOf(channel.settings)!
  if (admits !== 'new') throw new SignOnRefused('not_linked')
  const domain = /^[^@\s]+@([^@\s]+)$/.exec(identity.email?.toLowerCase() ?? '')?.[1] ?? ''
  if (domains.length > 0 && !domains.includes(domain)) throw new SignOnRefused('domain', domain)
  const { subject, userName, displayName } = identity
  try {
    const made = await signOnRepo.admit(deps.scopes, channel, {
      subject,
      shown,
      userName: userName.split('@')[0] ?? '',
      displayName:
        displayName
          .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
          .trim()
          .slice(0, 100) || subject.slice(0, 100),
      // Nobody knows it: a password is set through the ways of a forgotten one.
      passwordHash: await hashPassword(randomBytes(32).toString('base64url')),
      role: defaultRole,
    })
    const personId = made ?? (await signOnRepo.person(deps.scopes, channel, subject, shown))
    if (personId === null) throw new SignOnRefused('not_linked')
    return personId
  } catch (error) {
    if (error instanceof AppError && error.code === 'licence.exceeded')
      throw new SignOnRefused('quota', error.code)
    throw error
  }
}
