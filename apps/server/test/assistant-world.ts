import type { AnswerEvent, AssistantMessage } from '@netward/contract/conversations'
import { type ModelReply, type ModelService, startOpenaiService } from '@netward/testkit'
import { loadModules } from '../src/load-modules.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { createTestApp, ofEveryTestApp, type TestApp, type TestPerson } from './test-app.ts'

/** What came of a question. */
export interface Answer {
  readonly status: number
  readonly code: string | number
  readonly events: AnswerEvent[]
  readonly message: AssistantMessage
  readonly conversationId: string
}

export interface AssistantWorld {
  readonly t: TestApp
  readonly service: ModelService
  /** Addresses that the assistant may reach: those of the fake are added for each company by `enable`. */
  readonly outgoingRanges: string[]
  /** The company has a model service, and agrees that everything goes there; `masked` is replaced. */
  enable(
    by: TestPerson,
    code: string,
    masked?: readonly ('names' | 'phones' | 'addresses' | 'serials')[],
  ): Promise<string>
  /** Replies of the model, call by call; each may look at what it was sent. */
  readonly script: (...replies: readonly (ModelReply | ((sent: string) => ModelReply))[]) => void
  /** `actingIn`: id of a tenant; `language`: of the console. */
  readonly ask: (person: TestPerson, question: string, more?: Record<string, unknown>) => Promise<Answer>
  stop(): Promise<void>
}

/** The whole server with a model service that follows a script. */
export async function arrangeAssistant(): Promise<AssistantWorld> {
  const service = await startOpenaiService()
  const config = { ...readConfig({}, []), outgoingRanges: ['127.0.0.0/8'] }
  const t = await createTestApp(async (app, deps) => {
    for (const one of await loadModules({ ...deps, config }, ofEveryTestApp)) await one.routes?.(app)
  })
  return {
    t,
    service,
    outgoingRanges: config.outgoingRanges,
    async enable(by, code, masked = []) {
      config.outgoingRanges.push(`127.0.0.0/8=${code}`)
      const { data } = await by.call('POST /api/v1/assistant/provider', {
        name: 'Large',
        preset: 'other',
        address: service.address,
        key: service.key,
        model: 'netward-large',
        isAbroad: false,
      })
      await by.call('POST /api/v1/assistant/consent', {
        providerId: data.id,
        contents: ['questions', 'network', 'records', 'files'],
        masked: [...masked],
      })
      const { used: _, ...limits } = (await by.call('GET /api/v1/assistant/settings')).data
      await by.call('PUT /api/v1/assistant/settings', { ...limits, perMinute: 600, atOnce: 50 })
      return data.id
    },
    script(...replies) {
      const rest = [...replies]
      service.play = (call) => {
        const next = rest.length > 1 ? rest.shift()! : rest[0]!
        return typeof next === 'function' ? next(call.text) : next
      }
    },
    ask: (person, question, more = {}) => askAs(t, person, question, more),
    async stop() {
      await t.stop()
      await service.stop()
    },
  }
}

async function askAs(
  t: TestApp,
  { token, companyId }: TestPerson,
  question: string,
  { actingIn, language, ...more }: Record<string, unknown>,
): Promise<Answer> {
  const answered = await t.raw({
    method: 'POST',
    url: '/api/v1/assistant/ask',
    headers: {
      authorization: `Bearer ${token}`,
      'x-company-id': companyId,
      ...(typeof language === 'string' && { 'accept-language': language }),
      ...(typeof actingIn === 'string' && { 'x-tenant-company-id': actingIn, 'x-proxy': '1' }),
    },
    payload: { question, ...more },
  })
  const events = answered.headers['content-type']?.toString().includes('ndjson')
    ? answered.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as AnswerEvent)
    : []
  const begun = events.find((event) => event.type === 'begun')
  const ended = events.find((event) => event.type === 'ended')
  return {
    status: answered.status,
    code: answered.code,
    events,
    message: ended?.message as AssistantMessage,
    conversationId: begun?.conversation.id ?? '',
  }
}
