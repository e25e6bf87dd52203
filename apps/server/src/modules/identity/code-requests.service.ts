import type { InputOf, OutputOf, signInApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { sourceOf } from '../../platform/source-address.ts'
import { addressOf, channelOf, type Recipient, requireChannel } from '../messages/index.ts'
import { platformSettings } from '../settings/index.ts'
import { type Attempt, networkKeys, reservations } from './attempts.ts'
import { keysOf, sendCode } from './codes.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { reserveWithImageCode } from './image-codes.ts'
import { personRepo } from './person.repo.ts'
import { readTicket } from './tickets.ts'

/** Requests without an image code, per address and per source; reset after 15 quiet minutes. */
const withoutImage = { address: 2, source: 5, network: 50 }
const free = 1_000_000

/**
 * Sends a code on request. For sign-in and password reset, a code is sent only to a registered phone; the
 * response, its timing and the work are the same either way.
 */
export async function requestCode(
  deps: IdentityDeps,
  call: CallContext,
  input: InputOf<typeof signInApi.requestCode>,
): Promise<OutputOf<typeof signInApi.requestCode>> {
  const { purpose } = input
  const address: Recipient = input.phone === undefined ? { email: input.email ?? '' } : { phone: input.phone }
  const phonesOnly = purpose === 'sign_in' || purpose === 'reset_password'
  if (phonesOnly && !('phone' in address)) throw new AppError('code.channel_unavailable')
  requireChannel(deps, channelOf(address))
  if (purpose === 'registration' && (await platformSettings(deps.scopes)).registration === 'closed')
    throw new AppError('registration.closed')
  if (purpose === 'complete_account') await readTicket(deps, 'complete_account', input.ticket ?? '')

  await reserveWithImageCode(deps, asking(deps, call, address), input)
  const known = phonesOnly
    ? (await personRepo.findAt(deps.scopes, 'phone', addressOf(address))) !== null
    : true
  return sendCode(deps, call, {
    purpose,
    address,
    boundTo: purpose === 'complete_account' ? (input.ticket ?? '') : '',
    really: known,
  })
}

/** Requests are counted per address and per source; repeats on either require an image code. */
export function asking(deps: IdentityDeps, call: CallContext, address: Recipient): Attempt {
  const keys = [
    {
      key: `code:${keysOf(deps).address(address).toString('base64')}`,
      free,
      imageAfter: withoutImage.address,
    },
    { key: `code@${sourceOf(call.remoteAddress)}`, free, imageAfter: withoutImage.source },
    ...networkKeys('code@', call, withoutImage.network),
  ]
  return { ...reservations(deps.scopes, keys), forgive: async () => {} }
}
