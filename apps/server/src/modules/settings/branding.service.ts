import type { Scopes } from '../../platform/db/scope.ts'
import { brandingRepo } from './branding.repo.ts'

/** The name changes with the content, so that it can be cached for ever. */
export function logoUrl(name: string): string {
  return `/api/v1/auth/logo/${name}`
}

/** Whose name and logo the sign-in page shows; null at the root and under a prefix that nobody has. */
export async function signInBranding(
  scopes: Scopes,
  prefix: string,
): Promise<{ name: string; logoUrl: string | null } | null> {
  const found = await brandingRepo.find(scopes, prefix)
  return found && { name: found.name, logoUrl: found.logo === null ? null : logoUrl(found.logo) }
}
