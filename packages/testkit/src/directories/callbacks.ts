import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export interface CallbackKeys {
  readonly token: string
  /** EncodingAESKey of WeCom, aes_key of DingTalk. */
  readonly key: string
}

/** What a vendor's callback says wrong, for tests. */
export interface CallbackFaults {
  token?: string
  key?: string
  timestamp?: string
}

interface Callback {
  readonly query: string
  readonly encrypted: string
}

const signed = (...parts: string[]) => createHash('sha1').update(parts.toSorted().join('')).digest('hex')
const aesKey = (key: string) => Buffer.from(`${key}=`, 'base64')

/**
 * A callback as WeCom and DingTalk make it, written from developer.work.weixin.qq.com/document/path/90968 and
 * open.dingtalk.com/document/orgapp/configure-event-subcription (as of 2025-06).
 */
function callback(
  keys: CallbackKeys,
  message: string,
  receiver: string,
  faults: CallbackFaults,
  at: string,
): Callback {
  const { token = keys.token, key = keys.key, timestamp = at } = faults
  const bytes = Buffer.from(message)
  const length = Buffer.from([0, bytes.length >> 16, (bytes.length >> 8) & 255, bytes.length & 255])
  const plain = Buffer.concat([randomBytes(16), length, bytes, Buffer.from(receiver)])
  const padding = 32 - (plain.length % 32)
  const cipher = createCipheriv('aes-256-cbc', aesKey(key), aesKey(key).subarray(0, 16)).setAutoPadding(false)
  const encrypted = Buffer.concat([
    cipher.update(Buffer.concat([plain, Buffer.alloc(padding, padding)])),
    cipher.final(),
  ]).toString('base64')
  const nonce = randomBytes(5).toString('hex')
  const signature = signed(token, timestamp, nonce, encrypted)
  const query = new URLSearchParams({ msg_signature: signature, signature, timestamp, nonce }).toString()
  return { query, encrypted }
}

/** A contact event of WeCom: its query and its body. */
export function wecomEvent(
  keys: CallbackKeys,
  corpId: string,
  fields: Readonly<Record<string, string>>,
  faults: CallbackFaults & { receiver?: string } = {},
): { query: string; body: string } {
  const inner = Object.entries({
    ToUserName: corpId,
    FromUserName: 'sys',
    MsgType: 'event',
    Event: 'change_contact',
    ...fields,
  })
    .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    .join('')
  const at = String(Math.floor(Date.now() / 1000))
  const { query, encrypted } = callback(keys, `<xml>${inner}</xml>`, faults.receiver ?? corpId, faults, at)
  return {
    query,
    body: `<xml><ToUserName><![CDATA[${corpId}]]></ToUserName><AgentID><![CDATA[]]></AgentID><Encrypt><![CDATA[${encrypted}]]></Encrypt></xml>`,
  }
}

/** The question with which WeCom tries an address; the answer is `text`. */
export function wecomTrial(
  keys: CallbackKeys,
  corpId: string,
  text: string,
  faults: CallbackFaults = {},
): string {
  const at = String(Math.floor(Date.now() / 1000))
  const { query, encrypted } = callback(keys, text, corpId, faults, at)
  return `${query}&${new URLSearchParams({ echostr: encrypted }).toString()}`
}

/** A contact event of DingTalk: its query and its body. */
export function dingtalkEvent(
  keys: CallbackKeys,
  receiver: string,
  event: Readonly<Record<string, unknown>>,
  faults: CallbackFaults = {},
): { query: string; body: string } {
  const { query, encrypted } = callback(keys, JSON.stringify(event), receiver, faults, String(Date.now()))
  return { query, body: JSON.stringify({ encrypt: encrypted }) }
}

/** What an answer to DingTalk says; null: it is not signed, or not encrypted, as the vendor asks. */
export function dingtalkAnswer(keys: CallbackKeys, body: string): string | null {
  const { msg_signature, timeStamp, nonce, encrypt } = JSON.parse(body) as Record<string, string>
  if (msg_signature !== signed(keys.token, timeStamp!, nonce!, encrypt!)) return null
  const key = aesKey(keys.key)
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const plain = Buffer.concat([decipher.update(Buffer.from(encrypt!, 'base64')), decipher.final()])
  return plain.subarray(20, 20 + plain.readUInt32BE(16)).toString('utf8')
}
