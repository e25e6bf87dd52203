import { licenceApi, packageApi } from '@netward/contract'
import { type App, route } from '../../platform/http/route.ts'
import {
  importLicenceFile,
  type LicenceFileDeps,
  licenceFiles,
  licenceIssuers,
  signLicenceFile,
} from './licence-files.service.ts'
import {
  changeLicence,
  exportLicences,
  issueLicence,
  licenceHistory,
  licencePools,
  pageLicences,
  revokeLicence,
} from './licences.service.ts'
import {
  assignPackage,
  createPackage,
  editPackage,
  offerPackage,
  packages,
  packageVersions,
  retirePackage,
  upgradePackage,
} from './packages.service.ts'
import { licenceWarnings, usage } from './usage.service.ts'

export function licenceRoutes(app: App, deps: LicenceFileDeps): void {
  route(app, packageApi.packages, (ctx) => packages(ctx))
  route(app, packageApi.packageVersions, (ctx, input) => packageVersions(ctx, input))
  route(app, packageApi.createPackage, (ctx, input) => createPackage(ctx, input))
  route(app, packageApi.editPackage, (ctx, input) => editPackage(ctx, input))
  route(app, packageApi.retirePackage, (ctx, input) => retirePackage(ctx, input))
  route(app, packageApi.offerPackage, (ctx, input) => offerPackage(ctx, input))
  route(app, packageApi.upgradePackage, (ctx, input) => upgradePackage(ctx, input))
  route(app, packageApi.assignPackage, (ctx, input) => assignPackage(ctx, input))
  route(app, licenceApi.pageLicences, (ctx, input) => pageLicences(ctx, input))
  route(app, licenceApi.exportLicences, (ctx, input) => exportLicences(ctx, input))
  route(app, licenceApi.licencePools, (ctx) => licencePools(ctx))
  route(app, licenceApi.issueLicence, (ctx, input) => issueLicence(ctx, input))
  route(app, licenceApi.changeLicence, (ctx, input) => changeLicence(ctx, input))
  route(app, licenceApi.revokeLicence, (ctx, input) => revokeLicence(ctx, input))
  route(app, licenceApi.licenceHistory, (ctx, input) => licenceHistory(ctx, input))
  route(app, licenceApi.usage, (ctx) => usage(ctx))
  route(app, licenceApi.licenceWarnings, (ctx) => licenceWarnings(ctx))
  route(app, licenceApi.licenceIssuers, () => licenceIssuers(deps))
  route(app, licenceApi.licenceFiles, (ctx) => licenceFiles(ctx))
  route(app, licenceApi.signLicenceFile, (ctx, input) => signLicenceFile(deps, ctx, input))
  route(app, licenceApi.importLicenceFile, (ctx, _input, file) => importLicenceFile(deps, ctx, file!))
}
