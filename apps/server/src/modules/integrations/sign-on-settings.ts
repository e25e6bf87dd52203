import type { InputOf, integrationApi } from '@netward/contract'
import { cardCallbackPath, channelForms } from '@netward/contract/integration-values'
import type { SignInRules } from '@netward/contract/sign-on-settings'
import {
  callbackPath,
  directoryEventsPath,
  optionalSecrets,
  type SignOnKind,
  signOnPath,
} from '@netward/contract/sign-on-values'
import type { ChannelSecrets, StoredSettings } from './channel-settings.ts'
import { isFilter } from './vendors/ldap.ts'
import { certificatesIn, metadataUrlOf } from './vendors/saml.ts'

type Given = Omit<InputOf<typeof integrationApi.addChannel>, 'name'>

/** What a sign-in channel stores: the settings of its kind, and how people sign in. */
export type StoredSignOn = Readonly<Record<string, unknown>> & { readonly signIn: SignInRules }

interface Problem {
  readonly field: string
  readonly code:
    | 'integration.secret_missing'
    | 'sign_on.certificate_wrong'
    | 'sign_on.base_missing'
    | 'sign_on.domains_missing'
    | 'sign_on.filter_wrong'
    | 'sign_on.event_secret_missing'
}

interface MergedSignOn {
  readonly settings: StoredSignOn
  readonly secrets: ChannelSecrets
  readonly target: string
  readonly problem: Problem | null
  readonly secretEndsOn: string | null
}

export const rulesOf = (settings: StoredSettings): SignInRules | null =>
  'signIn' in settings ? settings.signIn : null

/** What is stored of given settings. A secret goes to the service it was given for: another one asks for it again. */
export function mergedSignOn(
  kind: SignOnKind,
  given: Given,
  before: { readonly settings: StoredSettings | null; readonly secrets: ChannelSecrets },
): MergedSignOn {
  const form = channelForms[kind]
  const names = ['secret', ...(optionalSecrets[form] ?? [])]
  const all = given[form] as Readonly<Record<string, unknown>>
  const secretEndsOn = (all['secretEndsOn'] as string | null | undefined) ?? null
  const own = Object.fromEntries(
    Object.entries(all).filter(([name]) => name !== 'secretEndsOn' && !names.includes(name)),
  )
  const settings: StoredSignOn = { ...own, signIn: given.signIn! }
  const stays = before.settings !== null && serviceOf(before.settings) === serviceOf(settings)
  const secrets = Object.fromEntries(
    names.flatMap((name) => {
      const value = (all[name] as string | undefined) ?? (stays ? before.secrets[name] : undefined)
      return value === undefined || value === '' || kind === 7 ? [] : [[name, value] as const]
    }),
  )
  const certificateEnd = kind === 7 ? lastDayOf(String(own['certificates'])) : null
  return {
    settings,
    secrets,
    target: targetOf(kind, own),
    problem: problemOf(kind, form, settings, { secrets, certificateEnd }),
    secretEndsOn: certificateEnd ?? secretEndsOn,
  }
}

/** Where a channel sends its secret: all of its addresses. */
function serviceOf(settings: StoredSettings | StoredSignOn): string {
  const of = settings as Readonly<Record<string, unknown>>
  return JSON.stringify(
    [
      'issuer',
      'tenantId',
      'cloud',
      'signInBase',
      'graphBase',
      'apiBase',
      'directoryBase',
      'host',
      'port',
      'security',
      'ca',
    ]
      // A field that came later is empty where it was not stored.
      .map((name) => of[name] || null),
  )
}

function problemOf(
  kind: SignOnKind,
  form: string,
  settings: StoredSignOn,
  found: { secrets: ChannelSecrets; certificateEnd: string | null },
): Problem | null {
  const { signIn } = settings
  if (kind === 7 && found.certificateEnd === null)
    return { field: 'saml.certificates', code: 'sign_on.certificate_wrong' }
  const { secret, eventToken, eventKey } = found.secrets
  if (kind !== 7 && secret === undefined)
    return { field: `${form}.secret`, code: 'integration.secret_missing' }
  if ((eventToken === undefined) !== (eventKey === undefined))
    return {
      field: `${form}.${eventToken === undefined ? 'eventToken' : 'eventKey'}`,
      code: 'sign_on.event_secret_missing',
    }
  if (kind === 3 && settings['cloud'] === 'other' && !/^https?:\/\/[^/]/.test(String(settings['signInBase'])))
    return { field: 'entra.signInBase', code: 'sign_on.base_missing' }
  if (kind === 2 && settings['sendsMessages'] === true && settings['agentId'] === '')
    return { field: 'dingtalk.agentId', code: 'integration.secret_missing' }
  if (kind === 9)
    for (const name of ['filter', 'departmentFilter'])
      if ((settings[name] ?? '') !== '' && !isFilter(String(settings[name])))
        return { field: `ldap.${name}`, code: 'sign_on.filter_wrong' }
  if ((kind === 6 || kind === 7) && signIn.admits === 'new' && signIn.domains.length === 0)
    return { field: 'signIn.domains', code: 'sign_on.domains_missing' }
  return null
}

/** The last day of the certificate that ends last; null: one cannot be read. */
function lastDayOf(certificates: string): string | null {
  try {
    const ends = certificatesIn(certificates).map(({ validTo }) => Date.parse(validTo))
    return new Date(Math.max(...ends)).toISOString().slice(0, 10)
  } catch {
    return null
  }
}

function targetOf(kind: SignOnKind, own: Readonly<Record<string, unknown>>): string {
  switch (kind) {
    case 1:
    case 2:
      return String(own['corpId'])
    case 3:
      return String(own['tenantId'])
    case 6:
      return new URL(String(own['issuer'])).host
    case 7:
      return String(own['entityId'])
    case 8:
      return String(own['appId'])
    case 9:
      return `${String(own['host'])}:${String(own['port'])}`
  }
}

/** It sends messages to the people who are linked. */
export const sendsMessages = (settings: StoredSettings): boolean =>
  'signIn' in settings && settings['sendsMessages'] === true

export const callbackUrlOf = (publicUrl: string, publicId: string) => `${publicUrl}${callbackPath(publicId)}`

/** Addresses that the administrator gives to the service. */
export function addressesOf(kind: SignOnKind, publicUrl: string, publicId: string) {
  if (kind === 9) return null
  const callback = callbackUrlOf(publicUrl, publicId)
  return {
    callback,
    home: `${publicUrl}${signOnPath}/${publicId}/start`,
    signOut: kind === 3 || kind === 6 || kind === 7 ? `${publicUrl}${signOnPath}/${publicId}/sign-out` : null,
    cards: kind === 8 ? `${publicUrl}${cardCallbackPath}/${publicId}` : null,
    metadata: kind === 7 ? metadataUrlOf(callback) : null,
    events: kind === 1 || kind === 2 || kind === 8 ? `${publicUrl}${directoryEventsPath}/${publicId}` : null,
  }
}
