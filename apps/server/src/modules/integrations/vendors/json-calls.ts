import { callService } from '../../../platform/outgoing-service.ts'
import { networkFailure } from '../senders/network-failure.ts'
import { failure, type VendorSurroundings } from './vendor.ts'

export interface JsonAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  /** Of the header Retry-After, where it gives seconds. */
  readonly retryAfterSeconds: number | null
}

interface JsonRequest {
  /** POST where something is sent, GET otherwise, unless it says so. */
  readonly method?: 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  /** Fields of a form instead. */
  readonly form?: Readonly<Record<string, string>>
  /** Of the answer; 4 MB unless it says otherwise. */
  readonly mostBytes?: number
}

const usualBytes = 4 * 1024 * 1024

/** A call of a vendor's JSON API. @throws SendFailure when the network fails, or the answer is no JSON object */
export async function callJson(
  url: string,
  { caller, timeoutMilliseconds, signal }: VendorSurroundings,
  request: JsonRequest = {},
): Promise<JsonAnswer> {
  const { json, form, method, mostBytes = usualBytes } = request
  const type = form === undefined ? 'application/json; charset=utf-8' : 'application/x-www-form-urlencoded'
  const sends = json !== undefined || form !== undefined
  const answer = await callService(url, caller, {
    method: method ?? (sends ? 'POST' : 'GET'),
    headers: {
      accept: 'application/json',
      ...(sends && { 'content-type': type }),
      ...request.headers,
    },
    ...(sends && {
      body: form === undefined ? JSON.stringify(json) : new URLSearchParams(form).toString(),
    }),
    timeoutMilliseconds,
    mostBytes,
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    throw networkFailure(error)
  })
  const waits = Number(answer.headers['retry-after'])
  return {
    status: answer.status,
    body: answer.status === 204 ? {} : objectIn(answer.body, answer.status),
    retryAfterSeconds: Number.isInteger(waits) && waits >= 0 ? waits : null,
  }
}

/** Beyond it, values cost many times the memory that their text does. */
const plainLength = 1024 * 1024
const mostValues = 3_000_000

/** Few bytes can be very many values: they are counted before they are made. */
function isBomb(text: string): boolean {
  if (text.length <= plainLength) return false
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    // , [ {
    if (code === 44 || code === 91 || code === 123) values++
  }
  return values > mostValues
}

function objectIn(text: string, status: number): Readonly<Record<string, unknown>> {
  if (isBomb(text)) throw failure('answer', `HTTP ${status}: > ${mostValues} values`)
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Readonly<Record<string, unknown>>
  } catch {
    // Answered below.
  }
  throw failure('answer', `HTTP ${status}`)
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Objects of a list inside an answer; empty if it is none. */
export const partsOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(partOf) : []

/** An object inside an answer; empty if it is none. */
export function partOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
