import type { Scopes } from '../../../platform/db/scope.ts'
import type { JobHandler, JobTools } from '../../../platform/jobs/job.ts'
import {
  askRatingThrough,
  openChannel,
  SendFailure,
  type SmsUrls,
  usualSmsUrls,
  withinBudget,
} from '../../integrations/index.ts'
import { hasChannel, type MessageDeps, sendMessage } from '../../messages/index.ts'
import { fromAlarmsRepo } from '../from-alarms/from-alarms.repo.ts'
import { nobodyIn } from '../nobody.ts'
import { orderRepo } from '../order.repo.ts'
import { type RatingChannel, ratingRepo } from './rating.repo.ts'
import { keepRatingLink, ratingTicket } from './rating.service.ts'

export interface RatingDeps extends MessageDeps {
  /** NETWARD_OUTGOING_RANGES. */
  readonly outgoingRanges: readonly string[]
  /** Elsewhere in tests. */
  readonly smsUrls?: SmsUrls
}

const timeoutMilliseconds = 20_000
/** A number that an SMS can reach. */
const phonePattern = /^\+?\d{7,15}$/

/**
 * `work_order.ask_rating` {orderId}: asks the contact of a resolved order for a rating, once in its life (operations.md §5), by mail
 * and by SMS. `work_order.rating_sms` {orderId}: one attempt of the SMS; what may pass is tried again by the queue.
 */
export const ratingJobs = (deps: RatingDeps): Record<string, JobHandler> => ({
  'work_order.ask_rating': async ({ companyId, orderId }, { scopes }) =>
    ask(deps, scopes, companyId, String(orderId)),
  'work_order.rating_sms': async ({ companyId, orderId }, tools) =>
    sendSms(deps, tools, companyId, String(orderId)),
})

async function ask(deps: RatingDeps, scopes: Scopes, companyId: string, orderId: string): Promise<void> {
  const channel = await ratingRepo.channel(scopes, companyId)
  await scopes.withCompany(companyId, async ({ db }) => {
    const inside = { db, scope: nobodyIn(companyId) }
    const order = await orderRepo.lock(inside, orderId)
    if (order === undefined || order.score !== null) return
    if (order.state !== 'resolved' && order.state !== 'closed') return
    if (await ratingRepo.wasAsked(inside, orderId)) return
    const byMail = order.contactEmail !== '' && hasChannel(deps.messages, 'mail')
    const bySms = channel !== undefined && phonePattern.test(plainPhone(order.contactPhone))
    if (!byMail && !bySms) return
    const ticket = await keepRatingLink(inside, deps.secrets, orderId)
    await ratingRepo.setAsked(inside, orderId, { mailed: byMail, sms: bySms })
    const { companyName, language } = await ratingRepo.company(inside)
    if (byMail)
      await sendMessage(deps, db, {
        to: { email: order.contactEmail },
        language,
        kind: 'rating_asked',
        params: { companyName, number: String(order.number), title: order.title, ticket },
      })
    if (bySms) await ratingRepo.enqueueSms(inside, orderId)
    await orderRepo.note(inside, orderId, 'rating_sent', { name: order.contactName })
    await fromAlarmsRepo.announce(db, orderId)
  })
}

const plainPhone = (phone: string): string => phone.replaceAll(/[\s()-]/g, '')

async function sendSms(deps: RatingDeps, tools: JobTools, companyId: string, orderId: string): Promise<void> {
  const { scopes } = tools
  const sms = await scopes.withCompany(companyId, async ({ db }) => {
    const inside = { db, scope: nobodyIn(companyId) }
    if (!(await ratingRepo.moveSms(inside, orderId, 'waiting', 'sending'))) return undefined
    const order = await orderRepo.find(inside, orderId)
    const salt = await ratingRepo.salt(inside, orderId)
    if (order === undefined || salt === undefined) return undefined
    const ticket = ratingTicket(deps.secrets, orderId, salt)
    return { phone: plainPhone(order.contactPhone), rating: { number: String(order.number), ticket } }
  })
  if (sms === undefined) return
  const becomes = (state: 'sent' | 'failed' | 'waiting') =>
    scopes.withCompany(companyId, async ({ db }) => {
      await ratingRepo.moveSms({ db, scope: nobodyIn(companyId) }, orderId, 'sending', state)
      await fromAlarmsRepo.announce(db, orderId)
    })
  const channel = await ratingRepo.channel(scopes, companyId)
  if (channel === undefined) return becomes('failed')
  try {
    const gateway = { companyId: channel.companyId, channelId: channel.id, byVoice: false }
    await withinBudget(scopes, gateway, () =>
      askRatingThrough(
        openChannel(deps.secrets, channel.companyId, channel),
        sms.rating,
        { phone: sms.phone },
        surroundingsOf(deps, channel, tools),
      ),
    )
  } catch (error) {
    const isFinal = error instanceof SendFailure && error.isFinal
    // Neither the number nor what the vendor said.
    tools.log.warn(
      { orderId, channelId: channel.id, reason: error instanceof SendFailure ? error.reason : 'unknown' },
      'a request for a rating was not sent',
    )
    await becomes(isFinal ? 'failed' : 'waiting')
    if (isFinal) return
    // oxlint-disable-next-line preserve-caught-error -- the queue keeps and logs errors, and this one may hold the number
    throw new Error(`the request for a rating of order ${orderId} was not sent`)
  }
  return becomes('sent')
}

const surroundingsOf = (
  { outgoingRanges, smsUrls }: RatingDeps,
  { companyCode, isPlatform }: RatingChannel,
  { signal }: JobTools,
) => ({
  caller: { companyCode, isPlatform, ranges: outgoingRanges },
  timeoutMilliseconds,
  signal,
  now: () => new Date(),
  smsUrls: smsUrls ?? usualSmsUrls,
})
