import type { EndpointInput } from '@netward/contract'
import {
  type ChannelForm,
  type ChannelKind,
  channelForms,
  mailIssuers,
} from '@netward/contract/integration-values'
import { isSignOnKind, optionalSecrets, type SignOnForm } from '@netward/contract/sign-on-values'
import type { Channel } from './channel.ts'
import { ruleDefaults, signOnDefaults } from './sign-on-table.ts'

type Sent = EndpointInput<'POST /api/v1/integration'>

/** A password, or tokens of an issuer. */
export const mailSignIns = ['password', ...mailIssuers] as const
type MailSignIn = (typeof mailSignIns)[number]

/** Values of the form: of one kind, with empty secrets. */
export interface ChannelValues {
  name: string
  sms: Required<NonNullable<Sent['sms']>> & { calls: boolean }
  mail: Required<NonNullable<Sent['mail']>> & { reads: boolean; signsInBy: MailSignIn }
  robot: Required<NonNullable<Sent['robot']>> & { unsign: boolean }
  webhook: Required<NonNullable<Sent['webhook']>>
  signIn: Record<string, unknown>
}

/** With those of the kinds that people sign in through, which the table of their fields describes. */
export type FormValues = ChannelValues & Partial<Record<SignOnForm, Record<string, unknown>>>

export function valuesOf(channel: Channel | null): FormValues {
  return {
    ...signOnValues(channel),
    name: channel?.name ?? '',
    sms: {
      provider: 'aliyun',
      keyId: '',
      appId: '',
      region: '',
      signName: '',
      templateCode: '',
      parameters: ['severity', 'device', 'rule'],
      parameterLength: 20,
      fallbackId: null,
      fallbackMinutes: 3,
      ratingTemplateCode: '',
      price: null,
      callPrice: null,
      dailyBudget: null,
      ...channel?.sms,
      calls: channel?.sms?.voice != null,
      voice: { templateCode: '', appId: '', showNumber: '', key: '1', ...channel?.sms?.voice },
      newCallback: false,
      keySecret: '',
    },
    mail: {
      server: 'own',
      host: '',
      port: 587,
      security: 'starttls',
      user: '',
      from: '',
      fromName: '',
      ...channel?.mail,
      reads: channel?.mail?.inbox != null,
      inbox: {
        address: '',
        host: '',
        port: 993,
        security: 'tls',
        user: '',
        authServer: '',
        ...channel?.mail?.inbox,
      },
      signsInBy: channel?.mail?.oauth?.issuer ?? 'password',
      oauth: { issuer: 'microsoft', tenantId: '', clientId: '', cloud: 'global', ...channel?.mail?.oauth },
      password: '',
      inboxPassword: '',
      clientSecret: '',
    },
    robot: {
      vendor: channel?.robot?.vendor ?? 'wecom',
      format: channel?.robot?.format ?? 'markdown',
      address: '',
      signSecret: '',
      unsign: false,
    },
    webhook: { address: '', secret: '' },
  }
}

const signOnForms = Object.keys(signOnDefaults) as SignOnForm[]

function signOnValues(channel: Channel | null) {
  const values = signOnForms.map((form) => {
    const none = Object.fromEntries(
      (optionalSecrets[form] ?? []).flatMap((name) => [
        [name, ''],
        [`${name}Removed`, false],
      ]),
    )
    const settings: Record<string, unknown> = {
      ...signOnDefaults[form],
      ...channel?.[form],
      ...none,
      secret: '',
    }
    // The field of a day takes a text.
    if ('secretEndsOn' in settings) settings['secretEndsOn'] ??= ''
    return [form, settings]
  })
  return {
    ...(Object.fromEntries(values) as Record<SignOnForm, Record<string, unknown>>),
    signIn: { ...ruleDefaults, ...channel?.signIn },
  }
}

function signOnSent(values: FormValues, form: SignOnForm): Record<string, unknown> {
  const { secret, secretEndsOn, ...given } = { ...signOnDefaults[form], ...values[form] } as Record<
    string,
    unknown
  >
  const optional = optionalSecrets[form] ?? []
  const settings = Object.fromEntries(
    Object.entries(given).filter(
      ([name]) => !optional.some((one) => name === one || name === `${one}Removed`),
    ),
  )
  // An empty one takes the secret away.
  for (const name of optional)
    if (given[`${name}Removed`] === true) settings[name] = ''
    else if (typeof given[name] === 'string' && given[name] !== '') settings[name] = given[name]
  // A group that is not shown is not in the values: the defaults stand for it.
  return {
    [form]: {
      ...settings,
      ...(secretEndsOn !== undefined && { secretEndsOn: secretEndsOn === '' ? null : secretEndsOn }),
      ...(typeof secret === 'string' && secret !== '' && { secret }),
    },
    signIn: { ...ruleDefaults, ...values.signIn },
  }
}

/** What is sent: the settings of the kind, and secrets only where they were typed. */
export function sentOf(kind: ChannelKind, values: FormValues): Sent {
  const form: ChannelForm = channelForms[kind]
  if (isSignOnKind(kind)) return { kind, name: values.name, ...signOnSent(values, channelForms[kind]) }
  const { unsign = false, calls, reads, signsInBy, ...given } = values[form] as Record<string, unknown>
  const secrets = [
    'keySecret',
    'password',
    'inboxPassword',
    'clientSecret',
    'address',
    'signSecret',
    'secret',
  ]
  const settings = Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => value !== undefined && !(secrets.includes(field) && value === ''),
    ),
  )
  // An empty one takes the secret of the robot away.
  if (unsign === true) settings['signSecret'] = ''
  if (form === 'robot') settings['format'] ??= 'markdown'
  if (reads === false) settings['inbox'] = null
  if (form === 'mail') settings['oauth'] = oauthOf(values.mail, signsInBy)
  if (calls === false || settings['provider'] === 'huawei') settings['voice'] = null
  return { kind, name: values.name, [form]: settings }
}

function oauthOf({ server, oauth }: Partial<ChannelValues['mail']>, signsInBy: unknown) {
  if (server === 'platform' || (signsInBy !== 'microsoft' && signsInBy !== 'google')) return null
  return { ...oauth, issuer: signsInBy, ...(signsInBy === 'google' && { tenantId: '' }) }
}
