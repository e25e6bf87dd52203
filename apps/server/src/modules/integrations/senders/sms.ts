import type { SmsParameter, SmsProvider, VoiceKey } from '@netward/contract/integration-values'
import { fitParameter } from '@netward/contract/sms-parameters'
import { type Addressee, type OutgoingMessage, saidBy, SendFailure, type Surroundings } from './sender.ts'
import { sendByHuawei } from './huawei-sms.ts'
import { callAliyun, callTencent, objectOf } from './sms-vendors.ts'

export interface SmsSettings {
  readonly provider: SmsProvider
  readonly keyId: string
  readonly appId: string
  readonly region: string
  readonly signName: string
  readonly templateCode: string
  readonly parameters: readonly SmsParameter[]
  readonly parameterLength: number
  readonly fallbackId: string | null
  readonly fallbackMinutes: number
  /** Absent or empty: it asks nobody for ratings. */
  readonly ratingTemplateCode?: string
  /** Absent or null: it makes no calls. */
  readonly voice?: VoiceSettings | null
  /** Yuan; null or absent: unknown. */
  readonly price?: number | null
  readonly callPrice?: number | null
  /** Yuan a day; null or absent: no limit. */
  readonly dailyBudget?: number | null
}

export interface SmsSecrets {
  readonly keySecret: string
  /** Of the address that Huawei Cloud reports to. */
  readonly callback?: string
}

export interface VoiceSettings {
  readonly templateCode: string
  readonly appId: string
  readonly showNumber: string
  readonly key: VoiceKey | null
}

/**
 * An SMS by a template that the vendor approved: its text is the vendor's, we fill in its parameters. Returns its id at the
 * vendor, by which the carrier's receipt is asked for.
 */
export function sendSms(
  settings: SmsSettings,
  secrets: SmsSecrets,
  message: OutgoingMessage,
  to: Addressee,
  surroundings: Surroundings,
): Promise<string | null> {
  const { templateCode } = settings
  return sendTemplate(settings, secrets, templateCode, templateValues(settings, message), to, surroundings)
}

/** Asks for the rating of an order. The vendors' limits for a parameter make its ticket two of them. */
export async function sendRatingSms(
  settings: SmsSettings,
  secrets: SmsSecrets,
  { number, ticket }: { readonly number: string; readonly ticket: string },
  to: Addressee,
  surroundings: Surroundings,
): Promise<void> {
  const half = Math.ceil(ticket.length / 2)
  const values =
    settings.provider === 'aliyun'
      ? ([
          ['number', number],
          ['ticket', ticket],
        ] as const)
      : ([
          ['number', number],
          ['begin', ticket.slice(0, half)],
          ['end', ticket.slice(half)],
        ] as const)
  await sendTemplate(settings, secrets, settings.ratingTemplateCode ?? '', values, to, surroundings)
}

async function sendTemplate(
  settings: SmsSettings,
  secrets: SmsSecrets,
  templateCode: string,
  values: readonly (readonly [string, string])[],
  to: Addressee,
  surroundings: Surroundings,
): Promise<string | null> {
  const phone = internationalPhone(to.phone ?? '')
  const { signName } = settings
  const { keySecret } = secrets
  if (settings.provider === 'huawei')
    return sendByHuawei(
      settings,
      secrets,
      { phone, templateCode, values: values.map(([, value]) => value) },
      surroundings,
    )
  const answer =
    settings.provider === 'aliyun'
      ? await callAliyun(
          settings,
          keySecret,
          'SendSms',
          {
            PhoneNumbers: phone,
            SignName: signName,
            TemplateCode: templateCode,
            TemplateParam: JSON.stringify(Object.fromEntries(values)),
          },
          surroundings,
        )
      : await callTencent(
          settings,
          keySecret,
          'SendSms',
          {
            PhoneNumberSet: [phone],
            SmsSdkAppId: settings.appId,
            SignName: signName,
            TemplateId: templateCode,
            TemplateParamSet: values.map(([, value]) => value),
          },
          surroundings,
        )
  const said = settings.provider === 'aliyun' ? saidByAliyun(answer.body) : saidByTencent(answer.body)
  if (said === null)
    throw new SendFailure('answer', `HTTP ${answer.status}`, {
      isFinal: answer.status < 500 && answer.status !== 429,
    })
  if (!/^ok$/i.test(said.code)) throw vendorFailure(said, [settings.keyId, keySecret])
  return said.id
}

/** E.164; a number without a country is Chinese. */
export const internationalPhone = (phone: string) => (phone.startsWith('+') ? phone : `+86${phone}`)

/** The parameters of a template, by name and in order, as its vendor takes them. */
export const templateValues = (
  { provider, parameters, parameterLength }: Pick<SmsSettings, 'provider' | 'parameters' | 'parameterLength'>,
  { sms }: Pick<OutgoingMessage, 'sms'>,
) => parameters.map((name) => [name, fitParameter(sms[name], provider, parameterLength)] as const)

interface Said {
  readonly code: string
  readonly message: string
  /** Of a message that was taken. */
  readonly id: string | null
}

function saidByAliyun(body: string): Said | null {
  const answer = objectOf(body)
  return typeof answer?.['Code'] === 'string'
    ? { code: answer['Code'], message: textOf(answer['Message']) ?? '', id: textOf(answer['BizId']) }
    : null
}

function saidByTencent(body: string): Said | null {
  const response = objectOf(body)?.['Response'] as
    | {
        Error?: { Code?: string; Message?: string }
        SendStatusSet?: { Code?: string; Message?: string; SerialNo?: string }[]
      }
    | undefined
  const status = response?.SendStatusSet?.[0]
  const said = response?.Error ?? status
  return typeof said?.Code === 'string'
    ? { code: said.Code, message: said.Message ?? '', id: textOf(status?.SerialNo) }
    : null
}

export const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** Codes of both vendors, by what a person can do about them. */
export function vendorFailure(
  { code, message }: Pick<Said, 'code' | 'message'>,
  secrets: readonly string[],
): SendFailure {
  const detail = saidBy(`${code}: ${message}`, secrets)
  if (/limit|frequency|throttl/i.test(code))
    return new SendFailure('too_many', detail, { isFinal: /day|daily/i.test(code), retryAfterSeconds: 60 })
  if (
    /AccessKey|Signature(?:DoesNotMatch|Failure|Nonce)|SecretId|AuthFailure|UnauthorizedOperation/i.test(code)
  )
    return new SendFailure('credentials', detail, { isFinal: true })
  if (/MOBILE|PhoneNumber|PHONE_NUMBER|BLACK/i.test(code))
    return new SendFailure('recipient', detail, { isFinal: true })
  return new SendFailure('refused', detail, { isFinal: !/InternalError|SYSTEM_ERROR/i.test(code) })
}
