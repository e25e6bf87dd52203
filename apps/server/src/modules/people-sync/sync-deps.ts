import type { OutputOf, peopleSyncApi } from '@netward/contract'
import type { Secrets } from '../../platform/secrets.ts'
import {
  type DirectoryChannel,
  type DirectoryReader,
  isPublicAddress,
  openChannelSecrets,
} from '../integrations/index.ts'
import type { SyncChannel } from './channel.repo.ts'

type Events = OutputOf<typeof peopleSyncApi.getPeopleSync>['events']

/** What is known of a subscription at the service. */
export interface Subscribed {
  readonly until: string | null
  readonly failure: Events['failure']
}

/** Dependencies of this module. */
export interface SyncDeps {
  /** Null: the service has no directory that can be read. */
  readonly readerOf: (channel: DirectoryChannel) => DirectoryReader | null
  /** How the service of a channel reports changes. */
  readonly events: (companyId: string, channel: SyncChannel, subscribed: Subscribed | undefined) => Events
}

export const readerOf = (
  deps: Pick<SyncDeps, 'readerOf'>,
  companyId: string,
  { kind, settings, sealed, companyCode, isPlatform }: SyncChannel,
): DirectoryReader | null => deps.readerOf({ companyId, companyCode, isPlatform, kind, settings, sealed })

/** A service of the company's own reaches this installation inside its network; Microsoft never does. */
function isOnInternet(kind: number, settings: Readonly<Record<string, unknown>>): boolean {
  const base = settings[kind === 2 ? 'directoryBase' : 'apiBase']
  const host = typeof base === 'string' && URL.canParse(base) ? new URL(base).hostname : ''
  return (
    kind === 3 || host === '' || /(?:^|\.)(?:weixin\.qq|dingtalk|feishu|larksuite)\.c(?:n|om)$/.test(host)
  )
}

export const eventsOf =
  (secrets: Secrets, publicUrl: string): SyncDeps['events'] =>
  (companyId, { kind, sealed, settings }, subscribed) => {
    const state = (given: Events['state']): Events => ({ state: given, until: null, failure: null })
    if (kind === 9) return state('none')
    if (!isPublicAddress(publicUrl) && isOnInternet(kind, settings as Readonly<Record<string, unknown>>))
      return state('no_address')
    if (kind !== 3) {
      const { eventToken, eventKey } = openChannelSecrets(secrets, companyId, sealed)
      return state(eventToken === undefined || eventKey === undefined ? 'keys_missing' : 'ready')
    }
    const { until = null, failure = null } = subscribed ?? {}
    if (failure !== null) return { state: 'failing', until, failure }
    return until === null ? state('later') : { state: 'subscribed', until, failure: null }
  }
