import { z } from 'zod'
import { id } from './schemas.ts'
import {
  admissions,
  departmentSources,
  clientAuthentications,
  entraClouds,
  ldapSchemas,
  ldapSecurities,
} from './sign-on-values.ts'

const line = (most = 200) => z.string().trim().min(1).max(most)
const optionalLine = (most = 200) => z.string().trim().max(most).default('')
/** Of a service: private ones are reached in NETWARD_OUTGOING_RANGES alone. */
const base = (usual: string) =>
  z
    .url({ protocol: /^https?$/ })
    .max(300)
    .transform((value) => value.replace(/\/+$/, ''))
    .default(usual)
const anyUrl = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .meta({ examples: ['https://login.example.test'] })

/** Whether it sends messages to people who are linked, beside signing them in. */
const sendsMessages = z.boolean().default(false)

const wecom = z.object({
  sendsMessages,
  corpId: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{6,64}$/)
    .meta({ examples: ['ww1234567890abcdef'] }),
  agentId: z
    .string()
    .trim()
    .regex(/^\d{1,12}$/),
  /** Of a private WeCom its own. */
  apiBase: base('https://qyapi.weixin.qq.com'),
  /** Of the page with the QR code. */
  qrBase: base('https://login.work.weixin.qq.com'),
  /** Of the page inside the WeCom client. */
  insideBase: base('https://open.weixin.qq.com'),
})

const dingtalk = z.object({
  sendsMessages,
  /** Of messages alone. */
  agentId: z
    .string()
    .trim()
    .regex(/^\d{0,20}$/)
    .default(''),
  clientId: line(100),
  corpId: line(100),
  signInBase: base('https://login.dingtalk.com'),
  apiBase: base('https://api.dingtalk.com'),
  directoryBase: base('https://oapi.dingtalk.com'),
})

const feishu = z.object({
  sendsMessages,
  appId: line(100),
  /** Lark: accounts.larksuite.com and open.larksuite.com. */
  signInBase: base('https://accounts.feishu.cn'),
  apiBase: base('https://open.feishu.cn'),
})

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const guidOf = z
  .string()
  .trim()
  .regex(guid)
  .transform((value) => value.toLowerCase())
  .meta({ examples: ['11111111-2222-4333-8444-555555555555'] })

const entra = z.object({
  tenantId: guidOf,
  clientId: guidOf,
  cloud: z.enum(entraClouds).default('global'),
  /** Of `other` alone. */
  signInBase: optionalLine(300),
  /** Of `other` alone: where Microsoft Graph is, from which the directory is read; empty: it is not. */
  graphBase: optionalLine(300).refine((value) => value === '' || /^https?:\/\/[^/\s]/.test(value)),
  /** What stands for departments: the attribute of people, or groups. */
  departmentsFrom: z.enum(departmentSources).default('attribute'),
  /** Groups that are departments begin with it. */
  groupPrefix: optionalLine(100),
})

const oidc = z.object({
  /** Its metadata stands at /.well-known/openid-configuration below it. */
  issuer: anyUrl,
  clientId: line(300),
  clientAuthentication: z.enum(clientAuthentications).default('post'),
  scopes: optionalLine(300).transform((value) => value || 'openid profile email'),
})

const saml = z.object({
  /** entityID of the identity provider. */
  entityId: line(500),
  signInUrl: anyUrl,
  /** Where it takes answers to its logout requests; empty: it needs none. */
  signOutUrl: optionalLine(1000).refine((value) => value === '' || anyUrl.safeParse(value).success),
  /** One or several, so that a certificate can be replaced in time. */
  certificates: z.string().trim().min(1).max(20_000),
  /** Attributes; NameID names the person for ever. */
  nameAttribute: optionalLine(300),
  mailAttribute: optionalLine(300),
})

const ldap = z.object({
  host: z
    .string()
    .trim()
    .regex(/^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?|[0-9a-fA-F:]{2,39})$/)
    .meta({ examples: ['ldap.example.test'] }),
  port: z.number().int().min(1).max(65535).default(636),
  security: z.enum(ldapSecurities).default('tls'),
  schema: z.enum(ldapSchemas).default('ad'),
  bindDn: line(500),
  baseDn: line(500),
  /** What a person types as account. */
  nameAttribute: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9-]{0,60}$/)
    .default('sAMAccountName'),
  /** A group or another condition, as RFC 4515 writes it. */
  filter: optionalLine(500),
  /** A condition for organizational units, which are departments. */
  departmentFilter: optionalLine(500),
  /** Where groups are that roles follow; empty: none are read. */
  groupBaseDn: optionalLine(500),
  /** Of the directory's own certificate authority. */
  ca: optionalLine(20_000),
})

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/)
  .max(253)

/** How people sign in through a channel. */
export const signInRules = z.object({
  /** On the sign-in page of the company. */
  offered: z.boolean().default(true),
  admits: z.enum(admissions).default('linked'),
  /** Of new people: the key of a built-in role, or the id of one of the company. */
  defaultRole: z.string().trim().max(40).default('user_layer'),
  /** Mail domains that new people come from; empty: the whole directory. */
  domains: z.array(domain).max(50).default([]),
  /** Where the service says that it asked for a second factor, none is asked for here. */
  trustsSecondFactor: z.boolean().default(false),
  /** Values of acr or AuthnContextClassRef that mean two factors, beside amr "mfa". */
  secondFactorValues: z.array(line(200)).max(10).default([]),
  /** Linked people sign in through it alone. */
  passwordOff: z.boolean().default(false),
  /** The administrator whose password works in any case. */
  breakGlassId: id.nullable().default(null),
})
export type SignInRules = z.output<typeof signInRules>

/** Settings of each kind, without what is secret. */
export const signOnSettings = { wecom, dingtalk, entra, oidc, saml, feishu, ldap }

/** A day, such as 2027-05-01. */
const day = z.iso.date().nullable().default(null)
/** Write only; omitted in an edit: unchanged. */
const secret = z.string().min(1).max(500).optional()
/** As `secret`; an empty one is taken away. */
const optionalSecret = z.string().max(500).optional()
/** Of the events that a service sends: what signs them, and the 43 characters of the key that encrypts them. */
const eventSecrets = {
  eventToken: optionalSecret,
  eventKey: z
    .string()
    .regex(/^(?:[A-Za-z0-9]{43})?$/)
    .optional(),
}

/** As an administrator gives them. */
export const signOnInput = {
  /** contactSecret: of contact sync, which alone gives everybody's identifier. */
  wecom: wecom.extend({ secret, contactSecret: optionalSecret, ...eventSecrets }).optional(),
  dingtalk: dingtalk.extend({ secret, ...eventSecrets }).optional(),
  entra: entra.extend({ secret, secretEndsOn: day }).optional(),
  oidc: oidc.extend({ secret, secretEndsOn: day }).optional(),
  saml: saml.optional(),
  feishu: feishu.extend({ secret, eventToken: optionalSecret, eventKey: optionalSecret }).optional(),
  ldap: ldap.extend({ secret }).optional(),
  /** Of the kinds that sign people in. */
  signIn: signInRules.optional(),
}

/** As they are shown. */
export const signOnShown = {
  wecom: wecom.nullable(),
  dingtalk: dingtalk.nullable(),
  entra: entra.extend({ secretEndsOn: day }).nullable(),
  oidc: oidc.extend({ secretEndsOn: day }).nullable(),
  saml: saml.nullable(),
  feishu: feishu.nullable(),
  ldap: ldap.nullable(),
  signIn: signInRules.nullable(),
}
