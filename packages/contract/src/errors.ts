import * as domains from './domain-codes.ts'

/**
 * Every error of the API, and its HTTP status. The key is the body's `code`: numbers are fixed by the
 * specification, all others are names. packages/phrases has a text for each (`errors.<code>`).
 */
export const errorStatus = {
  ...domains.system.errors,
  ...domains.workbench.errors,
  ...domains.charts.errors,
  ...domains.walls.errors,
  ...domains.tenants.errors,
  ...domains.products.errors,
  ...domains.licences.errors,
  ...domains.roles.errors,
  ...domains.members.errors,
  ...domains.offboarding.errors,
  ...domains.acting.errors,
  ...domains.account.errors,
  ...domains.personalTokens.errors,
  ...domains.settings.errors,
  ...domains.integrations.errors,
  ...domains.assistant.errors,
  ...domains.conversations.errors,
  ...domains.assistantNotes.errors,
  ...domains.signOn.errors,
  ...domains.peopleSync.errors,
  ...domains.applications.errors,
  ...domains.audit.errors,
  ...domains.auditPacks.errors,
  ...domains.devices.errors,
  ...domains.equipment.errors,
  ...domains.discovery.errors,
  ...domains.topology.errors,
  ...domains.configurations.errors,
  ...domains.inventory.errors,
  ...domains.advisories.errors,
  ...domains.zabbix.errors,
  ...domains.metrics.errors,
  ...domains.gateways.errors,
  ...domains.gatewaySettings.errors,
  ...domains.provisioning.errors,
  ...domains.diagnostics.errors,
  ...domains.ota.errors,
  ...domains.terminals.errors,
  ...domains.syslog.errors,
  ...domains.outlets.errors,
  ...domains.probes.errors,
  ...domains.lineReports.errors,
  ...domains.serviceReports.errors,
  ...domains.statements.errors,
  ...domains.lineTests.errors,
  ...domains.lineQuality.errors,
  ...domains.alarms.errors,
  ...domains.notices.errors,
  ...domains.inboundAlarms.errors,
  ...domains.rotas.errors,
  ...domains.openings.errors,
  ...domains.parts.errors,
  ...domains.sharing.errors,
  ...domains.engineers.errors,
  ...domains.orderForms.errors,
  ...domains.approvals.errors,
  ...domains.fieldWork.errors,
  ...domains.platformHealth.errors,
  ...domains.workOrders.errors,
}

export type ErrorCode = keyof typeof errorStatus

/** The `code` of a body: the specification's numbers are sent as numbers. */
export function wireCode(code: ErrorCode): number | string {
  return /^\d+$/.test(code) ? Number(code) : code
}

/** Errors that any endpoint can give, whatever it declares. */
export const commonErrors = [
  'system.error',
  'system.unavailable',
  'request.invalid',
  'request.too_large',
  'request.too_many',
] as const satisfies readonly ErrorCode[]

/** Errors that any endpoint behind a session can give. */
export const sessionErrors = [
  '40001',
  '40002',
  '40005',
  'A0230',
  '40027',
  '40031',
  '40032',
  'permission.denied',
  'application.maintenance',
  'application.disabled',
  'application.missing',
  'company.read_only',
  'licence.exceeded',
  'acting.consent_needed',
  'acting.outside_hours',
  'acting.never',
  'acting.ended',
] as const satisfies readonly ErrorCode[]

/**
 * One refused item of a batch or an import: `ip` is an address, or a row number without one; `name` is its
 * display name, if different.
 */
export interface FailedItem {
  ip: string
  name?: string | undefined
  reason: string
  id?: string | undefined
}

/** One wrong field of a request. `message` is in the caller's language. */
export interface FieldError {
  field: string
  message: string
}
