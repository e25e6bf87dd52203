import type { AssistantFeature } from '@netward/contract/assistant-values'
import { AppError } from '../../platform/errors.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import { budgetRepo } from './budget.repo.ts'
import { ledgerRepo, type Settlement } from './ledger.repo.ts'
import type { ConsentContent, MaskedKind } from './models.repo.ts'
import { anthropic } from './providers/anthropic.ts'
import {
  type ModelAnswer,
  type ModelClient,
  type ModelEndpoint,
  ModelFailure,
  type ModelRequest,
  type ModelUsage,
} from './providers/model.ts'
import { openai } from './providers/openai.ts'
import { providerRepo, type ProviderRow } from './provider.repo.ts'
import { costOf, estimatedTokens, mostTokens, priceOn } from './tokens.ts'

export const modelClients: Readonly<Record<ModelEndpoint['form'], ModelClient>> = { openai, anthropic }

/** A provider that is ready to be called, and its model. */
export interface ReadyModel {
  readonly provider: Pick<ProviderRow, 'id' | 'ownerId' | 'name' | 'prices'>
  readonly endpoint: ModelEndpoint
  readonly model: string
  readonly isAbroad: boolean
  /** The most that it writes in one answer. */
  readonly mostOutput: number
  /** What has to be masked before it leaves, and what may leave. */
  readonly masked: readonly MaskedKind[]
  readonly contents: readonly ConsentContent[]
  /** Those that it was made ready by: all of them must stand when it is called. Null: nothing of a company is sent. */
  readonly consent: { readonly subjectId: string; readonly ids: readonly string[] } | null
}

export interface ModelCall {
  /** Who pays, and who asks. */
  readonly companyId: string
  readonly personId: string
  readonly personName: string
  readonly feature: AssistantFeature
  /** In the order in which they are tried. */
  readonly models: readonly ReadyModel[]
  readonly request: ModelRequest
  readonly onDelta: (text: string) => void
  /** Before each attempt, once it is reserved. */
  readonly onCall?: (model: ReadyModel) => Promise<void>
  readonly signal: AbortSignal
}

export interface CalledModel {
  readonly answer: ModelAnswer
  readonly provider: ReadyModel['provider']
  readonly settled: Settlement
}

/** A failed call with what it cost. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly failure: ModelFailure
  readonly settled: Settlement
  constructor(failure: ModelFailure, settled: Settlement) {
    super(failure.message, { cause: failure })
    this.failure = failure
    this.settled = settled
  }
}

/** After these another provider may do better, as long as nobody has read a word of this one. */
const takenOver = new Set([
  'key',
  'model',
  'address',
  'connection',
  'timeout',
  'busy',
  'service',
  'answer',
  'cut',
])

/**
 * Calls the first model that answers. Each attempt is reserved before it and settled after it, whatever becomes of it.
 * @throws AppError when a budget, a limit, or the end of every consent stands against it, CallFailed when no model answers.
 */
export async function callModel(scopes: Scopes, call: ModelCall): Promise<CalledModel> {
  let last: CallFailed | AppError | null = null
  for (const model of call.models) {
    let isRead = false
    const attempted = await attempt(scopes, call, model, (text) => {
      isRead = true
      call.onDelta(text)
    })
    if (!(attempted instanceof Error)) return attempted
    // The reason of a service that was called says more than that of one that was not.
    if (attempted instanceof AppError) {
      last ??= attempted
      continue
    }
    last = attempted
    if (isRead || !takenOver.has(attempted.failure.reason)) break
  }
  throw last ?? new TypeError('a call without a model')
}

async function attempt(
  scopes: Scopes,
  call: ModelCall,
  ready: ReadyModel,
  onDelta: (text: string) => void,
): Promise<CalledModel | CallFailed | AppError> {
  const { provider, endpoint, model, consent } = ready
  const { companyId, personId, personName, feature, request, signal } = call
  const most = mostTokens(request)
  const reserved = await scopes.withCompany(companyId, async ({ db }) => {
    const day = await budgetRepo.today(db, companyId)
    const refusal = await budgetRepo.refusal(db, { companyId, personId }, day)
    if (refusal !== null) throw new AppError(refusal)
    const barred = consent && (await ledgerRepo.barred(db, { provider, endpoint, consent }, day))
    if (barred) return new AppError(barred)
    const found = priceOn(provider.prices, model, day)
    const of = {
      companyId,
      subjectId: consent?.subjectId ?? companyId,
      personId,
      personName,
      feature,
      ownerId: provider.ownerId,
      providerId: provider.id,
      providerName: provider.name,
      model,
    }
    return {
      callId: await ledgerRepo.reserve(db, of, { day, most, cost: costOf(found, most), price: found }),
      price: found,
    }
  })
  if (reserved instanceof AppError) return reserved
  const { callId, price } = reserved
  const settle = async (
    outcome: Settlement['outcome'],
    taken: Pick<Settlement, 'usage' | 'estimated' | 'reported'>,
    failure: ModelFailure | null,
  ): Promise<Settlement> => {
    const settled = { outcome, ...taken, cost: costOf(price, taken.usage) }
    await scopes.withCompany(companyId, ({ db }) => ledgerRepo.settle(db, companyId, callId, settled))
    // A person who stops an answer says nothing about the service.
    if (failure?.reason !== 'cancelled')
      await scopes.withCompany(provider.ownerId, ({ db }) =>
        providerRepo.note(db, provider.ownerId, provider.id, failure),
      )
    return settled
  }
  try {
    await call.onCall?.(ready)
    const answer = await modelClients[endpoint.form].complete(
      { ...endpoint, model },
      request,
      onDelta,
      signal,
    )
    const written =
      answer.text + answer.toolCalls.map(({ arguments: given }) => JSON.stringify(given)).join('')
    return { answer, provider, settled: await settle('done', takenOf(answer.usage, most, written), null) }
  } catch (error) {
    const failure = error instanceof ModelFailure ? error : new ModelFailure('answer')
    const settled = await settle(outcomeOf(failure), takenBefore(failure, most), failure)
    if (!(error instanceof ModelFailure)) throw error
    return new CallFailed(failure, settled)
  }
}

const totalOf = ({ input, output }: ModelUsage): number => input + output

/** By the usage that the service reports, else by the text. */
const takenOf = (usage: ModelUsage | null, most: ModelUsage, written: string) =>
  usage === null
    ? {
        usage: { input: most.input, cached: 0, output: estimatedTokens(written) },
        estimated: true,
        reported: null,
      }
    : { usage, estimated: false, reported: totalOf(usage) }

/** A service that had begun to answer charges for what it wrote, and its last count never arrived. */
function takenBefore(
  { begun }: ModelFailure,
  most: ModelUsage,
): Pick<Settlement, 'usage' | 'estimated' | 'reported'> {
  if (begun === null) return { usage: { input: 0, cached: 0, output: 0 }, estimated: false, reported: null }
  const { text, usage } = begun
  const { input, cached, output } = usage ?? { input: most.input, cached: 0, output: 0 }
  return {
    usage: { input, cached, output: Math.max(output, estimatedTokens(text)) },
    estimated: true,
    reported: usage && totalOf(usage),
  }
}

const outcomeOf = ({ reason, begun }: ModelFailure): Settlement['outcome'] =>
  reason === 'cancelled' ? 'cancelled' : begun !== null && reason !== 'filtered' ? 'cut' : 'failed'
