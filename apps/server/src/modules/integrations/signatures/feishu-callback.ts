import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'

/** What Feishu is set to sign and encrypt callbacks by. */
export interface FeishuCallbackKeys {
  readonly token: string
  readonly encryptKey: string
}

export interface FeishuCallbackHeaders {
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
}

type Values = Readonly<Record<string, unknown>>

/** Clocks may differ. */
const mostSeconds = 600

/**
 * Reads an encrypted callback (open.feishu.cn/document/server-docs/event-subscription-guide/event-subscription-configure-/
 * encrypt-key-encryption-configuration-case): AES-256-CBC under the SHA-256 of the key, after the initial vector. Null: it is not
 * encrypted, not of this key, or its token is another. A callback that is no verification of the address is also signed.
 */
export function readFeishuCallback(
  { token, encryptKey }: FeishuCallbackKeys,
  body: string,
  { timestamp, nonce, signature }: FeishuCallbackHeaders,
  now: Date,
): Values | null {
  const encrypted = objectIn(body)?.['encrypt']
  if (typeof encrypted !== 'string') return null
  const values = objectIn(decrypted(encrypted, encryptKey))
  if (values === null) return null
  const header = values['header'] as Values | undefined
  const given = header?.['token'] ?? values['token']
  if (typeof given !== 'string' || !isSame(given, token)) return null
  // Feishu signs none of them: what it proves is the key alone.
  if (values['type'] === 'url_verification') return values
  const signed = createHash('sha256').update(`${timestamp}${nonce}${encryptKey}${body}`).digest('hex')
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  return isSame(signature, signed) && age <= mostSeconds ? values : null
}

function decrypted(text: string, encryptKey: string): string {
  try {
    const content = Buffer.from(text, 'base64')
    const key = createHash('sha256').update(encryptKey).digest()
    const decipher = createDecipheriv('aes-256-cbc', key, content.subarray(0, 16))
    return Buffer.concat([decipher.update(content.subarray(16)), decipher.final()]).toString('utf8')
  } catch {
    return ''
  }
}

function objectIn(text: string): Values | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Values) : null
  } catch {
    return null
  }
}

/** Without telling by its time where they differ. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(one), hash(other))
}
