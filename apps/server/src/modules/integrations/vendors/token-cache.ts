import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

interface Token {
  readonly value: string
  readonly seconds: number
}

/** Clocks may differ, and a token must last for the call that it is taken for. */
const marginSeconds = 300

/**
 * Access tokens of vendors, by what they were asked with: vendors limit how often one may be asked for, and some invalidate the
 * earlier one. Concurrent callers wait for the same question.
 */
const tokens = new LRUCache<string, Promise<string>>({ max: 1000 })

export const tokenKey = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** The token kept under `key`, or another one. */
export function keptToken(key: string, ask: () => Promise<Token>): Promise<string> {
  const known = tokens.get(key)
  if (known !== undefined) return known
  const asked = ask().then(({ value, seconds }) => {
    if (tokens.peek(key) === asked)
      tokens.set(key, asked, { ttl: Math.max(seconds - marginSeconds, seconds / 2, 1) * 1000 })
    return value
  })
  tokens.set(key, asked)
  asked.catch(() => {
    if (tokens.peek(key) === asked) tokens.delete(key)
  })
  return asked
}

/** The vendor refused this token before its time: the next caller asks anew, once for all that held it. */
export async function forgetToken(key: string, refused: string): Promise<void> {
  const known = tokens.peek(key)
  if (known !== undefined && (await known.catch(() => refused)) === refused && tokens.peek(key) === known)
    tokens.delete(key)
}
