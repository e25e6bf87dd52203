import { createPrivateKey, randomBytes } from 'node:crypto'
import type { InputOf, integrationApi } from '@netward/contract'
import {
  channelForms,
  type ChannelKind,
  isVoiceProvider,
  type SendingKind,
  smsTemplateCodes,
  voiceTemplateCodes,
} from '@netward/contract/integration-values'
import { isSignOnKind } from '@netward/contract/sign-on-values'
import type { Secrets } from '../../platform/secrets.ts'
import type { MailSecrets, MailSettings } from './senders/mail.ts'
import type { MailOauth } from './senders/mail-token.ts'
import type { RobotSecrets, RobotSettings } from './senders/robot.ts'
import type { SmsSecrets, SmsSettings, VoiceSettings } from './senders/sms.ts'
import type { WebhookSecrets } from './senders/webhook.ts'
import { mergedSignOn, type StoredSignOn } from './sign-on-settings.ts'
import type { DingtalkSettings } from './vendors/dingtalk.ts'
import type { FeishuSettings } from './vendors/feishu.ts'
import type { WecomSettings } from './vendors/wecom.ts'
import { newWebhookSecret } from './signatures/standard-webhook.ts'

type Given = Omit<InputOf<typeof integrationApi.addChannel>, 'name'>

/** Of a channel, by its kind; without what is secret. */
export type StoredSettings = MailSettings | SmsSettings | RobotSettings | StoredSignOn | Record<string, never>

/** Secrets by name. Addresses of robots and webhooks hold a key, so they are among them. */
export type ChannelSecrets = Readonly<Record<string, string>>

/** A channel that can send. */
export type OpenChannel =
  | { readonly kind: 4; readonly settings: SmsSettings; readonly secrets: SmsSecrets }
  | {
      readonly kind: 5
      readonly settings: MailSettings
      readonly secrets: MailSecrets & { readonly inboxPassword?: string }
    }
  | { readonly kind: 1; readonly settings: WecomSettings; readonly secrets: ChannelSecrets }
  | { readonly kind: 2; readonly settings: DingtalkSettings; readonly secrets: ChannelSecrets }
  | { readonly kind: 8; readonly settings: FeishuSettings; readonly secrets: ChannelSecrets }
  | { readonly kind: 10; readonly settings: RobotSettings; readonly secrets: RobotSecrets }
  | { readonly kind: 11; readonly settings: Record<string, never>; readonly secrets: WebhookSecrets }

/** Bound to the company: a row copied into another company's does not open. */
const contextOf = (companyId: string) => `integration_channel:${companyId}`

export function sealChannel(secrets: Secrets, companyId: string, values: ChannelSecrets): Buffer {
  return secrets.seal(JSON.stringify(values), contextOf(companyId))
}

export function openChannelSecrets(secrets: Secrets, companyId: string, sealed: Buffer): ChannelSecrets {
  return JSON.parse(secrets.open(sealed, contextOf(companyId)).toString()) as ChannelSecrets
}

/** A field that does not do, and why. */
interface Problem {
  readonly field: string
  readonly code:
    | 'integration.secret_missing'
    | 'integration.password_in_clear'
    | 'integration.key_unreadable'
    | 'integration.template_code_wrong'
    | 'integration.parameter_twice'
    | 'integration.show_number_missing'
    | 'integration.price_missing'
    | 'sign_on.certificate_wrong'
    | 'sign_on.base_missing'
    | 'sign_on.domains_missing'
    | 'sign_on.filter_wrong'
    | 'sign_on.event_secret_missing'
}

const needed = (field: string, isMissing: boolean): Problem | null =>
  isMissing ? { field, code: 'integration.secret_missing' } : null

function templateProblem({
  provider,
  templateCode,
  ratingTemplateCode = '',
  parameters,
}: Pick<SmsSettings, 'provider' | 'templateCode' | 'ratingTemplateCode' | 'parameters'>): Problem | null {
  if (!smsTemplateCodes[provider].test(templateCode))
    return { field: 'sms.templateCode', code: 'integration.template_code_wrong' }
  if (ratingTemplateCode !== '' && !smsTemplateCodes[provider].test(ratingTemplateCode))
    return { field: 'sms.ratingTemplateCode', code: 'integration.template_code_wrong' }
  // Alibaba Cloud fills parameters in by name.
  if (new Set(parameters).size < parameters.length)
    return { field: 'sms.parameters', code: 'integration.parameter_twice' }
  return null
}

function voiceProblem({ provider, voice }: Pick<SmsSettings, 'provider' | 'voice'>): Problem | null {
  if (!voice || !isVoiceProvider(provider)) return null
  if (!voiceTemplateCodes[provider].test(voice.templateCode))
    return { field: 'sms.voice.templateCode', code: 'integration.template_code_wrong' }
  if (provider === 'aliyun')
    return voice.key !== null && voice.showNumber === ''
      ? { field: 'sms.voice.showNumber', code: 'integration.show_number_missing' }
      : null
  return needed('sms.voice.appId', voice.appId === '')
}

function priceProblem({
  price,
  callPrice,
  dailyBudget,
  voice,
}: Pick<SmsSettings, 'price' | 'callPrice' | 'dailyBudget' | 'voice'>): Problem | null {
  if (dailyBudget === null || dailyBudget === undefined) return null
  if (!price) return { field: 'sms.price', code: 'integration.price_missing' }
  return voice && !callPrice ? { field: 'sms.callPrice', code: 'integration.price_missing' } : null
}

/** Without what the other vendor alone has. */
function voiceOf({ provider, voice }: Pick<SmsSettings, 'provider' | 'voice'>): VoiceSettings | null {
  if (!voice || !isVoiceProvider(provider)) return null
  return provider === 'tencent' ? { ...voice, showNumber: '' } : { ...voice, appId: '' }
}

interface Merged {
  readonly settings: StoredSettings
  readonly secrets: ChannelSecrets
  readonly target: string
  readonly problem: Problem | null
  readonly madeSecret: string | null
  /** The day on which a secret or certificate ends; null: unknown. */
  readonly secretEndsOn: string | null
}

/** Hosts of the stored settings of a mail channel; null: none. */
export interface HostsBefore {
  readonly sending: string | null
  readonly inbox: string | null
}

/**
 * What is stored of given settings, and what the kind needs and nobody gave. `hostsBefore` is where stored passwords of mail
 * servers go: nobody who cannot read them sends them elsewhere.
 */
export function mergedChannel(
  given: Given,
  before: ChannelSecrets,
  hostsBefore: HostsBefore,
  settingsBefore: StoredSettings | null = null,
): Merged {
  const { kind } = given
  if (isSignOnKind(kind))
    return { ...mergedSignOn(kind, given, { settings: settingsBefore, secrets: before }), madeSecret: null }
  return { ...mergedSender(kind, given, before, hostsBefore), secretEndsOn: null }
}

function mergedSender(
  kind: SendingKind,
  given: Given,
  before: ChannelSecrets,
  hostsBefore: HostsBefore,
): Omit<Merged, 'secretEndsOn'> {
  switch (kind) {
    case 4: {
      const { keySecret = before['keySecret'], newCallback: _new, ...sms } = given.sms!
      const settings = { ...sms, voice: voiceOf(sms) }
      const hasAppId = settings.provider !== 'aliyun'
      // Huawei Cloud takes the address of its reports with each message.
      const callback =
        settings.provider === 'huawei'
          ? (before['callback'] ?? randomBytes(24).toString('base64url'))
          : undefined
      return {
        settings: hasAppId ? settings : { ...settings, appId: '' },
        secrets: kept({ keySecret, callback }),
        target: `${settings.provider} ${settings.signName}`,
        problem:
          needed('sms.keySecret', keySecret === undefined) ??
          needed('sms.appId', hasAppId && settings.appId === '') ??
          templateProblem(settings) ??
          voiceProblem(settings) ??
          priceProblem(settings),
        madeSecret: null,
      }
    }
    case 5:
      return mergedMail(given.mail!, before, hostsBefore)
    case 10: {
      const { address = before['address'], signSecret = before['signSecret'], ...settings } = given.robot!
      return {
        settings,
        // An empty one is taken away: the robot does not ask for a signature any more.
        secrets: kept({ address, signSecret: signSecret === '' ? undefined : signSecret }),
        target: hostOf(address),
        problem: needed('robot.address', address === undefined),
        madeSecret: null,
      }
    }
    case 11: {
      const { address = before['address'] } = given.webhook!
      const old = given.webhook!.secret ?? before['secret']
      const made = old === undefined ? newWebhookSecret() : null
      return {
        settings: {},
        secrets: kept({ address, secret: old ?? made! }),
        target: hostOf(address),
        problem: needed('webhook.address', address === undefined),
        madeSecret: made,
      }
    }
  }
}

function mergedMail(
  {
    password: givenPassword,
    inboxPassword: givenInboxPassword,
    clientSecret: givenSecret,
    ...mail
  }: NonNullable<Given['mail']>,
  before: ChannelSecrets,
  hostsBefore: HostsBefore,
): Omit<Merged, 'secretEndsOn'> {
  const stays = (host: string, hostBefore: string | null) => host.toLowerCase() === hostBefore?.toLowerCase()
  const isOwn = mail.server === 'own'
  const settings = isOwn ? mail : { ...mail, host: '', user: '', from: '', oauth: null }
  const hasUser = settings.user !== ''
  const password =
    givenPassword ?? (stays(settings.host, hostsBefore.sending) ? before['password'] : undefined)
  const { inbox, oauth } = settings
  // Tokens go to both servers.
  const hostsStay =
    stays(settings.host, hostsBefore.sending) && (inbox === null || stays(inbox.host, hostsBefore.inbox))
  const clientSecret = givenSecret ?? (hostsStay ? before['clientSecret'] : undefined)
  const inboxPassword =
    givenInboxPassword ?? (stays(inbox?.host ?? '', hostsBefore.inbox) ? before['inboxPassword'] : undefined)
  return {
    settings,
    secrets: kept({
      password: hasUser && oauth === null ? password : undefined,
      inboxPassword: inbox === null || oauth !== null ? undefined : inboxPassword,
      clientSecret: oauth === null ? undefined : clientSecret,
    }),
    target: isOwn ? `${settings.host}:${settings.port}` : 'platform',
    problem:
      hasUser && settings.security === 'offered'
        ? { field: 'mail.security', code: 'integration.password_in_clear' }
        : (needed('mail.host', isOwn && settings.host === '') ??
          needed('mail.from', isOwn && settings.from === '') ??
          (oauth === null
            ? (needed('mail.password', hasUser && password === undefined) ??
              needed('mail.inboxPassword', inbox !== null && inboxPassword === undefined))
            : (needed('mail.user', !hasUser) ?? secretProblem(oauth, clientSecret)))),
    madeSecret: null,
  }
}

function secretProblem({ issuer }: MailOauth, secret: string | undefined): Problem | null {
  if (secret === undefined) return { field: 'mail.clientSecret', code: 'integration.secret_missing' }
  return issuer === 'google' && !isPrivateKey(secret)
    ? { field: 'mail.clientSecret', code: 'integration.key_unreadable' }
    : null
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa' && pem.includes('BEGIN PRIVATE KEY')
  } catch {
    return false
  }
}

const kept = (values: Readonly<Record<string, string | undefined>>): ChannelSecrets =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

const hostOf = (address: string | undefined) =>
  address !== undefined && URL.canParse(address) ? new URL(address).host : ''

/** What the API answers of settings, by the name of its kind. */
export function shownSettings(
  kind: ChannelKind,
  settings: StoredSettings,
  secrets: ChannelSecrets,
  secretEndsOn: string | null,
) {
  const form = channelForms[kind]
  const none = {
    ...Object.fromEntries(Object.values(channelForms).map((name) => [name, null])),
    signIn: null,
  }
  if ('signIn' in settings) {
    const { signIn, ...own } = settings as StoredSignOn
    return { ...none, [form]: form === 'entra' || form === 'oidc' ? { ...own, secretEndsOn } : own, signIn }
  }
  if (form === 'robot')
    return { ...none, robot: { ...(settings as RobotSettings), signed: secrets['signSecret'] !== undefined } }
  return { ...none, [form]: settings }
}
