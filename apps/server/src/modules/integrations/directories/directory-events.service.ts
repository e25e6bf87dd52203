import { createHash, randomBytes } from 'node:crypto'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { openChannelSecrets } from '../channel-settings.ts'
import { type FeishuCallbackHeaders, readFeishuCallback } from '../signatures/feishu-callback.ts'
import { callbackSignature, isSignedBy, openCallback, sealCallback } from '../signatures/vendor-callback.ts'
import { partOf, textOf } from '../vendors/json-calls.ts'
import { dingtalkSubjects } from './dingtalk-events.ts'
import { takeOfEntra } from './entra-notifications.ts'
import { feishuSubjects } from './feishu-events.ts'
import { idOf } from './reading.ts'
import { directoryEventRepo, type EventChannel } from './directory-event.repo.ts'
import { elementText, wecomCard, wecomEarlier, wecomSubjects } from './wecom-events.ts'

/** Clocks may differ, and vendors repeat what was not answered. An identifier of a message is kept for longer. */
const windowSeconds = 600

export interface EventDeps {
  readonly scopes: Scopes
  readonly secrets: Secrets
  /** Fields of a `template_card_event`, which comes the same way. */
  readonly takeCard: (
    scopes: Scopes,
    channelId: string,
    event: Readonly<Partial<Record<string, string>>>,
    address: string,
  ) => Promise<void>
}

export interface GivenEvent {
  /** The address of WeCom is tried by GET. */
  readonly isTrial: boolean
  readonly query: Readonly<Record<string, string>>
  readonly body: string
  readonly address: string
  /** X-Lark-… of Feishu. */
  readonly headers: FeishuCallbackHeaders
}

/** What is answered; null: nobody takes events there. */
export type EventAnswer =
  | {
      readonly refused: false
      readonly status?: 202
      readonly text: string
      readonly type: 'text/plain' | 'application/json'
    }
  | { readonly refused: true }
  | null

const refused = { refused: true } as const

interface Opened {
  readonly message: string
  readonly receiver: string
}

/** Takes what a service reports of its directory: signed with the token of this channel, encrypted for its company, and new. */
export async function takeDirectoryEvent(
  deps: EventDeps,
  publicId: string,
  given: GivenEvent,
): Promise<EventAnswer> {
  if (!/^[a-f0-9]{32}$/.test(publicId)) return null
  const channel = await directoryEventRepo.channel(deps.scopes, publicId)
  if (channel === null || !channel.usable || channel.paused) return null
  // Microsoft signs nothing: its notifications repeat what the subscription was made with.
  if (channel.kind === 3) return given.isTrial ? null : takeOfEntra(deps.scopes, channel, given)
  const { eventToken: token, eventKey: key } = openChannelSecrets(
    deps.secrets,
    channel.company_id,
    channel.sealed,
  )
  if (token === undefined || key === undefined) return null
  if (channel.kind === 1) return takeOfWecom(deps, channel, given, { token, key })
  if (given.isTrial) return null
  if (channel.kind === 8) return takeOfFeishu(deps, channel, given, { token, key })
  return channel.kind === 2 ? takeOfDingtalk(deps, channel, given, { token, key }) : null
}

interface EventKeys {
  readonly token: string
  readonly key: string
}

async function takeOfWecom(
  deps: EventDeps,
  channel: EventChannel,
  { isTrial, query, body, address }: GivenEvent,
  keys: EventKeys,
): Promise<EventAnswer> {
  const encrypted = isTrial ? (query['echostr'] ?? '') : elementText(body, 'Encrypt')
  const opened = openedBy(keys, { ...query, signature: query['msg_signature'] ?? '' }, encrypted)
  if (opened === null || !receivers(channel).includes(opened.receiver)) return refused
  if (isTrial) return { refused: false, text: opened.message, type: 'text/plain' }
  const card = wecomCard(opened.message)
  if (card === null)
    await noteOf(
      deps,
      channel,
      { subjects: wecomSubjects(opened.message), was: wecomEarlier(opened.message) },
      encrypted,
    )
  else await deps.takeCard(deps.scopes, channel.id, card, address)
  return { refused: false, text: 'success', type: 'text/plain' }
}

async function takeOfDingtalk(
  deps: EventDeps,
  channel: EventChannel,
  { query, body }: GivenEvent,
  keys: EventKeys,
): Promise<EventAnswer> {
  const encrypted = textOf(objectIn(body)['encrypt'])
  const signature = query['msg_signature'] ?? query['signature'] ?? ''
  const opened = openedBy(keys, { ...query, signature }, encrypted)
  const [own = '', ...others] = receivers(channel)
  if (opened === null || ![own, ...others].includes(opened.receiver)) return refused
  const event = objectIn(opened.message)
  const corpId = textOf(event['CorpId'])
  if (corpId !== '' && !receivers(channel).includes(corpId)) return refused
  await noteOf(deps, channel, { subjects: dingtalkSubjects(event) }, encrypted)
  // The vendor takes an answer that is encrypted alone.
  const timeStamp = String(Date.now())
  const nonce = randomBytes(8).toString('hex')
  const encrypt = sealCallback(keys.key, 'success', opened.receiver)
  const answer = {
    msg_signature: callbackSignature(keys.token, timeStamp, nonce, encrypt),
    timeStamp,
    nonce,
    encrypt,
  }
  return { refused: false, text: JSON.stringify(answer), type: 'application/json' }
}

/** The address is tried by a challenge; an event has an identifier, by which it counts once. */
async function takeOfFeishu(
  deps: EventDeps,
  channel: EventChannel,
  { body, headers }: GivenEvent,
  { token, key }: EventKeys,
): Promise<EventAnswer> {
  const opened = readFeishuCallback({ token, encryptKey: key }, body, headers, new Date())
  if (opened === null) return refused
  const answered = (answer: object) =>
    ({ refused: false, text: JSON.stringify(answer), type: 'application/json' }) as const
  if (opened['type'] === 'url_verification') return answered({ challenge: textOf(opened['challenge']) })
  const header = partOf(opened['header'])
  const { appId } = channel.settings as Readonly<Record<string, unknown>>
  if (textOf(header['app_id']) !== appId) return refused
  const id = idOf(header['event_id'])
  if (id === undefined) return refused
  const subjects = feishuSubjects(textOf(header['event_type']), partOf(opened['event']))
  await noteOf(deps, channel, { subjects }, id)
  return answered({})
}

/** Verified before it is decrypted. */
function openedBy(
  { token, key }: EventKeys,
  query: Readonly<Record<string, string>>,
  encrypted: string,
): Opened | null {
  const { signature = '', timestamp = '', nonce = '' } = query
  if (!isSignedBy(token, { signature, timestamp, nonce, encrypted })) return null
  if (!/^\d{10}(?:\d{3})?$/.test(timestamp)) return null
  const seconds = Number(timestamp.slice(0, 10))
  if (Math.abs(Date.now() / 1000 - seconds) > windowSeconds) return null
  return openCallback(key, encrypted)
}

/** Whom messages of this channel are for: the company; with DingTalk the application too. */
const receivers = ({ settings }: EventChannel): string[] => {
  const { corpId, clientId } = settings as Readonly<Record<string, unknown>>
  return [corpId, clientId].filter((one) => typeof one === 'string')
}

async function noteOf(
  { scopes }: EventDeps,
  { company_id: companyId, id: channelId }: EventChannel,
  { subjects, was = null }: { subjects: readonly string[] | null | undefined; was?: string | null },
  identity: string,
): Promise<void> {
  if (subjects === undefined) return
  const message = createHash('sha256').update(`directory ${channelId} ${identity}`).digest()
  await directoryEventRepo.note(scopes, { companyId, channelId, subjects, was }, message)
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    return partOf(JSON.parse(text))
  } catch {
    return {}
  }
}
