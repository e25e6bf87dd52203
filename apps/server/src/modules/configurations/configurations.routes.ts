import { configurationApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import type { Secrets } from '../../platform/secrets.ts'
import {
  backUpConfiguration,
  editConfiguration,
  getConfigurationBackup,
  pageConfigurations,
  pageConfigurationVersions,
  summariseConfigurations,
} from './configurations.service.ts'
import { compareConfigurations, readConfiguration, revealConfiguration } from './contents.service.ts'

export function configurationRoutes(app: App, { secrets }: { secrets: Secrets }): void {
  routes(
    app,
    configurationApi,
    { pageConfigurations, summariseConfigurations, getConfigurationBackup, pageConfigurationVersions },
    {
      editConfiguration,
      backUpConfiguration,
      readConfiguration: (ctx, input) => readConfiguration(ctx, input, secrets),
      revealConfiguration: (ctx, input) => revealConfiguration(ctx, input, secrets),
      compareConfigurations: (ctx, input) => compareConfigurations(ctx, input, secrets),
    },
  )
}
