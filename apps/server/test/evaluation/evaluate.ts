import type { ModelForm } from '@netward/contract/assistant-values'
import { arrangeAssistant, type AssistantWorld } from '../assistant-world.ts'
import { casesOf } from './cases/index.ts'
import { arrangeEstate, type Estate } from './estate.ts'
import { type Result, runCases } from './run-cases.ts'
import { scriptedModel } from './scripted-model.ts'

/** A service that is paid for. */
export interface EvaluatedModel {
  readonly form: ModelForm
  readonly address: string
  readonly key: string
  readonly model: string
}

/** All cases, asked in a new estate: of the scripted model, or of a real one. */
export async function evaluate(
  model: EvaluatedModel | null,
  onResult: (result: Result) => void = () => {},
): Promise<Result[]> {
  const world = await arrangeAssistant()
  try {
    return await evaluateIn(world, await arrangeEstate(world.t), model, onResult)
  } finally {
    await world.stop()
  }
}

export async function evaluateIn(
  world: AssistantWorld,
  estate: Estate,
  model: EvaluatedModel | null,
  onResult: (result: Result) => void = () => {},
): Promise<Result[]> {
  const { t, service, ask } = world
  for (const [person, { code }] of [
    [estate.people.msp, estate.msp],
    [estate.people.administrator, estate.tenant],
  ] as const) {
    if (model) {
      world.outgoingRanges.push(...privateRanges.map((range) => `${range}=${code}`))
      await addProvider(person, model)
    } else await world.enable(person, code)
    const { data: settings } = await person.call('GET /api/v1/assistant/settings')
    const limited = await person.call('PUT /api/v1/assistant/settings', {
      routes: settings.routes,
      monthCost: null,
      monthTokens: null,
      dayCost: null,
      dayTokens: null,
      perMinute: 600,
      atOnce: 50,
    })
    if (limited.code !== 0) throw new Error(limited.message)
  }
  const cases = casesOf(estate)
  service.play = scriptedModel(cases)
  return runCases({ t, ask, estate }, cases, { onResult, mayWait: model !== null })
}

/** A model may run on a machine beside this one. */
const privateRanges = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']

async function addProvider(
  person: Estate['people']['administrator'],
  { form, address, key, model }: EvaluatedModel,
): Promise<void> {
  const { data, message } = await person.call('POST /api/v1/assistant/provider', {
    name: model,
    preset: form === 'anthropic' ? 'anthropic' : 'other',
    address,
    key,
    model,
    isAbroad: false,
  })
  if (!data) throw new Error(message)
  const { data: tried } = await person.call('POST /api/v1/assistant/provider/:providerId/test', {
    providerId: data.id,
  })
  if (tried.failure) throw new Error(`${model}: ${tried.failure.reason} ${tried.failure.detail}`)
  await person.call('POST /api/v1/assistant/consent', {
    providerId: data.id,
    contents: ['questions', 'network', 'records', 'files'],
    masked: [],
  })
}
