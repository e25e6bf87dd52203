import {
  type BuiltInRole,
  builtInRoles,
  type CompanyKind,
  companyKindsOf,
  type PermissionCode,
} from '@netward/contract'

/** A role as database functions take it: the key of a built-in one, or the id of a custom one. */
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

/** Built-in roles that can be granted in a company of this kind. */
export function builtInRolesOf(kind: CompanyKind): BuiltInRole[] {
  return (Object.keys(builtInRoles) as BuiltInRole[]).filter(
    (key) => key !== 'platform_administrator' || kind === 'op',
  )
}

/** Those of the codes that apply to a company of this kind. */
export function codesOfUse(codes: readonly PermissionCode[], kind: CompanyKind): PermissionCode[] {
  return codes.filter((code) => companyKindsOf(code).includes(kind))
}
