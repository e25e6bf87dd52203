import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type {
  AskedCall,
  HeardCall,
  ModelFault,
  ModelReply,
  ModelService,
  ModelServiceOptions,
  ModelTokens,
} from './model-faults.ts'

/** One form of API: what is wrong with a request, and the events of its answer. */
export interface ModelForm {
  readonly basePath: string
  readonly modelsPath: string
  readonly callPath: string
  /** The key of a request, null without one. */
  keyOf(request: IncomingMessage): string | null
  /** What a strict service refuses of its headers. */
  headerMistakes(request: IncomingMessage): string[]
  read(body: Record<string, unknown>): {
    mistakes: string[]
    call: AskedCall
    asksUsage: boolean
  }
  models(names: readonly string[]): unknown
  error(status: number, type: string, message: string): unknown
  events(answer: {
    call: AskedCall
    words: string
    tools: readonly { id: string; name: string; arguments: string }[]
    isFiltered: boolean
    tokens: ModelTokens
    withUsage: boolean
  }): string[]
}

const modelNames = ['netward-large', 'netward-small'] as const
const fakeKey = 'sk-fake-model-key-0123456789'

/** Counts as a tokenizer would, near enough: four letters, or one Chinese character. */
export const tokensOf = (text: string): number =>
  Math.ceil(Array.from(text).reduce((sum, one) => sum + (one.codePointAt(0)! > 0x2e7f ? 1 : 0.25), 0))

export async function startModelService(
  form: ModelForm,
  { port = 0, models = modelNames }: ModelServiceOptions = {},
): Promise<ModelService> {
  const heard: HeardCall[] = []
  const mistakes: string[] = []
  const faults: ModelFault[] = []
  const state: Pick<ModelService, 'answer' | 'play' | 'paceMilliseconds'> = {
    answer: 'All gateways of the outlet are online. 门店网关全部在线。',
    play: null,
    paceMilliseconds: 0,
  }
  let called = 0

  const refuse = (response: ServerResponse, status: number, type: string, message: string, more = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...more })
      .end(JSON.stringify(form.error(status, type, message)))

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = performance.now()
    let body = ''
    for await (const part of request) body += String(part)
    const path = (request.url ?? '').slice(form.basePath.length)
    const fault = path === form.modelsPath ? undefined : faults.shift()
    if (form.keyOf(request) !== fakeKey || fault === 'bad_key')
      return void refuse(response, 401, 'authentication_error', 'the key is wrong')
    mistakes.push(...form.headerMistakes(request))
    if (request.method === 'GET' && path === form.modelsPath)
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(form.models(models)))
    if (request.method !== 'POST' || path !== form.callPath)
      return void refuse(response, 404, 'not_found_error', `${request.method} ${request.url}`)
    const { mistakes: wrong, call, asksUsage } = form.read(JSON.parse(body) as Record<string, unknown>)
    mistakes.push(...wrong)
    if (wrong.length > 0) return void refuse(response, 400, 'invalid_request_error', wrong.join('; '))
    if (fault === 'unknown_model' || !models.includes(call.model))
      return void refuse(response, 404, 'model_not_found', `${call.model} does not exist`)
    if (fault === 'busy')
      return void refuse(response, 429, 'rate_limit_error', 'slow down', { 'retry-after': '7' })
    if (fault === 'broken') return void refuse(response, 503, 'api_error', 'try again later')
    if (fault === 'hang')
      return void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(' ')
    await answer(response, call, { fault, asksUsage, at })
  }

  async function answer(
    response: ServerResponse,
    call: AskedCall,
    { fault, asksUsage, at }: { fault: ModelFault | undefined; asksUsage: boolean; at: number },
  ): Promise<void> {
    const reply = state.play?.(call) ?? usualReply(call, fault)
    const tools = (reply.tools ?? []).map(({ name, arguments: given }) => ({
      id: `call_${++called}`,
      name,
      arguments: fault === 'broken_arguments' ? '{"state": ' : JSON.stringify(given),
    }))
    const words = reply.words ?? ''
    const input = tokensOf(call.text) + 20
    const tokens = {
      input,
      cached: Math.floor(input / 4),
      output: tokensOf(words + tools.map((tool) => tool.arguments).join('')) + 1,
    }
    const events = form.events({
      call,
      words,
      tools,
      tokens,
      withUsage: asksUsage && fault !== 'no_usage',
      isFiltered: fault === 'filtered',
    })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    heard.push({ ...call, charged: tokens, at, firstAt: performance.now() })
    const bytes = Buffer.from(events.join(''))
    if (fault === 'wrong_json') return void response.end('data: {"choices": [\n\n')
    if (fault === 'truncated') {
      response.write(Buffer.from(events.slice(0, Math.ceil(events.length / 2)).join('')))
      await new Promise((done) => setImmediate(done))
      return void response.destroy()
    }
    if (state.paceMilliseconds > 0) {
      for (const event of events) {
        response.write(event)
        await setTimeout(state.paceMilliseconds)
      }
      return void response.end()
    }
    if (fault !== 'split') return void response.end(bytes)
    for (let from = 0; from < bytes.length; from += 3) response.write(bytes.subarray(from, from + 3))
    response.end()
  }

  const usualReply = ({ tools: [named] }: Pick<HeardCall, 'tools'>, fault?: ModelFault): ModelReply =>
    named !== undefined && fault !== 'no_tools'
      ? { tools: [{ name: named, arguments: { state: 'ready' } }] }
      : { words: state.answer }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      mistakes.push(String(error))
      response.destroy()
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${form.basePath}`,
    key: fakeKey,
    heard,
    mistakes,
    faults,
    get answer() {
      return state.answer
    },
    set answer(words) {
      state.answer = words
    },
    get play() {
      return state.play
    },
    set play(play) {
      state.play = play
    },
    get paceMilliseconds() {
      return state.paceMilliseconds
    },
    set paceMilliseconds(pace) {
      state.paceMilliseconds = pace
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** Words in pieces, as models write them. */
export const pieces = (words: string): string[] => words.match(/.{1,7}/gsu) ?? []
