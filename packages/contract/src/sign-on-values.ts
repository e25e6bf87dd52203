import type { ChannelForm, ChannelKind } from './integration-values.ts'

/** Kinds of channels that people sign in through. */
export const signOnKinds = [1, 2, 3, 6, 7, 8, 9] as const satisfies readonly ChannelKind[]
export type SignOnKind = (typeof signOnKinds)[number]
export type SignOnForm = Extract<
  ChannelForm,
  'wecom' | 'dingtalk' | 'entra' | 'oidc' | 'saml' | 'feishu' | 'ldap'
>

export function isSignOnKind(kind: number): kind is SignOnKind {
  return (signOnKinds as readonly number[]).includes(kind)
}

/** Paths below it hold the public id of the channel. */
export const signOnPath = '/api/v1/auth/sso'
export const callbackPath = (publicId: string): string => `${signOnPath}/${publicId}/callback`

/** Who may come in: people who are linked, or everybody whom the directory vouches for. */
export const admissions = ['linked', 'new'] as const

/** Clouds of Microsoft: global, China (21Vianet), US government; `other` has a base address of its own. */
export const entraClouds = ['global', 'china', 'usgov', 'other'] as const
export type EntraCloud = (typeof entraClouds)[number]

/** What stands for departments in a directory of Microsoft. */
export const departmentSources = ['attribute', 'groups'] as const
export type DepartmentSource = (typeof departmentSources)[number]

/** Secrets of a channel beside the one that it signs in by; they may be taken away. */
export const optionalSecrets: Partial<Record<SignOnForm, readonly string[]>> = {
  wecom: ['contactSecret', 'eventToken', 'eventKey'],
  dingtalk: ['eventToken', 'eventKey'],
  feishu: ['eventToken', 'eventKey'],
}

/** Where services report changes of their directory; the public id of the channel follows. */
export const directoryEventsPath = '/api/v1/integration/events'

export const clientAuthentications = ['post', 'basic'] as const
export const ldapSecurities = ['tls', 'starttls', 'none'] as const
export const ldapSchemas = ['ad', 'openldap'] as const

/** What stands in the address of the sign-in page when a service did not let a person in. */
export const signOnRefusals = [
  'failed',
  'denied',
  'expired',
  'outsider',
  'not_linked',
  'domain',
  'quota',
  'linked_elsewhere',
  'no_subject',
  'refused',
] as const
export type SignOnRefusal = (typeof signOnRefusals)[number]

export function isSignOnRefusal(value: unknown): value is SignOnRefusal {
  return signOnRefusals.some((refusal) => refusal === value)
}

export const callActs = ['test', 'sign_in', 'link', 'sign_out'] as const
export const callOutcomes = ['done', 'failed', 'refused'] as const

/** Screens of the own account, where linking began and ends. */
export const accountPages = [
  '/systemSettings/personalInformation',
  '/personal/information',
  '/accountSetting',
] as const
