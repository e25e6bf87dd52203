import { type BuiltInRole, companiesOf, type Permission } from './codes.ts'
import * as domains from './domain-codes.ts'
import type { CompanyKind } from './organisations.ts'

export type { BuiltInRole }

const all = {
  ...domains.system.permissions,
  ...domains.workbench.permissions,
  ...domains.charts.permissions,
  ...domains.walls.permissions,
  ...domains.tenants.permissions,
  ...domains.products.permissions,
  ...domains.licences.permissions,
  ...domains.roles.permissions,
  ...domains.members.permissions,
  ...domains.offboarding.permissions,
  ...domains.acting.permissions,
  ...domains.account.permissions,
  ...domains.personalTokens.permissions,
  ...domains.settings.permissions,
  ...domains.integrations.permissions,
  ...domains.assistant.permissions,
  ...domains.conversations.permissions,
  ...domains.assistantNotes.permissions,
  ...domains.signOn.permissions,
  ...domains.peopleSync.permissions,
  ...domains.applications.permissions,
  ...domains.audit.permissions,
  ...domains.auditPacks.permissions,
  ...domains.devices.permissions,
  ...domains.equipment.permissions,
  ...domains.discovery.permissions,
  ...domains.topology.permissions,
  ...domains.configurations.permissions,
  ...domains.inventory.permissions,
  ...domains.advisories.permissions,
  ...domains.zabbix.permissions,
  ...domains.metrics.permissions,
  ...domains.gateways.permissions,
  ...domains.gatewaySettings.permissions,
  ...domains.provisioning.permissions,
  ...domains.diagnostics.permissions,
  ...domains.ota.permissions,
  ...domains.terminals.permissions,
  ...domains.syslog.permissions,
  ...domains.outlets.permissions,
  ...domains.probes.permissions,
  ...domains.lineReports.permissions,
  ...domains.serviceReports.permissions,
  ...domains.statements.permissions,
  ...domains.lineTests.permissions,
  ...domains.lineQuality.permissions,
  ...domains.alarms.permissions,
  ...domains.notices.permissions,
  ...domains.inboundAlarms.permissions,
  ...domains.rotas.permissions,
  ...domains.openings.permissions,
  ...domains.parts.permissions,
  ...domains.sharing.permissions,
  ...domains.engineers.permissions,
  ...domains.orderForms.permissions,
  ...domains.approvals.permissions,
  ...domains.fieldWork.permissions,
  ...domains.platformHealth.permissions,
  ...domains.workOrders.permissions,
}

/** Permission codes: those of the specification's routes, and the same style for actions. */
export type PermissionCode = keyof typeof all

const rows: Readonly<Record<PermissionCode, Permission>> = all

/** Who may hold a code, and where. */
export const permissionOfCode = (code: PermissionCode): Permission => rows[code]

export const permissionCodes = Object.keys(rows) as readonly PermissionCode[]

/** Codes of pages that do not exist yet. */
export const futurePermissions = permissionCodes.filter((code) => permissionOfCode(code).future)

/**
 * The kinds of company in which a code has a meaning: rights over all companies, over those below, and in
 * one's own are apart. A role may name a code that is meaningless in its company; no member holds it there.
 */
export function companyKindsOf(code: PermissionCode): readonly CompanyKind[] {
  return companiesOf[permissionOfCode(code).companies ?? 'all']
}

/**
 * No person grants what they do not hold. A code without a meaning in this kind of company grants nothing
 * there, and cannot be held.
 */
export function mayGrant(held: Iterable<string>, permissions: readonly string[], kind: CompanyKind): boolean {
  const codes = new Set(held)
  return permissions.every(
    (code) => codes.has(code) || !companyKindsOf(code as PermissionCode).includes(kind),
  )
}

const heldBy = (role: BuiltInRole) =>
  permissionCodes.filter((code) => permissionOfCode(code).roles.includes(role))

/** Permissions of the built-in roles, in any company. */
export const builtInRoles: Record<BuiltInRole, readonly PermissionCode[]> = {
  platform_administrator: permissionCodes,
  administrator: permissionCodes.filter((code) => permissionOfCode(code).companies !== 'platform'),
  engineer: heldBy('engineer'),
  management_layer: heldBy('management_layer'),
  execution_layer: heldBy('execution_layer'),
  user_layer: heldBy('user_layer'),
}
