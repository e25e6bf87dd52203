import { AppError } from '../../platform/errors.ts'
import type { Channel } from './message.ts'

/** Message configuration. */
export interface MessageConfig {
  /** Base URL of the console, without a trailing slash. */
  readonly publicUrl: string
  readonly smtpUrl: string | null
  /** The sender of mails. */
  readonly mailFrom: string
  /** Messages are stored for local reading instead of being sent: for development and demonstrations. */
  readonly outbox: boolean
}

/** Delivery channels of this installation. */
export function channels({ smtpUrl, outbox }: MessageConfig): { phoneCodes: boolean; mail: boolean } {
  return { phoneCodes: outbox, mail: outbox || smtpUrl !== null }
}

/** Refuses if the channel is missing. @throws AppError code.channel_unavailable */
export function requireChannel({ messages }: { readonly messages: MessageConfig }, channel: Channel): void {
  if (!hasChannel(messages, channel)) throw new AppError('code.channel_unavailable')
}

export function hasChannel(config: MessageConfig, channel: Channel): boolean {
  const { phoneCodes, mail } = channels(config)
  return channel === 'phone' ? phoneCodes : mail
}
