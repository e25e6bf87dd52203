import type { ServerModuleFactory } from '../../platform/module.ts'
import { integrationRoutes } from './integrations.routes.ts'
import { integrationSweeps } from './integrations.sweeps.ts'
import { subscriptionJobs, subscriptionSweep } from './directories/subscriptions.jobs.ts'
import type { PlatformMail } from './senders/sender.ts'

export { channelChoices, linkedMembers } from './channels.service.ts'
export { type IntegrationDeps, sendTest } from './channel-test.service.ts'
export {
  type InboxMail,
  type InboxPosition,
  type InboxSurroundings,
  type MailboxSecrets,
  type MailboxSettings,
  readInbox,
} from './inbox.ts'
export { type ChannelSecrets, openChannelSecrets, type StoredSettings } from './channel-settings.ts'
export type {
  DirectoryDepartment,
  DirectoryEnd,
  DirectoryPage,
  DirectoryPerson,
  DirectoryReader,
} from './directories/directory.ts'
export { directoryEventRoutes } from './directories/directory-events.routes.ts'
export { type DirectoryChannel, directoryReaderOf } from './directories/reader.ts'
export { isPublicAddress } from './directories/public-address.ts'
export { subscriptionJobs, subscriptionSweep } from './directories/subscriptions.jobs.ts'
export { type NotedCall } from './channel.repo.ts'
export { mayDecideSignIn, requireSignInRight } from './sign-on-rights.ts'
export { callbackUrlOf, rulesOf } from './sign-on-settings.ts'
export { directoryOf, type OpenSignOnChannel, oidcOf, signInVendor } from './vendors/channel-vendor.ts'
export { readLogoutToken } from './vendors/logout-token.ts'
export { samlMetadata, type SamlSettings } from './vendors/saml.ts'
export { type GivenLogout, readSamlLogout } from './vendors/saml-logout.ts'
export { type CallbackParameters, type Identity, type Kept, SignOnRefused } from './vendors/vendor.ts'
export { orderOfReply, replyAddress } from './reply-address.ts'
export { robotEscape, robotFormat, type RobotSettings } from './senders/robot.ts'
export { withinBudget } from './spend.ts'
export { askRatingThrough, callThrough, openChannel, receiptOf, sendThrough, takesPresses } from './send.ts'
export { closeWecomCard } from './senders/wecom-message.ts'
export { type FeishuCallbackHeaders, readFeishuCallback } from './signatures/feishu-callback.ts'
export { feishuCardAfter } from './senders/feishu-message.ts'
export { readSmsReport, type SmsReport } from './senders/huawei-sms.ts'
export { type CallReport, readCallReports } from './senders/call-reports.ts'
export {
  type CardAct,
  cardActs,
  type MessageCard,
  type OutgoingMessage,
  type PlatformMail,
  SendFailure,
  type SmsUrls,
  usualSmsUrls,
} from './senders/sender.ts'
export { integrationSweeps } from './integrations.sweeps.ts'
export { integrationRoutes } from './integrations.routes.ts'

/** What sends the platform's mails, for companies without a server of their own. */
export const platformMailOf = ({
  smtpUrl,
  mailFrom,
}: {
  readonly smtpUrl: string | null
  readonly mailFrom: string
}): PlatformMail | null => (smtpUrl === null ? null : { smtpUrl, mailFrom })

/** @public Loaded by its folder (load-modules.ts). */
export const serverModule: ServerModuleFactory = ({ secrets, config, messages }) => ({
  sweeps: () => [...integrationSweeps({ secrets, messages }), subscriptionSweep(config)],
  jobs: () =>
    subscriptionJobs({ secrets, publicUrl: config.publicUrl, outgoingRanges: config.outgoingRanges }),
  routes: (app) =>
    integrationRoutes(app, {
      secrets,
      publicUrl: config.publicUrl,
      outgoingRanges: config.outgoingRanges,
      platformMail: platformMailOf(config),
    }),
})
