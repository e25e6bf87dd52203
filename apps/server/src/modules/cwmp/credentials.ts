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

/** Ids of commands outside the queue. */
export const credentialsCommandId = 'credentials'
export const intervalCommandId = 'interval'

const daySeconds = 86_400

/** Whether secrets may be sent to this caller: encrypted, on this machine, or allowed by the operator. */
export function mayCarrySecrets(
  config: Pick<AcsConfig, 'allowPlainSecrets'>,
  caller: { address: string; encrypted: boolean; forwarded: boolean },
): boolean {
  return caller.encrypted || (isLoopback(caller.address) && !caller.forwarded) || config.allowPlainSecrets
}

/** Whether this session sets the gateway's own credentials. */
export function needsCredentials(gateway: KnownGateway, proof: Proof, isBootstrap: boolean): boolean {
  if (gateway.guard !== 'none' || gateway.company_status === 'deactivated') return false
  const state = gateway.credential_state
  // An expected reset: it has lost them.
  if (state === 'own' && proof === 'certificate') return isBootstrap
  if (state === 'own') return proof === 'bootstrap' || proof === 'enrolment_url' || proof === 'claim'
  if (state === 'setting') return proof !== 'pending'
  // It received credentials through its enrolment URL and did not keep them: it cannot store any.
  return state === 'bootstrap' || gateway.unanswered < 2
}

/** Whether a connection request over HTTP may go to the URL that the gateway reports. */
export function isReachable(
  config: Pick<AcsConfig, 'deviceRanges'>,
  url: string | null,
  { address, companyCode }: { address: string; companyCode: string },
): boolean {
  return url !== null && mayReach(url, { lastAddress: address, ranges: config.deviceRanges, companyCode })
}

/** For a gateway that gets or accepts no credentials: its overdue time must be known all the same. */
export function intervalCommand(intervalSeconds: number): Command {
  return {
    id: intervalCommandId,
    kind: 'set_credentials',
    credentials: { periodicInformInterval: intervalSeconds, periodicInformTime: someMoment() },
  }
}

/**
 * New credentials, both ways, stored before they are sent: from here on these and the previous proof are both
 * valid, until a session is proved with the new ones.
 */
export async function giveCredentials(
  deps: { repo: AcsRepo; secrets: Secrets; config: AcsConfig },
  gateway: KnownGateway,
  intervalSeconds: number,
): Promise<Command> {
  const password = randomBytes(18).toString('base64url')
  const connectionPassword = randomBytes(18).toString('base64url')
  const context = credentialContext(gateway.device_id)
  // Sent before and never proved: genieacs-sim crashes on a parameter that it does not have.
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

/** Any past moment works: only its position in the interval counts, and spreads the gateways. */
function someMoment(): string {
  return new Date((1_700_000_000 + randomInt(daySeconds)) * 1000).toISOString().replace('.000Z', 'Z')
}
