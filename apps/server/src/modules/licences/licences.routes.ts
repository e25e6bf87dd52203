import { licenceApi, packageApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import * as licenceFiles from './licence-files.service.ts'
import {
  importLicenceFile,
  type LicenceFileDeps,
  licenceIssuers,
  renewLicenceFiles,
  signLicenceFile,
} from './licence-files.service.ts'
import * as licences from './licences.service.ts'
import * as packages from './packages.service.ts'
import * as usage from './usage.service.ts'

export function licenceRoutes(app: App, deps: LicenceFileDeps): void {
  routes(app, packageApi, packages)
  routes(app, licenceApi, {
    ...licences,
    ...licenceFiles,
    ...usage,
    licenceIssuers: () => licenceIssuers(deps),
    signLicenceFile: (ctx, input) => signLicenceFile(deps, ctx, input),
    renewLicenceFiles: (ctx, input) => renewLicenceFiles(deps, ctx, input),
    licenceMode: () => Promise.resolve({ mode: deps.licenceMode }),
    importLicenceFile: (ctx, _input, file) => importLicenceFile(deps, ctx, file!),
  })
}
