import { type BuiltInRole, builtInRoles } from '@netward/contract/permissions'
import { useT } from './use-t.ts'

function isBuiltIn(role: string): role is BuiltInRole {
  return Object.hasOwn(builtInRoles, role)
}

/** The name of a role: by key for a built-in one, as entered for a company's own. */
export function useRoleName(): (role: string) => string {
  const t = useT()
  return (role) => (isBuiltIn(role) ? t(`account.roles.${role}`) : role)
}
