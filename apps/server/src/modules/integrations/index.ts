import type { ServerModuleFactory } from '../../platform/module.ts'
import { integrationRoutes } from './integrations.routes.ts'

export { channelChoices } from './channels.service.ts'
export { type IntegrationDeps, sendTest } from './channel-test.service.ts'
export { robotEscape, robotFormat, type RobotSettings } from './senders/robot.ts'
export { callThrough, openChannel, receiptOf, sendThrough } from './send.ts'
export { type CallReport, readCallReports } from './senders/call-reports.ts'
export { type OutgoingMessage, SendFailure, type SmsUrls, usualSmsUrls } from './senders/sender.ts'
export { integrationRoutes } from './integrations.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ secrets, config }) => ({
  routes: (app) =>
    integrationRoutes(app, {
      secrets,
      publicUrl: config.publicUrl,
      outgoingRanges: config.outgoingRanges,
    }),
})
