import { callService } from '../../../platform/outgoing-service.ts'
import { networkFailure } from '../senders/network-failure.ts'
import { failure, type VendorSurroundings } from './vendor.ts'

export interface JsonAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const mostBytes = 4 * 1024 * 1024

/** A call of a vendor's JSON API. @throws SendFailure when the network fails, or the answer is no JSON object */
export async function callJson(
  url: string,
  { caller, timeoutMilliseconds }: VendorSurroundings,
  request: { readonly headers?: Readonly<Record<string, string>>; readonly json?: unknown } = {},
): Promise<JsonAnswer> {
  const sends = request.json !== undefined
  const answer = await callService(url, caller, {
    method: sends ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      ...(sends && { 'content-type': 'application/json; charset=utf-8' }),
      ...request.headers,
    },
    ...(sends && { body: JSON.stringify(request.json) }),
    timeoutMilliseconds,
    mostBytes,
  }).catch((error: unknown) => {
    throw networkFailure(error)
  })
  return { status: answer.status, body: objectIn(answer.body, answer.status) }
}

function objectIn(text: string, status: number): Readonly<Record<string, unknown>> {
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

/** An object inside an answer; empty if it is none. */
export function partOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
