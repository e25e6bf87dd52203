import type { Secrets } from '../../platform/secrets.ts'
import { type OpenChannel, openChannelSecrets } from './channel-settings.ts'
import type { StoredChannel } from './channel.repo.ts'
import { sendMail } from './senders/mail.ts'
import { sendToRobot } from './senders/robot.ts'
import type { Addressee, OutgoingMessage, Surroundings } from './senders/sender.ts'
import { sendSms } from './senders/sms.ts'
import { sendWebhook } from './senders/webhook.ts'

/** @throws Error when it was sealed for another company, or with another master key. */
export function openChannel(
  secrets: Secrets,
  companyId: string,
  { kind, settings, sealed }: Pick<StoredChannel, 'kind' | 'settings' | 'sealed'>,
): OpenChannel {
  return { kind, settings, secrets: openChannelSecrets(secrets, companyId, sealed) } as unknown as OpenChannel
}

/** Sends one message through one channel; `to` is a person where the kind needs one. @throws SendFailure */
export async function sendThrough(
  channel: OpenChannel,
  message: OutgoingMessage,
  to: Addressee | null,
  surroundings: Surroundings,
): Promise<void> {
  switch (channel.kind) {
    case 4:
      return sendSms(channel.settings, channel.secrets, message, to ?? {}, surroundings)
    case 5:
      return sendMail(channel.settings, channel.secrets, message, to ?? {}, surroundings)
    case 10:
      return sendToRobot(channel.settings, channel.secrets, message, surroundings)
    case 11:
      return sendWebhook(channel.secrets, message, surroundings)
  }
}
