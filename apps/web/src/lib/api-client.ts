import type { EndpointInput, EndpointKey, EndpointOutput, Endpoints } from '@netward/contract'
import { fillPath, requestOf, type Sent, toSearch } from '@netward/contract/request'
import { ApiError, reactToSessionEnd, reportError } from './api-errors.ts'
import { failureCode, fileName, headersOf, timeoutOf } from './api-request.ts'
import { languageStore } from './preferences.ts'
import { saveFile } from './save-file.ts'
import { actingStore, chosenCompany, denials, isPutOut, sessionStore, token } from './session.ts'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds; without it what the path is given (specification §7). */
  timeoutMs?: number | undefined
  /** `caller`: the caller shows the error itself. Errors that end the session are handled here in any case. */
  errors?: 'report' | 'caller' | undefined
}

/** Endpoints whose answer has the kind `Kind`. */
type Answering<Kind extends string> = {
  [K in EndpointKey]: Kind extends Endpoints[K]['answer'] ? K : never
}[EndpointKey]

function split(key: string): { method: string; path: string } {
  const space = key.indexOf(' ')
  return { method: key.slice(0, space), path: key.slice(space + 1) }
}

function scopeHeaders(path: string): Record<string, string> {
  return headersOf(path, {
    token: token.read(),
    language: languageStore.get(),
    companyId: chosenCompany(),
    identity: sessionStore.get()?.identity ?? null,
    actingCompanyId: actingStore.get()?.companyId ?? null,
  })
}

function fail(error: ApiError, options: CallOptions, path: string): ApiError {
  if (isPutOut(error, path)) {
    error.reported = true
    return error
  }
  reactToSessionEnd(error)
  // The person may have been taken out of their own company, or of the tenant that they act in.
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

async function send(path: string, init: RequestInit, options: CallOptions): Promise<Response> {
  const timeout = AbortSignal.timeout(
    options.timeoutMs ?? timeoutOf(new URL(path, window.location.href).pathname),
  )
  try {
    return await fetch(path, {
      ...init,
      credentials: 'omit',
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

/** The body of a successful answer; throws an ApiError otherwise. */
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

function callOf(key: string, input: Sent): { path: string; init: RequestInit } {
  const { method, url, payload } = requestOf(key, input)
  const headers = scopeHeaders(split(key).path)
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
export async function api<K extends Answering<'envelope'>>(
  key: K,
  input: EndpointInput<K>,
  options: CallOptions = {},
): Promise<EndpointOutput<K>> {
  const { path, init } = callOf(key, input)
  const body = (await call(path, init, options)) as { data: EndpointOutput<K> }
  return body.data
}

/** Calls an endpoint whose answer stands beside `code` (sign-in) with a form body: never in a query string. */
export async function apiForm<K extends Answering<'token'>>(
  key: K,
  input: EndpointInput<K>,
  options: CallOptions = {},
): Promise<EndpointOutput<K>> {
  const { method, path } = split(key)
  const init = { method, headers: scopeHeaders(path), body: toSearch(input) }
  return (await call(path, init, options)) as EndpointOutput<K>
}

/** Saves a CSV or a ZIP under the name of the export's label; the filters go with page 1 (specification §7). */
export async function apiDownload<K extends Answering<'csv' | 'zip'>>(
  key: K,
  input: EndpointInput<K>,
  label: string,
  options: CallOptions = {},
): Promise<void> {
  const { path, init } = callOf(key, { ...(input as Sent), page: 1 })
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
    const ending = response.headers.get('content-type')?.includes('zip') === true ? 'zip' : 'csv'
    saveFile(await response.blob(), fileName(label, ending))
  } catch (error) {
    throw fail(
      error instanceof ApiError ? error : new ApiError({ code: 'network', message: '' }),
      options,
      path,
    )
  }
}

/** Imports and images; the server refuses a file on any other. */
type MultipartKey = {
  [K in EndpointKey]: K extends `${string}/${'import' | 'logo' | 'icon' | 'file' | 'part/:offset'}`
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
  const form = new FormData()
  for (const [name, value] of toSearch(rest)) form.append(name, value)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const refuse = (error: ApiError) => reject(fail(error, options, path))
    request.open(method, path)
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
