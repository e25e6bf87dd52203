import type { ModelService } from '../assistant/model-faults.ts'
import { startOpenaiService } from '../assistant/openai-service.ts'
import { plainModel } from '../assistant/plain-model.ts'
import type { DemoConsole } from './console.ts'

/** Companies of the demo whose people may ask the assistant; the last one takes the service that its MSP offers. */
export const assistedCompanies = ['beichen', 'yuelai', 'qinghe'] as const
const offered = 'qinghe'

/** What each pays in a month at most, in yuan. */
const monthCosts: Readonly<Record<string, number>> = { beichen: 60, yuelai: 30, qinghe: 10 }

const since = '2026-01-01'

const models = { usual: 'demo-rules', writing: 'demo-rules-writing' } as const

/** Near those of the agents, so that two demos on one machine have one each. */
const portOf = (consoleUrl: string) => 10_800 + (Number(new URL(consoleUrl).port) % 20_000)

/** A service with the API of a language model that follows rules, for those who have no key of a real one. */
export async function startDemoModel(consoleUrl: string): Promise<ModelService> {
  const service = await startOpenaiService({ port: portOf(consoleUrl), models: Object.values(models) })
  // As a model writes: an answer that comes all at once would hide that it is streamed.
  service.paceMilliseconds = 12
  service.play = (call) => {
    service.heard.length = 0
    service.mistakes.length = 0
    return plainModel(call)
  }
  return service
}

/** Gives each company the service, once, with prices, a budget and its consent. */
export async function connectModels(
  administrators: ReadonlyMap<string, DemoConsole>,
  service: ModelService,
  companyIds: ReadonlyMap<string, string>,
): Promise<void> {
  let msp: { console: DemoConsole; providerId: string } | null = null
  for (const [code, administrator] of administrators) {
    const { items } = await administrator.call('GET /api/v1/assistant/consent', {})
    if (items.length > 0) continue
    const companyId = companyIds.get(code)
    if (code === offered && (msp === null || companyId === undefined)) continue
    const providerId: string =
      code === offered && msp !== null
        ? await offer(msp.console, msp.providerId, companyId!)
        : await addService(administrator, service)
    msp ??= { console: administrator, providerId }
    const { used: _, ...limits } = await administrator.call('GET /api/v1/assistant/settings', {})
    await administrator.call('PUT /api/v1/assistant/settings', {
      ...limits,
      monthCost: monthCosts[code] ?? null,
      dayCost: 5,
      ...(code !== offered && { routes: [{ feature: 'writing', providerId, model: models.writing }] }),
    })
    await administrator.call('POST /api/v1/assistant/consent', {
      providerId,
      contents: ['questions', 'network', 'records', 'files'],
      masked: ['phones', 'serials'],
    })
  }
}

async function addService(administrator: DemoConsole, service: ModelService): Promise<string> {
  const { id: providerId } = await administrator.call('POST /api/v1/assistant/provider', {
    name: '演示模型 / Demo model',
    preset: 'other',
    address: service.address,
    key: service.key,
    model: models.usual,
    isAbroad: false,
  })
  await administrator.call('POST /api/v1/assistant/provider/:providerId/models', { providerId })
  await administrator.call('PUT /api/v1/assistant/provider/:providerId/prices', {
    providerId,
    prices: [
      { model: '', since, input: 2, cached: 0.5, output: 8 },
      { model: models.writing, since, input: 4, cached: 1, output: 16 },
    ],
  })
  return providerId
}

async function offer(msp: DemoConsole, providerId: string, companyId: string): Promise<string> {
  await msp.call('PUT /api/v1/assistant/provider/:providerId/offer', {
    providerId,
    forAll: false,
    companyIds: [companyId],
    prices: [{ model: '', since, input: 3, cached: 0.8, output: 12 }],
    monthTokens: 3_000_000,
  })
  return providerId
}

const firstQuestions: Readonly<Record<string, readonly string[]>> = {
  beichen: ['现在有哪些严重告警？', 'Which internet lines are outside their target?'],
  yuelai: ['上海虹桥店从昨天开始为什么慢？', '哪些工单还没有完成？', 'Which devices are offline?'],
  qinghe: ['科技园店现在怎么样？'],
}

/** Conversations to look at, asked like those of anybody, once there is something to answer with. */
export async function askFirst(administrators: ReadonlyMap<string, DemoConsole>): Promise<void> {
  for (const [code, administrator] of administrators) {
    const { total } = await administrator.call('POST /api/v1/assistant/conversation/lists', { pageSize: 1 })
    if (total > 0) continue
    for (const question of firstQuestions[code] ?? [])
      await administrator.lines('POST /api/v1/assistant/ask', { question })
  }
}
