import { saidBy, SendFailure, type Surroundings } from './sender.ts'
import { internationalPhone, type SmsSettings, vendorFailure } from './sms.ts'
import { callAliyun, callTencent, objectOf } from './sms-vendors.ts'

/** What the carrier made of an SMS; `code` is the carrier's. */
export interface Receipt {
  readonly state: 'awaited' | 'delivered' | 'refused'
  readonly code: string
}

const awaited: Receipt = { state: 'awaited', code: '' }

interface Sent {
  readonly vendorId: string
  readonly phone: string
  readonly sentAt: Date
}

/**
 * Asks the vendor for the receipt of one message. What vendors push is unsigned and could come from anybody, so it is asked
 * for with our own key. @throws SendFailure
 */
export function askReceipt(
  settings: SmsSettings,
  keySecret: string,
  sent: Sent,
  surroundings: Surroundings,
): Promise<Receipt> {
  // Huawei Cloud can be asked for none: it reports them.
  if (settings.provider === 'huawei') return Promise.resolve(awaited)
  return (settings.provider === 'aliyun' ? askAliyun : askTencent)(settings, keySecret, sent, surroundings)
}

/** QuerySendDetails: by number, day in China, and BizId. SendStatus: 1 awaited, 2 failed, 3 delivered. */
async function askAliyun(
  settings: SmsSettings,
  keySecret: string,
  { vendorId, phone, sentAt }: Sent,
  surroundings: Surroundings,
): Promise<Receipt> {
  const answer = await callAliyun(
    settings,
    keySecret,
    'QuerySendDetails',
    {
      PhoneNumber: phone.replace(/^\+86/, ''),
      BizId: vendorId,
      SendDate: new Date(sentAt.getTime() + 8 * 3_600_000).toISOString().slice(0, 10).replaceAll('-', ''),
      PageSize: '10',
      CurrentPage: '1',
    },
    surroundings,
  )
  const said = objectOf(answer.body)
  if (typeof said?.['Code'] !== 'string')
    throw new SendFailure('answer', `HTTP ${answer.status}`, { isFinal: false })
  if (said['Code'] !== 'OK')
    throw vendorFailure({ code: said['Code'], message: textIn(said['Message']) }, [settings.keyId, keySecret])
  const details = said['SmsSendDetailDTOs'] as { SmsSendDetailDTO?: unknown } | undefined
  const [detail] = listOf(details?.SmsSendDetailDTO)
  if (detail === undefined || Number(detail['SendStatus']) === 1) return awaited
  return {
    state: Number(detail['SendStatus']) === 3 ? 'delivered' : 'refused',
    code: saidBy(textIn(detail['ErrCode'])),
  }
}

/** PullSmsSendStatusByPhoneNumber: since the message was sent, by its SerialNo. */
async function askTencent(
  settings: SmsSettings,
  keySecret: string,
  { vendorId, phone, sentAt }: Sent,
  surroundings: Surroundings,
): Promise<Receipt> {
  const answer = await callTencent(
    settings,
    keySecret,
    'PullSmsSendStatusByPhoneNumber',
    {
      BeginTime: Math.floor(sentAt.getTime() / 1000) - 60,
      Offset: 0,
      Limit: 100,
      PhoneNumber: internationalPhone(phone),
      SmsSdkAppId: settings.appId,
    },
    surroundings,
  )
  const response = objectOf(answer.body)?.['Response'] as
    | { Error?: { Code?: string; Message?: string }; PullSmsSendStatusSet?: unknown }
    | undefined
  if (response?.Error !== undefined)
    throw vendorFailure({ code: response.Error.Code ?? '', message: response.Error.Message ?? '' }, [
      settings.keyId,
      keySecret,
    ])
  if (response === undefined) throw new SendFailure('answer', `HTTP ${answer.status}`, { isFinal: false })
  const found = listOf(response.PullSmsSendStatusSet).find(({ SerialNo }) => SerialNo === vendorId)
  if (found === undefined) return awaited
  return {
    state: found['ReportStatus'] === 'SUCCESS' ? 'delivered' : 'refused',
    code: saidBy(textIn(found['Description'])),
  }
}

const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value)
    ? value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null)
    : []

export const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
