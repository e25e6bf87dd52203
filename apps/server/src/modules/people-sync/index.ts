import type { ServerModuleFactory } from '../../platform/module.ts'
import { directoryReaderOf } from '../integrations/index.ts'
import { peopleSyncJobs, peopleSyncSweep } from './people-sync.jobs.ts'
import { peopleSyncRoutes } from './people-sync.routes.ts'
import { eventsOf, type SyncDeps } from './sync-deps.ts'

export { peopleSyncJobs, peopleSyncSweep } from './people-sync.jobs.ts'
export { peopleSyncRoutes } from './people-sync.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ secrets, config }) => {
  const from = { secrets, outgoingRanges: config.outgoingRanges }
  const deps: SyncDeps = {
    readerOf: (channel) => directoryReaderOf(from, channel),
    events: eventsOf(secrets, config.publicUrl),
  }
  return {
    routes: (app) => peopleSyncRoutes(app, deps),
    jobs: () => peopleSyncJobs(deps),
    sweeps: () => [peopleSyncSweep],
  }
}
