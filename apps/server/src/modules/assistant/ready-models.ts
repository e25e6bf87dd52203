import type { routedFeatures } from '@netward/contract/assistant-values'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { ReadyModel } from './call-model.ts'
import { budgetRepo } from './budget.repo.ts'
import { type CallableService, type MaskedKind, modelsRepo } from './models.repo.ts'
import type { ModelEndpoint } from './providers/model.ts'
import { settingRepo } from './setting.repo.ts'

/** Of a whole answer, and of each pause in it. */
export interface ModelTimes {
  readonly timeoutMilliseconds: number
  readonly silenceMilliseconds: number
}

export const usualTimes: ModelTimes = { timeoutMilliseconds: 120_000, silenceMilliseconds: 30_000 }

/** Bound to the company: a row copied into another company's does not open. */
const contextOf = (companyId: string) => `assistant_provider:${companyId}`

export const sealKey = (secrets: Secrets, companyId: string, key: string): Buffer =>
  secrets.seal(key, contextOf(companyId))

export function openKey(secrets: Secrets, companyId: string, sealed: Buffer | null): string | null {
  return sealed === null ? null : secrets.open(sealed, contextOf(companyId)).toString()
}

type RoutedFeature = (typeof routedFeatures)[number]
interface Route {
  readonly feature: RoutedFeature
  readonly providerId: string
  readonly model: string
}

/**
 * What a feature may call, in order: its own choice, then the others as the company ordered them. Left out are those that are
 * paused, hidden, wait, have no quota left, or that the company acted in has not agreed to.
 */
export function modelsOf<Row extends Pick<CallableService, 'id' | 'model' | 'state' | 'consents'>>(
  services: readonly Row[],
  routes: readonly Route[],
  feature: RoutedFeature,
): { service: Row; model: string }[] {
  const open = services.filter(({ state, consents }) => state === 'ready' && consents.length > 0)
  const route = routes.find((one) => one.feature === feature)
  const chosen = open.find(({ id }) => id === route?.providerId)
  return [
    ...(chosen && route ? [{ service: chosen, model: route.model }] : []),
    ...open.filter((one) => one !== chosen).map((service) => ({ service, model: service.model })),
  ]
}

export interface ModelsAsked {
  /** The home company of the person who asks: its services, budgets and ledger. */
  readonly payerId: string
  /** The company acted in: its consent decides, even if the key is another company's. */
  readonly subjectId: string
  /** Without it the budget of the person's day is not looked at. */
  readonly personId?: string
  readonly feature: RoutedFeature
  /** NETWARD_OUTGOING_RANGES. */
  readonly outgoingRanges: readonly string[]
  /** Shorter in tests. */
  readonly times?: ModelTimes
}

export interface ReadyModels {
  /** In the order in which they are tried; each says what its consent masks. */
  readonly models: ReadyModel[]
  /** What any of them masks: enough for all of them. */
  readonly masked: MaskedKind[]
  /** Services that would be called if they had quota left. */
  readonly withoutQuota: string[]
  readonly missing: 'provider' | 'consent' | 'budget' | null
}

/** The models that a question may be put to, with what has to be masked. */
export async function modelsFor(scopes: Scopes, secrets: Secrets, asked: ModelsAsked): Promise<ReadyModels> {
  const { payerId, subjectId, personId, feature } = asked
  const [services, { routes, used }] = await Promise.all([
    modelsRepo.list(scopes, payerId, subjectId),
    scopes.withCompany(payerId, async ({ db }) => ({
      routes: await settingRepo.routes(db, payerId),
      used: await budgetRepo.used(db, payerId, personId ?? null),
    })),
  ])
  const models = modelsOf(services, routes, feature).map(({ service, model }) =>
    readyModel(secrets, service, model, asked),
  )
  const isCallable = services.some(({ state }) => state === 'ready')
  return {
    models,
    masked: [...new Set(models.flatMap(({ masked }) => masked))],
    withoutQuota: services.filter(({ state }) => state === 'quota').map(({ name }) => name),
    missing: models.length > 0 ? (used === null ? null : 'budget') : isCallable ? 'consent' : 'provider',
  }
}

function readyModel(
  secrets: Secrets,
  service: CallableService,
  model: string,
  { subjectId, outgoingRanges, times = usualTimes }: ModelsAsked,
): ReadyModel {
  const { id, ownerId, name, prices, isAbroad, mostOutput, masked, contents, consents } = service
  return {
    provider: { id, ownerId, name, prices },
    model,
    isAbroad,
    mostOutput,
    masked,
    contents,
    consent: { subjectId, ids: consents },
    endpoint: endpointOf(secrets, service, outgoingRanges, times),
  }
}

/** Called as its owner: the key and what is open of private addresses are the owner's. */
export function endpointOf(
  secrets: Secrets,
  service: Pick<
    CallableService,
    'form' | 'preset' | 'address' | 'sealed' | 'ownerId' | 'ownerCode' | 'ownerIsOp'
  >,
  ranges: readonly string[],
  times: ModelTimes,
): ModelEndpoint {
  const { form, preset, address, sealed, ownerId, ownerCode, ownerIsOp } = service
  return {
    form,
    preset,
    address,
    key: openKey(secrets, ownerId, sealed),
    caller: { ranges, companyCode: ownerCode, isPlatform: ownerIsOp },
    ...times,
  }
}
