import { randomUUID } from 'node:crypto'
import type { FakeAnswer } from '../sign-on/http-fake.ts'

type Json = Readonly<Record<string, unknown>>

export interface EntraSubscription {
  readonly id: string
  readonly notificationUrl: string
  readonly lifecycleNotificationUrl: string
  readonly clientState: string
  until: Date
}

/** What Graph posts. */
export interface EntraPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface EntraPosted {
  readonly status: number
  readonly type: string
  readonly body: string
}

const longestMinutes = 41_760
const known = new Set([
  'changeType',
  'notificationUrl',
  'lifecycleNotificationUrl',
  'resource',
  'expirationDateTime',
  'clientState',
])
const failed = (status: number, code: string, message: string): FakeAnswer => ({
  status,
  json: { error: { code, message, innerError: {} } },
})

/**
 * Subscriptions of Microsoft Graph v1.0 to people, written from learn.microsoft.com/graph (subscription-post-subscriptions,
 * resources/subscription, change-notifications-delivery-webhooks, change-notifications-lifecycle-events, as of 2025-06): https
 * alone, an address that answers the token as plain text within ten seconds, at most 29 days, people by `updated` and `deleted`.
 */
export class EntraSubscriptions {
  readonly all = new Map<string, EntraSubscription>()
  /** How Graph reaches an address. */
  deliver: (post: EntraPost) => Promise<EntraPosted> = async ({ url, headers, body }) => {
    const answer = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      body: await answer.text(),
    }
  }
  readonly #tenantId: string

  constructor(tenantId: string) {
    this.#tenantId = tenantId
  }

  async answer(method: string, path: string, json: Json): Promise<FakeAnswer> {
    if (path === '/subscriptions') return method === 'POST' ? this.#create(json) : { status: 405 }
    const found = this.all.get(path.slice('/subscriptions/'.length))
    if (found === undefined) return failed(404, 'ResourceNotFound', 'The object was not found.')
    if (method === 'DELETE') {
      this.all.delete(found.id)
      return { status: 204 }
    }
    if (method !== 'PATCH') return { status: 405 }
    const until = endIn(json)
    if (until === null || Object.keys(json).length !== 1)
      return failed(400, 'InvalidRequest', 'Subscription expiration is not valid')
    found.until = until
    return { json: shown(found) }
  }

  /** What Graph posts about a person; parts of it can be forged. */
  notification(one: EntraSubscription, userId: string, forged: Json = {}): EntraPost {
    return postTo(one.notificationUrl, {
      ...this.#head(one),
      changeType: 'updated',
      resource: `Users/${userId}`,
      resourceData: { '@odata.type': '#Microsoft.Graph.User', '@odata.id': `Users/${userId}`, id: userId },
      ...forged,
    })
  }

  lifecycle(
    one: EntraSubscription,
    lifecycleEvent: 'reauthorizationRequired' | 'subscriptionRemoved' | 'missed',
    forged: Json = {},
  ): EntraPost {
    if (lifecycleEvent === 'subscriptionRemoved') this.all.delete(one.id)
    return postTo(one.lifecycleNotificationUrl, { ...this.#head(one), lifecycleEvent, ...forged })
  }

  #head({ id, clientState, until }: EntraSubscription): Json {
    return {
      subscriptionId: id,
      subscriptionExpirationDateTime: until.toISOString(),
      clientState,
      tenantId: this.#tenantId,
    }
  }

  async #create(json: Json): Promise<FakeAnswer> {
    const invalid = (message: string) => failed(400, 'InvalidRequest', message)
    const strange = Object.keys(json).find((name) => !known.has(name))
    if (strange !== undefined) return invalid(`The property '${strange}' does not exist`)
    const types = String(json['changeType']).split(',')
    if (!types.every((type) => type === 'updated' || type === 'deleted'))
      return invalid('Subscription changeType is not supported for the resource')
    if (json['resource'] !== 'users') return invalid(`Unsupported resource ${String(json['resource'])}`)
    const until = endIn(json)
    if (until === null) return invalid('Subscription expiration can only be 41760 minutes in the future.')
    const clientState = typeof json['clientState'] === 'string' ? json['clientState'] : ''
    if (clientState.length > 128) return invalid('clientState is too long')
    const urls = [json['notificationUrl'], json['lifecycleNotificationUrl']].map(String)
    for (const url of urls) {
      if (!url.startsWith('https://')) return invalid('Notification endpoint must be https')
      const reached = await this.#reaches(url)
      if (!reached)
        return failed(
          400,
          'ValidationError',
          'Subscription validation request failed. Response must exactly match validationToken query parameter.',
        )
    }
    const [notificationUrl = '', lifecycleNotificationUrl = ''] = urls
    const made = { id: randomUUID(), notificationUrl, lifecycleNotificationUrl, clientState, until }
    this.all.set(made.id, made)
    return { status: 201, json: shown(made) }
  }

  async #reaches(url: string): Promise<boolean> {
    const token = `Validation: Testing client application reachability for subscription Request-Id: ${randomUUID()}`
    const address = `${url}?${new URLSearchParams({ validationToken: token }).toString()}`
    try {
      const answer = await this.deliver({
        url: address,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        body: '',
      })
      return answer.status === 200 && answer.type.startsWith('text/plain') && answer.body === token
    } catch {
      return false
    }
  }
}

const shown = ({ id, until, notificationUrl }: EntraSubscription) => ({
  id,
  resource: 'users',
  changeType: 'updated,deleted',
  notificationUrl,
  // Graph never repeats it.
  clientState: null,
  expirationDateTime: until.toISOString(),
})

const postTo = (url: string, value: Json): EntraPost => ({
  url,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ value: [value] }),
})

/** Null: no time, past, or too far. */
function endIn(json: Json): Date | null {
  const given = json['expirationDateTime']
  const end = typeof given === 'string' ? Date.parse(given) : Number.NaN
  const minutes = (end - Date.now()) / 60_000
  return minutes > 0 && minutes <= longestMinutes ? new Date(end) : null
}
