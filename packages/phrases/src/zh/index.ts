import type { AuditAction, AuditGroup, ErrorCode } from '@netward/contract'
import { gathered } from '../domain-texts.ts'
import { access } from './access.ts'
import { account, texts as accountTexts } from './account.ts'
import { acting, texts as actingTexts } from './acting.ts'
import { advisories, texts as advisoriesTexts } from './advisories.ts'
import { alarmEvents } from './alarm-events.ts'
import { alarmRunbooks } from './alarm-runbooks.ts'
import { alarms, texts as alarmsTexts } from './alarms.ts'
import { applications, texts as applicationsTexts } from './applications.ts'
import { assistant, texts as assistantTexts } from './assistant.ts'
import { assistantNotes, texts as assistantNotesTexts } from './assistant-notes.ts'
import { audit, texts as auditTexts } from './audit.ts'
import { auditPacks, texts as auditPacksTexts } from './audit-packs.ts'
import { panels, texts as chartsTexts } from './charts.ts'
import { common } from './common.ts'
import { companyMove } from './company-move.ts'
import { conversations, texts as conversationsTexts } from './conversations.ts'
import { configurations, texts as configurationsTexts } from './configurations.ts'
import { devices, texts as devicesTexts } from './devices.ts'
import { diagnostics, texts as diagnosticsTexts } from './diagnostics.ts'
import { discovery, texts as discoveryTexts } from './discovery.ts'
import { drafts } from './drafts.ts'
import { entry } from './entry.ts'
import { equipment, texts as equipmentTexts } from './equipment.ts'
import { externalAlarms, texts as externalAlarmsTexts } from './external-alarms.ts'
import { faults } from './faults.ts'
import { approvals, texts as approvalsTexts } from './approvals.ts'
import { fieldWork, texts as fieldWorkTexts } from './field-work.ts'
import { gatewaySettings, texts as gatewaySettingsTexts } from './gateway-settings.ts'
import { gateways, texts as gatewaysTexts } from './gateways.ts'
import { integrations, texts as integrationsTexts } from './integrations.ts'
import { inventory, texts as inventoryTexts } from './inventory.ts'
import { lineReports, texts as lineReportsTexts } from './line-reports.ts'
import { serviceReports, texts as serviceReportsTexts } from './service-reports.ts'
import { peopleSync, texts as peopleSyncTexts } from './people-sync.ts'
import { statements, texts as statementsTexts } from './statements.ts'
import { lineTests, texts as lineTestsTexts } from './line-tests.ts'
import { licences, texts as licencesTexts } from './licences.ts'
import { texts as membersTexts } from './members.ts'
import { metrics, texts as metricsTexts } from './metrics.ts'
import { monitoring } from './monitoring.ts'
import { notices, texts as noticesTexts } from './notices.ts'
import { offboarding, texts as offboardingTexts } from './offboarding.ts'
import { openings, texts as openingsTexts } from './openings.ts'
import { engineers, texts as engineersTexts } from './engineers.ts'
import { parts, texts as partsTexts } from './parts.ts'
import { orderForms, texts as orderFormsTexts } from './order-forms.ts'
import { orderCosts } from './order-costs.ts'
import { orders, texts as ordersTexts } from './orders.ts'
import { ota, texts as otaTexts } from './ota.ts'
import { outlets, texts as outletsTexts } from './outlets.ts'
import { permissions } from './permissions.ts'
import { products, texts as productsTexts } from './products.ts'
import { provisioning, texts as provisioningTexts } from './provisioning.ts'
import { rotas, texts as rotasTexts } from './rotas.ts'
import { roles, texts as rolesTexts } from './roles.ts'
import { settings, texts as settingsTexts } from './settings.ts'
import { sharing, texts as sharingTexts } from './sharing.ts'
import { shell } from './shell.ts'
import { platformHealth, texts as platformHealthTexts } from './platform-health.ts'
import { probes, texts as probeTexts } from './probes.ts'
import { lines, texts as lineTexts } from './lines.ts'
import { syslog, texts as syslogTexts } from './syslog.ts'
import { signOn, texts as signOnTexts } from './sign-on.ts'
import { texts as systemTexts } from './system.ts'
import { tenants, texts as tenantsTexts } from './tenants.ts'
import { terminals, texts as terminalsTexts } from './terminals.ts'
import { overview } from './overview.ts'
import { standing } from './standing.ts'
import { texts as topologyTexts, topology } from './topology.ts'
import { validation } from './validation.ts'
import { personalTokens, texts as personalTokensTexts } from './personal-tokens.ts'
import { walls, texts as wallsTexts } from './walls.ts'
import { workbench, texts as workbenchTexts } from './workbench.ts'
import { zabbix, texts as zabbixTexts } from './zabbix.ts'

const domains = [
  systemTexts,
  workbenchTexts,
  chartsTexts,
  wallsTexts,
  assistantTexts,
  assistantNotesTexts,
  conversationsTexts,
  tenantsTexts,
  productsTexts,
  licencesTexts,
  rotasTexts,
  ordersTexts,
  approvalsTexts,
  fieldWorkTexts,
  offboardingTexts,
  openingsTexts,
  engineersTexts,
  partsTexts,
  sharingTexts,
  orderFormsTexts,
  rolesTexts,
  membersTexts,
  actingTexts,
  accountTexts,
  personalTokensTexts,
  settingsTexts,
  integrationsTexts,
  signOnTexts,
  applicationsTexts,
  auditTexts,
  auditPacksTexts,
  devicesTexts,
  equipmentTexts,
  discoveryTexts,
  topologyTexts,
  configurationsTexts,
  inventoryTexts,
  lineReportsTexts,
  serviceReportsTexts,
  peopleSyncTexts,
  statementsTexts,
  lineTestsTexts,
  advisoriesTexts,
  zabbixTexts,
  metricsTexts,
  gatewaysTexts,
  gatewaySettingsTexts,
  provisioningTexts,
  diagnosticsTexts,
  otaTexts,
  terminalsTexts,
  platformHealthTexts,
  probeTexts,
  lineTexts,
  syslogTexts,
  outletsTexts,
  alarmsTexts,
  noticesTexts,
  externalAlarmsTexts,
] as const

export const phrases = {
  ...entry,
  access,
  account,
  acting,
  advisories,
  alarmEvents,
  alarmRunbooks,
  alarms,
  applications,
  approvals,
  audit: {
    ...audit,
    actions: gathered(domains, 'actions') satisfies Record<AuditAction, string>,
    groups: gathered(domains, 'groups') satisfies Record<AuditGroup, string>,
  },
  auditPacks,
  common,
  companyMove,
  configurations,
  devices,
  diagnostics,
  discovery,
  drafts,
  equipment,
  errors: gathered(domains, 'errors') satisfies Record<ErrorCode, string>,
  externalAlarms,
  faults,
  fieldWork,
  gatewaySettings,
  gateways,
  integrations,
  inventory,
  lineReports,
  serviceReports,
  peopleSync,
  statements,
  lineTests,
  licences,
  metrics,
  monitoring,
  notices,
  offboarding,
  openings,
  panels,
  walls,
  personalTokens,
  assistant,
  assistantNotes,
  conversations,
  engineers,
  parts,
  sharing,
  orderForms,
  orderCosts,
  orders,
  ota,
  outlets,
  permissions: { ...permissions, codes: gathered(domains, 'permissions') },
  products,
  provisioning,
  rotas,
  roles,
  signOn,
  shell: { ...shell, titles: gathered(domains, 'titles') },
  platformHealth,
  probes,
  lines,
  syslog,
  tenants,
  terminals,
  overview,
  standing,
  topology,
  validation,
  settings,
  workbench,
  zabbix,
}
