import { AppError } from '../../platform/errors.ts'
import type { Channel } from './message.ts'

/** What the configuration says about messages. */
export interface MessageConfig {
  /** Of the console, without a slash at the end: links begin with it. */
  readonly publicUrl: string
  readonly smtpUrl: string | null
  /** The sender of mails. */
  readonly mailFrom: string
  /** Messages are kept where this machine can read them instead of being sent: for development and demonstrations. */
  readonly outbox: boolean
}

/** Which ways out this installation has. */
export function channels({ smtpUrl, outbox }: MessageConfig): { phoneCodes: boolean; mail: boolean } {
  return { phoneCodes: outbox, mail: outbox || smtpUrl !== null }
}

/** Who has no such way out cannot send. @throws AppError code.channel_unavailable */
export function requireChannel({ messages }: { readonly messages: MessageConfig }, channel: Channel): void {
  if (!hasChannel(messages, channel)) throw new AppError('code.channel_unavailable')
}

export function hasChannel(config: MessageConfig, channel: Channel): boolean {
  const { phoneCodes, mail } = channels(config)
  return channel === 'phone' ? phoneCodes : mail
}
