import type { ModelService, ModelServiceOptions } from './model-faults.ts'
import { type ModelForm, pieces, startModelService } from './model-server.ts'

const known = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'max_tokens',
  'max_completion_tokens',
])

interface Asked {
  readonly model?: string
  readonly stream?: boolean
  readonly stream_options?: { readonly include_usage?: boolean }
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
  readonly messages?: readonly { role?: string; content?: unknown; tool_call_id?: string }[]
  readonly tools?: readonly { type?: string; function?: { name?: string; parameters?: unknown } }[]
}

const event = (data: unknown) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

const form: ModelForm = {
  basePath: '/v1',
  modelsPath: '/models',
  callPath: '/chat/completions',
  keyOf: ({ headers }) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null,
  headerMistakes: ({ method, headers }) =>
    method === 'POST' && headers['content-type'] !== 'application/json' ? ['content-type'] : [],
  models: (names) => ({ object: 'list', data: names.map((id) => ({ id, object: 'model' })) }),
  error: (_status, type, message) => ({ error: { message, type, code: type } }),
  read(body) {
    const asked = body as Asked
    const messages = asked.messages ?? []
    const most = asked.max_completion_tokens ?? asked.max_tokens ?? 0
    const mistakes = [
      ...Object.keys(body).filter((key) => !known.has(key)),
      ...(asked.stream === true ? [] : ['stream']),
      ...(most > 0 ? [] : ['max_tokens']),
      ...(messages.length > 0 && messages.every(isMessage) ? [] : ['messages']),
      ...((asked.tools ?? []).every(isTool) ? [] : ['tools']),
    ]
    return {
      mistakes,
      asksUsage: asked.stream_options?.include_usage === true,
      call: {
        model: asked.model ?? '',
        mostOutput: most,
        text: JSON.stringify(messages),
        tools: (asked.tools ?? []).map((tool) => tool.function?.name ?? ''),
        schemas: Object.fromEntries(
          (asked.tools ?? []).map((tool) => [tool.function?.name ?? '', tool.function?.parameters]),
        ),
      },
    }
  },
  events({ call, words, tools, tokens, withUsage, isFiltered }) {
    const chunk = (delta: unknown, finish: string | null = null) =>
      event({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        model: call.model,
        choices: [{ index: 0, delta, finish_reason: finish }],
      })
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces(words).map((content) => chunk({ content })),
      ...tools.flatMap(({ id, name, arguments: given }, index) => [
        chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
        ...pieces(given).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
      ]),
      chunk({}, isFiltered ? 'content_filter' : tools.length === 0 ? 'stop' : 'tool_calls'),
      ...(withUsage
        ? [
            event({
              id: 'chatcmpl-1',
              object: 'chat.completion.chunk',
              model: call.model,
              choices: [],
              usage: {
                prompt_tokens: tokens.input,
                completion_tokens: tokens.output,
                total_tokens: tokens.input + tokens.output,
                prompt_tokens_details: { cached_tokens: tokens.cached },
              },
            }),
          ]
        : []),
      event('[DONE]'),
    ]
  },
}

const isMessage = ({ role, content, tool_call_id: of }: NonNullable<Asked['messages']>[number]) =>
  role === 'assistant' ||
  (typeof content === 'string' && (role === 'tool' ? of !== undefined : role === 'system' || role === 'user'))

const isTool = ({ type, function: of }: NonNullable<Asked['tools']>[number]) =>
  type === 'function' && typeof of?.name === 'string' && typeof of.parameters === 'object'

/** A service with the API of chat completions, streamed. It is strict with headers and bodies. */
export function startOpenaiService(options?: ModelServiceOptions): Promise<ModelService> {
  return startModelService(form, options)
}
