import type { Scopes } from '../../platform/db/scope.ts'
import type { JobHandler } from '../../platform/jobs/job.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { cardActs, closeWecomCard, openChannel } from '../integrations/index.ts'
import { cardChannelRepo } from './card-channel.repo.ts'
import { press } from './press.service.ts'

/** Fields of a decrypted event of WeCom. */
type WecomEvent = Readonly<Partial<Record<string, string>>>

/**
 * `template_card_event` of an application, whose callback was verified and decrypted. The card is changed by a job: its vendor
 * waits for the answer of the callback.
 */
export async function takeWecomCardEvent(
  scopes: Scopes,
  channelId: string,
  { TaskId: messageId = '', EventKey = '', FromUserName = '', ResponseCode: responseCode = '' }: WecomEvent,
  address: string,
): Promise<void> {
  const act = cardActs.find((one) => one === EventKey)
  if (act === undefined) return
  // As a sign-in keeps it: WeCom compares accounts without regard to case.
  const subject = FromUserName.toLowerCase()
  const pressed = await press(scopes, { channelId, messageId, subject, act, reason: '', address })
  if (pressed !== null && responseCode !== '')
    await cardChannelRepo.close(scopes, messageId, { subject, responseCode, text: pressed.text })
}

/** `card.close` {messageId, subject, responseCode, text}: the buttons of a pressed card give way to what came of them. */
export function closeCardJob(deps: {
  readonly secrets: Secrets
  readonly outgoingRanges: readonly string[]
}): JobHandler {
  return async ({ messageId, subject, responseCode, text }, { scopes }) => {
    const row = await cardChannelRepo.ofCard(scopes, String(messageId))
    if (row === undefined) return
    const { company_id, company_code: companyCode, is_platform: isPlatform } = row
    const channel = openChannel(deps.secrets, company_id, row as never)
    if (channel.kind !== 1) return
    await closeWecomCard(
      channel.settings,
      channel.secrets,
      { subject: String(subject), responseCode: String(responseCode) },
      String(text),
      { caller: { companyCode, isPlatform, ranges: deps.outgoingRanges }, timeoutMilliseconds: 15_000 },
    )
  }
}
