import type { DirectoryChannel, DirectoryReader } from '../integrations/index.ts'
import type { SyncChannel } from './channel.repo.ts'

/** Dependencies of this module. */
export interface SyncDeps {
  /** Null: the service has no directory that can be read. */
  readonly readerOf: (channel: DirectoryChannel) => DirectoryReader | null
}

export const readerOf = (
  deps: SyncDeps,
  companyId: string,
  { kind, settings, sealed, companyCode, isPlatform }: SyncChannel,
): DirectoryReader | null => deps.readerOf({ companyId, companyCode, isPlatform, kind, settings, sealed })
