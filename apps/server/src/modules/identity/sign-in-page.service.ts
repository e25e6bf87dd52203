import type { InputOf, OutputOf, signInApi, signOnApi } from '@netward/contract'
import { signOnPath } from '@netward/contract/sign-on-values'
import { channels } from '../messages/index.ts'
import {
  documentVersions,
  platformSettings,
  prefixOfHost,
  signInBranding,
  signInLanguage,
} from '../settings/index.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { waysRepo } from './ways.repo.ts'

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
  const [company, language, settings, ways, documents] = await Promise.all([
    signInBranding(scopes, prefix),
    signInLanguage(scopes, prefix),
    platformSettings(scopes),
    waysIn({ scopes, messages }, { prefix, companyCode: '' }),
    documentVersions(scopes),
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
    ways,
    documents,
    icpNumber: settings.icpNumber,
  }
}

type WaysDeps = Pick<IdentityDeps, 'scopes' | 'messages'>

/** Channels of one company that its people sign in through, by its prefix or code. */
export async function waysIn(
  { scopes, messages }: WaysDeps,
  company: { readonly prefix: string; readonly companyCode: string },
): Promise<OutputOf<typeof signOnApi.signInWays>> {
  if (company.prefix === '' && company.companyCode === '') return []
  const offers = await waysRepo.offers(scopes, company)
  return offers.map(({ public_id: publicId, kind, name }) => ({
    kind,
    name,
    publicId,
    startUrl: kind === 9 ? null : `${messages.publicUrl}${signOnPath}/${publicId}/start`,
  }))
}
