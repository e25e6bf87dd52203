import type {
  ModelAnswer,
  ModelClient,
  ModelEndpoint,
  ModelMessage,
  ModelRequest,
  ModelUsage,
} from './model.ts'
import { ModelFailure } from './model.ts'
import { quirkOf } from './quirks.ts'
import { askService, countOf, gather, type Gathering, isObject, namesOf, toolCallOf } from './stream.ts'

function headersOf({ preset, key }: ModelEndpoint): Record<string, string> {
  if (key === null) return {}
  return quirkOf(preset).keyHeader === 'api-key' ? { 'api-key': key } : { authorization: `Bearer ${key}` }
}

function messageOf(message: ModelMessage) {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text }
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.text }
    case 'assistant':
      return {
        role: 'assistant',
        content: message.text,
        ...(message.toolCalls !== undefined &&
          message.toolCalls.length > 0 && {
            tool_calls: message.toolCalls.map((call) => ({
              id: call.id,
              type: 'function',
              function: { name: call.name, arguments: JSON.stringify(call.arguments) },
            })),
          }),
      }
  }
}

const bodyOf = (at: ModelEndpoint & { model: string }, request: ModelRequest) => ({
  model: at.model,
  messages: [{ role: 'system', content: request.system }, ...request.messages.map(messageOf)],
  ...(request.tools.length > 0 && {
    tools: request.tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  }),
  [quirkOf(at.preset).outputLimit]: request.mostOutput,
  stream: true,
  stream_options: { include_usage: true },
})

/** The API of chat completions (https://platform.openai.com/docs/api-reference/chat), which many services have. */
export const openai: ModelClient = {
  async complete(at, request, onDelta, signal) {
    const sent = { path: '/chat/completions', headers: headersOf(at), body: bodyOf(at, request) }
    return gather(at, sent, signal, new Answer(onDelta))
  },

  async models(at, signal) {
    return askService(at, { path: '/models', headers: headersOf(at) }, signal, ({ body }) => namesOf(body))
  },
}

/** The pieces of an answer, put together. */
class Answer implements Gathering {
  text = ''
  usage: ModelUsage | null = null
  #finish: string | null = null
  readonly #calls: { id: string; name: string; arguments: string }[] = []
  readonly #onDelta: (text: string) => void

  constructor(onDelta: (text: string) => void) {
    this.#onDelta = onDelta
  }

  take(chunk: Record<string, unknown>): void {
    if (isObject(chunk['error'])) throw new ModelFailure('service', JSON.stringify(chunk['error']))
    const choices: unknown = chunk['choices']
    const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
    // Moonshot reports it in the last choice.
    const usage = isObject(chunk['usage']) ? chunk['usage'] : isObject(choice) ? choice['usage'] : undefined
    if (isObject(usage)) this.usage = usageOf(usage)
    if (!isObject(choice)) return
    if (typeof choice['finish_reason'] === 'string') this.#finish = choice['finish_reason']
    const delta = isObject(choice['delta']) ? choice['delta'] : {}
    if (typeof delta['content'] === 'string' && delta['content'] !== '') {
      this.text += delta['content']
      this.#onDelta(delta['content'])
    }
    if (Array.isArray(delta['tool_calls'])) for (const call of delta['tool_calls']) this.#takeCall(call)
  }

  #takeCall(given: unknown): void {
    if (!isObject(given)) return
    const at = typeof given['index'] === 'number' ? given['index'] : 0
    if (!Number.isInteger(at) || at < 0 || at > 31) throw new ModelFailure('answer', 'tool_calls')
    const call = (this.#calls[at] ??= { id: '', name: '', arguments: '' })
    const { name, arguments: part } = isObject(given['function']) ? given['function'] : {}
    if (typeof given['id'] === 'string' && given['id'] !== '') call.id = given['id']
    if (typeof name === 'string' && name !== '') call.name = name
    if (typeof part === 'string') call.arguments += part
  }

  whole(): ModelAnswer {
    if (this.#finish === null) throw new ModelFailure('cut')
    if (this.#finish === 'content_filter') throw new ModelFailure('filtered')
    return {
      text: this.text,
      toolCalls: this.#calls.filter(Boolean).map((call) => {
        if (call.name === '') throw new ModelFailure('answer', ` ${call.arguments.slice(0, 80)}`)
        return toolCallOf(call)
      }),
      usage: this.usage,
      finish: this.#finish === 'length' ? 'length' : this.#calls.length > 0 ? 'tools' : 'stop',
    }
  }
}

/** DeepSeek and Moonshot name cached tokens beside the details. */
function usageOf(usage: Record<string, unknown>): ModelUsage {
  const details = isObject(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {}
  const input = countOf(usage['prompt_tokens'])
  const cached = countOf(
    details['cached_tokens'] ?? usage['prompt_cache_hit_tokens'] ?? usage['cached_tokens'],
  )
  return { input, cached: Math.min(cached, input), output: countOf(usage['completion_tokens']) }
}
