import type { OutputOf, signInApi } from '@netward/contract'
import { channels } from '../messages/index.ts'
import { platformSettings, signInBranding, signInLanguage } from '../settings/index.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** Whose sign-in page a prefix shows, and the ways in that this installation has. Nothing about people. */
export async function signInPage(
  { scopes, messages }: IdentityDeps,
  prefix: string,
): Promise<OutputOf<typeof signInApi.signInPage>> {
  const [company, language, settings] = await Promise.all([
    signInBranding(scopes, prefix),
    signInLanguage(scopes, prefix),
    platformSettings(scopes),
  ])
  const { registration, platformName, passwordLength: length, passwordClasses: classes } = settings
  return {
    company,
    ...channels(messages),
    registration,
    platformName,
    defaultLanguage: language,
    password: { length, classes },
  }
}
