import type { InputOf, assistantApi } from '@netward/contract'
import type { ServiceCaller } from '../../platform/outgoing-service.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { ReadyModel } from './call-model.ts'
import type { ProviderRow, StoredProvider } from './provider.repo.ts'

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

export function readyModel(
  secrets: Secrets,
  companyId: string,
  provider: StoredProvider,
  { caller, times, model }: { caller: ServiceCaller; times: ModelTimes; model?: string },
): ReadyModel {
  const { form, preset, address, sealed } = provider
  return {
    provider,
    model: model ?? provider.model,
    endpoint: {
      form,
      preset,
      address,
      key: sealed === null ? null : secrets.open(sealed, contextOf(companyId)).toString(),
      caller,
      ...times,
    },
  }
}

type Routes = InputOf<typeof assistantApi.setAssistantSettings>['routes']

/**
 * What a feature may call, in order: its own choice, then the others as the company ordered them. Left out are those that are
 * paused, wait, or that the company has not agreed to.
 */
export function modelsOf<Row extends Pick<ProviderRow, 'id' | 'model' | 'state' | 'consented'>>(
  providers: readonly Row[],
  routes: Routes,
  feature: Routes[number]['feature'],
): { provider: Row; model: string }[] {
  const open = providers.filter(
    ({ state, consented }) => consented && state !== 'paused' && state !== 'waiting',
  )
  const route = routes.find((one) => one.feature === feature)
  const chosen = open.find(({ id }) => id === route?.providerId)
  return [
    ...(chosen && route ? [{ provider: chosen, model: route.model }] : []),
    ...open.filter((one) => one !== chosen).map((provider) => ({ provider, model: provider.model })),
  ]
}
