import type { CompanyKind } from './organisations.ts'
import type { builtInRole } from './schemas.ts'
import type { z } from 'zod'

export type BuiltInRole = z.infer<typeof builtInRole>

/** How an act ended: failed acts are in the log only if they show an intention. */
export const auditResults = ['done', 'refused', 'failed'] as const
export type AuditResult = (typeof auditResults)[number]

/** Kinds of company in which a permission has a meaning: the platform, those with companies below, or all. */
export const companiesOf = {
  platform: ['op'],
  above: ['op', 'middleman'],
  all: ['op', 'middleman', 'company'],
} as const satisfies Record<string, readonly CompanyKind[]>

export interface Permission {
  /** Built-in roles that hold it, beside the administrators. */
  readonly roles: readonly BuiltInRole[]
  /** Without it, `all`. */
  readonly companies?: keyof typeof companiesOf
  /** About a company as a whole: a role for some of its departments or outlets does not grant it. */
  readonly companyWide?: true
  /** Applications cannot hold it. */
  readonly peopleOnly?: true
  /** Its page does not exist yet (specification §2): no role is offered it until the page is there. */
  readonly future?: true
}

// What `<domain>-codes.ts` exports.

/** Errors of the API with their HTTP status. */
export type Errors = Readonly<Record<string, number>>
export type Permissions = Readonly<Record<`DMS_SERVER_${string}`, Permission>>
/** Acts in the audit log that no endpoint declares, and how they end. */
export type Events = Readonly<Record<string, AuditResult>>
