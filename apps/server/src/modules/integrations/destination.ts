import type { ChannelKind } from '@netward/contract/integration-values'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { channelRepo } from './channel.repo.ts'
import type { ChannelSecrets, StoredSettings } from './channel-settings.ts'

interface Where {
  readonly settings: StoredSettings
  readonly secrets: ChannelSecrets
}

/** What decides who gets to read the messages of a channel: a server, an account, an address, or the gateway behind it. */
function destinationOf(kind: ChannelKind, { settings, secrets }: Where): string {
  const of = settings as Partial<
    Record<'server' | 'host' | 'port' | 'provider' | 'keyId' | 'fallbackId', unknown>
  >
  const parts =
    kind === 4
      ? [of.provider, of.keyId, of.fallbackId ?? null]
      : kind === 5
        ? [of.server ?? 'own', of.host, of.port]
        : [secrets['address']]
  return JSON.stringify(parts)
}

/** Whether the caller may not change where a channel sends: it carries alarms of customers, which administrators route. */
export const isDestinationLocked = (ctx: RequestContext, customerRoutes: readonly string[]): boolean =>
  ctx.scope.kind === 'company' && customerRoutes.length > 0

/**
 * Rules that send alarms of customers to a group are made by administrators, who see all of those alarms. A manager of
 * integrations alone does not point them at somebody else. Returns the rules that go elsewhere from now on.
 * @throws AppError integration.carries_customers
 */
export async function checkDestination(
  ctx: RequestContext,
  channelId: string,
  kind: ChannelKind,
  before: Where,
  after: Where,
): Promise<readonly string[]> {
  if (destinationOf(kind, before) === destinationOf(kind, after)) return []
  const routes = await channelRepo.customerRoutes(ctx, channelId)
  if (isDestinationLocked(ctx, routes)) throw new AppError('integration.carries_customers')
  return routes
}
