import { randomUUID } from 'node:crypto'
import { postToService, type ServiceAnswer } from '../../../platform/outgoing-service.ts'
import { signAliyun } from '../signatures/aliyun.ts'
import { signTencent } from '../signatures/tencent.ts'
import { networkFailure } from './network-failure.ts'
import type { SmsSettings } from './sms.ts'
import { type Surroundings, usualSmsUrls } from './sender.ts'

/** An action of Alibaba Cloud SMS or Voice, both of version 2017-05-25. @throws SendFailure */
export async function callAliyun(
  { keyId }: SmsSettings,
  keySecret: string,
  action:
    | 'SendSms'
    | 'QuerySendDetails'
    | 'QuerySmsTemplateList'
    | 'SingleCallByTts'
    | 'IvrCall'
    | 'QueryCallDetailByCallId',
  parameters: Readonly<Record<string, string>>,
  { caller, timeoutMilliseconds, signal, now, smsUrls }: Surroundings,
): Promise<ServiceAnswer> {
  const isCall = !['SendSms', 'QuerySendDetails', 'QuerySmsTemplateList'].includes(action)
  const url = new URL(isCall ? (smsUrls.aliyunVoice ?? usualSmsUrls.aliyunVoice) : smsUrls.aliyun)
  const { query, headers } = signAliyun({
    host: url.host,
    action,
    version: '2017-05-25',
    parameters,
    keyId,
    keySecret,
    at: now(),
    nonce: randomUUID(),
  })
  return posted(`${url.origin}/?${query}`, headers, '', { caller, timeoutMilliseconds, signal })
}

/** An action of Tencent Cloud SMS, version 2021-01-11, or of its voice messages, version 2020-09-02. @throws SendFailure */
export async function callTencent(
  { keyId, region }: SmsSettings,
  keySecret: string,
  action: 'SendSms' | 'PullSmsSendStatusByPhoneNumber' | 'DescribeSmsTemplateList' | 'SendTtsVoice',
  parameters: Readonly<Record<string, unknown>>,
  { caller, timeoutMilliseconds, signal, now, smsUrls }: Surroundings,
): Promise<ServiceAnswer> {
  const isCall = action === 'SendTtsVoice'
  const url = new URL(isCall ? (smsUrls.tencentVoice ?? usualSmsUrls.tencentVoice) : smsUrls.tencent)
  const body = JSON.stringify(parameters)
  const headers = signTencent({
    host: url.host,
    service: isCall ? 'vms' : 'sms',
    action,
    version: isCall ? '2020-09-02' : '2021-01-11',
    region: region === '' ? 'ap-guangzhou' : region,
    body,
    secretId: keyId,
    secretKey: keySecret,
    at: now(),
  })
  return posted(`${url.origin}/`, headers, body, { caller, timeoutMilliseconds, signal })
}

async function posted(
  address: string,
  headers: Record<string, string>,
  body: string,
  {
    caller,
    timeoutMilliseconds,
    signal,
  }: Pick<Surroundings, 'caller' | 'timeoutMilliseconds'> & {
    signal: AbortSignal | undefined
  },
): Promise<ServiceAnswer> {
  try {
    return await postToService(address, caller, {
      headers,
      body,
      timeoutMilliseconds,
      ...(signal && { signal }),
    })
  } catch (error) {
    throw networkFailure(error)
  }
}

/** The JSON object that an answer holds. */
export function objectOf(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
