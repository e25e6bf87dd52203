export { completeAccount } from './complete-account.ts'
export * from './terminal/ssh-device.ts'
export * from './gateway/connection-requests.ts'
export * from './gateway/digest.ts'
export * from './gateway/gateway.ts'
export * from './gateway/models.ts'
export * from './gateway/options.ts'
export * from './gateway/random.ts'
export { simulatedImage, type SimulatedImage } from './gateway/simulated-files.ts'
export { runLoad } from './load/load.ts'
export type { LoadOptions, LoadResult } from './load/load.ts'
export { type CallOutcome, type FakeCall, startVoiceVendor, type VoiceVendor } from './sms/voice-vendor.ts'
export { type HuaweiVendor, startHuaweiVendor } from './sms/huawei-vendor.ts'
export { type SmsVendor, startSmsVendor } from './sms/sms-vendor.ts'
export { samlCertificate } from './sign-on/saml-identity.ts'
export {
  readSamlRequest,
  samlAnswer,
  samlEntityId,
  type SamlLogoutFaults,
  samlLogoutForm,
  samlLogoutQuery,
  type SamlFaults,
  type SamlPerson,
} from './sign-on/saml-provider.ts'
export { startWecomService, type WecomService } from './sign-on/wecom-service.ts'
export { feishuEvent } from './directories/feishu.ts'
export { encrypted as feishuCallback } from './sign-on/feishu-messages.ts'
export { startTeamsWorkflow, type TeamsWorkflow } from './sign-on/teams-workflow.ts'
export { startDingtalkService, type DingtalkService } from './sign-on/dingtalk-service.ts'
export { startFeishuService, type FeishuService } from './sign-on/feishu-service.ts'
export { type LdapDirectory, type LdapEntry, startLdapDirectory } from './sign-on/ldap-directory.ts'
export { dingtalkAnswer, dingtalkEvent, wecomEvent, wecomTrial } from './directories/callbacks.ts'
export {
  type EntraPost,
  EntraSubscriptions,
  type EntraSubscription,
} from './directories/entra-subscriptions.ts'
export { type EntraDirectory, entraId, startEntraDirectory } from './directories/entra.ts'
export { generatedEntries } from './directories/ldap.ts'
export { type OidcProvider, startOidcProvider } from './sign-on/oidc-provider.ts'
export { type ImapServer, startImapServer } from './mail/imap-server.ts'
export * from './assistant/index.ts'
export * from './snmp/index.ts'
export * from './terminal/vrp-shell.ts'
export * from './probe/simulated-probe.ts'
