import type { ModelService, ModelServiceOptions } from './model-faults.ts'
import { type ModelForm, pieces, startModelService } from './model-server.ts'

const known = new Set(['model', 'messages', 'system', 'stream', 'max_tokens', 'tools', 'tool_choice'])

interface Asked {
  readonly model?: string
  readonly stream?: boolean
  readonly max_tokens?: number
  readonly system?: unknown
  readonly messages?: readonly { role?: string; content?: unknown }[]
  readonly tools?: readonly { name?: string; input_schema?: unknown }[]
}

const event = (data: { type: string } & Record<string, unknown>) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

const form: ModelForm = {
  basePath: '',
  modelsPath: '/v1/models?limit=1000',
  callPath: '/v1/messages',
  keyOf: ({ headers }) => headers['x-api-key']?.toString() ?? null,
  headerMistakes: ({ method, headers }) => [
    ...(headers['anthropic-version'] === '2023-06-01' ? [] : ['anthropic-version']),
    ...(method === 'POST' && headers['content-type'] !== 'application/json' ? ['content-type'] : []),
  ],
  models: (names) => ({
    data: names.map((id) => ({ id, type: 'model', display_name: id })),
    has_more: false,
  }),
  error: (_status, type, message) => ({ type: 'error', error: { type, message } }),
  read(body) {
    const asked = body as Asked
    const messages = asked.messages ?? []
    const mistakes = [
      ...Object.keys(body).filter((key) => !known.has(key)),
      ...(asked.stream === true ? [] : ['stream']),
      ...((asked.max_tokens ?? 0) > 0 ? [] : ['max_tokens']),
      ...(isConversation(messages) ? [] : ['messages']),
      ...((asked.tools ?? []).every(({ name, input_schema: of }) => name && typeof of === 'object')
        ? []
        : ['tools']),
    ]
    return {
      mistakes,
      asksUsage: true,
      call: {
        model: asked.model ?? '',
        mostOutput: asked.max_tokens ?? 0,
        text: JSON.stringify([asked.system ?? '', messages]),
        tools: (asked.tools ?? []).map(({ name }) => name ?? ''),
        schemas: Object.fromEntries(
          (asked.tools ?? []).map(({ name, input_schema: of }) => [name ?? '', of]),
        ),
      },
    }
  },
  events({ call, words, tools, tokens, withUsage, isFiltered }) {
    const usage = withUsage
      ? {
          input_tokens: tokens.input - tokens.cached,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: tokens.cached,
          output_tokens: 1,
        }
      : undefined
    const blocks = [
      ...(words === '' ? [] : [{ start: { type: 'text', text: '' }, parts: pieces(words).map(textDelta) }]),
      ...tools.map(({ id, name, arguments: given }) => ({
        start: { type: 'tool_use', id, name, input: {} },
        parts: pieces(given).map(inputDelta),
      })),
    ]
    return [
      event({
        type: 'message_start',
        message: { id: 'msg_1', role: 'assistant', model: call.model, content: [], usage },
      }),
      event({ type: 'ping' }),
      ...blocks.flatMap(({ start, parts }, index) => [
        event({ type: 'content_block_start', index, content_block: start }),
        ...parts.map((delta) => event({ type: 'content_block_delta', index, delta })),
        event({ type: 'content_block_stop', index }),
      ]),
      event({
        type: 'message_delta',
        delta: { stop_reason: isFiltered ? 'refusal' : tools.length === 0 ? 'end_turn' : 'tool_use' },
        ...(withUsage && { usage: { output_tokens: tokens.output } }),
      }),
      event({ type: 'message_stop' }),
    ]
  },
}

const textDelta = (text: string) => ({ type: 'text_delta', text })
const inputDelta = (partial: string) => ({ type: 'input_json_delta', partial_json: partial })

/** The person begins, and nobody speaks twice. */
const isConversation = (messages: NonNullable<Asked['messages']>) =>
  messages.length > 0 && messages.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant'))

/** A service with the API of Anthropic messages, streamed. It is strict with headers and bodies. */
export function startAnthropicService(options?: ModelServiceOptions): Promise<ModelService> {
  return startModelService(form, options)
}
