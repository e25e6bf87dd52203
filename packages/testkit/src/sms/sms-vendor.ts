import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

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

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

export async function startSmsVendor(
  vendor: Vendor,
  { keyId, keySecret }: { keyId: string; keySecret: string },
): Promise<SmsVendor> {
  const sent: Kept[] = []
  const fake = { refuses: null as string | null }
  const answerOf = { aliyun: aliyunAnswer, tencent: tencentAnswer }[vendor]
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const call: Call = { path: request.url ?? '/', headers: request.headers, body, keyId, keySecret }
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answerOf(call, sent, fake.refuses)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sent,
    report(index: number, outcome: Kept['outcome']) {
      sent[index]!.outcome = outcome
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  })
}

interface Call {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly keyId: string
  readonly keySecret: string
}

function aliyunAnswer({ path, headers, body, keyId, keySecret }: Call, sent: Kept[], refuses: string | null) {
  const failed = (Code: string, Message = Code) => ({ Code, Message, RequestId: 'request' })
  const query = path.split('?')[1] ?? ''
  const given = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  if (given === null || given[1] !== keyId) return failed('InvalidAccessKeyId.NotFound')
  const names = given[2]!.split(';')
  for (const name of [
    'host',
    'x-acs-action',
    'x-acs-version',
    'x-acs-date',
    'x-acs-signature-nonce',
    'x-acs-content-sha256',
  ])
    if (!names.includes(name)) return failed('MissingSignedHeader', name)
  const canonical = [
    'POST',
    '/',
    query.split('&').toSorted().join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const signature = createHmac('sha256', keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex')
  if (signature !== given[3]) return failed('SignatureDoesNotMatch')
  if (headers['x-acs-version'] !== '2017-05-25') return failed('InvalidVersion')
  const of = new URLSearchParams(query)
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

function tencentAnswer({ headers, body, keyId, keySecret }: Call, sent: Kept[], refuses: string | null) {
  const failed = (Code: string) => ({ Response: { Error: { Code, Message: Code }, RequestId: 'request' } })
  const given =
    /^TC3-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (given === null || given[1] !== keyId) return failed('AuthFailure.SecretIdNotFound')
  const [, , scope = '', signed = '', signature] = given
  const canonical = [
    'POST',
    '/',
    '',
    ...signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    sha256(body),
  ].join('\n')
  const [date = '', service = ''] = scope.split('/')
  const key = hmac(hmac(hmac(`TC3${keySecret}`, date), service), 'tc3_request')
  const timestamp = String(headers['x-tc-timestamp'])
  const right = hmac(key, ['TC3-HMAC-SHA256', timestamp, scope, sha256(canonical)].join('\n')).toString('hex')
  if (right !== signature) return failed('AuthFailure.SignatureFailure')
  if (headers['x-tc-version'] !== '2021-01-11') return failed('InvalidParameterValue')
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
