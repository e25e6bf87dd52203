import { integrationApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { type IntegrationDeps, testChannel } from './channel-test.service.ts'
import { listSmsTemplates } from './sms-templates.service.ts'
import {
  addChannel,
  deleteChannel,
  editChannel,
  getChannel,
  pageChannels,
  pauseChannel,
} from './channels.service.ts'

export function integrationRoutes(app: App, deps: IntegrationDeps): void {
  routes(
    app,
    integrationApi,
    {
      pageChannels,
      getChannel: (ctx, input) => getChannel(ctx, input, deps),
      addChannel: (ctx, input) => addChannel(ctx, input, deps),
      editChannel: (ctx, input) => editChannel(ctx, input, deps),
      pauseChannel,
      deleteChannel,
    },
    {
      testChannel: (ctx, input) => testChannel(ctx, input, deps),
      listSmsTemplates: (ctx, input) => listSmsTemplates(ctx, input, deps),
    },
  )
}
