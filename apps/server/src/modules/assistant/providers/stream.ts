import { OutgoingRefused } from '../../../platform/outgoing.ts'
import { type ServiceStream, streamService } from '../../../platform/outgoing-service.ts'
import { type Begun, type ModelAnswer, type ModelEndpoint, ModelFailure, type ToolCall } from './model.ts'

/** No answer of a model comes near it. */
const mostBytes = 8 * 2 ** 20
const mostErrorBytes = 4096

interface Sent {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Without one it is a GET. */
  readonly body?: unknown
}

/**
 * A request to a model service. `read` gets its answer as it arrives; `begun` says what came until it failed.
 * @throws ModelFailure alone.
 */
export async function askService<T>(
  at: ModelEndpoint,
  { path, headers, body }: Sent,
  signal: AbortSignal,
  read: (answer: ServiceStream) => Promise<T>,
  begun: () => Begun | null = () => null,
): Promise<T> {
  let isAnswering = false
  try {
    return await streamService(
      at.address + path,
      at.caller,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        timeoutMilliseconds: at.timeoutMilliseconds,
        silenceMilliseconds: at.silenceMilliseconds,
        mostBytes,
        signal,
      },
      async (answer) => {
        if (answer.status !== 200) throw await refusalOf(answer)
        isAnswering = true
        return read(answer)
      },
    )
  } catch (error) {
    // What arrived is charged for, also when the caller ends it.
    const before = isAnswering ? (begun() ?? { text: '', usage: null }) : null
    if (error instanceof ModelFailure)
      throw isAnswering && error.begun === null
        ? new ModelFailure(error.reason, error.detail, { begun: before })
        : error
    throw new ModelFailure(reasonOf(error, signal, isAnswering), messageOf(error), { begun: before })
  }
}

/** Puts the pieces of an answer together. */
export interface Gathering extends Begun {
  /** @throws ModelFailure */
  take(event: Record<string, unknown>): void
  /** @throws ModelFailure if pieces are missing */
  whole(): ModelAnswer
}

/** A request whose answer comes in events. @throws ModelFailure alone. */
export const gather = (
  at: ModelEndpoint,
  sent: Sent,
  signal: AbortSignal,
  answer: Gathering,
): Promise<ModelAnswer> =>
  askService(
    at,
    sent,
    signal,
    async ({ body }) => {
      for await (const event of objectsOf(body, signal)) answer.take(event)
      return answer.whole()
    },
    () => answer,
  )

/** A call whose arguments are whole. @throws ModelFailure if they are no object */
export function toolCallOf({
  id,
  name,
  arguments: text,
}: {
  id: string
  name: string
  arguments: string
}): ToolCall {
  const given = objectOf(text === '' ? '{}' : text)
  if (given === null) throw new ModelFailure('answer', `${name} ${text.slice(0, 80)}`)
  return { id, name, arguments: given }
}

function reasonOf(error: unknown, signal: AbortSignal, isAnswering: boolean) {
  if (error instanceof OutgoingRefused) return 'address'
  if (signal.aborted) return 'cancelled'
  const name = error instanceof Error ? error.name : ''
  if (/timeout/i.test(name)) return 'timeout'
  return isAnswering ? 'cut' : 'connection'
}

/** Without addresses of this machine: the code of the network's error. */
const messageOf = (error: unknown) =>
  error instanceof OutgoingRefused
    ? ''
    : error instanceof Error && 'code' in error && typeof error.code === 'string'
      ? error.code
      : ''

/** Names of errors with which services say that they do not know the model. */
const unknownModel = /model_not_found|model.{0,80}(?:does not exist|not exist|not found)|ModelNotOpen/i

async function refusalOf({ status, headers, body }: ServiceStream): Promise<ModelFailure> {
  const said = sentenceOf(await textOf(body))
  const detail = said === '' ? String(status) : `${status} ${said}`
  if (status === 401 || status === 403) return new ModelFailure('key', detail)
  if (status === 429)
    return new ModelFailure('busy', detail, { retryAfter: secondsOf(headers['retry-after']) })
  if (status === 404 || unknownModel.test(said)) return new ModelFailure('model', detail)
  if (status >= 500)
    return new ModelFailure('service', detail, { retryAfter: secondsOf(headers['retry-after']) })
  return new ModelFailure('refused', detail)
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    parts.push(part)
    size += part.length
    if (size > mostErrorBytes) break
  }
  return Buffer.concat(parts).subarray(0, mostErrorBytes).toString('utf8')
}

/** Of an error as JSON its message; pages of a proxy say nothing to anybody. */
function sentenceOf(text: string): string {
  const found = objectOf(text)
  const error = found?.['error']
  const message = isObject(error) ? [error['code'], error['message']] : [error, found?.['message']]
  return message.filter((one): one is string => typeof one === 'string').join(' ')
}

const mostWaitSeconds = 3600

/** Retry-After, in seconds or as a date. */
function secondsOf(header: string | string[] | undefined): number | null {
  const text = Array.isArray(header) ? header[0] : header
  if (text === undefined) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), mostWaitSeconds) : null
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON object; null for anything else. */
function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** The data of each event of a stream of server-sent events, wherever its pieces are cut. */
async function* eventsOf(body: AsyncIterable<Buffer>): AsyncIterable<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  for await (const part of body) {
    rest += decoder.decode(part, { stream: true })
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '' && data.length > 0) {
        yield data.join('\n')
        data = []
      } else if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5))
    }
  }
}

/** The same, as objects, until somebody stops it. @throws ModelFailure for anything else. */
async function* objectsOf(
  body: AsyncIterable<Buffer>,
  signal: AbortSignal,
): AsyncIterable<Record<string, unknown>> {
  for await (const data of eventsOf(body)) {
    signal.throwIfAborted()
    if (data === '[DONE]') return
    const value = objectOf(data)
    if (value === null) throw new ModelFailure('answer', data.slice(0, 80))
    yield value
  }
}

/** The names of a list of models. */
export async function namesOf(body: AsyncIterable<Buffer>): Promise<string[]> {
  const parts: Buffer[] = []
  for await (const part of body) parts.push(part)
  const data = objectOf(Buffer.concat(parts).toString('utf8'))?.['data']
  if (!Array.isArray(data)) throw new ModelFailure('answer')
  const names = data.flatMap((one: unknown) =>
    isObject(one) && typeof one['id'] === 'string' ? [one['id']] : [],
  )
  return [...new Set(names)]
    .filter((name) => name.length <= 200 && /^[\w.:/@ -]+$/.test(name))
    .toSorted()
    .slice(0, 500)
}

export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0
