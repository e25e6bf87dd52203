import { createHash, randomBytes } from 'node:crypto'
import { SendFailure } from '../senders/sender.ts'
import type { EntraSettings } from '../vendors/entra.ts'
import { graphBaseOf, graphClient } from '../vendors/graph.ts'
import { textOf } from '../vendors/json-calls.ts'
import { failure, type VendorSurroundings } from '../vendors/vendor.ts'
import { idOf } from './reading.ts'

/** Graph allows 29 days for users. A short life ends soon where this installation is gone. */
const lifeMilliseconds = 7 * 24 * 3600 * 1000

export interface Subscription {
  readonly id: string
  readonly until: Date
}

/** What Graph repeats with every notification. It is kept as its hash. */
export const newClientState = (): string => randomBytes(32).toString('base64url')
export const stateHash = (clientState: string): Buffer => createHash('sha256').update(clientState).digest()

/** With another tenant, application or cloud a subscription is not ours to renew. */
export const madeFor = (settings: EntraSettings): string =>
  [graphBaseOf(settings), settings.tenantId, settings.clientId].join(' ')

/**
 * Change notifications of people (learn.microsoft.com/graph/api/subscription-post-subscriptions, resources/subscription and
 * change-notifications-lifecycle-events, v1.0, as of 2025-06): the permission that reads them is enough. `updated` covers people
 * who are created, changed and deleted for 30 days, `deleted` those who are deleted for good.
 */
export function entraSubscriptions(
  settings: EntraSettings,
  secret: string,
  surroundings: VendorSurroundings,
) {
  const api = graphClient(settings, secret, surroundings)
  const path = (id: string) => `/v1.0/subscriptions/${encodeURIComponent(id)}`
  const until = () => new Date(Date.now() + lifeMilliseconds)

  /** Graph calls the address before it answers. @throws SendFailure */
  async function create(address: string, clientState: string): Promise<Subscription> {
    const body = await api.send('POST', '/v1.0/subscriptions', {
      changeType: 'updated,deleted',
      notificationUrl: address,
      lifecycleNotificationUrl: address,
      resource: 'users',
      expirationDateTime: until().toISOString(),
      clientState,
    })
    const id = idOf(body['id'])
    if (id === undefined) throw failure('answer', 'no id of a subscription')
    return { id, until: endIn(body) }
  }

  /** Null: Graph does not have it any more. @throws SendFailure */
  async function renew(id: string): Promise<Subscription | null> {
    try {
      const body = await api.send('PATCH', path(id), { expirationDateTime: until().toISOString() })
      return { id, until: endIn(body) }
    } catch (error) {
      if (error instanceof SendFailure && error.reason === 'not_found') return null
      throw error
    }
  }

  const remove = (id: string) => api.send('DELETE', path(id))
  return { create, renew, remove }
}

function endIn(body: Readonly<Record<string, unknown>>): Date {
  const end = Date.parse(textOf(body['expirationDateTime']))
  if (Number.isNaN(end)) throw failure('answer', 'no end of a subscription')
  return new Date(Math.min(end, Date.now() + 30 * 24 * 3600 * 1000))
}
