import { directoryEventsPath } from '@netward/contract/sign-on-values'
import type { JobHandler, JobTools, Sweep } from '../../../platform/jobs/job.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { openChannelSecrets } from '../channel-settings.ts'
import { SendFailure } from '../senders/sender.ts'
import type { EntraSettings } from '../vendors/entra.ts'
import { entraSubscriptions, madeFor, newClientState, stateHash } from './entra-subscription.ts'
import { isPublicAddress } from './public-address.ts'
import { type SubscribedChannel, subscriptionRepo } from './subscription.repo.ts'

export interface SubscriptionDeps {
  readonly secrets: Secrets
  readonly outgoingRanges: readonly string[]
  readonly publicUrl: string
}

/** Graph tries the address for up to ten seconds before it answers. */
const timeoutMilliseconds = 30_000

export const subscriptionJobs = (deps: SubscriptionDeps): Record<string, JobHandler> => ({
  /** {channelId}: makes, renews or ends the subscription of a channel. */
  'directory.subscribe': ({ companyId, channelId }, tools) =>
    lookAfter(deps, companyId, String(channelId), tools),
})

/** Looks after subscriptions long before they end. Where Microsoft cannot reach this installation none is made. */
export const subscriptionSweep = ({ publicUrl }: Pick<SubscriptionDeps, 'publicUrl'>): Sweep => ({
  name: 'directory.subscriptions',
  everySeconds: 60,
  run: async ({ scopes }) => {
    if (isPublicAddress(publicUrl)) await subscriptionRepo.tend(scopes)
  },
})

async function lookAfter(
  deps: SubscriptionDeps,
  companyId: string,
  channelId: string,
  { scopes, signal }: JobTools,
): Promise<void> {
  const inCompany = <T>(work: Parameters<typeof scopes.withCompany<T>>[1]) =>
    scopes.withCompany(companyId, work)
  const channel = await inCompany((tx) => subscriptionRepo.begin(tx, companyId, channelId))
  if (channel === undefined) return
  const settings = channel.settings as unknown as EntraSettings
  const { secret = '' } = openChannelSecrets(deps.secrets, companyId, channel.sealed)
  const graph = entraSubscriptions(settings, secret, {
    caller: {
      ranges: deps.outgoingRanges,
      companyCode: channel.companyCode,
      isPlatform: channel.isPlatform,
    },
    timeoutMilliseconds,
    signal,
  })
  if (!channel.wanted) {
    // It ends by itself within a week where this fails.
    if (channel.outsideId !== null) await graph.remove(channel.outsideId).catch(() => {})
    return inCompany((tx) => subscriptionRepo.delete(tx, companyId, channelId))
  }
  try {
    const made = await renewedOrMade(
      graph,
      channel,
      `${deps.publicUrl}${directoryEventsPath}/${channel.publicId}`,
    )
    await inCompany((tx) =>
      subscriptionRepo.made(tx, companyId, channelId, { ...made, madeFor: madeFor(settings) }),
    )
  } catch (error) {
    if (signal.aborted || !(error instanceof SendFailure)) throw error
    const { reason, detail } = error
    await inCompany((tx) => subscriptionRepo.failed(tx, companyId, channelId, { reason, detail }))
  }
}

async function renewedOrMade(
  graph: ReturnType<typeof entraSubscriptions>,
  { outsideId, madeFor: before, lives, settings }: SubscribedChannel,
  address: string,
) {
  const isOurs = before === madeFor(settings as unknown as EntraSettings)
  if (outsideId !== null && isOurs && lives) {
    const renewed = await graph.renew(outsideId)
    if (renewed !== null) return { ...renewed, hash: null }
  }
  const clientState = newClientState()
  return { ...(await graph.create(address, clientState)), hash: stateHash(clientState) }
}
