import type { OutputOf, signInApi } from '@netward/contract'
import { channels } from '../messages/index.ts'
import { platformSettings, signInBranding } from '../settings/index.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** Whose sign-in page a prefix shows, and the ways in that this installation has. Nothing about people. */
export async function signInPage(
  { scopes, messages }: IdentityDeps,
  prefix: string,
): Promise<OutputOf<typeof signInApi.signInPage>> {
  const [company, { registration }] = await Promise.all([
    signInBranding(scopes, prefix),
    platformSettings(scopes),
  ])
  return { company, ...channels(messages), registration }
}
