import type { JobTools } from '../../platform/jobs/job.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { lanConnector } from '../probes/index.ts'
import type { AcsConfig } from './acs-config.ts'
import { credentialContext } from './callers.ts'
import { type ConnectionOutcome, requestConnection } from './connection-request.ts'
import type { ConnectionTarget } from './jobs.repo.ts'

export interface JobDeps {
  readonly config: AcsConfig
  readonly secrets: Secrets
}

/** A connection request over HTTP. */
export async function askGateway(
  { config, secrets }: JobDeps,
  deviceId: string,
  target: ConnectionTarget,
  { scopes, signal }: Pick<JobTools, 'scopes' | 'signal'>,
): Promise<ConnectionOutcome> {
  if (target.url === null) return 'not_allowed'
  const context = credentialContext(deviceId)
  const host = URL.canParse(target.url) ? new URL(target.url).hostname.replace(/^\[|\]$/g, '') : ''
  return requestConnection({
    connect: await lanConnector(scopes, deviceId, host),
    url: target.url,
    username: target.username ?? '',
    passwords: [target.password, target.pending_password]
      .filter((sealed) => sealed !== null)
      .map((sealed) => secrets.open(sealed, context).toString('utf8')),
    destination: {
      lastAddress: target.last_address,
      ranges: config.deviceRanges,
      companyCode: target.company_code,
    },
    signal,
  })
}
