export type { StateAuthor } from './schemas.ts'
import type { Endpoint, InputOf, OutputOf, SentOf } from './endpoint.ts'
import * as accountApi from './accounts.ts'
import * as actingApi from './acting.ts'
import * as advisoryApi from './advisories.ts'
import * as alarmApi from './alarms.ts'
import * as alarmMaintenanceApi from './alarm-maintenance.ts'
import * as alarmRuleApi from './alarm-rules.ts'
import * as applicationApi from './applications.ts'
import * as assistantApi from './assistant.ts'
import * as assistantNoteApi from './assistant-notes.ts'
import * as assistantOfferApi from './assistant-offers.ts'
import * as assistantRequestApi from './assistant-requests.ts'
import * as auditApi from './audit.ts'
import * as auditPackApi from './audit-packs.ts'
import type { AuditEvent } from './audit-values.ts'
import * as chartApi from './charts.ts'
import * as configurationApi from './configurations.ts'
import * as companyMoveApi from './company-moves.ts'
import * as conversationApi from './conversations.ts'
import * as deviceApi from './devices.ts'
import * as deviceActivityApi from './device-activity.ts'
import * as deviceParameterApi from './device-parameters.ts'
import * as deviceCheckApi from './device-checks.ts'
import * as diagnosticApi from './diagnostics.ts'
import * as discoveryApi from './discovery.ts'
import * as equipmentApi from './equipment.ts'
import * as gatewayApi from './gateways.ts'
import * as gatewaySettingApi from './gateway-settings.ts'
import * as identityApi from './identity.ts'
import * as inboundAlarmApi from './inbound-alarms.ts'
import * as integrationApi from './integrations.ts'
import * as inventoryApi from './inventory.ts'
import * as inventorySnapshotApi from './inventory-snapshots.ts'
import * as invitationApi from './invitations.ts'
import * as licenceApi from './licences.ts'
import * as packageApi from './packages.ts'
import * as openApi from './open-api.ts'
import * as dutyTestApi from './duty-tests.ts'
import * as noticeApi from './notices.ts'
import * as noticeLinkApi from './notice-links.ts'
import * as noticeTemplateApi from './notice-templates.ts'
import * as otaBackupApi from './ota-backups.ts'
import * as otaCampaignApi from './ota-campaigns.ts'
import * as otaFirmwareApi from './ota-firmware.ts'
import * as otaProgrammeApi from './ota-programmes.ts'
import * as otaUploadApi from './ota-uploads.ts'
import * as metricApi from './metrics.ts'
import * as outletApi from './outlets.ts'
import * as lineApi from './lines.ts'
import * as lineReportApi from './line-reports.ts'
import * as serviceReportApi from './service-reports.ts'
import * as statementApi from './statements.ts'
import * as lineTestApi from './line-tests.ts'
import * as lineQualityApi from './line-quality.ts'
import * as memberApi from './members.ts'
import * as offboardingApi from './offboarding.ts'
import * as peopleSyncApi from './people-sync.ts'
import * as platformHealthApi from './platform-health.ts'
import * as probeApi from './probes.ts'
import * as productApi from './products.ts'
import * as provisioningApi from './provisioning.ts'
import * as provisioningAboveApi from './provisioning-above.ts'
import * as provisioningReadApi from './provisioning-reads.ts'
import * as provisioningRolloutApi from './provisioning-rollouts.ts'
import * as registrationApi from './registrations.ts'
import * as rotaApi from './rotas.ts'
import * as roleApi from './roles.ts'
import * as approvalApi from './approvals.ts'
import * as fieldWorkApi from './field-work.ts'
import * as orderAllowanceApi from './order-allowance.ts'
import * as orderViewApi from './order-views.ts'
import * as openingApi from './openings.ts'
import * as engineerApi from './engineers.ts'
import * as orderExternalApi from './order-externals.ts'
import * as partApi from './parts.ts'
import * as partStockApi from './part-stock.ts'
import * as partOrderApi from './part-orders.ts'
import * as partTransferApi from './part-transfers.ts'
import * as partClaimApi from './part-claims.ts'
import * as partCountApi from './part-counts.ts'
import * as sharingApi from './sharing.ts'
import * as sharingWorkApi from './sharing-work.ts'
import * as orderFieldApi from './order-fields.ts'
import * as orderPlanApi from './order-plans.ts'
import * as orderTemplateApi from './order-templates.ts'
import * as siteVisitApi from './site-visits.ts'
import * as orderActApi from './order-acts.ts'
import * as orderCarrierApi from './order-carrier.ts'
import * as orderFileApi from './order-files.ts'
import * as orderMailApi from './order-mails.ts'
import * as serviceAgreementApi from './service-agreements.ts'
import * as settingsApi from './settings.ts'
import * as signInApi from './sign-in.ts'
import * as signOnApi from './sign-on.ts'
import * as snmpApi from './snmp.ts'
import * as staffGrantApi from './staff-grants.ts'
import * as syslogApi from './syslog.ts'
import * as taskApi from './tasks.ts'
import * as tenantApi from './tenants.ts'
import * as tenantDeletionApi from './tenant-deletion.ts'
import * as tenantMoveApi from './tenant-moves.ts'
import * as terminalApi from './terminals.ts'
import * as terminalProfileApi from './terminal-profiles.ts'
import * as terminalSupervisionApi from './terminal-supervision.ts'
import * as overviewApi from './overview.ts'
import * as personalApi from './personal.ts'
import * as personalTokenApi from './personal-tokens.ts'
import * as standingApi from './standing.ts'
import * as topologyApi from './topology.ts'
import * as wallApi from './walls.ts'
import * as workbenchApi from './workbench.ts'
import * as workLinkApi from './work-links.ts'
import * as workStickerApi from './work-stickers.ts'
import * as workOrderApi from './work-orders.ts'
import * as zabbixApi from './zabbix.ts'

const apis = [
  accountApi,
  actingApi,
  advisoryApi,
  alarmApi,
  alarmMaintenanceApi,
  alarmRuleApi,
  applicationApi,
  auditApi,
  auditPackApi,
  chartApi,
  wallApi,
  assistantApi,
  assistantNoteApi,
  assistantOfferApi,
  assistantRequestApi,
  companyMoveApi,
  conversationApi,
  configurationApi,
  deviceApi,
  deviceActivityApi,
  deviceParameterApi,
  deviceCheckApi,
  diagnosticApi,
  discoveryApi,
  equipmentApi,
  gatewayApi,
  gatewaySettingApi,
  identityApi,
  inboundAlarmApi,
  integrationApi,
  inventoryApi,
  inventorySnapshotApi,
  lineReportApi,
  serviceReportApi,
  statementApi,
  lineTestApi,
  invitationApi,
  memberApi,
  offboardingApi,
  peopleSyncApi,
  licenceApi,
  metricApi,
  packageApi,
  openApi,
  noticeApi,
  noticeLinkApi,
  dutyTestApi,
  noticeTemplateApi,
  otaBackupApi,
  otaCampaignApi,
  otaFirmwareApi,
  otaProgrammeApi,
  otaUploadApi,
  lineApi,
  lineQualityApi,
  outletApi,
  platformHealthApi,
  probeApi,
  productApi,
  provisioningApi,
  provisioningAboveApi,
  provisioningReadApi,
  provisioningRolloutApi,
  registrationApi,
  rotaApi,
  approvalApi,
  fieldWorkApi,
  orderAllowanceApi,
  orderViewApi,
  openingApi,
  engineerApi,
  orderExternalApi,
  partApi,
  partStockApi,
  partOrderApi,
  partTransferApi,
  partClaimApi,
  partCountApi,
  sharingApi,
  sharingWorkApi,
  orderFieldApi,
  orderPlanApi,
  orderTemplateApi,
  siteVisitApi,
  orderActApi,
  orderCarrierApi,
  orderFileApi,
  orderMailApi,
  serviceAgreementApi,
  workLinkApi,
  workStickerApi,
  workOrderApi,
  taskApi,
  roleApi,
  settingsApi,
  signInApi,
  signOnApi,
  snmpApi,
  syslogApi,
  tenantApi,
  tenantDeletionApi,
  tenantMoveApi,
  staffGrantApi,
  terminalApi,
  terminalProfileApi,
  terminalSupervisionApi,
  overviewApi,
  personalApi,
  personalTokenApi,
  standingApi,
  topologyApi,
  workbenchApi,
  zabbixApi,
]

export {
  accountApi,
  actingApi,
  advisoryApi,
  alarmApi,
  alarmMaintenanceApi,
  alarmRuleApi,
  applicationApi,
  auditApi,
  auditPackApi,
  chartApi,
  wallApi,
  assistantApi,
  assistantNoteApi,
  assistantOfferApi,
  assistantRequestApi,
  companyMoveApi,
  conversationApi,
  configurationApi,
  deviceApi,
  deviceActivityApi,
  deviceParameterApi,
  deviceCheckApi,
  diagnosticApi,
  discoveryApi,
  equipmentApi,
  gatewayApi,
  gatewaySettingApi,
  identityApi,
  inboundAlarmApi,
  integrationApi,
  inventoryApi,
  inventorySnapshotApi,
  lineReportApi,
  serviceReportApi,
  statementApi,
  lineTestApi,
  invitationApi,
  memberApi,
  peopleSyncApi,
  offboardingApi,
  licenceApi,
  metricApi,
  packageApi,
  openApi,
  noticeApi,
  noticeLinkApi,
  dutyTestApi,
  noticeTemplateApi,
  otaBackupApi,
  otaCampaignApi,
  otaFirmwareApi,
  otaProgrammeApi,
  otaUploadApi,
  lineApi,
  lineQualityApi,
  outletApi,
  platformHealthApi,
  probeApi,
  productApi,
  provisioningApi,
  provisioningAboveApi,
  provisioningReadApi,
  provisioningRolloutApi,
  registrationApi,
  rotaApi,
  approvalApi,
  fieldWorkApi,
  orderAllowanceApi,
  orderViewApi,
  openingApi,
  engineerApi,
  orderExternalApi,
  partApi,
  partStockApi,
  partOrderApi,
  partTransferApi,
  partClaimApi,
  partCountApi,
  sharingApi,
  sharingWorkApi,
  orderFieldApi,
  orderPlanApi,
  orderTemplateApi,
  siteVisitApi,
  orderActApi,
  orderCarrierApi,
  orderFileApi,
  orderMailApi,
  serviceAgreementApi,
  workLinkApi,
  workStickerApi,
  workOrderApi,
  taskApi,
  roleApi,
  settingsApi,
  signInApi,
  signOnApi,
  snmpApi,
  syslogApi,
  tenantApi,
  tenantDeletionApi,
  tenantMoveApi,
  staffGrantApi,
  terminalApi,
  terminalProfileApi,
  terminalSupervisionApi,
  overviewApi,
  personalApi,
  personalTokenApi,
  standingApi,
  topologyApi,
  workbenchApi,
  zabbixApi,
}
export * from './endpoint.ts'
export * from './errors.ts'
export * from './live.ts'
export * from './organisations.ts'
export * from './permissions.ts'

type Api = typeof accountApi &
  typeof actingApi &
  typeof advisoryApi &
  typeof alarmApi &
  typeof alarmMaintenanceApi &
  typeof alarmRuleApi &
  typeof applicationApi &
  typeof auditApi &
  typeof auditPackApi &
  typeof chartApi &
  typeof wallApi &
  typeof assistantApi &
  typeof assistantNoteApi &
  typeof assistantOfferApi &
  typeof assistantRequestApi &
  typeof companyMoveApi &
  typeof conversationApi &
  typeof configurationApi &
  typeof deviceApi &
  typeof deviceActivityApi &
  typeof deviceParameterApi &
  typeof deviceCheckApi &
  typeof diagnosticApi &
  typeof discoveryApi &
  typeof equipmentApi &
  typeof gatewayApi &
  typeof gatewaySettingApi &
  typeof identityApi &
  typeof inboundAlarmApi &
  typeof integrationApi &
  typeof inventoryApi &
  typeof inventorySnapshotApi &
  typeof lineReportApi &
  typeof serviceReportApi &
  typeof statementApi &
  typeof lineTestApi &
  typeof invitationApi &
  typeof memberApi &
  typeof offboardingApi &
  typeof peopleSyncApi &
  typeof licenceApi &
  typeof metricApi &
  typeof packageApi &
  typeof openApi &
  typeof noticeApi &
  typeof noticeLinkApi &
  typeof dutyTestApi &
  typeof noticeTemplateApi &
  typeof otaBackupApi &
  typeof otaCampaignApi &
  typeof otaFirmwareApi &
  typeof otaProgrammeApi &
  typeof otaUploadApi &
  typeof lineApi &
  typeof lineQualityApi &
  typeof outletApi &
  typeof platformHealthApi &
  typeof probeApi &
  typeof productApi &
  typeof provisioningApi &
  typeof provisioningAboveApi &
  typeof provisioningReadApi &
  typeof provisioningRolloutApi &
  typeof registrationApi &
  typeof rotaApi &
  typeof approvalApi &
  typeof fieldWorkApi &
  typeof orderAllowanceApi &
  typeof orderViewApi &
  typeof openingApi &
  typeof engineerApi &
  typeof orderExternalApi &
  typeof partApi &
  typeof partStockApi &
  typeof partOrderApi &
  typeof partTransferApi &
  typeof partClaimApi &
  typeof partCountApi &
  typeof sharingApi &
  typeof sharingWorkApi &
  typeof orderFieldApi &
  typeof orderPlanApi &
  typeof orderTemplateApi &
  typeof siteVisitApi &
  typeof orderActApi &
  typeof orderCarrierApi &
  typeof orderFileApi &
  typeof orderMailApi &
  typeof serviceAgreementApi &
  typeof workLinkApi &
  typeof workStickerApi &
  typeof workOrderApi &
  typeof taskApi &
  typeof roleApi &
  typeof settingsApi &
  typeof signInApi &
  typeof signOnApi &
  typeof snmpApi &
  typeof syslogApi &
  typeof tenantApi &
  typeof tenantDeletionApi &
  typeof tenantMoveApi &
  typeof staffGrantApi &
  typeof terminalApi &
  typeof terminalProfileApi &
  typeof terminalSupervisionApi &
  typeof overviewApi &
  typeof personalApi &
  typeof personalTokenApi &
  typeof standingApi &
  typeof topologyApi &
  typeof workbenchApi &
  typeof zabbixApi
type DeclaredEndpoint = Extract<Api[keyof Api], Endpoint>

/**
 * Every endpoint by `METHOD /path`: the type of the web client. Imported as a type only, so that the schemas
 * stay out of the download.
 */
export type Endpoints = { [E in DeclaredEndpoint as `${E['method']} ${E['path']}`]: E }
export type EndpointKey = keyof Endpoints
/** Names of acts in the audit log: declared by an endpoint, or an event of its own. */
export type AuditAction = NonNullable<DeclaredEndpoint['audit']> | AuditEvent
/** Kind of an act: the part of its name before the dot. */
export type AuditGroup = AuditAction extends `${infer Group}.${string}` ? Group : never
export type EndpointInput<K extends EndpointKey> = SentOf<Endpoints[K]>
export type EndpointOutput<K extends EndpointKey> = OutputOf<Endpoints[K]>
export type { InputOf }
export type { PreviewFound } from './provisioning.ts'

export function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
  )
}

/** Every declared endpoint. */
export const endpoints: readonly Endpoint[] = apis.flatMap((api) => Object.values(api).filter(isEndpoint))
