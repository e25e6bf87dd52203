export const auditPackStates = ['waiting', 'running', 'done', 'failed'] as const
export type AuditPackState = (typeof auditPackStates)[number]

/** Its period, the last day included. */
export const auditPackDays = 366

/** Days without a sign-in after which the role review marks a member. */
export const unusedDays = 90

/** Sheets of a pack after the cover, in their order. */
export const auditPackSheets = [
  'members',
  'roles',
  'role_members',
  'access',
  'visits',
  'requests',
  'terminals',
  'role_changes',
  'configurations',
  'firmware',
  'audit',
] as const
export type AuditPackSheet = (typeof auditPackSheets)[number]

/** What became of a sheet: its rows without the heading, and the SHA-256 of these. */
export interface AuditPackSheetDone {
  readonly sheet: AuditPackSheet
  readonly rows: number
  readonly sha256: string
}
