import type { EndpointInput, EndpointKey, EndpointOutput, Endpoints } from '@netward/contract'
import { fillPath, requestOf, type Sent, toSearch } from '@netward/contract/request'
import { ApiError, reactToSessionEnd, reportError } from './api-errors.ts'
import { failureCode, fileName, headersOf, timeoutOf } from './api-request.ts'
import { languageStore } from './preferences.ts'
import { saveFile } from './save-file.ts'
import { actingStore, chosenCompany, denials, isEntryRevoked, sessionStore, token } from './session.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds; defaults to the timeout for the path (specification §7). */
  timeoutMs?: number | undefined
  /**
   * `caller`: the caller shows the error itself. Errors that end the session are handled here in any case.
   */
  errors?: 'report' | 'caller' | undefined
  /** This call alone takes effect in that tenant; without it where the person acts. */
  actingIn?: string | undefined
}

/** The declared fields of an input, of each variant where it is a union. */
type FieldOf<T> = T extends unknown ? keyof T : never
/** An input without undeclared fields, which the server refuses: the compiler checks variables and spreads too. */
export type Exactly<K extends EndpointKey, I> = I & Record<Exclude<keyof I, FieldOf<EndpointInput<K>>>, never>

/** Endpoints whose response has the kind `Kind`. */
type Answering<Kind extends string> = {
  [K in EndpointKey]: Kind extends Endpoints[K]['answer'] ? K : never
}[EndpointKey]

function split(key: string): { method: string; path: string } {
  const space = key.indexOf(' ')
  return { method: key.slice(0, space), path: key.slice(space + 1) }
}

function scopeHeaders(path: string, actingIn?: string): Record<string, string> {
  return headersOf(path, {
    token: token.read(),
    language: languageStore.get(),
    companyId: chosenCompany(),
    identity: sessionStore.get()?.identity ?? null,
    actingCompanyId: actingIn ?? actingStore.get()?.companyId ?? null,
  })
}

function fail(error: ApiError, options: CallOptions, path: string): ApiError {
  if (isEntryRevoked(error, path)) {
    error.reported = true
    return error
  }
  // What stops another company ends nothing here.
  const isElsewhere = options.actingIn !== undefined && options.actingIn !== actingStore.get()?.companyId
  if (!(isElsewhere && ['40027', '40031'].includes(error.code))) reactToSessionEnd(error)
  // The user may have been removed from their company, or from the tenant that they act in.
  if (error.code === 'permission.denied' || error.code === 'company.not_found')
    denials.update((count) => count + 1)
  if (options.errors !== 'caller') reportError(error)
  return error
}

function failureIn(body: unknown, status: number, requestId: string | null): ApiError | null {
  const code = failureCode(body, status < 400)
  if (code === null) return null
  const { message, data } = (typeof body === 'object' && body !== null ? body : {}) as {
    message?: unknown
    data?: unknown
  }
  return new ApiError({ code, message: typeof message === 'string' ? message : '', status, requestId, data })
}

/** A sign-in elsewhere is bound to the browser by a cookie. No other call has one. */
const withCookie = /^\/api\/v1\/auth\/(?:sso|account\/sign-on)\//

async function send(path: string, init: RequestInit, options: CallOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(
    options.timeoutMs ?? timeoutOf(new URL(path, window.location.href).pathname),
  )
  try {
    return await fetch(path, {
      ...init,
      credentials: withCookie.test(path) ? 'same-origin' : 'omit',
      signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
    })
  } catch {
    const code = options.signal?.aborted === true ? 'aborted' : timeout.aborted ? 'timeout' : 'network'
    throw new ApiError({ code, message: '' })
  }
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}

/** The body of a successful response; throws an ApiError otherwise. */
async function call(path: string, init: RequestInit, options: CallOptions): Promise<unknown> {
  try {
    const response = await send(path, init, options)
    const body = await readBody(response)
    const failure = failureIn(body, response.status, response.headers.get('x-request-id'))
    if (failure !== null) throw failure
    return body
  } catch (error) {
    throw error instanceof ApiError ? fail(error, options, path) : error
  }
}

function callOf(key: string, input: Sent, actingIn?: string): { path: string; init: RequestInit } {
  const { method, url, payload } = requestOf(key, input)
  const headers = scopeHeaders(split(key).path, actingIn)
  if (payload === undefined) return { path: url, init: { method, headers } }
  return {
    path: url,
    init: {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    },
  }
}

/**
 * Calls an endpoint: `api('GET /api/v1/device/:deviceId', { deviceId })`. Path parameters come from the input;
 * the rest is the query string of GET and DELETE and the JSON body of the others. Throws an ApiError.
 */
export async function api<K extends Answering<'envelope'>, I extends EndpointInput<K> = EndpointInput<K>>(
  key: K,
  input: Exactly<K, I>,
  options: CallOptions = {},
): Promise<EndpointOutput<K>> {
  const { path, init } = callOf(key, input, options.actingIn)
  const body = (await call(path, init, options)) as { data: EndpointOutput<K> }
  return body.data
}

/** Calls an endpoint whose data stands beside `code` (sign-in) with a JSON body. */
export async function apiToken<K extends Answering<'token'>, I extends EndpointInput<K> = EndpointInput<K>>(
  key: K,
  input: Exactly<K, I>,
  options: CallOptions = {},
): Promise<EndpointOutput<K>> {
  const { path, init } = callOf(key, input)
  return (await call(path, init, options)) as EndpointOutput<K>
}

/** Calls an endpoint whose data stands beside `code` (sign-in) with a form body: never in a query string. */
export async function apiForm<K extends Answering<'token'>, I extends EndpointInput<K> = EndpointInput<K>>(
  key: K,
  input: Exactly<K, I>,
  options: CallOptions = {},
): Promise<EndpointOutput<K>> {
  const { method, path } = split(key)
  const init = { method, headers: scopeHeaders(path), body: toSearch(input) }
  return (await call(path, init, options)) as EndpointOutput<K>
}

/**
 * Saves a CSV under the name of the export's label; the filters go with page 1 (specification §7).
 * @returns how many rows it holds, if there are more
 */
export function apiDownload<K extends Answering<'csv'>, I extends EndpointInput<K> = EndpointInput<K>>(
  key: K,
  input: Exactly<K, I>,
  label: string,
  options: CallOptions = {},
): Promise<number | null> {
  // Of a list all rows, whatever page of it is shown.
  return download(key, 'page' in input ? { ...(input as Sent), page: 1 } : input, label, options)
}

/** Saves a workbook of all rows of a list. @returns as `apiDownload` */
export function apiDownloadXlsx<K extends Answering<'xlsx'>, I extends EndpointInput<K> = EndpointInput<K>>(
  key: K,
  input: Exactly<K, I>,
  label: string,
  options: CallOptions = {},
): Promise<number | null> {
  return download(key, input, label, options)
}

/** Saves a ZIP under the name of the export's label. */
export async function apiDownloadZip<
  K extends Answering<'zip'>,
  I extends EndpointInput<K> = EndpointInput<K>,
>(key: K, input: Exactly<K, I>, label: string, options: CallOptions = {}): Promise<void> {
  await download(key, input, label, options)
}

const endings = [
  ['spreadsheetml', 'xlsx'],
  ['zip', 'zip'],
  ['pdf', 'pdf'],
] as const

/** Saves a printed document under its title. */
export async function apiDownloadPdf<
  K extends Answering<'pdf'>,
  I extends EndpointInput<K> = EndpointInput<K>,
>(key: K, input: Exactly<K, I>, label: string, options: CallOptions = {}): Promise<void> {
  await download(key, input, label, options)
}

async function download(
  key: string,
  input: Sent,
  label: string,
  options: CallOptions,
): Promise<number | null> {
  const { path, init } = callOf(key, input)
  try {
    const response = await send(path, init, options)
    if (!response.ok || response.headers.get('content-type')?.includes('json') === true) {
      const body = await readBody(response)
      const code = failureCode(body) === null ? { code: 'system.error' } : body
      throw (
        failureIn(code, response.status, response.headers.get('x-request-id')) ??
        new ApiError({ code: 'system.error', message: '' })
      )
    }
    const type = response.headers.get('content-type') ?? ''
    const ending = endings.find(([part]) => type.includes(part))?.[1] ?? 'csv'
    saveFile(await response.blob(), fileName(label, ending))
    const cutAt = response.headers.get('x-cut-at')
    return cutAt === null ? null : Number(cutAt)
  } catch (error) {
    throw fail(
      error instanceof ApiError ? error : new ApiError({ code: 'network', message: '' }),
      options,
      path,
    )
  }
}

/** Values of a stream, one a line. Ends early, without an error, if the connection does. */
export async function* apiLines<K extends Answering<'lines'>, I extends EndpointInput<K> = EndpointInput<K>>(
  key: K,
  input: Exactly<K, I>,
  options: CallOptions = {},
): AsyncGenerator<EndpointOutput<K>, void> {
  const { path, init } = callOf(key, input, options.actingIn)
  try {
    const response = await send(path, init, options)
    if (!response.ok || response.headers.get('content-type')?.includes('/json') === true) {
      const body = await readBody(response)
      throw (
        failureIn(body, response.status, response.headers.get('x-request-id')) ??
        new ApiError({ code: 'system.error', message: '', status: response.status })
      )
    }
    for await (const line of linesOf(response)) yield JSON.parse(line) as EndpointOutput<K>
  } catch (error) {
    if (options.signal?.aborted === true) return
    throw fail(
      error instanceof ApiError ? error : new ApiError({ code: 'network', message: '' }),
      options,
      path,
    )
  }
}

/** Whole lines: what a cut connection leaves of the last one is dropped. */
async function* linesOf(response: Response): AsyncGenerator<string, void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const read = await reader?.read()
    if (read === undefined || read.done) return
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
  }
}

/** For imports and images; the server refuses files on any other endpoint. */
type MultipartKey = {
  [
    K in EndpointKey
  ]: K extends `${string}/${'import' | 'import/preview' | 'logo' | 'icon' | 'file' | 'part/:offset'}`
    ? K
    : never
}[EndpointKey]

/** Uploads one file with progress (0 to 1). XMLHttpRequest, because fetch does not report it. */
export function apiUpload<K extends MultipartKey>(
  key: K,
  file: File,
  input: EndpointInput<K>,
  options: CallOptions & { onProgress?: (share: number) => void } = {},
): Promise<EndpointOutput<K>> {
  const { method, path: declared } = split(key)
  const { path, rest } = fillPath(declared, input)
  const query = toSearch(rest).toString()
  const form = new FormData()
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const refuse = (error: ApiError) => reject(fail(error, options, path))
    request.open(method, query === '' ? path : `${path}?${query}`)
    request.timeout = options.timeoutMs ?? timeoutOf(declared)
    for (const [name, value] of Object.entries(scopeHeaders(declared))) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) options.onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const body = parse(request.responseText)
      const failure = failureIn(body, request.status, request.getResponseHeader('x-request-id'))
      if (failure === null) resolve((body as { data: EndpointOutput<K> }).data)
      else refuse(failure)
    })
    request.addEventListener('timeout', () => refuse(new ApiError({ code: 'timeout', message: '' })))
    request.addEventListener('error', () => refuse(new ApiError({ code: 'network', message: '' })))
    request.addEventListener('abort', () => refuse(new ApiError({ code: 'aborted', message: '' })))
    options.signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (options.signal?.aborted === true) refuse(new ApiError({ code: 'aborted', message: '' }))
    else request.send(form)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
