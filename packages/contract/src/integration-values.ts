/** Kinds of integration channels: numbers of the `channel` parameter (specification §2). */
export const channelKinds = [1, 2, 3, 6, 7, 8, 9, 4, 5, 10, 11] as const
export type ChannelKind = (typeof channelKinds)[number]

/** The name of a kind in phrases, and of its settings in requests. */
export const channelForms = {
  1: 'wecom',
  2: 'dingtalk',
  3: 'entra',
  4: 'sms',
  5: 'mail',
  6: 'oidc',
  7: 'saml',
  8: 'feishu',
  9: 'ldap',
  10: 'robot',
  11: 'webhook',
} as const satisfies Record<ChannelKind, string>
export type ChannelForm = (typeof channelForms)[ChannelKind]

/** Kinds that messages are sent through. */
export const sendingKinds = [4, 5, 10, 11] as const
export type SendingKind = (typeof sendingKinds)[number]

export function isSendingKind(kind: ChannelKind): kind is SendingKind {
  return (sendingKinds as readonly number[]).includes(kind)
}

/** Applications of kinds that sign people in and, if they are set to, send messages to the linked ones. */
export const messengerKinds = [1, 2, 8] as const satisfies readonly ChannelKind[]
export type MessengerKind = (typeof messengerKinds)[number]
export type MessengerForm = (typeof channelForms)[MessengerKind]

export function isMessengerKind(kind: number): kind is MessengerKind {
  return (messengerKinds as readonly number[]).includes(kind)
}

export function isChannelKind(kind: number): kind is ChannelKind {
  return (channelKinds as readonly number[]).includes(kind)
}

/** `starttls`: required; `offered`: where the server offers it, and then without a user. */
export const mailSecurities = ['starttls', 'tls', 'offered'] as const
/** Whose mail server sends: the company's, or the platform's (SMTP_URL), which needs no settings. */
export const mailServers = ['own', 'platform'] as const
/** Who issues access tokens for a mail server that takes no passwords (SASL XOAUTH2). */
export const mailIssuers = ['microsoft', 'google'] as const
/** Clouds of Microsoft that have Exchange Online. */
export const mailClouds = ['global', 'china', 'usgov'] as const
/** Of a mailbox: TLS from the first byte, or STARTTLS that is required. */
export const inboxSecurities = ['tls', 'starttls'] as const
export const smsProviders = ['aliyun', 'tencent', 'huawei'] as const
export type SmsProvider = (typeof smsProviders)[number]
/** Those that also call. */
export const voiceProviders = ['aliyun', 'tencent'] as const satisfies readonly SmsProvider[]
export type VoiceProvider = (typeof voiceProviders)[number]
export function isVoiceProvider(provider: SmsProvider): provider is VoiceProvider {
  return provider !== 'huawei'
}
/** What a template of the SMS vendor may hold; Tencent Cloud takes them by position, Alibaba Cloud by these names. */
export const smsParameters = ['severity', 'device', 'rule', 'outlet', 'count', 'time'] as const
export type SmsParameter = (typeof smsParameters)[number]
/** A template's code, as its vendor writes it: SMS_ and digits, or digits. */
export const smsTemplateCodes = {
  aliyun: /^SMS_\d{1,20}$/,
  tencent: /^\d{1,20}$/,
  huawei: /^[0-9a-f]{32}$/,
} as const
/** What a vendor says of a template. */
export const smsTemplateStates = ['approved', 'pending', 'refused'] as const
export type SmsTemplateState = (typeof smsTemplateStates)[number]
/** Where Huawei Cloud reports SMS; the secret of the gateway follows. */
export const smsReportPath = '/api/v1/notice/sms'
/** Characters that a vendor allows in a parameter of a template; a gateway may be set to fewer. */
export const smsParameterLimits = { aliyun: 20, tencent: 12, huawei: 20 } as const satisfies Record<
  (typeof smsProviders)[number],
  number
>

/** A template of a voice call: TTS_ and digits, or digits. */
export const voiceTemplateCodes = { aliyun: /^TTS_\d{1,20}$/, tencent: /^\d{1,20}$/ } as const
/** Keys of a phone that can acknowledge. */
export const voiceKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#'] as const
export type VoiceKey = (typeof voiceKeys)[number]
/** Where vendors report calls; the secret of the gateway follows. */
export const voiceCallbackPath = '/api/v1/notice/voice'

/** Where Feishu reports buttons of cards; the id in the addresses of the channel follows. */
export const cardCallbackPath = '/api/v1/integration/cards'

export const robotVendors = ['wecom', 'dingtalk', 'feishu', 'teams'] as const
export type RobotVendor = (typeof robotVendors)[number]
export const robotFormats = ['markdown', 'text'] as const

export const channelStates = ['working', 'failing', 'paused', 'unused'] as const
export type ChannelState = (typeof channelStates)[number]

/** Why a message did not go out. */
export const sendFailures = [
  'address_refused',
  'not_found',
  'unreachable',
  'timeout',
  'certificate',
  'no_starttls',
  'credentials',
  'recipient',
  'unlinked',
  'carrier',
  'unanswered',
  'too_many',
  'refused',
  'answer',
  // Of SMS and calls: nothing more is sent today.
  'budget',
  // Of sign-in channels.
  'secret_ended',
  'trusted_address',
  'permission_missing',
  'callback_unknown',
  'application_unknown',
  'directory_other',
  'metadata',
  'signature',
  'claims',
] as const
export type SendFailureReason = (typeof sendFailures)[number]
