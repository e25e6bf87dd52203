import { aliyunTemplates, tencentTemplates } from './sms-templates.ts'
import { aliyunFault, startSignedVendor, tencentFault, type VendorCall as Call } from './signed-calls.ts'

/**
 * SMS of Alibaba Cloud (Dysmsapi 2017-05-25: SendSms, QuerySendDetails, signed by ACS3-HMAC-SHA256) and of Tencent Cloud
 * (SMS 2021-01-11: SendSms, PullSmsSendStatusByPhoneNumber, signed by TC3-HMAC-SHA256), as their API references describe
 * requests, answers and error codes. A wrong signature and a missing parameter are refused as there.
 */
export interface SmsVendor {
  readonly url: string
  readonly sent: readonly SentSms[]
  /** The code that the next messages are refused with; null: they are taken. */
  refuses: string | null
  /** What the carrier makes of a message: nothing yet, delivered, or refused with this code. */
  report(index: number, outcome: 'delivered' | { readonly refused: string }): void
  stop(): Promise<void>
}

export interface SentSms {
  readonly id: string
  readonly phone: string
  readonly template: string
  readonly values: unknown
}

interface Kept extends SentSms {
  outcome: 'awaited' | 'delivered' | { readonly refused: string }
}

type Vendor = 'aliyun' | 'tencent'

export async function startSmsVendor(
  vendor: Vendor,
  { keyId, keySecret }: { keyId: string; keySecret: string },
): Promise<SmsVendor> {
  const sent: Kept[] = []
  const fake = { refuses: null as string | null }
  const answerOf = { aliyun: aliyunAnswer, tencent: tencentAnswer }[vendor]
  const { url, stop } = await startSignedVendor({ keyId, keySecret }, (call) =>
    answerOf(call, sent, fake.refuses),
  )
  return Object.assign(fake, {
    url,
    sent,
    report(index: number, outcome: Kept['outcome']) {
      sent[index]!.outcome = outcome
    },
    stop,
  })
}

function aliyunAnswer(call: Call, sent: Kept[], refuses: string | null) {
  const failed = (Code: string, Message = Code) => ({ Code, Message, RequestId: 'request' })
  const wrong = aliyunFault(call)
  if (wrong !== null) return failed(...wrong)
  const { path, headers } = call
  const of = new URLSearchParams(path.split('?')[1] ?? '')
  const missing = (...wanted: string[]) => wanted.find((name) => (of.get(name) ?? '') === '')
  if (headers['x-acs-action'] === 'SendSms') {
    const lacks = missing('PhoneNumbers', 'SignName', 'TemplateCode')
    if (lacks !== undefined) return failed(`Missing${lacks}`)
    if (refuses !== null) return failed(refuses)
    const id = `9006196168${String(sent.length).padStart(8, '0')}^0`
    const phone = of.get('PhoneNumbers')!.replace(/^\+?86/, '')
    const values: unknown = JSON.parse(of.get('TemplateParam') ?? '{}')
    sent.push({ id, phone, template: of.get('TemplateCode')!, values, outcome: 'awaited' })
    return { Code: 'OK', Message: 'OK', BizId: id, RequestId: 'request' }
  }
  if (headers['x-acs-action'] === 'QuerySmsTemplateList') return aliyunTemplates(of)
  if (headers['x-acs-action'] !== 'QuerySendDetails') return failed('InvalidAction.NotFound')
  const lacks = missing('PhoneNumber', 'SendDate', 'PageSize', 'CurrentPage')
  if (lacks !== undefined) return failed(`Missing${lacks}`)
  if (!/^\d{8}$/.test(of.get('SendDate')!)) return failed('isv.INVALID_PARAMETERS')
  const found = sent.filter(
    ({ id, phone }) => phone === of.get('PhoneNumber') && (of.get('BizId') ?? id) === id,
  )
  return {
    Code: 'OK',
    Message: 'OK',
    RequestId: 'request',
    TotalCount: String(found.length),
    SmsSendDetailDTOs: {
      SmsSendDetailDTO: found.map(({ phone, template, outcome }) => ({
        PhoneNum: phone,
        TemplateCode: template,
        SendStatus: outcome === 'awaited' ? 1 : outcome === 'delivered' ? 3 : 2,
        ErrCode: outcome === 'awaited' ? '' : outcome === 'delivered' ? 'DELIVERED' : outcome.refused,
        Content: '',
        SendDate: '2026-01-01 00:00:00',
        ReceiveDate: outcome === 'awaited' ? '' : '2026-01-01 00:00:05',
      })),
    },
  }
}

function tencentAnswer(call: Call, sent: Kept[], refuses: string | null) {
  const failed = (Code: string) => ({ Response: { Error: { Code, Message: Code }, RequestId: 'request' } })
  const wrong = tencentFault(call, { service: 'sms', version: '2021-01-11' })
  if (wrong !== null) return failed(wrong)
  const { headers, body } = call
  const of = JSON.parse(body) as Record<string, unknown>
  const missing = (...wanted: string[]) => wanted.some((name) => of[name] === undefined)
  if (headers['x-tc-action'] === 'SendSms') {
    if (missing('PhoneNumberSet', 'SmsSdkAppId', 'TemplateId')) return failed('MissingParameter')
    const [phone] = of['PhoneNumberSet'] as string[]
    const status = { PhoneNumber: phone, Fee: 1, SessionContext: '', IsoCode: 'CN' }
    const id = `2019:${String(sent.length).padStart(19, '0')}`
    if (refuses === null)
      sent.push({
        id,
        phone: phone!,
        template: String(of['TemplateId']),
        values: of['TemplateParamSet'],
        outcome: 'awaited',
      })
    return {
      Response: {
        SendStatusSet: [
          refuses === null
            ? { ...status, SerialNo: id, Code: 'Ok', Message: 'send success' }
            : { ...status, SerialNo: '', Fee: 0, Code: refuses, Message: refuses },
        ],
        RequestId: 'request',
      },
    }
  }
  if (headers['x-tc-action'] === 'DescribeSmsTemplateList') return tencentTemplates(of)
  if (headers['x-tc-action'] !== 'PullSmsSendStatusByPhoneNumber') return failed('InvalidAction')
  if (missing('BeginTime', 'Offset', 'Limit', 'PhoneNumber', 'SmsSdkAppId')) return failed('MissingParameter')
  return {
    Response: {
      PullSmsSendStatusSet: sent
        .filter(({ phone, outcome }) => phone === of['PhoneNumber'] && outcome !== 'awaited')
        .map(({ id, phone, outcome }) => ({
          UserReceiveTime: 1_767_225_600,
          CountryCode: '86',
          SubscriberNumber: phone.replace(/^\+86/, ''),
          PhoneNumber: phone,
          SerialNo: id,
          ReportStatus: outcome === 'delivered' ? 'SUCCESS' : 'FAIL',
          Description: typeof outcome === 'object' ? outcome.refused : 'DELIVRD',
          SessionContext: '',
        })),
      RequestId: 'request',
    },
  }
}
