import { aliyunFault, startSignedVendor, tencentFault, type VendorCall } from './signed-calls.ts'

/**
 * Calls of Alibaba Cloud (Dyvmsapi 2017-05-25: IvrCall, SingleCallByTts, QueryCallDetailByCallId) and of Tencent Cloud (VMS
 * 2020-09-02: SendTtsVoice), as their API references describe requests, answers and reports. A wrong signature and a missing
 * parameter are refused as there.
 */
export interface VoiceVendor {
  readonly url: string
  readonly calls: readonly FakeCall[]
  /** The code that the next calls are refused with; null: they are taken. */
  refuses: string | null
  /** The called person answers and presses these keys, or the call fails; the vendor posts its reports, or has no address. */
  end(index: number, outcome: CallOutcome, post: PostReport | null): Promise<void>
  stop(): Promise<void>
}

/** Posts one report to the callback address. */
export type PostReport = (report: object) => Promise<void>

export type CallOutcome = { readonly keys: string } | { readonly failed: string }

export interface FakeCall {
  readonly id: string
  /** OutId, of Alibaba Cloud alone. */
  readonly outId: string
  readonly action: string
  readonly phone: string
  readonly template: string
  readonly values: unknown
  readonly key: string | null
}

interface Kept extends FakeCall {
  outcome: CallOutcome | null
}

type Vendor = 'aliyun' | 'tencent'

export async function startVoiceVendor(
  vendor: Vendor,
  keys: { keyId: string; keySecret: string },
): Promise<VoiceVendor> {
  const calls: Kept[] = []
  const fake = { refuses: null as string | null }
  const answerOf = { aliyun: aliyunAnswer, tencent: tencentAnswer }[vendor]
  const reportsOf = { aliyun: aliyunReports, tencent: tencentReports }[vendor]
  const { url, stop } = await startSignedVendor(keys, (call) => answerOf(call, calls, fake.refuses))
  return Object.assign(fake, {
    url,
    calls,
    async end(index: number, outcome: CallOutcome, post: PostReport | null) {
      const call = calls[index]!
      call.outcome = outcome
      if (post === null) return
      for (const report of reportsOf(call, outcome)) await post(report)
    },
    stop,
  })
}

function aliyunAnswer(call: VendorCall, calls: Kept[], refuses: string | null) {
  const failed = (Code: string, Message = Code) => ({ Code, Message, RequestId: 'request' })
  const fault = aliyunFault(call)
  if (fault !== null) return failed(...fault)
  const of = new URLSearchParams(call.path.split('?')[1] ?? '')
  const missing = (...wanted: string[]) => wanted.find((name) => (of.get(name) ?? '') === '')
  const action = String(call.headers['x-acs-action'])
  if (action === 'QueryCallDetailByCallId') {
    const lacks = missing('CallId', 'ProdId', 'QueryDate')
    if (lacks !== undefined) return failed(`Missing${lacks}`)
    const found = calls.find(({ id }) => id === of.get('CallId'))
    const right = found?.action === 'IvrCall' ? '11000000300005' : '11000000300006'
    const outcome = of.get('ProdId') === right ? found?.outcome : null
    return {
      Code: 'OK',
      Message: 'OK',
      RequestId: 'request',
      // A product that does not match, and a call that lasts, have no details.
      ...(outcome && {
        Data: JSON.stringify({
          callee: found!.phone,
          state: 'failed' in outcome ? outcome.failed : '200000',
          stateDesc: 'failed' in outcome ? '用户未接' : '用户接听',
          duration: 'failed' in outcome ? 0 : 12,
        }),
      }),
    }
  }
  const fields = { IvrCall: ['StartCode', 'StartTtsParams'], SingleCallByTts: ['TtsCode', 'TtsParam'] }[
    action
  ]
  if (fields === undefined) return failed('InvalidAction.NotFound')
  const isIvr = action === 'IvrCall'
  const lacks = missing(
    'CalledNumber',
    fields[0]!,
    ...(isIvr ? ['CalledShowNumber', 'MenuKeyMap.1.Key'] : []),
  )
  if (lacks !== undefined) return failed(`Missing${lacks}`)
  if (!/^1\d{10}$/.test(of.get('CalledNumber')!)) return failed('isv.MOBILE_NUMBER_ILLEGAL')
  const outId = of.get('OutId') ?? ''
  if (Buffer.byteLength(outId) > 15) return failed('isv.INVALID_PARAMETERS')
  const values = JSON.parse(of.get(fields[1]!) ?? '{}') as Record<string, string>
  if (Object.values(values).some((value) => Array.from(value).length > 20 || /【|】|:\/\//.test(value)))
    return failed('isv.TEMPLATE_PARAMS_ILLEGAL')
  if (refuses !== null) return failed(refuses)
  const id = `113853585007^${String(calls.length).padStart(12, '0')}`
  calls.push({
    id,
    outId,
    action,
    phone: of.get('CalledNumber')!,
    template: of.get(fields[0]!)!,
    values,
    key: of.get('MenuKeyMap.1.Key'),
    outcome: null,
  })
  return { Code: 'OK', Message: 'OK', CallId: id, RequestId: 'request' }
}

/** VoiceCallReport for the key, and VoiceReport at the end: lists that are not signed. */
function aliyunReports({ id, outId, phone }: Kept, outcome: CallOutcome): object[] {
  const common = { call_id: id, out_id: outId }
  if ('failed' in outcome)
    return [[{ ...common, callee: phone, status_code: outcome.failed, status_msg: '用户未接', dtmf: '' }]]
  return [
    ...(outcome.keys === '' ? [] : [[{ ...common, status_code: '300000', dtmf: outcome.keys }]]),
    [{ ...common, callee: phone, status_code: '200000', status_msg: '执行完成', dtmf: outcome.keys }],
  ]
}

function tencentAnswer(call: VendorCall, calls: Kept[], refuses: string | null) {
  const failed = (Code: string) => ({ Response: { Error: { Code, Message: Code }, RequestId: 'request' } })
  const fault = tencentFault(call, { service: 'vms', version: '2020-09-02' })
  if (fault !== null) return failed(fault)
  if (call.headers['x-tc-action'] !== 'SendTtsVoice') return failed('InvalidAction')
  const of = JSON.parse(call.body) as Record<string, unknown>
  if (['TemplateId', 'CalledNumber', 'VoiceSdkAppid'].some((name) => of[name] === undefined))
    return failed('MissingParameter')
  const phone = String(of['CalledNumber'])
  if (!/^\+\d{6,15}$/.test(phone)) return failed('InvalidParameterValue.CalledNumberVerifyFail')
  const values = of['TemplateParamSet'] as string[]
  if (values.some((value) => Array.from(value).length > 12))
    return failed('InvalidParameterValue.ContentLengthLimit')
  if (refuses !== null) return failed(refuses)
  const id = `12582bce-${String(calls.length).padStart(4, '0')}-4a1c-9d2e-2d4c8afbb06c`
  calls.push({
    id,
    outId: '',
    action: 'SendTtsVoice',
    phone,
    template: String(of['TemplateId']),
    values,
    key: null,
    outcome: null,
  })
  return { Response: { SendStatus: { CallId: id, SessionContext: '' }, RequestId: 'request' } }
}

function tencentReports({ id, phone }: Kept, outcome: CallOutcome): object[] {
  const common = { call_from: '', callid: id, mobile: phone.replace(/^\+86/, ''), nationcode: '86' }
  if ('failed' in outcome)
    return [
      { voice_failure_callback: { ...common, failure_code: Number(outcome.failed), failure_reason: '空号' } },
    ]
  return [
    ...(outcome.keys === '' ? [] : [{ voicekey_callback: { ...common, keypress: outcome.keys } }]),
    { voiceprompt_callback: { ...common, result: '0', accept_time: '1470197211', fee: '1' } },
  ]
}
