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

/** Requests without an image code: for one address, and of one source, until both were quiet for 15 minutes. */
const withoutImage = { address: 2, source: 5, network: 50 }
const free = 1_000_000

/**
 * Sends a code to whoever asks for one. For signing in and for a new password one is sent only where somebody has that
 * phone; the answer, its time and the work are the same where nobody has.
 */
export async function requestCode(
  deps: IdentityDeps,
  call: CallContext,
  input: InputOf<typeof signInApi.requestCode>,
): Promise<OutputOf<typeof signInApi.requestCode>> {
  const { purpose } = input
  const address: Recipient = input.phone === undefined ? { email: input.email ?? '' } : { phone: input.phone }
  const forPhonesAlone = purpose === 'sign_in' || purpose === 'reset_password'
  if (forPhonesAlone && !('phone' in address)) throw new AppError('code.channel_unavailable')
  requireChannel(deps, channelOf(address))
  if (purpose === 'registration' && (await platformSettings(deps.scopes)).registration === 'closed')
    throw new AppError('registration.closed')
  if (purpose === 'complete_account') await readTicket(deps, 'complete_account', input.ticket ?? '')

  await reserveWithImageCode(deps, asking(deps, call, address), input)
  const known = forPhonesAlone
    ? (await personRepo.findAt(deps.scopes, 'phone', addressOf(address))) !== null
    : true
  return sendCode(deps, call, {
    purpose,
    address,
    boundTo: purpose === 'complete_account' ? (input.ticket ?? '') : '',
    really: known,
  })
}

/** Requests are counted under the address and under the source: both are asked for an image code when they repeat. */
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
