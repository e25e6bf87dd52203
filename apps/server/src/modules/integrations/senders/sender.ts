import type { SendFailureReason, SmsParameter } from '@netward/contract/integration-values'
import type { ServiceCaller } from '../../../platform/outgoing-service.ts'

/** A message for people outside of the console, in the forms that channels take. */
export interface OutgoingMessage {
  /** The same whenever it is repeated, so that receivers recognise it. */
  readonly id: string
  readonly language: 'zh' | 'en'
  readonly subject: string
  /** Lines for people; the last one is the link. Names in it are hostile text. */
  readonly lines: readonly string[]
  readonly link: string
  /** Subject and lines are escaped for the robot: they may hold the company's own Markdown. */
  readonly isEscaped?: boolean
  /** A line of robots: who is on call. It is escaped when it is sent. */
  readonly onCall?: string
  /** Whom a robot mentions: verified mobile numbers of people on call. */
  readonly mentions?: readonly string[]
  /** A link to a page whose button acts, for the one reader of a mail. */
  readonly act?: { readonly text: string; readonly link: string }
  /** Of messages of applications. */
  readonly card?: MessageCard
  /** Closes what had to be cut, before the link. */
  readonly cutText: string
  readonly sms: Readonly<Record<SmsParameter, string>>
  /** For programs: the type, and its data. */
  readonly event: { readonly type: string; readonly data: unknown }
}

/** What a person may do from a card. */
export const cardActs = ['acknowledge', 'accept', 'approve', 'refuse'] as const
export type CardAct = (typeof cardActs)[number]

/** Buttons of a message to one person, for vendors whose callbacks prove who pressed one. */
export interface MessageCard {
  readonly buttons: readonly { readonly act: CardAct; readonly text: string }[]
  /** When it was made: vendors take the same text again for a repetition. */
  readonly note: string
  /** Of the field for the reason of a refusal. */
  readonly reasonLabel: string
  /** Opens the page of what it reports. */
  readonly openText: string
}

/** One person, by an address that they verified or an account that is linked. Groups and webhooks need none. */
export interface Addressee {
  readonly email?: string
  readonly phone?: string
  /** Who they are to the application that the channel is. */
  readonly subject?: string
}

/** What a sender needs to know of the world. */
export interface Surroundings {
  readonly caller: ServiceCaller
  readonly timeoutMilliseconds: number
  readonly signal?: AbortSignal
  readonly now: () => Date
  /** Where the vendors of SMS and calls answer. */
  readonly smsUrls: SmsUrls
  /** Of the console, where vendors report to; absent: they do not. */
  readonly publicUrl?: string
  /** The platform's own mail server; absent or null: it has none. */
  readonly platformMail?: PlatformMail | null
}

export interface PlatformMail {
  /** SMTP_URL, as nodemailer reads it. */
  readonly smtpUrl: string
  readonly mailFrom: string
}

export interface SmsUrls {
  readonly aliyun: string
  readonly tencent: string
  /** Of calls; without them the usual ones. */
  readonly aliyunVoice?: string
  readonly tencentVoice?: string
  /** Without it the one of the region of the gateway. */
  readonly huawei?: string
}

export const usualSmsUrls = {
  aliyun: 'https://dysmsapi.aliyuncs.com/',
  tencent: 'https://sms.tencentcloudapi.com/',
  aliyunVoice: 'https://dyvmsapi.aliyuncs.com/',
  tencentVoice: 'https://vms.tencentcloudapi.com/',
} as const satisfies SmsUrls

/** Why it did not go out; `detail` is what the other side said, in one line and without secrets. */
export class SendFailure extends Error {
  override name = 'SendFailure'
  readonly reason: SendFailureReason
  readonly detail: string
  /** Sending it again cannot help. */
  readonly isFinal: boolean
  readonly retryAfterSeconds: number | null

  constructor(
    reason: SendFailureReason,
    detail: string,
    options: { isFinal: boolean; retryAfterSeconds?: number; cause?: unknown },
  ) {
    super(`${reason}: ${detail}`, { cause: options.cause })
    this.reason = reason
    this.detail = detail
    this.isFinal = options.isFinal
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }
}

const detailLength = 200

/** What another side said, for a person: one line, without the secrets of the channel. */
export function saidBy(text: string, secrets: readonly string[] = []): string {
  const hidden = secrets
    .filter((secret) => secret.length >= 4)
    .reduce((said, secret) => said.replaceAll(secret, '***'), text)
  return hidden
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069\u200E\u200F]+/gu, ' ')
    .trim()
    .slice(0, detailLength)
}
