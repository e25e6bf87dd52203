import { createHash } from 'node:crypto'
import { startSignedVendor, type VendorCall } from './signed-calls.ts'

/** An SMS that was taken, and where its receipt is to be reported. */
export interface HuaweiSms {
  readonly id: string
  readonly phone: string
  readonly template: string
  readonly values: readonly string[]
  readonly statusCallback: string
}

export interface HuaweiVendor {
  readonly url: string
  readonly sent: readonly HuaweiSms[]
  /** The code that the next messages are refused with; null: they are taken. */
  refuses: string | null
  /** Runs before a message is answered: a report may come first. */
  beforeAnswer: (sms: HuaweiSms) => Promise<void> | void
  /** The form that reports what became of an SMS. */
  report(sms: HuaweiSms, status: string): string
  stop(): Promise<void>
}

/**
 * Message & SMS of Huawei Cloud, written from its API reference (batchSendSms, status report, X-WSSE authentication, as of
 * 2025-06). Receipts are only reported, unsigned, to `statusCallback`.
 */
export async function startHuaweiVendor(keys: { keyId: string; keySecret: string }): Promise<HuaweiVendor> {
  const sent: HuaweiSms[] = []
  const { url, stop } = await startSignedVendor(keys, (call) => answerOf(call))
  const failed = (code: string, description: string) => ({ code, description })

  async function answerOf(call: VendorCall): Promise<unknown> {
    if (call.path !== '/sms/batchSendSms/v1') return failed('E000503', 'The API is not found.')
    const fault = wsseFault(call)
    if (fault !== null) return failed(...fault)
    const of = new URLSearchParams(call.body)
    const lacks = ['from', 'to', 'templateId', 'templateParas', 'signature'].find(
      (name) => (of.get(name) ?? '') === '',
    )
    if (lacks !== undefined) return failed('E000503', `Parameter ${lacks} is missing.`)
    if (vendor.refuses !== null)
      return {
        code: 'E000510',
        description: 'The SMS fails to be sent.',
        result: [{ originTo: of.get('to'), status: vendor.refuses }],
      }
    const values = JSON.parse(of.get('templateParas')!) as string[]
    if (values.some((value) => Array.from(value).length > 20)) return failed('E000620', 'templateParas')
    const sms: HuaweiSms = {
      id: `d6e3cdd0-522b-4692-8304-a07553cdf591_${sent.length}`,
      phone: of.get('to')!,
      template: of.get('templateId')!,
      values,
      statusCallback: of.get('statusCallback') ?? '',
    }
    sent.push(sms)
    await vendor.beforeAnswer(sms)
    const result = [{ originTo: sms.phone, from: of.get('from'), smsMsgId: sms.id, status: '000000' }]
    return { code: '000000', description: 'Success', result }
  }

  const vendor: HuaweiVendor = {
    url,
    sent,
    refuses: null,
    beforeAnswer: () => {},
    report: ({ id }, status) =>
      new URLSearchParams({
        sequence: '1',
        total: '1',
        updateTime: '2026-01-01T00:00:05Z',
        source: '1',
        smsMsgId: id,
        status,
      }).toString(),
    stop,
  }
  return vendor
}

function wsseFault({ headers, keyId, keySecret }: VendorCall): [string, string] | null {
  if (headers.authorization !== 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"')
    return ['E000101', 'The authorization header is missing.']
  const given =
    /^UsernameToken Username="([^"]+)",PasswordDigest="([^"]+)",Nonce="([^"]+)",Created="([^"]+)"$/.exec(
      String(headers['x-wsse']),
    )
  if (given === null) return ['E000102', 'The X-WSSE header is missing.']
  const [, key, digest, nonce, created] = given
  if (key !== keyId) return ['E000103', 'The app_key is invalid.']
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(created!)) return ['E000104', 'Created is invalid.']
  const right = createHash('sha256').update(`${nonce}${created}${keySecret}`).digest('base64')
  return digest === right ? null : ['E000105', 'The PasswordDigest is invalid.']
}
