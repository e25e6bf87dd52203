import type { InputOf, OutputOf, peopleSyncApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { SendFailure } from '../integrations/index.ts'
import { directoryChannel } from './people-sync.service.ts'
import { readerOf, type SyncDeps } from './sync-deps.ts'

/** Asked of the service between two transactions. */
export async function peopleSyncGroups(
  deps: SyncDeps,
  ctx: SeveralTransactions,
  { channelId, search }: InputOf<typeof peopleSyncApi.peopleSyncGroups>,
): Promise<OutputOf<typeof peopleSyncApi.peopleSyncGroups>> {
  const { channel, companyId } = await ctx.inTransaction(null, async (inside) => ({
    channel: await directoryChannel(inside, channelId),
    companyId: inside.scope.companyId,
  }))
  const reader = readerOf(deps, companyId, channel)
  if (reader === null) throw new AppError('people_sync.no_directory')
  try {
    const groups = await reader.groups(search, AbortSignal.timeout(20_000))
    return groups.slice(0, 50).map(({ id, name }) => ({ id, name }))
  } catch (error) {
    if (error instanceof SendFailure)
      throw new AppError('people_sync.unavailable', { cause: error, params: { detail: error.detail } })
    throw error
  }
}
