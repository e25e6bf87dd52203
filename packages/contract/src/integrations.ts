import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  channelForms,
  channelKinds,
  channelStates,
  inboxSecurities,
  mailClouds,
  mailIssuers,
  mailSecurities,
  mailServers,
  robotFormats,
  robotVendors,
  sendFailures,
  smsParameters,
  smsProviders,
  smsTemplateStates,
  voiceKeys,
} from './integration-values.ts'
import { done, email, id, instant, name, pageInput, pageOf } from './schemas.ts'
import { signOnInput, signOnShown } from './sign-on-settings.ts'
import { isSignOnKind } from './sign-on-values.ts'

const access = 'DMS_SERVER_SYSTEM_THIRD_MANAGER'
/** Write only; omitted in an edit: unchanged. */
const secret = z.string().min(1).max(500).optional()
const line = z.string().trim().min(1).max(200)
const kind = z.literal(channelKinds)
/** Holds a key: sealed, and never shown again. */
const address = z
  .url({ protocol: /^https?$/ })
  .max(1000)
  .meta({ examples: ['https://hooks.example.test/alarms'] })
  .optional()

const host = z
  .string()
  .trim()
  .regex(/^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?|[0-9a-fA-F:]{2,39})$/)

/** Where replies come in (IMAP). */
const inbox = z.object({
  host: host.meta({ examples: ['imap.example.test'] }),
  port: z.number().int().min(1).max(65535).default(993),
  security: z.enum(inboxSecurities).default('tls'),
  user: line,
  /** What replies are addressed to: the server has to deliver `name+anything@…` to it as well. */
  address: email,
  /** The name under which the company's mail server writes Authentication-Results. */
  authServer: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/)
    .meta({ examples: ['mx.example.test'] }),
})

/** Access tokens instead of passwords, for sending and for replies. */
const oauth = z
  .object({
    issuer: z.enum(mailIssuers),
    /** Of Microsoft: directory (tenant) ID. */
    tenantId: z.guid().or(z.literal('')).default(''),
    /** Application (client) ID of Microsoft; client e-mail of a Google service account. */
    clientId: line.meta({ examples: ['3f1c2b9e-6d1e-4f0a-9f0e-0c8b7a6d5e4f'] }),
    /** Of Microsoft. */
    cloud: z.enum(mailClouds).default('global'),
  })
  .refine(({ issuer, tenantId }) => issuer !== 'microsoft' || tenantId !== '', {
    path: ['tenantId'],
    message: 'validation.missing',
  })

const mail = z.object({
  server: z.enum(mailServers).default('own'),
  /** Of the company's own server, as is what follows. */
  host: host
    .or(z.literal(''))
    .default('')
    .meta({ examples: ['smtp.example.test'] }),
  port: z.number().int().min(1).max(65535).default(587),
  security: z.enum(mailSecurities).default('starttls'),
  user: z.string().trim().max(200).default(''),
  from: email.or(z.literal('')).default(''),
  fromName: z.string().trim().max(100).default(''),
  /** Null: by password. */
  oauth: oauth.nullable().default(null),
  /** Null: replies are not read. */
  inbox: inbox.nullable().default(null),
})

/** Calls that read a template aloud. */
const voice = z.object({
  templateCode: line.meta({ examples: ['TTS_100000001'] }),
  /** VoiceSdkAppid, of Tencent Cloud alone. */
  appId: z.string().trim().max(50).default(''),
  /** The number that a called person sees, of Alibaba Cloud alone; needed where a key acknowledges. */
  showNumber: z
    .string()
    .trim()
    .regex(/^\d{0,20}$/)
    .default(''),
  /** The key that acknowledges; null: none. */
  key: z.enum(voiceKeys).nullable().default('1'),
})

const yuan = z.number().min(0).max(100).multipleOf(0.001)

const sms = z.object({
  provider: z.enum(smsProviders),
  /** AccessKey ID of Alibaba Cloud, SecretId of Tencent Cloud, Application Key of Huawei Cloud. */
  keyId: line,
  /** SmsSdkAppId of Tencent Cloud, channel number of Huawei Cloud. */
  appId: z.string().trim().max(50).default(''),
  region: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{0,40}$/)
    .default(''),
  signName: line,
  templateCode: line,
  parameters: z.array(z.enum(smsParameters)).max(6).default(['severity', 'device', 'rule']),
  /** Characters of a parameter; no more than the vendor allows. */
  parameterLength: z.number().int().min(4).max(100).default(20),
  /** The gateway that takes over what this one or the carrier refuses. */
  fallbackId: id.nullable().default(null),
  /** Minutes without a receipt after which it takes over critical alarms. */
  fallbackMinutes: z.number().int().min(1).max(60).default(3),
  /**
   * Asks contacts of resolved orders for a rating; empty: it does not. Its parameters: `number` and `ticket` by name, or the
   * number and the two halves of the ticket in this order.
   */
  ratingTemplateCode: z.string().trim().max(100).default(''),
  /** Null: it makes no calls. */
  voice: voice.nullable().default(null),
  /** In yuan; null: unknown. */
  price: yuan.nullable().default(null),
  callPrice: yuan.nullable().default(null),
  /** Yuan that a day's messages and calls may cost; null: no limit. */
  dailyBudget: z.number().min(0.01).max(1_000_000).multipleOf(0.01).nullable().default(null),
})

const robot = z.object({ vendor: z.enum(robotVendors), format: z.enum(robotFormats) })

const channelInput = {
  name,
  mail: mail
    .extend({
      password: secret,
      inboxPassword: secret,
      /** Client secret of Microsoft; private key of a Google service account (PEM). */
      clientSecret: z.string().min(1).max(8000).optional(),
    })
    .optional(),
  sms: sms
    .extend({
      keySecret: secret,
      /** Makes another address for the vendor's reports of calls; the one before ends. */
      newCallback: z.boolean().default(false),
    })
    .optional(),
  robot: robot.extend({ address, signSecret: z.string().max(500).optional() }).optional(),
  /** Without a secret one is made, and answered once. */
  webhook: z
    .object({
      address,
      secret: z
        .string()
        .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/)
        .optional(),
    })
    .optional(),
  ...signOnInput,
}

type Given = Partial<Record<(typeof channelForms)[(typeof channelKinds)[number]] | 'signIn', unknown>>

function settingsOf(
  { kind: given, ...input }: Given & { kind: (typeof channelKinds)[number] },
  context: z.RefinementCtx,
) {
  const form = channelForms[given]
  if (input[form] === undefined)
    context.addIssue({ code: 'custom', path: [form], message: 'validation.missing' })
  if (isSignOnKind(given) !== (input.signIn !== undefined))
    context.addIssue({
      code: 'custom',
      path: ['signIn'],
      message: isSignOnKind(given) ? 'validation.missing' : 'validation.unrecognised',
    })
  for (const other of Object.values(channelForms))
    if (other !== form && input[other] !== undefined)
      context.addIssue({ code: 'custom', path: [other], message: 'validation.unrecognised' })
}

/** Where the vendor reports calls. It holds a secret of which the hash alone is kept: shown once. */
const madeCallback = z.string().nullable()

const failure = z.object({ reason: z.enum(sendFailures), detail: z.string() })

const row = z.object({
  id,
  kind,
  name: z.string(),
  /** Where it sends, without what is secret: a host or a provider. */
  target: z.string(),
  state: z.enum(channelStates),
  failingSince: instant.nullable(),
  failure: failure.nullable(),
  sentAt: instant.nullable(),
  editedAt: instant,
  editedBy: z.string(),
})

/** Of messages and calls that a gateway was asked for; costs in yuan by the prices of their time. */
const spent = z.object({ messages: z.number().int(), calls: z.number().int(), cost: z.number() })

const channel = row.extend({
  mail: mail.nullable(),
  /** Of the mailbox for replies; null before it is first read, and without one. */
  inboxState: z
    .object({ readAt: instant, failingSince: instant.nullable(), failure: failure.nullable() })
    .nullable(),
  sms: sms.nullable(),
  /** Of an SMS gateway: today and this month, in the time zone of the company. */
  spent: z.object({ today: spent, month: spent }).nullable(),
  robot: robot.extend({ signed: z.boolean() }).nullable(),
  webhook: z.object({}).nullable(),
  ...signOnShown,
  /** Addresses that the service is given; of the kinds that sign people in, without an address of ours null. */
  addresses: z
    .object({
      callback: z.string(),
      home: z.string(),
      signOut: z.string().nullable(),
      metadata: z.string().nullable(),
      /** Where it reports changes of its directory; null: it does not. */
      events: z.string().nullable(),
      /** Where the service reports pressed buttons of messages. */
      cards: z.string().nullable(),
    })
    .nullable(),
  /** The day on which its secret or certificate ends. */
  secretEndsOn: z.string().nullable(),
  /** People who are linked. */
  links: z.number().int(),
  /** It says who people are, and the caller may not decide that. */
  signInLocked: z.boolean(),
  /** Which secrets are set. */
  secrets: z.array(z.string()),
  /** Notification rules that end with it, and how many personal ones. */
  routes: z.array(z.string()),
  ownRoutes: z.number().int(),
  /** It carries alarms of customers, and the caller may not change where it sends. */
  destinationLocked: z.boolean(),
})

export const pageChannels = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/integration/lists',
  access,
  summary: 'Integration channels of the company acted in',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    kind: z.enum(channelKinds.map(String) as [string, ...string[]]).optional(),
    state: z.enum(channelStates).optional(),
    sort: z.enum(['name', '-name', 'editedAt', '-editedAt']).default('name'),
  }),
  output: pageOf(row),
})

export const getChannel = endpoint({
  method: 'GET',
  path: '/api/v1/integration/:channelId',
  access,
  summary: 'One channel with its settings; its secrets are never shown',
  input: z.object({ channelId: id }),
  output: channel,
  errors: ['integration.not_found'],
})

/** Of the kinds that sign people in. */
const signInErrors = [
  'sign_on.administrators_only',
  'sign_on.certificate_wrong',
  'sign_on.base_missing',
  'sign_on.domains_missing',
  'sign_on.break_glass_missing',
  'sign_on.filter_wrong',
  'sign_on.event_secret_missing',
  'role.not_found',
] as const

export const addChannel = endpoint({
  method: 'POST',
  path: '/api/v1/integration',
  access,
  summary:
    'Add a channel: 1 WeCom, 2 DingTalk, 3 Microsoft Entra, 4 SMS, 5 mail, 6 OpenID Connect, 7 SAML 2.0, 8 Feishu, 9 LDAP, 10 group robot, 11 signed webhook (Standard Webhooks)',
  input: z.object({ kind, ...channelInput }).superRefine(settingsOf),
  output: z.object({
    id,
    /** Of a webhook without one: shown once. */
    madeSecret: z.string().nullable(),
    madeCallback,
  }),
  errors: [
    'integration.name_taken',
    'integration.too_many',
    'integration.secret_missing',
    'integration.password_in_clear',
    'integration.key_unreadable',
    'integration.no_platform_mail',
    'integration.template_code_wrong',
    'integration.parameter_twice',
    'integration.show_number_missing',
    'integration.price_missing',
    'integration.not_a_gateway',
    ...signInErrors,
  ],
  audit: 'integration.added',
})

export const editChannel = endpoint({
  method: 'PUT',
  path: '/api/v1/integration/:channelId',
  access,
  summary: 'Change a channel; secrets that are left out stay as they are',
  input: z.object({ channelId: id, kind, ...channelInput }).superRefine(settingsOf),
  output: z.object({ madeCallback }),
  errors: [
    'integration.not_found',
    'integration.name_taken',
    'integration.kind_fixed',
    'integration.carries_customers',
    'integration.secret_missing',
    'integration.password_in_clear',
    'integration.key_unreadable',
    'integration.no_platform_mail',
    'integration.template_code_wrong',
    'integration.parameter_twice',
    'integration.show_number_missing',
    'integration.price_missing',
    'integration.calls_in_use',
    'integration.messages_in_use',
    'integration.not_a_gateway',
    ...signInErrors,
  ],
  audit: 'integration.edited',
})

export const pauseChannel = endpoint({
  method: 'POST',
  path: '/api/v1/integration/:channelId/pause',
  access,
  summary: 'Pause a channel, or let it send again',
  input: z.object({ channelId: id, paused: z.boolean() }),
  output: done,
  errors: ['integration.not_found', 'sign_on.administrators_only'],
  audit: 'integration.paused',
})

export const deleteChannel = endpoint({
  method: 'DELETE',
  path: '/api/v1/integration/:channelId',
  access,
  summary: 'Delete a channel with its secrets',
  inputKind: 'query',
  input: z.object({ channelId: id }),
  output: done,
  errors: ['integration.not_found', 'sign_on.administrators_only'],
  audit: 'integration.deleted',
})

export const testChannel = endpoint({
  method: 'POST',
  path: '/api/v1/integration/:channelId/test',
  access,
  summary:
    'Do what the channel will do: send a real message (mail and SMS to the caller), or ask the sign-in service',
  input: z.object({ channelId: id }),
  output: z.object({
    /** Null: it was taken. */
    failure: failure.nullable(),
    /** The caller's address; null for a group or an address of the channel. */
    sentTo: z.string().nullable(),
    /** Of the mailbox for replies; null: it could be read, or there is none. */
    inboxFailure: failure.nullable(),
    /** Of a channel that signs people in: what was asked and worked, as the service names it. */
    checked: z.array(z.string()),
    /** It sends messages, and has no account of the caller: none was sent. */
    unlinked: z.boolean(),
  }),
  errors: ['integration.not_found', 'integration.no_address', 'integration.too_many_tests'],
  audit: 'integration.tested',
})

export const listSmsTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/integration/:channelId/sms-templates',
  access,
  summary: 'Templates of an SMS gateway at its vendor, with what the vendor says of each',
  input: z.object({ channelId: id }),
  output: z.object({
    /** Huawei Cloud answers none to the keys of an SMS application. */
    supported: z.boolean(),
    failure: failure.nullable(),
    templates: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        content: z.string(),
        state: z.enum(smsTemplateStates),
        /** Why it was refused. */
        reason: z.string(),
      }),
    ),
  }),
  errors: ['integration.not_found', 'integration.not_a_gateway', 'integration.too_many_tests'],
  audit: 'integration.templates_read',
})
