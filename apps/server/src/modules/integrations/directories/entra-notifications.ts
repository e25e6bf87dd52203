import { timingSafeEqual } from 'node:crypto'
import type { Scopes } from '../../../platform/db/scope.ts'
import { partOf, partsOf, textOf } from '../vendors/json-calls.ts'
import type { EventAnswer, GivenEvent } from './directory-events.service.ts'
import { directoryEventRepo, type EventChannel } from './directory-event.repo.ts'
import { stateHash } from './entra-subscription.ts'
import { type KnownSubscription, subscriptionRepo } from './subscription.repo.ts'

const token = /^[\u0020-\u007e]{1,2048}$/
const refused = { refused: true } as const

/**
 * Change and lifecycle notifications of Microsoft Graph (learn.microsoft.com/graph/change-notifications-delivery-webhooks, as of
 * 2025-06), and the question by which it tries the address. What changed, the delta query says: nothing that a notification says
 * of people is believed. One that is repeated is one reading more, and those that wait are one.
 */
export async function takeOfEntra(
  scopes: Scopes,
  channel: EventChannel,
  { query, body }: GivenEvent,
): Promise<EventAnswer> {
  const known = await subscriptionRepo.known(scopes, channel)
  if (known === null) return null
  const { validationToken } = query
  if (validationToken !== undefined)
    // Only while a subscription is being made, and never as a page.
    return known.isAsked && token.test(validationToken)
      ? { refused: false, text: validationToken, type: 'text/plain' }
      : refused
  const ours = notificationsIn(body).filter((one) => isOurs(one, known, channel))
  if (ours.length === 0) return refused
  const events = new Set(ours.map((one) => textOf(one['lifecycleEvent'])))
  const isRemoved = events.has('subscriptionRemoved')
  if (isRemoved || events.has('reauthorizationRequired'))
    await subscriptionRepo.renewSoon(scopes, channel, isRemoved)
  // All but the wish to be renewed: something changed, or was missed.
  if (events.size > 1 || !events.has('reauthorizationRequired'))
    await directoryEventRepo.noteChange(scopes, { companyId: channel.company_id, channelId: channel.id })
  return { refused: false, status: 202, text: '', type: 'text/plain' }
}

function notificationsIn(body: string): readonly Readonly<Record<string, unknown>>[] {
  try {
    return partsOf(partOf(JSON.parse(body))['value'])
  } catch {
    return []
  }
}

/** The state is compared by its hash, in a time that says nothing of it. */
function isOurs(
  one: Readonly<Record<string, unknown>>,
  { outsideId, stateHash: kept }: KnownSubscription,
  { settings }: EventChannel,
): boolean {
  const { tenantId } = settings as Readonly<Record<string, unknown>>
  const isSame = kept !== null && timingSafeEqual(stateHash(textOf(one['clientState'])), kept)
  const tenant = textOf(one['tenantId']).toLowerCase()
  return (
    isSame &&
    outsideId !== null &&
    textOf(one['subscriptionId']) === outsideId &&
    (tenant === '' || tenant === tenantId)
  )
}
