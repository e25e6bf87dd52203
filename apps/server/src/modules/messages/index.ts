export { channels, hasChannel, type MessageConfig, requireChannel } from './channels.ts'
export {
  addressOf,
  type Channel,
  channelOf,
  type Message,
  type Recipient,
  type TenantNotice,
} from './message.ts'
export { messageJobs } from './messages.jobs.ts'
export {
  type MessageDeps,
  sealMessage,
  sendMessage,
  sendMessages,
  tellAdministrators,
} from './messages.service.ts'
export { outboxRoutes } from './outbox.routes.ts'
