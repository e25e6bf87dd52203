import type { InputOf, OutputOf, assistantApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { MessageDeps } from '../messages/index.ts'
import { type CalledModel, CallFailed, callModel, modelClients } from './call-model.ts'
import { modelsRepo } from './models.repo.ts'
import { ModelFailure, type ModelRequest } from './providers/model.ts'
import { providerRepo } from './provider.repo.ts'
import { auditProvider } from './providers.service.ts'
import { endpointOf, type ModelTimes, usualTimes } from './ready-models.ts'

type Api = typeof assistantApi

export interface AssistantDeps extends MessageDeps {
  readonly scopes: Scopes
  /** NETWARD_OUTGOING_RANGES. */
  readonly outgoingRanges: readonly string[]
  /** Shorter in tests. */
  readonly times?: ModelTimes
}

const toolName = 'report_state'

/** The same for everybody: nothing of a company is in it. */
const testRequest: ModelRequest = {
  system: 'You test a connection. Call the given tool once and write nothing else.',
  messages: [{ role: 'user', text: `Call ${toolName} with the state "ready".` }],
  tools: [
    {
      name: toolName,
      description: 'Reports that the connection works.',
      parameters: {
        type: 'object',
        properties: { state: { type: 'string', enum: ['ready'] } },
        required: ['state'],
      },
    },
  ],
  mostOutput: 512,
}

/** A model, of the company or offered to it, and the person who asks for it. */
async function ready(ctx: SeveralTransactions, providerId: string, deps: AssistantDeps) {
  const { companyId, personId, actorName } = await ctx.inTransaction(null, async ({ scope }) => scope)
  const services = await modelsRepo.list(deps.scopes, companyId, companyId)
  const service = services.find(({ id }) => id === providerId)
  if (!service) throw new AppError('assistant.provider_not_found')
  if (service.state === 'quota') throw new AppError('assistant.quota_used')
  const { id, ownerId, name, prices, isAbroad, mostOutput } = service
  return {
    companyId,
    personId,
    personName: actorName,
    name,
    isOwn: ownerId === companyId,
    model: {
      provider: { id, ownerId, name, prices },
      model: service.model,
      isAbroad,
      mostOutput,
      masked: [],
      contents: [],
      // Its text is fixed: nothing that a consent is needed for.
      consent: null,
      endpoint: endpointOf(deps.secrets, service, deps.outgoingRanges, deps.times ?? usualTimes),
    },
  }
}

export async function testProvider(
  ctx: SeveralTransactions,
  { providerId }: InputOf<Api['testProvider']>,
  deps: AssistantDeps,
): Promise<OutputOf<Api['testProvider']>> {
  const { name, model, isOwn: _isOwn, ...who } = await ready(ctx, providerId, deps)
  const began = Date.now()
  const called = await attempt(deps.scopes, {
    ...who,
    feature: 'test',
    models: [model],
    request: testRequest,
    onDelta: () => {},
    signal: new AbortController().signal,
  })
  const milliseconds = Date.now() - began
  const failure = failureOf(called)
  await ctx.inTransaction(null, async (inside) =>
    auditProvider(inside, 'provider_tested', providerId, {
      name,
      ...(failure !== null && { failure: failure.reason }),
    }),
  )
  const { usage, estimated, cost } = called.settled
  return { failure, model: model.model, milliseconds, ...usage, estimated, cost }
}

async function attempt(
  scopes: Scopes,
  call: Parameters<typeof callModel>[1],
): Promise<CalledModel | CallFailed> {
  try {
    return await callModel(scopes, call)
  } catch (error) {
    if (error instanceof CallFailed) return error
    throw error
  }
}

function failureOf(called: CalledModel | CallFailed): OutputOf<Api['testProvider']>['failure'] {
  if (called instanceof CallFailed) return { reason: called.failure.reason, detail: called.failure.detail }
  const [call] = called.answer.toolCalls
  return call?.name === toolName && call.arguments['state'] === 'ready'
    ? null
    : { reason: 'no_tools', detail: called.answer.text.slice(0, 200) }
}

export async function readModels(
  ctx: SeveralTransactions,
  { providerId }: InputOf<Api['readModels']>,
  deps: AssistantDeps,
): Promise<OutputOf<Api['readModels']>> {
  const { name, model, isOwn } = await ready(ctx, providerId, deps)
  if (!isOwn) throw new AppError('assistant.provider_not_found')
  const { endpoint } = model
  const models = await modelClients[endpoint.form]
    .models(endpoint, new AbortController().signal)
    .catch((error: unknown) => {
      if (!(error instanceof ModelFailure)) throw error
      const { reason, detail } = error
      throw new AppError('assistant.models_unreadable', {
        params: { reason: ctx.phrase(`assistant.failures.${reason}`) },
        data: { reason, detail },
        cause: error,
      })
    })
  await ctx.inTransaction(null, async (inside) => {
    await providerRepo.setModels(inside, providerId, models)
    await auditProvider(inside, 'models_read', providerId, { name, count: models.length })
  })
  return { models }
}
