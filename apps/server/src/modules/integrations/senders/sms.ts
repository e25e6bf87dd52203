import { randomUUID } from 'node:crypto'
import type { SmsParameter } from '@netward/contract/integration-values'
import { postToService, type ServiceAnswer } from '../../../platform/outgoing-service.ts'
import { signAliyun } from '../signatures/aliyun.ts'
import { signTencent } from '../signatures/tencent.ts'
import { networkFailure } from './network-failure.ts'
import { type Addressee, type OutgoingMessage, saidBy, SendFailure, type Surroundings } from './sender.ts'

export interface SmsSettings {
  readonly provider: 'aliyun' | 'tencent'
  readonly keyId: string
  readonly appId: string
  readonly region: string
  readonly signName: string
  readonly templateCode: string
  readonly parameters: readonly SmsParameter[]
  readonly parameterLength: number
}

/** An SMS by a template that the vendor approved: its text is the vendor's, we fill in its parameters. */
export async function sendSms(
  settings: SmsSettings,
  secrets: { readonly keySecret: string },
  message: OutgoingMessage,
  to: Addressee,
  surroundings: Surroundings,
): Promise<void> {
  const phone = (to.phone ?? '').startsWith('+') ? (to.phone ?? '') : `+86${to.phone ?? ''}`
  const values = settings.parameters.map((name) => [
    name,
    fitted(message.sms[name], settings.parameterLength),
  ])
  const call = settings.provider === 'aliyun' ? callAliyun : callTencent
  let answer: ServiceAnswer
  try {
    answer = await call(settings, secrets.keySecret, phone, values as [string, string][], surroundings)
  } catch (error) {
    throw networkFailure(error)
  }
  const said = settings.provider === 'aliyun' ? saidByAliyun(answer.body) : saidByTencent(answer.body)
  if (said === null)
    throw new SendFailure('answer', `HTTP ${answer.status}`, {
      isFinal: answer.status < 500 && answer.status !== 429,
    })
  if (!/^ok$/i.test(said.code)) throw vendorFailure(said, [settings.keyId, secrets.keySecret])
}

/** A parameter holds no line break, and as many characters as the vendor allows. */
function fitted(value: string, most: number): string {
  const signs = Array.from(value.replace(/\s+/g, ' ').trim())
  return signs.length <= most ? signs.join('') : `${signs.slice(0, most - 1).join('')}…`
}

async function callAliyun(
  { keyId, signName, templateCode }: SmsSettings,
  keySecret: string,
  phone: string,
  values: readonly (readonly [string, string])[],
  { caller, timeoutMilliseconds, signal, now, smsUrls }: Surroundings,
): Promise<ServiceAnswer> {
  const url = new URL(smsUrls.aliyun)
  const { query, headers } = signAliyun({
    host: url.host,
    action: 'SendSms',
    version: '2017-05-25',
    parameters: {
      PhoneNumbers: phone,
      SignName: signName,
      TemplateCode: templateCode,
      TemplateParam: JSON.stringify(Object.fromEntries(values)),
    },
    keyId,
    keySecret,
    at: now(),
    nonce: randomUUID(),
  })
  return postToService(`${url.origin}/?${query}`, caller, {
    headers,
    body: '',
    timeoutMilliseconds,
    ...(signal && { signal }),
  })
}

async function callTencent(
  { keyId, appId, region, signName, templateCode }: SmsSettings,
  keySecret: string,
  phone: string,
  values: readonly (readonly [string, string])[],
  { caller, timeoutMilliseconds, signal, now, smsUrls }: Surroundings,
): Promise<ServiceAnswer> {
  const url = new URL(smsUrls.tencent)
  const body = JSON.stringify({
    PhoneNumberSet: [phone],
    SmsSdkAppId: appId,
    SignName: signName,
    TemplateId: templateCode,
    TemplateParamSet: values.map(([, value]) => value),
  })
  const headers = signTencent({
    host: url.host,
    service: 'sms',
    action: 'SendSms',
    version: '2021-01-11',
    region: region === '' ? 'ap-guangzhou' : region,
    body,
    secretId: keyId,
    secretKey: keySecret,
    at: now(),
  })
  return postToService(`${url.origin}/`, caller, {
    headers,
    body,
    timeoutMilliseconds,
    ...(signal && { signal }),
  })
}

interface Said {
  readonly code: string
  readonly message: string
}

function parsed(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function saidByAliyun(body: string): Said | null {
  const answer = parsed(body)
  return typeof answer?.['Code'] === 'string'
    ? { code: answer['Code'], message: typeof answer['Message'] === 'string' ? answer['Message'] : '' }
    : null
}

function saidByTencent(body: string): Said | null {
  const response = parsed(body)?.['Response'] as
    | { Error?: { Code?: string; Message?: string }; SendStatusSet?: { Code?: string; Message?: string }[] }
    | undefined
  const said = response?.Error ?? response?.SendStatusSet?.[0]
  return typeof said?.Code === 'string' ? { code: said.Code, message: said.Message ?? '' } : null
}

/** Codes of both vendors, by what a person can do about them. */
function vendorFailure({ code, message }: Said, secrets: readonly string[]): SendFailure {
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
