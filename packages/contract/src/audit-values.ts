import { type AuditResult, auditResults } from './codes.ts'
import * as domains from './domain-codes.ts'

export { type AuditResult, auditResults }

/** Time ranges up to now that the audit log offers (specification §9). */
export const auditRanges = ['12h', '24h', 'today', '3d', '7d'] as const

const events = {
  ...domains.system.events,
  ...domains.workbench.events,
  ...domains.charts.events,
  ...domains.walls.events,
  ...domains.tenants.events,
  ...domains.products.events,
  ...domains.licences.events,
  ...domains.roles.events,
  ...domains.members.events,
  ...domains.offboarding.events,
  ...domains.acting.events,
  ...domains.account.events,
  ...domains.personalTokens.events,
  ...domains.settings.events,
  ...domains.integrations.events,
  ...domains.assistant.events,
  ...domains.conversations.events,
  ...domains.assistantNotes.events,
  ...domains.signOn.events,
  ...domains.peopleSync.events,
  ...domains.applications.events,
  ...domains.audit.events,
  ...domains.auditPacks.events,
  ...domains.devices.events,
  ...domains.equipment.events,
  ...domains.discovery.events,
  ...domains.topology.events,
  ...domains.configurations.events,
  ...domains.inventory.events,
  ...domains.advisories.events,
  ...domains.zabbix.events,
  ...domains.metrics.events,
  ...domains.gateways.events,
  ...domains.gatewaySettings.events,
  ...domains.provisioning.events,
  ...domains.diagnostics.events,
  ...domains.ota.events,
  ...domains.terminals.events,
  ...domains.syslog.events,
  ...domains.outlets.events,
  ...domains.probes.events,
  ...domains.lineReports.events,
  ...domains.serviceReports.events,
  ...domains.statements.events,
  ...domains.lineTests.events,
  ...domains.lineQuality.events,
  ...domains.alarms.events,
  ...domains.notices.events,
  ...domains.inboundAlarms.events,
  ...domains.rotas.events,
  ...domains.openings.events,
  ...domains.parts.events,
  ...domains.sharing.events,
  ...domains.engineers.events,
  ...domains.orderForms.events,
  ...domains.approvals.events,
  ...domains.fieldWork.events,
  ...domains.platformHealth.events,
  ...domains.workOrders.events,
}

/** Audit events without a declaring endpoint: automatic acts, and acts before sign-in. */
export type AuditEvent = keyof typeof events

/** How the act of an entry ended. */
export const resultOf = (action: string): AuditResult =>
  (events as Readonly<Record<string, AuditResult>>)[action] ?? 'done'
