import { settingsApi } from '@netward/contract'
import { type App, route, routeInSteps } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { companySettings, editCompanySettings, removeLogo, uploadLogo } from './company-settings.service.ts'
import { platformDocuments, publishDocument } from './documents.service.ts'
import { appliedSettings, editPlatformSettings, platformSettings } from './platform-settings.service.ts'

export function settingsRoutes(app: App, { secrets }: { secrets: Secrets }): void {
  route(app, settingsApi.platformSettings, (ctx) => platformSettings(ctx))
  route(app, settingsApi.editPlatformSettings, (ctx, input) => editPlatformSettings(ctx, input))
  route(app, settingsApi.platformDocuments, (ctx) => platformDocuments(ctx))
  route(app, settingsApi.publishDocument, (ctx, input) => publishDocument(ctx, input))
  route(app, settingsApi.appliedSettings, (ctx) => appliedSettings(ctx))
  route(app, settingsApi.companySettings, (ctx) => companySettings(ctx))
  route(app, settingsApi.editCompanySettings, (ctx, input) => editCompanySettings(ctx, input))
  routeInSteps(app, settingsApi.uploadLogo, (ctx, _input, file) => uploadLogo(ctx, file!, secrets))
  route(app, settingsApi.removeLogo, (ctx) => removeLogo(ctx))
}
