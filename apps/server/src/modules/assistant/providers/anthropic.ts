import type {
  ModelAnswer,
  ModelClient,
  ModelEndpoint,
  ModelMessage,
  ModelRequest,
  ModelUsage,
} from './model.ts'
import { ModelFailure } from './model.ts'
import { askService, countOf, gather, type Gathering, isObject, namesOf, toolCallOf } from './stream.ts'

const headersOf = ({ key }: ModelEndpoint): Record<string, string> => ({
  'anthropic-version': '2023-06-01',
  ...(key !== null && { 'x-api-key': key }),
})

type Block = Readonly<Record<string, unknown>>

function blocksOf(message: ModelMessage): Block[] {
  switch (message.role) {
    case 'user':
      return [{ type: 'text', text: message.text }]
    case 'tool':
      return [{ type: 'tool_result', tool_use_id: message.callId, content: message.text }]
    case 'assistant':
      return [
        ...(message.text === '' ? [] : [{ type: 'text', text: message.text }]),
        ...(message.toolCalls ?? []).map(({ id, name, arguments: input }) => ({
          type: 'tool_use',
          id,
          name,
          input,
        })),
      ]
  }
}

/** Nobody speaks twice: results of several tools are one message of the user. */
function turnsOf(messages: readonly ModelMessage[]): { role: string; content: Block[] }[] {
  const turns: { role: string; content: Block[] }[] = []
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...blocksOf(message))
    else turns.push({ role, content: blocksOf(message) })
  }
  return turns
}

const bodyOf = (at: ModelEndpoint & { model: string }, request: ModelRequest) => ({
  model: at.model,
  system: request.system,
  messages: turnsOf(request.messages),
  ...(request.tools.length > 0 && {
    tools: request.tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: parameters,
    })),
  }),
  max_tokens: request.mostOutput,
  stream: true,
})

/** The API of messages (https://docs.anthropic.com/en/api/messages). */
export const anthropic: ModelClient = {
  async complete(at, request, onDelta, signal) {
    const sent = { path: '/v1/messages', headers: headersOf(at), body: bodyOf(at, request) }
    return gather(at, sent, signal, new Answer(onDelta))
  },

  async models(at, signal) {
    return askService(at, { path: '/v1/models?limit=1000', headers: headersOf(at) }, signal, ({ body }) =>
      namesOf(body),
    )
  },
}

/** The pieces of an answer, put together. */
class Answer implements Gathering {
  text = ''
  usage: ModelUsage | null = null
  #finish: string | null = null
  #isOver = false
  readonly #calls = new Map<unknown, { id: string; name: string; arguments: string }>()
  readonly #onDelta: (text: string) => void

  constructor(onDelta: (text: string) => void) {
    this.#onDelta = onDelta
  }

  take(event: Record<string, unknown>): void {
    const delta = isObject(event['delta']) ? event['delta'] : {}
    switch (event['type']) {
      case 'message_start':
        if (isObject(event['message'])) this.#count(event['message']['usage'])
        return
      case 'content_block_start':
        this.#begin(event['index'], event['content_block'])
        return
      case 'content_block_delta':
        this.#add(event['index'], delta)
        return
      case 'message_delta':
        if (typeof delta['stop_reason'] === 'string') this.#finish = delta['stop_reason']
        this.#count(event['usage'])
        return
      case 'message_stop':
        this.#isOver = true
        return
      case 'error':
        throw new ModelFailure('service', JSON.stringify(event['error']))
    }
  }

  #begin(index: unknown, block: unknown): void {
    if (!isObject(block) || block['type'] !== 'tool_use') return
    const { id, name } = block
    if (typeof id !== 'string' || typeof name !== 'string') throw new ModelFailure('answer', 'tool_use')
    this.#calls.set(index, { id, name, arguments: '' })
  }

  #add(index: unknown, delta: Record<string, unknown>): void {
    if (typeof delta['text'] === 'string') {
      this.text += delta['text']
      this.#onDelta(delta['text'])
    }
    const call = this.#calls.get(index)
    if (call !== undefined && typeof delta['partial_json'] === 'string')
      call.arguments += delta['partial_json']
  }

  /** Input is counted without what the cache held; output grows until the end. */
  #count(usage: unknown): void {
    if (!isObject(usage)) return
    const before = this.usage ?? { input: 0, cached: 0, output: 0 }
    const cached = usage['cache_read_input_tokens']
    const read = cached === undefined || cached === null ? before.cached : countOf(cached)
    const fresh = usage['input_tokens']
    this.usage = {
      cached: read,
      input:
        fresh === undefined || fresh === null
          ? before.input
          : countOf(fresh) + read + countOf(usage['cache_creation_input_tokens']),
      output: Math.max(before.output, countOf(usage['output_tokens'])),
    }
  }

  whole(): ModelAnswer {
    if (this.#finish === null || !this.#isOver) throw new ModelFailure('cut')
    if (this.#finish === 'refusal') throw new ModelFailure('filtered')
    const toolCalls = [...this.#calls.values()].map(toolCallOf)
    return {
      text: this.text,
      toolCalls,
      usage: this.usage,
      finish: this.#finish === 'max_tokens' ? 'length' : toolCalls.length > 0 ? 'tools' : 'stop',
    }
  }
}
