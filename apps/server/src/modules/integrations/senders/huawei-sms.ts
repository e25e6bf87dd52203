import { createHash, randomBytes } from 'node:crypto'
import { smsReportPath } from '@netward/contract/integration-values'
import { postToService } from '../../../platform/outgoing-service.ts'
import { networkFailure } from './network-failure.ts'
import { saidBy, SendFailure, type Surroundings } from './sender.ts'
import type { SmsSecrets, SmsSettings } from './sms.ts'
import type { Receipt } from './sms-receipt.ts'
import { objectOf } from './sms-vendors.ts'

interface HuaweiSms {
  readonly phone: string
  readonly templateCode: string
  readonly values: readonly string[]
}

/** X-WSSE: UsernameToken with a digest, as Message & SMS of Huawei Cloud takes it (api-msgsms/sms_05_0001). */
function wsse(key: string, secret: string, at: Date): string {
  const created = at.toISOString().replace(/\.\d+Z$/, 'Z')
  const nonce = randomBytes(16).toString('hex')
  const digest = createHash('sha256').update(`${nonce}${created}${secret}`).digest('base64')
  return `UsernameToken Username="${key}",PasswordDigest="${digest}",Nonce="${nonce}",Created="${created}"`
}

/**
 * An SMS of Huawei Cloud by batchSendSms. Its receipt is only reported, to the address of the gateway. Returns smsMsgId.
 * @throws SendFailure
 */
export async function sendByHuawei(
  { keyId, appId, region, signName }: SmsSettings,
  { keySecret, callback }: SmsSecrets,
  { phone, templateCode, values }: HuaweiSms,
  { caller, timeoutMilliseconds, signal, now, smsUrls, publicUrl }: Surroundings,
): Promise<string | null> {
  const base = smsUrls.huawei ?? `https://smsapi.${region === '' ? 'cn-north-4' : region}.myhuaweicloud.com/`
  const reports =
    publicUrl === undefined || callback === undefined ? null : `${publicUrl}${smsReportPath}/${callback}`
  const answer = await postToService(`${new URL(base).origin}/sms/batchSendSms/v1`, caller, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"',
      'x-wsse': wsse(keyId, keySecret, now()),
    },
    body: new URLSearchParams({
      from: appId,
      to: phone,
      templateId: templateCode,
      templateParas: JSON.stringify(values),
      signature: signName,
      ...(reports !== null && { statusCallback: reports }),
    }).toString(),
    timeoutMilliseconds,
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw networkFailure(error)
  })
  const said = objectOf(answer.body)
  const [first] = Array.isArray(said?.['result']) ? (said['result'] as Record<string, unknown>[]) : []
  const code = textIn(said?.['code'])
  if (code === '')
    throw new SendFailure('answer', `HTTP ${answer.status}`, {
      isFinal: answer.status < 500 && answer.status !== 429,
    })
  const status = textIn(first?.['status'])
  if (code === '000000' && status === '000000') return textIn(first?.['smsMsgId']) || null
  throw huaweiFailure(
    code === '000000' || code === 'E000510' ? status || code : code,
    textIn(said?.['description']),
    [keyId, keySecret],
  )
}

/** Codes of Message & SMS (api-msgsms/sms_05_0050), by what a person can do about them. */
function huaweiFailure(code: string, description: string, secrets: readonly string[]): SendFailure {
  const detail = saidBy(`${code}: ${description}`, secrets)
  if (/^E0001(?:0[1-9]|1[0-3])$/.test(code)) return new SendFailure('credentials', detail, { isFinal: true })
  if (/^(?:E000623|E200041|E200042)$/.test(code))
    return new SendFailure('too_many', detail, { isFinal: false, retryAfterSeconds: 60 })
  if (/^(?:E000027|E200034|E200043)$/.test(code))
    return new SendFailure('recipient', detail, { isFinal: true })
  return new SendFailure('refused', detail, { isFinal: code !== 'E000000' })
}

/** What Huawei Cloud reports of one SMS. */
export interface SmsReport {
  readonly vendorId: string
  readonly receipt: Receipt
}

/** Reads a status report (api-msgsms/sms_05_0003): fields of a form. Null: it is none, or not the last word. */
export function readSmsReport(form: string): SmsReport | null {
  const fields = new URLSearchParams(form)
  const vendorId = (fields.get('smsMsgId') ?? '').slice(0, 200)
  const status = (fields.get('status') ?? '').slice(0, 50)
  // Of a long message every part is reported: the first decides.
  if (vendorId === '' || status === '' || (fields.get('sequence') ?? '1') !== '1') return null
  return {
    vendorId,
    receipt: { state: status === 'DELIVRD' ? 'delivered' : 'refused', code: saidBy(status) },
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
