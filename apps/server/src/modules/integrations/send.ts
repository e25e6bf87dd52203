import type { Secrets } from '../../platform/secrets.ts'
import { type OpenChannel, openChannelSecrets } from './channel-settings.ts'
import type { StoredChannel } from './channel.repo.ts'
import { sendMail } from './senders/mail.ts'
import { sendToRobot } from './senders/robot.ts'
import { type Addressee, type OutgoingMessage, SendFailure, type Surroundings } from './senders/sender.ts'
import { sendRatingSms, sendSms } from './senders/sms.ts'
import { askReceipt, type Receipt } from './senders/sms-receipt.ts'
import { askCall, callPhone, type PlacedCall } from './senders/voice.ts'
import { sendWebhook } from './senders/webhook.ts'

/** @throws Error when it was sealed for another company, or with another master key. */
export function openChannel(
  secrets: Secrets,
  companyId: string,
  { kind, settings, sealed }: Pick<StoredChannel, 'kind' | 'settings' | 'sealed'>,
): OpenChannel {
  return { kind, settings, secrets: openChannelSecrets(secrets, companyId, sealed) } as unknown as OpenChannel
}

/**
 * Sends one message through one channel; `to` is a person where the kind needs one. Returns the id of an SMS at its vendor.
 * @throws SendFailure
 */
export async function sendThrough(
  channel: OpenChannel,
  message: OutgoingMessage,
  to: Addressee | null,
  surroundings: Surroundings,
): Promise<string | null> {
  switch (channel.kind) {
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

/** What the carrier made of an SMS or a call that a channel sent. @throws SendFailure */
export function receiptOf(
  channel: OpenChannel,
  sent: Parameters<typeof askReceipt>[2] & { readonly byVoice: boolean },
  surroundings: Surroundings,
): Promise<Receipt> {
  if (channel.kind !== 4) throw new Error('only SMS have receipts')
  const ask = sent.byVoice ? askCall : askReceipt
  return ask(channel.settings, channel.secrets.keySecret, sent, surroundings)
}
