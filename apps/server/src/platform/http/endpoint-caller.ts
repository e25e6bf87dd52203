import type { Endpoint, OutputOf, SentOf } from '@netward/contract'
import { requestOf, type Sent } from '@netward/contract/request'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'

/** What a call from inside is answered: what the caller would get over HTTP. */
export type CalledEndpoint<E extends Endpoint = Endpoint> =
  | { readonly ok: true; readonly data: OutputOf<E> }
  | {
      readonly ok: false
      readonly status: number
      readonly code: string
      readonly message: string
      /** What is wrong with the input. */
      readonly fields: readonly { readonly field: string; readonly message: string }[]
    }

export interface CallMore {
  /** Given up when the signal aborts. */
  readonly signal?: AbortSignal
  /** The act carries out this proposal of the assistant: its audit entries say so. */
  readonly proposalId?: string
}

/** Answers what a call over HTTP with the caller's token, language and company would: same rights, limits and log. */
export type EndpointCaller = <E extends Endpoint>(
  endpoint: E,
  input: SentOf<E> & Sent,
  more?: CallMore,
) => Promise<CalledEndpoint<E>>

const proposalHeader = 'x-inner-proposal'
/** Known to this process alone: no client claims that the assistant proposed an act. */
const innerKey = randomBytes(24).toString('base64url')

/** The proposal that a request from inside carries out; null for all others. */
export function proposalOf({ headers }: FastifyRequest): string | null {
  const [key, id] = String(headers[proposalHeader] ?? '').split(' ')
  return key === innerKey && id !== undefined ? id : null
}

const claimed = [
  'authorization',
  'accept-language',
  'x-company-id',
  'x-tenant-company-id',
  'x-proxy',
] as const

/**
 * Calls endpoints as the person who sent `request`. Each call takes the whole way through the server, so that it opens nothing that
 * its caller could not open, and fails as soon as their session or right ends.
 */
export function endpointCaller(http: FastifyInstance, request: FastifyRequest): EndpointCaller {
  const { ip } = request
  const headers: Record<string, string> = {}
  for (const name of claimed) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return async (endpoint, input, more = {}) => {
    const { method, url, payload } = requestOf(`${endpoint.method} ${endpoint.path}`, input)
    const answered = await http.inject({
      method: method as 'GET',
      url,
      remoteAddress: ip,
      headers: {
        ...headers,
        ...(more.proposalId !== undefined && { [proposalHeader]: `${innerKey} ${more.proposalId}` }),
      },
      ...(payload !== undefined && { payload: { ...payload } }),
      ...(more.signal && { signal: more.signal }),
    })
    const body = bodyOf(answered.body)
    if (answered.statusCode < 400 && Number(body['code']) === 0)
      return { ok: true, data: body['data'] as OutputOf<typeof endpoint> }
    return {
      ok: false,
      status: answered.statusCode,
      code: textOf(body['code']),
      message: textOf(body['message']),
      fields: fieldsOf(body['data']),
    }
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

function fieldsOf(data: unknown): readonly { field: string; message: string }[] {
  const fields = typeof data === 'object' && data !== null && 'fields' in data ? data.fields : []
  return Array.isArray(fields) ? (fields as { field: string; message: string }[]) : []
}

function bodyOf(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
