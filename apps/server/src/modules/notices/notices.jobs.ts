import { channelForms, isMessengerKind } from '@netward/contract/integration-values'
import { phrase } from '@netward/phrases/server'
import type { JobHandler, JobTools } from '../../platform/jobs/job.ts'
import type { Secrets } from '../../platform/secrets.ts'
import {
  callThrough,
  openChannel,
  type OutgoingMessage,
  type PlatformMail,
  robotFormat,
  type RobotSettings,
  SendFailure,
  sendThrough,
  takesPresses,
  type SmsUrls,
  usualSmsUrls,
  withinBudget,
} from '../integrations/index.ts'
import { dutyTestJob } from './duty-tests.jobs.ts'
import { againAfter } from './back-off.ts'
import { hashToken } from '../../platform/db/scope.ts'
import { callRepo } from './call.repo.ts'
import { cardActOf, cardOf, isToAcknowledge } from './cards/card.ts'
import { cardRepo } from './cards/card.repo.ts'
import { makeNoticeLink } from './notice-links.service.ts'
import { lastOfEach, messageOf } from './notice-text.ts'
import { noticeTemplateRepo } from './notice-template.repo.ts'
import { receiptRepo } from './receipt.repo.ts'
import { receiptAgainAfter, receiptJob } from './receipts.jobs.ts'
import { type BegunMessage, sendingRepo } from './sending.repo.ts'
import { TemplateWrong } from './template-engine.ts'
import { withTemplates } from './templated-message.ts'
import { summaryOf, withWork } from './work/work-text.ts'

const timeoutMilliseconds = 20_000
/** With another gateway behind it. */
const attemptsPerGateway = 3

export interface NoticeDeps {
  readonly secrets: Secrets
  readonly publicUrl: string
  /** NETWARD_OUTGOING_RANGES. */
  readonly outgoingRanges: readonly string[]
  /** Elsewhere in tests. */
  readonly smsUrls?: SmsUrls
  /** The platform's own mail server. */
  readonly platformMail?: PlatformMail | null
}

/**
 * `notice.send` {messageId}: one attempt. What may pass is tried again later, with the same id; what is final fails, and so
 * do its deliveries.
 */
export function noticeJobs(deps: NoticeDeps): Record<string, JobHandler> {
  return {
    'notice.send': async ({ messageId }, { scopes, log, signal }) => {
      const id = String(messageId)
      const message = await sendingRepo.begin(scopes, id)
      if (message === undefined) return
      let vendorId: string | null
      try {
        vendorId = await send(id, message, deps, { scopes, signal, log })
      } catch (error) {
        const { reason, detail, isFinal, retryAfterSeconds } = failureOf(error)
        // What a message of another error holds is unknown: a secret that could not be read, for one.
        if (!(error instanceof SendFailure))
          log.error(
            { messageId: id, error: error instanceof Error ? error.name : typeof error },
            'a notice failed',
          )
        // Neither the address nor what the other side said.
        log.warn({ messageId: id, channelId: message.channel_id, reason }, 'a notice was not sent')
        const again = isFinal ? null : againAfter(message.attempts, retryAfterSeconds)
        // Another gateway helps where this one refuses or does not answer, but not with a number that is wrong.
        if (
          message.kind === 4 &&
          reason !== 'recipient' &&
          (again === null || message.attempts >= attemptsPerGateway)
        )
          if (await sendingRepo.fallBack(scopes, id, 'failed', { reason, detail })) return
        return sendingRepo.failed(scopes, id, { reason, detail }, again)
      }
      await sendingRepo.sent(scopes, id)
      if (vendorId !== null) await receiptRepo.awaited(scopes, id, vendorId, receiptAgainAfter(0))
    },
    'notice.receipt': receiptJob(deps),
    'duty.test': dutyTestJob(deps),
  }
}

/** Any error counts as an attempt: a message that cannot be made must not hold up those after it for ever. */
function failureOf(error: unknown): SendFailure {
  return error instanceof SendFailure
    ? error
    : new SendFailure('unreachable', '', { isFinal: false, cause: error })
}

async function send(
  id: string,
  message: BegunMessage,
  deps: NoticeDeps,
  { scopes, signal, log }: JobTools,
): Promise<string | null> {
  const { kind, email, phone, subject, summary } = message
  const [items, work] = [message.items ?? [], message.work ?? []]
  if (items.length + work.length === 0) throw new SendFailure('recipient', '', { isFinal: true })
  if ((kind === 5 && email === null) || (kind === 4 && phone === null))
    throw new SendFailure('recipient', '', { isFinal: true })
  if (isMessengerKind(kind) && subject === null) throw new SendFailure('unlinked', '', { isFinal: true })
  const channel = openChannel(deps.secrets, message.company_id, message)
  const act = isMessengerKind(kind) && !summary ? cardActOf(items, work) : null
  const byButton = takesPresses(channel)
  // What has one reader has a link of its own, where no button of it acts.
  const links = kind === 5 ? items.some(isToAcknowledge) : act?.act === 'acknowledge' && !byButton
  const ticket = links ? await makeNoticeLink(scopes, id) : null
  if (act !== null && byButton) await cardRepo.made(scopes, id, act)
  const look = {
    ticket,
    id,
    language: message.language,
    timeZone: message.time_zone,
    publicUrl: deps.publicUrl,
    prefix: message.prefix,
    companyCode: message.company_code,
  }
  const whole = {
    ...withWork(items.length === 0 ? null : messageOf(items, look), work, look),
    ...(isMessengerKind(kind) && { card: cardOf(act, new Date(message.made_at), look) }),
  }
  const plain = summary
    ? summaryOf(
        whole,
        lastOfEach(items).map(({ severity }) => severity),
        work.length,
        look,
      )
    : whole
  const mentioned = kind === 10 ? await sendingRepo.mentions(scopes, id) : []
  const text = mentioning(await inOwnWords(plain, message, mentioned.length > 0, { scopes, log }), mentioned)
  const to = {
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    ...(subject !== null && { subject }),
  }
  const surroundings = {
    caller: {
      companyCode: message.company_code,
      isPlatform: message.is_platform,
      ranges: deps.outgoingRanges,
    },
    timeoutMilliseconds,
    signal,
    now: () => new Date(),
    smsUrls: deps.smsUrls ?? usualSmsUrls,
    publicUrl: deps.publicUrl,
    platformMail: deps.platformMail ?? null,
  }
  const gateway = {
    companyId: message.company_id,
    channelId: message.channel_id,
    byVoice: message.by_voice,
  }
  if (!message.by_voice) {
    const sending = () => sendThrough(channel, text, to, surroundings)
    return kind === 4 ? withinBudget(scopes, gateway, sending) : sending()
  }
  const { vendorId, reference } = await withinBudget(scopes, gateway, () =>
    callThrough(channel, text, to, surroundings),
  )
  await callRepo.placed(scopes, id, hashToken(reference), vendorId)
  return vendorId
}

/** A template that fails is left out: the alarm is sent in the shipped words. */
async function inOwnWords(
  plain: OutgoingMessage,
  { company_id, kind, language, time_zone, settings, items, summary }: BegunMessage,
  mentions: boolean,
  { scopes, log }: Pick<JobTools, 'scopes' | 'log'>,
): Promise<OutgoingMessage> {
  const form = channelForms[kind]
  if ((form !== 'mail' && form !== 'robot' && form !== 'webhook') || summary) return plain
  const templates = await noticeTemplateRepo.of(scopes, company_id, form, language)
  if (templates.size === 0) return plain
  const robot = settings as Partial<RobotSettings>
  try {
    return withTemplates(plain, lastOfEach(items ?? []), templates, {
      form,
      format: robotFormat({ vendor: 'feishu', format: 'text', ...robot }, mentions),
      language,
      timeZone: time_zone,
    })
  } catch (error) {
    if (!(error instanceof TemplateWrong)) throw error
    log.warn({ messageId: plain.id, what: error.problem.what }, 'a message template failed')
    return plain
  }
}

/** Says who is on call, and has the robot mention those with a verified number. */
function mentioning(
  message: OutgoingMessage,
  people: readonly { readonly name: string; readonly phone: string | null }[],
): OutgoingMessage {
  if (people.length === 0) return message
  const names = people.map(({ name }) => name).join(', ')
  return {
    ...message,
    onCall: phrase(message.language, 'notices.text.onCall', { names }),
    mentions: people.flatMap(({ phone }) => (phone === null ? [] : [phone])),
  }
}
