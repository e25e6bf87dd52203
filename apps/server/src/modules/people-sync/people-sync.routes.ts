import { peopleSyncApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { peopleSyncGroups } from './groups.service.ts'
import { getPeopleSync, peopleSyncDepartments, savePeopleSync } from './people-sync.service.ts'
import * as questions from './questions.service.ts'
import * as runs from './runs.service.ts'
import type { SyncDeps } from './sync-deps.ts'

export function peopleSyncRoutes(app: App, deps: SyncDeps): void {
  routes(
    app,
    peopleSyncApi,
    {
      getPeopleSync: (ctx, input) => getPeopleSync(ctx, input, deps),
      savePeopleSync,
      peopleSyncDepartments,
      ...questions,
      ...runs,
    },
    { peopleSyncGroups: (ctx, input) => peopleSyncGroups(deps, ctx, input) },
  )
}
