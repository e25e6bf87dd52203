import type { InputOf, OutputOf, signInApi } from '@netward/contract'
import { channels } from '../messages/index.ts'
import { platformSettings, prefixOfHost, signInBranding, signInLanguage } from '../settings/index.ts'
import type { IdentityDeps } from './identity-deps.ts'

/**
 * The company whose sign-in page a prefix or host name shows, and the sign-in methods of this installation.
 * Contains nothing about people.
 */
export async function signInPage(
  { scopes, messages }: IdentityDeps,
  asked: InputOf<typeof signInApi.signInPage>,
): Promise<OutputOf<typeof signInApi.signInPage>> {
  const hostPrefix = asked.prefix === '' ? await prefixOfHost(scopes, asked.host) : ''
  const prefix = asked.prefix || hostPrefix
  const [company, language, settings] = await Promise.all([
    signInBranding(scopes, prefix),
    signInLanguage(scopes, prefix),
    platformSettings(scopes),
  ])
  const { registration, platformName, passwordLength: length, passwordClasses: classes } = settings
  return {
    company,
    hostPrefix,
    ...channels(messages),
    registration,
    platformName,
    defaultLanguage: language,
    password: { length, classes },
  }
}
