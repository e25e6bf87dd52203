import { hashToken } from '../../platform/db/scope.ts'
import { type OpenSignOnChannel, openChannelSecrets, rulesOf, signInVendor } from '../integrations/index.ts'
import { type SignOnDeps, timeoutMilliseconds } from './sign-on-deps.ts'
import { type SignOnChannel, signOnRepo } from './sign-on.repo.ts'

/** A channel that lets people in now: not paused, offered, of an active company. */
export async function channelInUse(
  { scopes }: Pick<SignOnDeps, 'scopes'>,
  publicId: string,
): Promise<SignOnChannel | null> {
  if (!/^[a-f0-9]{32}$/.test(publicId)) return null
  const channel = await signOnRepo.channel(scopes, publicId)
  return channel !== null && channel.usable && !channel.paused && rulesOf(channel.settings)?.offered === true
    ? channel
    : null
}

export function opened({ secrets }: Pick<SignOnDeps, 'secrets'>, channel: SignOnChannel): OpenSignOnChannel {
  const { company_id, kind, settings, sealed } = channel
  return { kind, settings, secrets: openChannelSecrets(secrets, company_id, sealed) }
}

export const surroundingsOf = (
  { outgoingRanges }: Pick<SignOnDeps, 'outgoingRanges'>,
  { company_code: companyCode, is_platform: isPlatform }: SignOnChannel,
) => ({ caller: { ranges: outgoingRanges, companyCode, isPlatform }, timeoutMilliseconds })

export const vendorOf = (deps: SignOnDeps, channel: SignOnChannel) =>
  signInVendor(opened(deps, channel), surroundingsOf(deps, channel))

export const isSameHash = (one: string | null, other: string): boolean =>
  one !== null && hashToken(one).equals(hashToken(other))
