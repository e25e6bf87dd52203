import { randomBytes, randomInt } from 'node:crypto'
import type { Command } from '@netward/cwmp'
import { mayReach } from '../../platform/outgoing.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AcsConfig } from './acs-config.ts'
import type { KnownGateway } from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import { credentialContext, type Proof } from './callers.ts'
import { makeHa1 } from './digest.ts'
import { isLoopback } from '../../platform/source-address.ts'

/** Ids of commands that are not in the queue. */
export const credentialsCommandId = 'credentials'
export const intervalCommandId = 'interval'

const daySeconds = 86_400

/** Whether secrets may go to this caller: encrypted, on this machine, or allowed by the operator. */
export function mayCarrySecrets(
  config: Pick<AcsConfig, 'allowPlainSecrets'>,
  caller: { address: string; encrypted: boolean; forwarded: boolean },
): boolean {
  return caller.encrypted || (isLoopback(caller.address) && !caller.forwarded) || config.allowPlainSecrets
}

/** Whether this session is to give the gateway credentials of its own. */
export function needsCredentials(gateway: KnownGateway, proof: Proof, isBootstrap: boolean): boolean {
  if (gateway.guard !== 'none' || gateway.company_status === 'deactivated') return false
  const state = gateway.credential_state
  // A reset that was expected: it has forgotten them.
  if (state === 'own' && proof === 'certificate') return isBootstrap
  if (state === 'own') return proof === 'bootstrap' || proof === 'enrolment_url' || proof === 'claim'
  if (state === 'setting') return proof !== 'pending'
  // Given some by its enrolment URL and not kept: it cannot hold any.
  return state === 'bootstrap' || gateway.unanswered < 2
}

/** Whether a connection request over HTTP may go to where the gateway says. */
export function isReachable(
  config: Pick<AcsConfig, 'deviceRanges'>,
  url: string | null,
  { address, companyCode }: { address: string; companyCode: string },
): boolean {
  return url !== null && mayReach(url, { lastAddress: address, ranges: config.deviceRanges, companyCode })
}

/** For a gateway that is given no credentials, or takes none: when it is overdue has to be known all the same. */
export function intervalCommand(intervalSeconds: number): Command {
  return {
    id: intervalCommandId,
    kind: 'set_credentials',
    credentials: { periodicInformInterval: intervalSeconds, periodicInformTime: someMoment() },
  }
}

/**
 * New credentials, both ways, kept before they are sent: from here on these and what proved the gateway before are
 * both good, until a session is proved with the new ones.
 */
export async function giveCredentials(
  deps: { repo: AcsRepo; secrets: Secrets; config: AcsConfig },
  gateway: KnownGateway,
  intervalSeconds: number,
): Promise<Command> {
  const password = randomBytes(18).toString('base64url')
  const connectionPassword = randomBytes(18).toString('base64url')
  const context = credentialContext(gateway.device_id)
  // They were sent before and never proved: genieacs-sim falls over a parameter that it does not have.
  const again = gateway.credential_state === 'setting' && gateway.pending_ha1 !== null
  await deps.repo.credentialsSetting(
    gateway.device_id,
    deps.secrets.seal(makeHa1(gateway.username, password), context),
    gateway.username,
    deps.secrets.seal(connectionPassword, context),
  )
  return {
    id: credentialsCommandId,
    kind: 'set_credentials',
    credentials: {
      username: gateway.username,
      password,
      connectionRequestUsername: gateway.username,
      connectionRequestPassword: connectionPassword,
      periodicInformInterval: intervalSeconds,
      ...(again ? {} : { periodicInformTime: someMoment() }),
    },
  }
}

/** Any moment of the past serves: only its place in the interval counts, and spreads the gateways. */
function someMoment(): string {
  return new Date((1_700_000_000 + randomInt(daySeconds)) * 1000).toISOString().replace('.000Z', 'Z')
}
