import type { ServerModuleFactory } from '../../platform/module.ts'
import { messageJobs } from './messages.jobs.ts'
import { outboxRoutes } from './outbox.routes.ts'

export { channels, hasChannel, type MessageConfig, requireChannel } from './channels.ts'
export {
  addressOf,
  type Attachment,
  type Channel,
  channelOf,
  type Message,
  mostAttached,
  type Recipient,
  type TenantNotice,
} from './message.ts'
export { invitationLink } from './message-text.ts'
export { messageJobs } from './messages.jobs.ts'
export {
  type MessageDeps,
  sealMessage,
  sendMessage,
  sendMessages,
  notifyAdministrators,
} from './messages.service.ts'
export { outboxRoutes } from './outbox.routes.ts'

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = (deps) => ({
  routes: (app) => outboxRoutes(app, deps),
  jobs: () => messageJobs(deps),
})
