import {
  type BuiltInRole,
  builtInRoles,
  type CompanyKind,
  companyKindsOf,
  type PermissionCode,
} from '@netward/contract'

/** A role as functions of the database take it: the key of a built-in one, or the id of the company's own. */
export interface RoleRef {
  readonly builtIn: BuiltInRole | null
  readonly roleId: string | null
}

export function isBuiltIn(role: string): role is BuiltInRole {
  return Object.hasOwn(builtInRoles, role)
}

export function roleRefOf(role: string | undefined): RoleRef {
  if (role === undefined) return { builtIn: null, roleId: null }
  return isBuiltIn(role) ? { builtIn: role, roleId: null } : { builtIn: null, roleId: role }
}

/** The built-in roles that can be given in a company of this kind. */
export function builtInRolesOf(kind: CompanyKind): BuiltInRole[] {
  return (Object.keys(builtInRoles) as BuiltInRole[]).filter(
    (key) => key !== 'platform_administrator' || kind === 'op',
  )
}

/** What of some codes means anything in a company of this kind. */
export function codesOfUse(codes: readonly PermissionCode[], kind: CompanyKind): PermissionCode[] {
  return codes.filter((code) => companyKindsOf(code).includes(kind))
}
