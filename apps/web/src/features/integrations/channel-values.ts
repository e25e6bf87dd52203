import type { EndpointInput } from '@netward/contract'
import { type ChannelForm, type ChannelKind, channelForms } from '@netward/contract/integration-values'
import type { Channel } from './channel.ts'

type Sent = EndpointInput<'POST /api/v1/integration'>

/** Values of the form: of one kind, with empty secrets. */
export interface ChannelValues {
  name: string
  sms: Required<NonNullable<Sent['sms']>> & { calls: boolean }
  mail: Required<NonNullable<Sent['mail']>> & { reads: boolean }
  robot: Required<NonNullable<Sent['robot']>> & { unsign: boolean }
  webhook: Required<NonNullable<Sent['webhook']>>
}

export function valuesOf(channel: Channel | null): ChannelValues {
  return {
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
      password: '',
      inboxPassword: '',
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

/** What is sent: the settings of the kind, and secrets only where they were typed. */
export function sentOf(kind: ChannelKind, values: ChannelValues): Sent {
  const form: ChannelForm = channelForms[kind]
  const { unsign = false, calls, reads, ...given } = values[form] as Record<string, unknown>
  const secrets = ['keySecret', 'password', 'inboxPassword', 'address', 'signSecret', 'secret']
  const settings = Object.fromEntries(
    Object.entries(given).filter(
      ([field, value]) => value !== undefined && !(secrets.includes(field) && value === ''),
    ),
  )
  // An empty one takes the secret of the robot away.
  if (unsign === true) settings['signSecret'] = ''
  if (reads === false) settings['inbox'] = null
  if (calls === false) settings['voice'] = null
  return { kind, name: values.name, [form]: settings }
}
