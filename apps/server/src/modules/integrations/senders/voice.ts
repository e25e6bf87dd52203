import { randomBytes } from 'node:crypto'
import { type Addressee, type OutgoingMessage, saidBy, SendFailure, type Surroundings } from './sender.ts'
import { internationalPhone, type SmsSettings, templateValues, textOf, vendorFailure } from './sms.ts'
import { type Receipt, textIn } from './sms-receipt.ts'
import { callAliyun, callTencent, objectOf } from './sms-vendors.ts'

/** A call that the vendor places. */
export interface PlacedCall {
  readonly vendorId: string
  /** A secret that the vendor's reports name the call by: our OutId, or the CallId of Tencent Cloud. */
  readonly reference: string
}

type Secret = { readonly keySecret: string }

/** Has a phone called and a template read aloud, twice. With a key that acknowledges, the called person is asked for it. */
export async function callPhone(
  settings: SmsSettings,
  secret: Secret,
  message: OutgoingMessage,
  to: Addressee,
  surroundings: Surroundings,
): Promise<PlacedCall> {
  if (!settings.voice) throw new SendFailure('refused', '', { isFinal: true })
  const place = settings.provider === 'aliyun' ? placeByAliyun : placeByTencent
  return place(settings, settings.voice, secret, message, to.phone ?? '', surroundings)
}

type Place = (
  settings: SmsSettings,
  voice: NonNullable<SmsSettings['voice']>,
  secret: Secret,
  message: OutgoingMessage,
  phone: string,
  surroundings: Surroundings,
) => Promise<PlacedCall>

/** IvrCall takes a key; SingleCallByTts only reads. */
const placeByAliyun: Place = async (settings, voice, { keySecret }, message, phone, surroundings) => {
  // 15 characters, as many as an OutId has.
  const reference = randomBytes(11).toString('base64url')
  const { templateCode, showNumber, key } = voice
  const values = JSON.stringify(Object.fromEntries(templateValues(settings, message)))
  const common = {
    CalledNumber: phone.replace(/^\+86/, ''),
    ...(showNumber !== '' && { CalledShowNumber: showNumber }),
    PlayTimes: '2',
    OutId: reference,
  }
  const answer =
    key === null
      ? await callAliyun(
          settings,
          keySecret,
          'SingleCallByTts',
          { ...common, TtsCode: templateCode, TtsParam: values },
          surroundings,
        )
      : await callAliyun(
          settings,
          keySecret,
          'IvrCall',
          {
            ...common,
            StartCode: templateCode,
            StartTtsParams: values,
            Timeout: '5000',
            'MenuKeyMap.1.Key': key,
          },
          surroundings,
        )
  const said = objectOf(answer.body)
  const code = textOf(said?.['Code'])
  if (code === null) throw unknownAnswer(answer.status)
  const secrets = [settings.keyId, keySecret]
  if (code !== 'OK') throw vendorFailure({ code, message: textIn(said?.['Message']) }, secrets)
  return { vendorId: textIn(said?.['CallId']), reference }
}

const placeByTencent: Place = async (settings, voice, { keySecret }, message, phone, surroundings) => {
  const answer = await callTencent(
    settings,
    keySecret,
    'SendTtsVoice',
    {
      TemplateId: voice.templateCode,
      CalledNumber: internationalPhone(phone),
      VoiceSdkAppid: voice.appId,
      TemplateParamSet: templateValues(settings, message).map(([, value]) => value),
      PlayTimes: 2,
    },
    surroundings,
  )
  const response = objectOf(answer.body)?.['Response'] as
    | { Error?: { Code?: string; Message?: string }; SendStatus?: { CallId?: string } }
    | undefined
  const secrets = [settings.keyId, keySecret]
  if (response?.Error !== undefined)
    throw vendorFailure({ code: response.Error.Code ?? '', message: response.Error.Message ?? '' }, secrets)
  const callId = textOf(response?.SendStatus?.CallId)
  if (callId === null) throw unknownAnswer(answer.status)
  return { vendorId: callId, reference: callId }
}

const unknownAnswer = (status: number) =>
  new SendFailure('answer', `HTTP ${status}`, { isFinal: status < 500 && status !== 429 })

/** Products of Alibaba Cloud Voice, by which a call is found. */
const products = { ivr: '11000000300005', notice: '11000000300006' } as const

/**
 * What became of a call. Alibaba Cloud is asked with our own key; Tencent Cloud has nothing that could be asked, and reports to
 * the callback alone. @throws SendFailure
 */
export async function askCall(
  settings: SmsSettings,
  keySecret: string,
  { vendorId, sentAt }: { readonly vendorId: string; readonly sentAt: Date },
  surroundings: Surroundings,
): Promise<Receipt> {
  if (settings.provider !== 'aliyun') return { state: 'awaited', code: '' }
  const answer = await callAliyun(
    settings,
    keySecret,
    'QueryCallDetailByCallId',
    {
      CallId: vendorId,
      ProdId: (settings.voice?.key ?? null) === null ? products.notice : products.ivr,
      QueryDate: String(sentAt.getTime()),
    },
    surroundings,
  )
  const said = objectOf(answer.body)
  const code = textOf(said?.['Code'])
  if (code === null) throw unknownAnswer(answer.status)
  if (code !== 'OK')
    throw vendorFailure({ code, message: textIn(said?.['Message']) }, [settings.keyId, keySecret])
  const detail = objectOf(textIn(said?.['Data']))
  const state = textIn(detail?.['state'])
  if (state === '') return { state: 'awaited', code: '' }
  return receiptOfStatus(state, textIn(detail?.['stateDesc']))
}

/** 200000: the call was answered. */
export function receiptOfStatus(status: string, text: string): Receipt {
  return { state: status === '200000' ? 'delivered' : 'refused', code: saidBy(`${status} ${text}`) }
}
