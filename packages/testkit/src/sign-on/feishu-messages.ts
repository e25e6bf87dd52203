import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import type { FakeAnswer, FakeRequest } from './http-fake.ts'

type Json = Readonly<Record<string, unknown>>

/** A card that reached a person. */
export interface FeishuMessage {
  readonly to: string
  readonly card: Json
}

/** A callback as Feishu posts it. */
export interface FeishuCallback {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface FeishuMessages {
  readonly messages: FeishuMessage[]
  /** People of the application's availability. */
  readonly available: Set<string>
  /** The callback of a pressed button, signed and encrypted by these keys. */
  press(index: number, act: string, options: PressOptions): FeishuCallback
}

interface PressOptions {
  readonly token: string
  readonly encryptKey: string
  readonly by?: string
  readonly reason?: string
  readonly at?: Date
}

/**
 * Messages of Feishu, written from open.feishu.cn (im-v1/message/create, card.action.trigger, encrypt-key-encryption-configuration,
 * as of 2025-06). Errors stand in `code`; one uuid is sent once within an hour; a person gets 5 messages a second.
 */
export function feishuMessages(): {
  fake: FeishuMessages
  answer: (request: FakeRequest) => FakeAnswer | null
} {
  const taken = new Map<string, string>()
  const failed = (code: number, msg: string): FakeAnswer => ({ status: 400, json: { code, msg } })
  const fake: FeishuMessages = {
    messages: [],
    available: new Set(),
    press(index, act, { token, encryptKey, by, reason, at = new Date() }) {
      const { to, card } = fake.messages[index]!
      const value = valueOf(card, act)
      return encrypted(
        {
          schema: '2.0',
          header: { event_id: 'e', event_type: 'card.action.trigger', token, create_time: '0' },
          event: {
            operator: { open_id: by ?? to },
            token: 'c-1',
            action: { tag: 'button', value, ...(reason !== undefined && { form_value: { reason } }) },
          },
        },
        encryptKey,
        at,
      )
    },
  }
  return {
    fake,
    answer({ method, url, json }) {
      if (method !== 'POST' || url.pathname !== '/open-apis/im/v1/messages') return null
      if (url.searchParams.get('receive_id_type') !== 'open_id') return failed(230001, 'receive_id_type')
      const uuid = typeof json['uuid'] === 'string' ? json['uuid'] : ''
      const to = String(json['receive_id'])
      if (uuid.length > 50) return failed(230001, 'uuid')
      const before = taken.get(`${to} ${uuid}`)
      if (uuid !== '' && before !== undefined)
        return { json: { code: 0, msg: 'success', data: { message_id: before } } }
      const card = json['msg_type'] === 'interactive' ? cardIn(json['content']) : null
      if (card === null) return failed(230001, 'content')
      if (!fake.available.has(to)) return failed(230013, 'Bot has NO availability to this user.')
      const id = `om_${fake.messages.length}`
      taken.set(`${to} ${uuid}`, id)
      fake.messages.push({ to, card })
      return { json: { code: 0, msg: 'success', data: { message_id: id } } }
    },
  }
}

/** As Feishu verifies an address, or reports an event: encrypted under the SHA-256 of the key, and signed. */
export function encrypted(event: Json, encryptKey: string, at = new Date()): FeishuCallback {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(encryptKey).digest(), iv)
  const content = Buffer.concat([iv, cipher.update(JSON.stringify(event)), cipher.final()])
  const body = JSON.stringify({ encrypt: content.toString('base64') })
  const [timestamp, nonce] = [String(Math.floor(at.getTime() / 1000)), randomBytes(8).toString('hex')]
  return {
    headers: {
      'x-lark-request-timestamp': timestamp,
      'x-lark-request-nonce': nonce,
      'x-lark-signature': createHash('sha256')
        .update(`${timestamp}${nonce}${encryptKey}${body}`)
        .digest('hex'),
    },
    body,
  }
}

function cardIn(content: unknown): Json | null {
  if (typeof content !== 'string' || Buffer.byteLength(content) > 30_000) return null
  const card = JSON.parse(content) as Json
  const body = card['body'] as Json | undefined
  return card['schema'] === '2.0' && Array.isArray(body?.['elements']) ? card : null
}

/** What a button of the card sends, also inside a form. */
function valueOf(card: Json, act: string): unknown {
  const all = (elements: Json[]): Json[] =>
    elements.flatMap((element) => [element, ...all((element['elements'] as Json[] | undefined) ?? [])])
  return all((card['body'] as { elements: Json[] }).elements)
    .flatMap((element) => (element['behaviors'] as Json[] | undefined) ?? [])
    .map(({ value }) => value as Json | undefined)
    .find((value) => value?.['act'] === act)
}
