import type { Secrets } from '../../platform/secrets.ts'
import { type OpenChannel, openChannelSecrets } from './channel-settings.ts'
import type { StoredChannel } from './channel.repo.ts'
import { askDingtalk, sendByDingtalk } from './senders/dingtalk-message.ts'
import { sendByFeishu } from './senders/feishu-message.ts'
import { provesPresses } from './senders/messenger.ts'
import { sendMail } from './senders/mail.ts'
import { sendToRobot } from './senders/robot.ts'
import { type Addressee, type OutgoingMessage, SendFailure, type Surroundings } from './senders/sender.ts'
import { sendRatingSms, sendSms } from './senders/sms.ts'
import { askReceipt, type Receipt } from './senders/sms-receipt.ts'
import { askCall, callPhone, type PlacedCall } from './senders/voice.ts'
import { sendWebhook } from './senders/webhook.ts'
import { sendByWecom } from './senders/wecom-message.ts'

/** @throws Error when it was sealed for another company, or with another master key. */
export function openChannel(
  secrets: Secrets,
  companyId: string,
  { kind, settings, sealed }: Pick<StoredChannel, 'kind' | 'settings' | 'sealed'>,
): OpenChannel {
  return { kind, settings, secrets: openChannelSecrets(secrets, companyId, sealed) } as unknown as OpenChannel
}

/**
 * Sends one message through one channel; `to` is a person where the kind needs one. Returns the id of an SMS, or of
 * a work notice of DingTalk, by which the vendor is asked what became of it.
 * @throws SendFailure
 */
export async function sendThrough(
  channel: OpenChannel,
  message: OutgoingMessage,
  to: Addressee | null,
  surroundings: Surroundings,
): Promise<string | null> {
  switch (channel.kind) {
    case 1:
      await sendByWecom(channel.settings, channel.secrets, message, to ?? {}, surroundings)
      return null
    case 2:
      return sendByDingtalk(channel.settings, channel.secrets, message, to ?? {}, surroundings)
    case 8:
      await sendByFeishu(channel.settings, channel.secrets, message, to ?? {}, surroundings)
      return null
    case 4:
      return sendSms(channel.settings, channel.secrets, message, to ?? {}, surroundings)
    case 5:
      await sendMail(channel.settings, channel.secrets, message, to ?? {}, surroundings)
      return null
    case 10:
      await sendToRobot(channel.settings, channel.secrets, message, surroundings)
      return null
    case 11:
      await sendWebhook(channel.secrets, message, surroundings)
      return null
  }
}

/** Whether buttons of its messages act: the vendor proves who presses one. */
export const takesPresses = ({ kind, secrets }: OpenChannel): boolean =>
  (kind === 1 || kind === 8) && provesPresses(secrets)

/** Asks a customer for the rating of an order through a gateway of SMS. @throws SendFailure */
export async function askRatingThrough(
  channel: OpenChannel,
  rating: Parameters<typeof sendRatingSms>[2],
  to: Addressee,
  surroundings: Surroundings,
): Promise<void> {
  if (channel.kind !== 4) throw new SendFailure('refused', '', { isFinal: true })
  await sendRatingSms(channel.settings, channel.secrets, rating, to, surroundings)
}

/** Calls one person through a gateway of SMS. @throws SendFailure */
export function callThrough(
  channel: OpenChannel,
  message: OutgoingMessage,
  to: Addressee,
  surroundings: Surroundings,
): Promise<PlacedCall> {
  if (channel.kind !== 4) throw new SendFailure('refused', '', { isFinal: true })
  return callPhone(channel.settings, channel.secrets, message, to, surroundings)
}

/** What the carrier made of an SMS or a call that a channel sent, or DingTalk of a work notice. @throws SendFailure */
export function receiptOf(
  channel: OpenChannel,
  sent: Parameters<typeof askReceipt>[2] & { readonly byVoice: boolean; readonly subject?: string | null },
  surroundings: Surroundings,
): Promise<Receipt> {
  if (channel.kind === 2) return askDingtalk(channel.settings, channel.secrets, sent, surroundings)
  if (channel.kind !== 4) throw new Error('this kind has no receipts')
  const ask = sent.byVoice ? askCall : askReceipt
  return ask(channel.settings, channel.secrets.keySecret, sent, surroundings)
}
