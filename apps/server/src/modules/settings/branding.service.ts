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

/** The prefix of the company that a host name is of; empty when it is nobody's. */
export async function prefixOfHost(scopes: Scopes, host: string): Promise<string> {
  return host === '' ? '' : ((await brandingRepo.prefixOfHost(scopes, host)) ?? '')
}

/** What the sign-in page begins in for somebody who has not chosen a language. */
export function signInLanguage(scopes: Scopes, prefix: string): Promise<'zh' | 'en'> {
  return brandingRepo.language(scopes, prefix)
}
