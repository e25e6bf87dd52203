import { createHmac } from 'node:crypto'

/** DingTalk: the time in milliseconds and the signature, both for the query string. */
export function signDingTalk(secret: string, at: Date): { timestamp: string; sign: string } {
  const timestamp = String(at.getTime())
  return {
    timestamp,
    sign: createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'),
  }
}

/** Feishu: the time in seconds and the signature, both in the body. What is signed is the key; the message is empty. */
export function signFeishu(secret: string, at: Date): { timestamp: string; sign: string } {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  return { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64') }
}
