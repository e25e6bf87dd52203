import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * What WeCom and DingTalk encrypt and sign their callbacks with (developer.work.weixin.qq.com/document/path/90968,
 * open.dingtalk.com/document/orgapp/configure-event-subcription): AES-256-CBC whose vector is the beginning of the key, padded to
 * 32 bytes as PKCS #7, around 16 random bytes, the length, the message and whom it is for.
 */
const blockSize = 32
const headSize = 20

/** SHA-1 over what is sorted and joined: it proves that the other side knows the token. */
export const callbackSignature = (
  token: string,
  timestamp: string,
  nonce: string,
  encrypted: string,
): string => createHash('sha1').update([token, timestamp, nonce, encrypted].toSorted().join('')).digest('hex')

export function isSignedBy(
  token: string,
  given: { signature: string; timestamp: string; nonce: string; encrypted: string },
): boolean {
  const wanted = Buffer.from(callbackSignature(token, given.timestamp, given.nonce, given.encrypted))
  const signature = Buffer.from(given.signature)
  return signature.length === wanted.length && timingSafeEqual(signature, wanted)
}

const keyOf = (encodedKey: string) => Buffer.from(`${encodedKey}=`, 'base64')

/** The message and whom it is for; null: it is not encrypted with this key. */
export function openCallback(
  encodedKey: string,
  encrypted: string,
): { message: string; receiver: string } | null {
  const key = keyOf(encodedKey)
  const bytes = Buffer.from(encrypted, 'base64')
  if (key.length !== 32 || bytes.length === 0 || bytes.length % 16 !== 0) return null
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const padded = Buffer.concat([decipher.update(bytes), decipher.final()])
  const padding = padded.at(-1) ?? 0
  if (padding < 1 || padding > blockSize || padding > padded.length - headSize) return null
  const plain = padded.subarray(0, padded.length - padding)
  const length = plain.readUInt32BE(16)
  if (headSize + length > plain.length) return null
  return {
    message: plain.subarray(headSize, headSize + length).toString('utf8'),
    receiver: plain.subarray(headSize + length).toString('utf8'),
  }
}

export function sealCallback(
  encodedKey: string,
  message: string,
  receiver: string,
  random = randomBytes(16),
): string {
  const key = keyOf(encodedKey)
  const text = Buffer.from(message)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  const plain = Buffer.concat([random, length, text, Buffer.from(receiver)])
  const padding = blockSize - (plain.length % blockSize)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([
    cipher.update(plain),
    cipher.update(Buffer.alloc(padding, padding)),
    cipher.final(),
  ]).toString('base64')
}
