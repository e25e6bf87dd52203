import path from 'node:path'
import { type LicenceMode, licenceModes } from '@netward/contract/states/licence'
import { type Environment, isMailAddress, Variables } from './variables.ts'

export { ConfigError } from './variables.ts'

export const roles = ['api', 'acs', 'poller', 'worker'] as const
export type Role = (typeof roles)[number]

/** Validated, but no part of the server uses them yet. */
const notYet = ['NATS_URL']

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export interface AcsTls {
  readonly port: number
  /** PEM, as read from the files that the variables name. */
  readonly cert: string
  readonly key: string
  readonly clientCa: string | null
  /** Absolute path of a PEM file, which is re-read when it changes. */
  readonly clientCrl: string | null
}

/** The environment and the command line, validated. */
export interface Config {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
  readonly acs: {
    readonly host: string
    readonly port: number
    readonly tls: AcsTls | null
    /** ACS URL for gateways; null while the port is any free one. */
    readonly url: string | null
    /** The STUN server for gateways behind NAT, and the host that they get for it; null: none. */
    readonly stun: { readonly port: number; readonly address: string } | null
    readonly allowPlainSecrets: boolean
    /** In CIDR notation; one bound to a company ends in `=<code>`. */
    readonly deviceRanges: readonly string[]
    readonly trustedProxies: readonly string[]
    /** Gateways that one company may admit per hour and per day. */
    readonly enrolment: { readonly perHour: number; readonly perDay: number }
  }
  /** Absolute. */
  readonly dataDir: string
  readonly adminPassword: string | null
  /** Without a slash at the end. */
  readonly publicUrl: string
  /** In CIDR notation. */
  readonly trustedProxies: readonly string[]
  /** Opens /metrics to other machines, as a Bearer token. */
  readonly metricsToken: string | null
  readonly masterKey: string | null
  /** Requests a second of signed-in people; 0: no limit. */
  readonly rate: { readonly perPerson: number; readonly perAddress: number }
  readonly roles: readonly Role[]
  /** UDP port on which the poller takes SNMP traps; 0 takes any free one, null none. */
  readonly trapPort: number | null
  /** UDP and TCP port on which the poller takes syslog; 0 takes any free one, null none. */
  readonly syslogPort: number | null
  /** Set: single-account mode; an https URL or a path of this host. */
  readonly singleAccountHome: string | null
  /** Public keys of platforms whose licence files are accepted beside this one's. */
  readonly licenceIssuers: readonly string[]
  /** `files`: entitlements come from the licence files of those platforms alone. */
  readonly licenceMode: LicenceMode
  readonly smtpUrl: string | null
  /** The sender of mails. */
  readonly mailFrom: string
  /**
   * Messages to phones, and mails without SMTP_URL, are kept for readers on this machine instead of being
   * sent.
   */
  readonly outbox: boolean
  /** Where outside services may be called beside public addresses, in CIDR notation; a company's own end in `=<code>`. */
  readonly outgoingRanges: readonly string[]
  readonly databaseUrl: string | null
  readonly natsUrl: string | null
  /** A VictoriaMetrics that keeps samples; null: PostgreSQL does. */
  readonly metricsUrl: string | null
  readonly logLevel: (typeof logLevels)[number]
  readonly demo: boolean
  /** Warnings for the person who starts it. */
  readonly warnings: readonly string[]
}

/** Near that of the console, so that two demos on one machine have one each. */
const demoSyslogPort = (port: number) => (port <= 65_000 ? port + 514 : port - 514)

const readSyslogPort = (variables: Variables, fallback: number | null): number | null =>
  variables.text('NETWARD_SYSLOG_PORT') === null ? fallback : variables.port('NETWARD_SYSLOG_PORT', 0)

/** The devices of the demo live on loopback: gateways of all, and the SNMP agents of two companies. */
const demoRanges = ['127.0.0.0/8', '::1/128', '127.0.0.0/8=yuelai', '127.0.0.0/8=qinghe']
/** So does what its companies notify. */
const demoServices = ['127.0.0.0/8=beichen', '127.0.0.0/8=yuelai', '127.0.0.0/8=qinghe']

/**
 * @param args arguments of the program
 * @throws ConfigError naming each wrong variable and its expected format; secrets are not repeated.
 */
export function readConfig(env: Environment, args: readonly string[]): Config {
  const variables = new Variables(env)
  const host = variables.host('NETWARD_HOST', '127.0.0.1')
  const port = variables.port('NETWARD_PORT', 8080)
  const demo = readArguments(variables, args)
  const trustedProxies = variables.ranges('NETWARD_TRUSTED_PROXIES')
  const givenPublicUrl = variables.baseUrl('NETWARD_PUBLIC_URL')
  const publicUrl = givenPublicUrl ?? urlOf(host, port)
  const smtpUrl = variables.secretUrl('SMTP_URL', ['smtp', 'smtps'])
  const config = {
    host,
    port,
    acs: readAcs(variables, { trustedProxies, demo, publicUrl: givenPublicUrl }),
    // The demo's companies stay out of a real installation.
    dataDir: path.resolve(variables.text('NETWARD_DATA_DIR') ?? (demo ? 'data/demo' : 'data')),
    adminPassword: variables.secret('NETWARD_ADMIN_PASSWORD', isPassword, passwordExpected),
    publicUrl,
    trustedProxies,
    metricsToken: variables.secret('NETWARD_METRICS_TOKEN', isToken, '16 characters or more without spaces'),
    masterKey: variables.secret('NETWARD_MASTER_KEY', isKey, '32 bytes, as 64 hex digits or as base64'),
    rate: {
      perPerson: variables.count('NETWARD_RATE_PER_PERSON', 50, 0),
      perAddress: variables.count('NETWARD_RATE_PER_ADDRESS', 500, 0),
    },
    roles: variables.someOf('NETWARD_ROLES', roles),
    trapPort: variables.text('NETWARD_TRAP_PORT') === null ? null : variables.port('NETWARD_TRAP_PORT', 0),
    syslogPort: readSyslogPort(variables, demo && port > 0 ? demoSyslogPort(port) : null),
    singleAccountHome: variables.homeAddress('NETWARD_SINGLE_ACCOUNT_HOME'),
    licenceIssuers: readLicenceIssuers(variables),
    licenceMode: variables.oneOf('NETWARD_LICENCE_MODE', licenceModes, 'platform'),
    smtpUrl,
    mailFrom: variables.mailAddress('NETWARD_MAIL_FROM') ?? senderOf(smtpUrl, publicUrl),
    outbox: variables.flag('NETWARD_OUTBOX') || demo,
    outgoingRanges: [
      ...variables.ranges('NETWARD_OUTGOING_RANGES', { bound: true }),
      ...(demo ? demoServices : []),
    ],
    databaseUrl: variables.secretUrl('DATABASE_URL', ['postgres', 'postgresql']),
    natsUrl: variables.secretUrl('NATS_URL', ['nats', 'tls', 'ws', 'wss']),
    metricsUrl: variables.secretUrl('METRICS_URL', ['http', 'https']),
    logLevel: variables.oneOf('NETWARD_LOG_LEVEL', logLevels, 'warn'),
    demo,
  } satisfies Omit<Config, 'warnings'>
  if (config.metricsUrl?.includes(',') === true) {
    variables.problem('METRICS_URL', 'one VictoriaMetrics keeps samples: name one address')
  }
  if (config.databaseUrl === null && config.roles.length < roles.length) {
    variables.problem(
      'NETWARD_ROLES',
      'a process that plays only some roles shares its database with others: set DATABASE_URL too',
    )
  }
  if (config.licenceMode === 'files' && config.licenceIssuers.length === 0)
    variables.problem(
      'NETWARD_LICENCE_ISSUERS',
      'NETWARD_LICENCE_MODE=files needs the public key of an issuer',
    )
  if (config.licenceMode === 'files' && demo)
    variables.problem('NETWARD_LICENCE_MODE', 'the demo assigns packages: it is licensed by the platform')
  variables.finish()
  const warnings = variables
    .unknown('NETWARD_')
    .map((name) => `${name} is not a setting of Netward and does nothing`)
    .concat(config.outbox ? [outboxWarning] : [])
    .concat(variables.given(notYet).map((name) => `${name} is right, but this version does not use it yet`))
  return deepFreeze({ ...config, warnings })
}

function readAcs(
  variables: Variables,
  { trustedProxies, demo, publicUrl }: Pick<Config, 'trustedProxies' | 'demo'> & { publicUrl: string | null },
): Config['acs'] {
  const host = variables.host('NETWARD_ACS_HOST', '127.0.0.1')
  const port = variables.port('NETWARD_ACS_PORT', 7547)
  const tls = readTls(variables)
  const ranges = variables.ranges('NETWARD_DEVICE_RANGES', { bound: true })
  const name = isWildcard(host) ? nameFrom(publicUrl) : inUrl(host)
  const given = variables.baseUrl('NETWARD_ACS_URL')
  if (name === null && given === null) {
    variables.problem(
      'NETWARD_ACS_URL',
      'TR-069 listens on every address, so what to tell gateways is not known: set this to what they reach, such as http://acs.example.com:7547',
    )
  }
  const own = name === null || port === 0 ? null : `${tls ? 'https' : 'http'}://${name}:${tls?.port ?? port}`
  const url = given ?? own
  return {
    host,
    port,
    tls,
    url,
    stun: readStun(variables, host, url),
    allowPlainSecrets: variables.flag('NETWARD_ACS_ALLOW_PLAIN_HTTP_SECRETS'),
    deviceRanges: demo ? [...ranges, ...demoRanges] : ranges,
    trustedProxies,
    enrolment: {
      perHour: variables.count('NETWARD_ENROLMENT_PER_HOUR', 1_000),
      perDay: variables.count('NETWARD_ENROLMENT_PER_DAY', 5_000),
    },
  }
}

/** The console's address, where that leads to this machine from outside. */
function nameFrom(publicUrl: string | null): string | null {
  if (publicUrl === null) return null
  const { hostname } = new URL(publicUrl)
  return /^(localhost|127\..*|\[::1\])$/.test(hostname) ? null : hostname
}

function readStun(variables: Variables, host: string, url: string | null): Config['acs']['stun'] {
  const wanted = variables.text('NETWARD_STUN_PORT') !== null
  const port = variables.port('NETWARD_STUN_PORT', 0)
  const given = variables.host('NETWARD_STUN_ADDRESS', '')
  if (!wanted) {
    if (given !== '') variables.problem('NETWARD_STUN_PORT', 'an address was given, but no port for it')
    return null
  }
  const address = given === '' && url !== null ? new URL(url).hostname : given
  // RFC 3489 covers IPv4 only.
  if (host.includes(':') && !isWildcard(host))
    variables.problem(
      'NETWARD_STUN_PORT',
      'STUN speaks IPv4 alone, and NETWARD_ACS_HOST is an address of IPv6',
    )
  if (address.includes(':'))
    variables.problem('NETWARD_STUN_ADDRESS', 'STUN speaks IPv4 alone: name a host or an address of IPv4')
  return { port, address }
}

function readLicenceIssuers(variables: Variables): readonly string[] {
  const keys = variables.list('NETWARD_LICENCE_ISSUERS')
  if (keys.some((key) => !/^[A-Za-z0-9_-]{43}$/.test(key)))
    variables.problem(
      'NETWARD_LICENCE_ISSUERS',
      'wanted are public keys as the licence page of the issuer shows them',
    )
  return keys
}

function readTls(variables: Variables): AcsTls | null {
  const given = variables.text('NETWARD_ACS_TLS_PORT')
  const port = variables.port('NETWARD_ACS_TLS_PORT', 0)
  const cert = variables.pem('NETWARD_ACS_TLS_CERT', 'CERTIFICATE')
  const key = variables.pem('NETWARD_ACS_TLS_KEY', 'PRIVATE KEY')
  const clientCa = variables.pem('NETWARD_ACS_CLIENT_CA', 'CERTIFICATE')
  const crl = variables.pem('NETWARD_ACS_CLIENT_CRL', 'X509 CRL')
  if (crl !== null && clientCa === null)
    variables.problem('NETWARD_ACS_CLIENT_CRL', 'a revocation list was given, but no NETWARD_ACS_CLIENT_CA')
  if (given === null) {
    if (cert ?? key ?? clientCa)
      variables.problem('NETWARD_ACS_TLS_PORT', 'a certificate was given, but no port for it')
    return null
  }
  if (cert === null || key === null) {
    for (const name of ['NETWARD_ACS_TLS_CERT', 'NETWARD_ACS_TLS_KEY']) {
      if (variables.text(name) === null)
        variables.problem(name, 'https needs a certificate and its key: name the PEM file')
    }
    return null
  }
  const file = variables.text('NETWARD_ACS_CLIENT_CRL')
  return { port, cert, key, clientCa, clientCrl: file === null ? null : path.resolve(file) }
}

function readArguments(variables: Variables, args: readonly string[]): boolean {
  for (const argument of args) {
    if (argument !== '--demo') variables.problem(argument, 'is not an option; there is --demo')
  }
  return args.includes('--demo')
}

const outboxWarning =
  'NETWARD_OUTBOX is insecure: codes and links are not sent, and anyone on this machine reads them at /api/v1/outbox'

/** The sending account, if it is an address; else one at the host of the console. */
function senderOf(smtpUrl: string | null, publicUrl: string): string {
  const user = smtpUrl !== null && URL.canParse(smtpUrl) ? decodeURIComponent(new URL(smtpUrl).username) : ''
  return isMailAddress(user) ? user : `netward@${new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')}`
}

const passwordExpected =
  '8 to 20 characters with 3 of the 4 classes: uppercase, lowercase, digit, special character'

function isPassword(value: string): boolean {
  const classes = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d]/].filter((pattern) => pattern.test(value))
  return value.length >= 8 && value.length <= 20 && classes.length >= 3
}

function isToken(value: string): boolean {
  return /^\S{16,}$/.test(value)
}

function isKey(value: string): boolean {
  return /^[0-9a-f]{64}$/i.test(value) || Buffer.from(value, 'base64').length === 32
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Where a browser on this machine finds it. */
function urlOf(host: string, port: number): string {
  const name = isWildcard(host) || host === '127.0.0.1' || host === '::1' ? 'localhost' : host
  return `http://${inUrl(name)}:${port}`
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) deepFreeze(part)
    Object.freeze(value)
  }
  return value
}
