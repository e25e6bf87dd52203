import http from 'node:http'
import https from 'node:https'
import type { Credentials } from './digest.ts'
import { authorize, chooseChallenge, parseChallenges } from './digest.ts'

/** Why a transfer failed, as the TR-069 A.5.1 fault that a gateway reports. */
export class TransferFailure extends Error {
  override readonly name = 'TransferFailure'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export interface TransferTarget {
  url: URL
  credentials: Credentials | null
  timeoutMs: number
  /** Bytes per range request; whole file if absent. A server without range support sends the whole file. */
  rangeBytes?: number
  ca?: string
}

interface Answer {
  status: number
  challenges: string[]
  body: Buffer
  /** Total file size, if a range was answered. */
  whole: number | null
}

const maxBytes = 268_435_456

function send(
  target: TransferTarget,
  method: 'GET' | 'PUT',
  headers: Record<string, string>,
  content?: Buffer,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const { url, timeoutMs, ca } = target
  const request = (url.protocol === 'https:' ? https : http).request(
    url,
    { method, agent: false, timeout: timeoutMs, headers, ...(ca === undefined ? {} : { ca }) },
    (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxBytes) response.destroy(new TransferFailure('9017', 'the file does not end'))
        else chunks.push(chunk)
      })
      response.on('error', (error) =>
        reject(error instanceof TransferFailure ? error : new TransferFailure('9017', error.message)),
      )
      response.on('end', () => {
        const whole = /\/(\d+)$/.exec(response.headers['content-range'] ?? '')?.[1]
        resolve({
          status: response.statusCode ?? 0,
          challenges: response.headersDistinct['www-authenticate'] ?? [],
          body: Buffer.concat(chunks),
          whole: whole === undefined ? null : Number(whole),
        })
      })
    },
  )
  request.on('timeout', () => request.destroy(new Error('no answer in time')))
  request.on('error', (error) => reject(new TransferFailure('9015', error.message)))
  request.end(content)
  return promise
}

/** Answers one challenge, as for the ACS (TR-069 A.3.2.8: Username, Password). */
async function authorized(
  target: TransferTarget,
  method: 'GET' | 'PUT',
  headers: Record<string, string>,
  content?: Buffer,
): Promise<Answer> {
  const first = await send(target, method, headers, content)
  if (first.status !== 401) return first
  const challenge = chooseChallenge(parseChallenges(first.challenges))
  if (challenge === undefined || target.credentials === null) return first
  const { pathname, search } = target.url
  const Authorization = authorize(challenge, target.credentials, method, pathname + search, 1)
  return send(target, method, { ...headers, Authorization }, content)
}

function refuse({ status }: Answer): void {
  if (status === 401) throw new TransferFailure('9012', 'the file server refuses the credentials')
  if (status < 200 || status > 299) throw new TransferFailure('9016', `the file server answers ${status}`)
}

/** @throws TransferFailure 9012, 9015, 9016 or 9017. */
export async function fetchFile(target: TransferTarget): Promise<Buffer> {
  const { rangeBytes } = target
  const parts: Buffer[] = []
  for (let from = 0, whole = Number.POSITIVE_INFINITY; from < whole;) {
    const range = rangeBytes === undefined ? undefined : `bytes=${from}-${from + rangeBytes - 1}`
    const answer = await authorized(target, 'GET', range === undefined ? {} : { Range: range })
    refuse(answer)
    if (answer.status !== 206) return answer.body
    if (answer.whole === null || answer.body.length === 0) {
      throw new TransferFailure('9017', 'a range came without what it is of')
    }
    parts.push(answer.body)
    from += answer.body.length
    whole = Math.min(answer.whole, maxBytes)
  }
  return Buffer.concat(parts)
}

/** @throws TransferFailure. */
export async function sendFile(target: TransferTarget, content: Buffer): Promise<void> {
  const headers = { 'Content-Length': String(content.length), 'Content-Type': 'application/octet-stream' }
  refuse(await authorized(target, 'PUT', headers, content))
}

/** Connects only to its ACS host and loopback. */
export function reachable(url: URL, acsUrl: string): boolean {
  return url.hostname === new URL(acsUrl).hostname || /^(?:127\.|localhost$|\[::1\]$)/.test(url.hostname)
}
