import type { Secrets } from '../../platform/secrets.ts'
import { type OpenChannel, openChannelSecrets } from './channel-settings.ts'
import type { StoredChannel } from './channel.repo.ts'
import { sendMail } from './senders/mail.ts'
import { sendToRobot } from './senders/robot.ts'
import type { Addressee, OutgoingMessage, Surroundings } from './senders/sender.ts'
import { sendSms } from './senders/sms.ts'
import { askReceipt, type Receipt } from './senders/sms-receipt.ts'
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

/** What the carrier made of an SMS that a channel sent. @throws SendFailure */
export function receiptOf(
  channel: OpenChannel,
  sent: Parameters<typeof askReceipt>[2],
  surroundings: Surroundings,
): Promise<Receipt> {
  if (channel.kind !== 4) throw new Error('only SMS have receipts')
  return askReceipt(channel.settings, channel.secrets.keySecret, sent, surroundings)
}
