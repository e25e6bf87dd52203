import type { EndpointInput, EndpointOutput } from '@netward/contract'
import { requestOf } from '@netward/contract/request'
import { failureCode, headersOf } from '../../../lib/api-request.ts'
import { languageStore } from '../../../lib/preferences.ts'

const openEndpoint = 'POST /api/v1/chart/wall/open'
export type WallKey = 'GET /api/v1/chart/wall/screen' | 'POST /api/v1/chart/wall/panel'

/** A call was refused, or did not reach the server (`network`). */
export class WallRefusal extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

const timeoutMs = 60_000
/** The session is unknown: it was idle for a day, or another screen took its place. */
const sessionOver = '40001'

async function send<K extends WallKey | typeof openEndpoint>(
  key: K,
  input: EndpointInput<K>,
  token: string | null,
): Promise<EndpointOutput<K>> {
  const { method, url, payload } = requestOf(key, { ...input })
  const scope = {
    token,
    language: languageStore.get(),
    companyId: null,
    identity: null,
    actingCompanyId: null,
  }
  const response = await fetch(url, {
    method,
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      ...headersOf(url, scope),
      ...(payload !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new WallRefusal('network')
  })
  const body: unknown = await response.json().catch(() => null)
  const failure = failureCode(body, response.ok)
  if (failure !== null) throw new WallRefusal(failure)
  return (body as { data: EndpointOutput<K> }).data
}

/**
 * The session of a wall screen, apart from that of a person who may be signed in here. It lives in memory: the link opens another.
 */
export class WallClient {
  readonly #secret: string
  #token: Promise<string> | null = null

  constructor(secret: string) {
    this.#secret = secret
  }

  async call<K extends WallKey>(key: K, input: EndpointInput<K>): Promise<EndpointOutput<K>> {
    const token = this.#opened()
    try {
      return await send(key, input, await token)
    } catch (error) {
      if (!(error instanceof WallRefusal) || error.code !== sessionOver) throw error
      // Another call may have opened the next one already.
      if (this.#token === token) this.#token = null
      return send(key, input, await this.#opened())
    }
  }

  #opened(): Promise<string> {
    if (this.#token !== null) return this.#token
    const opened = send(openEndpoint, { secret: this.#secret }, null).then(({ token }) => token)
    this.#token = opened
    opened.catch(() => {
      if (this.#token === opened) this.#token = null
    })
    return opened
  }
}
