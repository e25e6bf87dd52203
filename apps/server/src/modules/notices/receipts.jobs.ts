import type { JobHandler } from '../../platform/jobs/job.ts'
import { openChannel, receiptOf, SendFailure, usualSmsUrls } from '../integrations/index.ts'
import type { NoticeDeps } from './notices.jobs.ts'
import { type AwaitedReceipt, receiptRepo } from './receipt.repo.ts'
import { sendingRepo } from './sending.repo.ts'

const timeoutMilliseconds = 20_000
/** Vendors keep reports of SMS for three days; a call ends within minutes; DingTalk knows a work notice for a day. */
const mostMinutes = { sms: 3 * 24 * 60, call: 60, notice: 60 } as const

/** Seconds until the receipt is asked for again, after so many times. */
export const receiptAgainAfter = (asked: number) => Math.min(20 * 2 ** Math.max(asked - 1, 0), 3600)

/**
 * `notice.receipt` {messageId}: asks the vendor once what the carrier made of an SMS or a call, or DingTalk of a work notice. A refusal goes to the next gateway, as
 * does a critical alarm without a receipt for the minutes of its gateway.
 */
export function receiptJob(deps: NoticeDeps): JobHandler {
  return async ({ messageId }, { scopes, log, signal }) => {
    const id = String(messageId)
    const awaited = await receiptRepo.begin(scopes, id)
    if (awaited === undefined) return
    const minutes = (Date.now() - Date.parse(awaited.sent_at)) / 60_000
    const receipt = await ask(awaited, deps, signal).catch((error: unknown) => {
      if (!(error instanceof SendFailure)) throw error
      log.warn({ messageId: id, reason: error.reason }, 'a receipt could not be asked for')
      return { state: 'awaited', code: '' } as const
    })
    const fallback = (awaited.settings as { fallbackMinutes?: number }).fallbackMinutes ?? 0
    const mayHandOver = receipt.state === 'awaited' && awaited.urgent && awaited.has_next
    if (mayHandOver && minutes >= fallback && (await sendingRepo.fallBack(scopes, id, 'no_receipt', null)))
      return
    const isOver =
      receipt.state === 'awaited' &&
      minutes >= mostMinutes[awaited.kind === 2 ? 'notice' : awaited.by_voice ? 'call' : 'sms']
    const again = receiptAgainAfter(awaited.asked)
    const untilFallback = Math.ceil((fallback - minutes) * 60)
    await receiptRepo.noted(
      scopes,
      id,
      awaited.vendor_id,
      isOver ? { state: 'unknown', code: '' } : receipt,
      mayHandOver && untilFallback > 0 ? Math.min(again, untilFallback) : again,
    )
  }
}

function ask(awaited: AwaitedReceipt, deps: NoticeDeps, signal: AbortSignal) {
  const { company_id, company_code, is_platform, kind, phone, subject, vendor_id, sent_at, by_voice } =
    awaited
  // A number that is no longer verified is asked for no more, nor is an account that is no longer linked.
  if ((kind === 4 ? phone : subject) === null) return Promise.resolve({ state: 'awaited', code: '' } as const)
  return receiptOf(
    openChannel(deps.secrets, company_id, awaited),
    { vendorId: vendor_id, phone: phone ?? '', subject, sentAt: new Date(sent_at), byVoice: by_voice },
    {
      caller: { companyCode: company_code, isPlatform: is_platform, ranges: deps.outgoingRanges },
      timeoutMilliseconds,
      signal,
      now: () => new Date(),
      smsUrls: deps.smsUrls ?? usualSmsUrls,
    },
  )
}
