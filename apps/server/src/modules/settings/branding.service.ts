import type { Scopes } from '../../platform/db/scope.ts'
import { brandingRepo } from './branding.repo.ts'

/** The name changes with the content, so it can be cached for ever. */
export function logoUrl(name: string): string {
  return `/api/v1/auth/logo/${name}`
}

/**
 * The company whose name and logo the sign-in page shows; null at the root and under an unassigned prefix.
 */
export async function signInBranding(
  scopes: Scopes,
  prefix: string,
): Promise<{ name: string; logoUrl: string | null } | null> {
  const found = await brandingRepo.find(scopes, prefix)
  return found && { name: found.name, logoUrl: found.logo === null ? null : logoUrl(found.logo) }
}

/** The prefix of the company that owns a host name; empty if none does. */
export async function prefixOfHost(scopes: Scopes, host: string): Promise<string> {
  return host === '' ? '' : ((await brandingRepo.prefixOfHost(scopes, host)) ?? '')
}

/** Initial language of the sign-in page for users who have not chosen one. */
export function signInLanguage(scopes: Scopes, prefix: string): Promise<'zh' | 'en'> {
  return brandingRepo.language(scopes, prefix)
}
