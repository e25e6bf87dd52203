import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const directory = mkdtempSync(path.join(os.tmpdir(), 'netward-config-'))
const certificate = path.join(directory, 'cert.pem')
const key = path.join(directory, 'key.pem')
writeFileSync(certificate, '-----BEGIN CERTIFICATE-----\n')
writeFileSync(key, '-----BEGIN PRIVATE KEY-----\n')
afterAll(() => rmSync(directory, { recursive: true }))

function problemsOf(env: Record<string, string>, args: string[] = []): string {
  try {
    readConfig(env, args)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

test('without any variable everything runs on loopback with the documented defaults', () => {
  expect(readConfig({}, [])).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    acs: { host: '127.0.0.1', port: 7547, tls: null, url: 'http://127.0.0.1:7547', deviceRanges: [] },
    dataDir: path.resolve('data'),
    publicUrl: 'http://localhost:8080',
    trustedProxies: [],
    roles: ['api', 'acs', 'poller', 'worker'],
    trapPort: null,
    syslogPort: null,
    databaseUrl: null,
    demo: false,
    warnings: [],
  })
})

test('a value of spaces or of nothing counts as unset', () => {
  expect(readConfig({ NETWARD_PORT: '', NETWARD_PUBLIC_URL: '  ' }, [])).toMatchObject({ port: 8080 })
})

test.each<[string, Record<string, string>, object]>([
  [
    'single-account mode has a home of another host',
    { NETWARD_SINGLE_ACCOUNT_HOME: 'https://portal.example' },
    { singleAccountHome: 'https://portal.example/' },
  ],
  ['or of this one', { NETWARD_SINGLE_ACCOUNT_HOME: '/portal/' }, { singleAccountHome: '/portal/' }],
  ['an installation is licensed by its platform', {}, { licenceMode: 'platform' }],
  [
    'or by the files of trusted issuers alone',
    { NETWARD_LICENCE_MODE: 'files', NETWARD_LICENCE_ISSUERS: 'A'.repeat(43) },
    { licenceMode: 'files', licenceIssuers: ['A'.repeat(43)] },
  ],
  ['syslog has a port', { NETWARD_SYSLOG_PORT: '1514' }, { syslogPort: 1514 }],
  ['SNMP traps have a port', { NETWARD_TRAP_PORT: '1162' }, { trapPort: 1162 }],
  ['port 0 takes any free one', { NETWARD_PORT: '0' }, { port: 0 }],
  [
    'a public address loses its last slash',
    { NETWARD_PUBLIC_URL: 'https://a.example/' },
    { publicUrl: 'https://a.example' },
  ],
  [
    'an IPv6 host is put in brackets',
    { NETWARD_HOST: '2001:db8::1' },
    { publicUrl: 'http://[2001:db8::1]:8080' },
  ],
  [
    'a server that listens everywhere announces the configured host',
    { NETWARD_ACS_HOST: '0.0.0.0', NETWARD_ACS_URL: 'http://acs.example:7547/' },
    { acs: { url: 'http://acs.example:7547', stun: null } },
  ],
  [
    'or the host of the console',
    { NETWARD_ACS_HOST: '::', NETWARD_PUBLIC_URL: 'https://netward.example/console' },
    { acs: { url: 'http://netward.example:7547' } },
  ],
  [
    'STUN is announced by the host of TR-069',
    { NETWARD_STUN_PORT: '3478', NETWARD_ACS_URL: 'https://acs.example/' },
    { acs: { stun: { port: 3478, address: 'acs.example' } } },
  ],
  [
    'or by its own',
    { NETWARD_STUN_PORT: '3478', NETWARD_STUN_ADDRESS: '198.51.100.7' },
    { acs: { stun: { port: 3478, address: '198.51.100.7' } } },
  ],
  [
    'an address is a range of one',
    { NETWARD_TRUSTED_PROXIES: '10.0.0.1, fd00::/8' },
    {
      trustedProxies: ['10.0.0.1/32', 'fd00::/8'],
      acs: { trustedProxies: ['10.0.0.1/32', 'fd00::/8'] },
    },
  ],
  [
    'a device range may be bound to a company',
    { NETWARD_DEVICE_RANGES: '10.0.0.0/8, 10.20.0.0/16=yuelai' },
    { acs: { deviceRanges: ['10.0.0.0/8', '10.20.0.0/16=yuelai'] } },
  ],
  [
    'a range of outside services is a company’s or the platform’s',
    { NETWARD_OUTGOING_RANGES: '10.30.0.0/16=yuelai, 10.40.0.0/16' },
    { outgoingRanges: ['10.30.0.0/16=yuelai', '10.40.0.0/16'] },
  ],
  [
    'what a company takes in',
    { NETWARD_ENROLMENT_PER_HOUR: '20' },
    { acs: { enrolment: { perHour: 20, perDay: 5000 } } },
  ],
  [
    'a rate of requests may be none',
    { NETWARD_RATE_PER_PERSON: '0' },
    { rate: { perPerson: 0, perAddress: 500 } },
  ],
  [
    'roles are a selection',
    { NETWARD_ROLES: 'worker,api', DATABASE_URL: 'postgres://db/netward' },
    { roles: ['api', 'worker'] },
  ],
  [
    'https at the ACS comes with its files read',
    { NETWARD_ACS_TLS_PORT: '7548', NETWARD_ACS_TLS_CERT: certificate, NETWARD_ACS_TLS_KEY: key },
    {
      acs: {
        url: 'https://127.0.0.1:7548',
        tls: { port: 7548, cert: '-----BEGIN CERTIFICATE-----\n', clientCa: null, clientCrl: null },
      },
    },
  ],
  [
    'an outbox takes the place of what sends, and is named insecure',
    { NETWARD_OUTBOX: '1' },
    { outbox: true, warnings: [expect.stringContaining('insecure')] },
  ],
  [
    'mails come from the account that sends them',
    { SMTP_URL: 'smtps://ops%40example.com:secret@mail.example.com' },
    { mailFrom: 'ops@example.com' },
  ],
  [
    'mails come from the host of the console where the account is no address',
    { SMTP_URL: 'smtp://relay', NETWARD_PUBLIC_URL: 'https://n.example' },
    { mailFrom: 'netward@n.example' },
  ],
])('%s', (_rule, env, expected) => {
  expect(readConfig(env, [])).toMatchObject(expected)
})

describe('a wrong value is refused with the name of its variable and the expected format', () => {
  test.each([
    ['NETWARD_PORT', '70000', 'from 0'],
    ['NETWARD_PORT', '80a', '"80a" was given'],
    ['NETWARD_ACS_PORT', '-1', 'from 0'],
    ['NETWARD_ACS_TLS_PORT', 'https', 'from 0'],
    ['NETWARD_HOST', 'a b', 'host name'],
    ['NETWARD_PUBLIC_URL', 'netward.example.com', 'http or https'],
    ['NETWARD_PUBLIC_URL', 'ftp://a.example', 'http or https'],
    ['NETWARD_ACS_URL', 'https://a.example/?x=1', 'http or https'],
    ['NETWARD_TRUSTED_PROXIES', '10.0.0.0/33', '10.0.0.0/8'],
    ['NETWARD_DEVICE_RANGES', '10', '10.0.0.0/8'],
    ['NETWARD_SINGLE_ACCOUNT_HOME', 'portal', 'https address'],
    ['NETWARD_SINGLE_ACCOUNT_HOME', 'http://portal.example', 'https address'],
    ['NETWARD_SINGLE_ACCOUNT_HOME', '//evil.example', 'https address'],
    ['NETWARD_SINGLE_ACCOUNT_HOME', '/\\evil.example', 'https address'],
    ['NETWARD_SINGLE_ACCOUNT_HOME', 'javascript:alert(1)', 'https address'],
    ['NETWARD_ROLES', 'api,web', '"web" was given'],
    ['NETWARD_ROLES', 'api', 'DATABASE_URL'],
    ['NETWARD_MAIL_FROM', 'Netward <a@b>', 'mail address'],
    ['NETWARD_OUTBOX', '/tmp/mail', 'true or false'],
    ['NETWARD_LOG_LEVEL', 'loud', 'debug'],
    ['NETWARD_ACS_ALLOW_PLAIN_HTTP_SECRETS', 'perhaps', 'true or false'],
    ['NETWARD_ACS_TLS_CERT', '/nowhere/cert.pem', 'ENOENT'],
    ['NETWARD_ACS_CLIENT_CA', key, 'certificate'],
    ['NETWARD_ACS_CLIENT_CRL', key, 'x509 crl'],
    ['NETWARD_STUN_PORT', 'stun', 'from 0'],
    ['NETWARD_TRAP_PORT', '70000', 'from 0'],
  ])('%s=%s', (name, value, wanted) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toContain(`${name}: `)
    expect(problems).toContain(wanted)
  })

  test.each([
    ['NETWARD_ADMIN_PASSWORD', 'secret', '8 to 20'],
    ['NETWARD_MASTER_KEY', 'secret', '64 hex digits'],
    ['DATABASE_URL', 'mysql://root:secret@db', 'postgres://'],
    ['NATS_URL', 'http://user:secret@nats', 'nats://'],
    ['METRICS_URL', 'secret', 'https://'],
    ['METRICS_URL', 'http://user:secret@a.example,http://b.example', 'one address'],
    ['SMTP_URL', 'https://user:secret@mail', 'smtps://'],
  ])('%s, which is not repeated', (name, value, wanted) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toContain(`${name}: `)
    expect(problems).toContain(wanted)
    expect(problems).not.toContain('secret')
  })

  test.each([
    [{}, 'NETWARD_ACS_URL: '],
    // Only this machine finds it there.
    [{ NETWARD_PUBLIC_URL: 'http://localhost:8080' }, 'NETWARD_ACS_URL: '],
    [{ NETWARD_ACS_URL: 'http://acs.example', NETWARD_STUN_ADDRESS: 'stun.example' }, 'NETWARD_STUN_PORT: '],
    [{ NETWARD_ACS_URL: 'http://[2001:db8::1]', NETWARD_STUN_PORT: '3478' }, 'NETWARD_STUN_ADDRESS: '],
  ])('TR-069 on every address with %j', (env, wanted) => {
    expect(problemsOf({ NETWARD_ACS_HOST: '0.0.0.0', ...env })).toContain(wanted)
  })

  test('all of them at once', () => {
    expect(problemsOf({ NETWARD_PORT: 'x', NETWARD_HOST: '!' }, ['--dmeo']).split('\n')).toHaveLength(3)
  })
})

test('https at the ACS without a certificate names the missing variables', () => {
  const problems = problemsOf({ NETWARD_ACS_TLS_PORT: '7548' })
  expect(problems).toContain('NETWARD_ACS_TLS_CERT')
  expect(problems).toContain('NETWARD_ACS_TLS_KEY')
})

test('an unread variable is reported', () => {
  expect(readConfig({ NETWARD_PROT: '1', HOME: '/' }, []).warnings).toEqual([
    'NETWARD_PROT is not a setting of Netward and does nothing',
  ])
})

test('variables that the demo sets by itself may be set too', () => {
  expect(readConfig({ NETWARD_OUTBOX: '1' }, ['--demo']).warnings.join()).not.toContain('does nothing')
})

test('two demos on one machine take syslog at ports of their own', () => {
  const portOf = (env: Record<string, string>, args = ['--demo']) => readConfig(env, args).syslogPort
  expect(portOf({})).toBe(8594)
  expect(portOf({ NETWARD_PORT: '65500' })).toBe(64_986)
  expect(portOf({ NETWARD_SYSLOG_PORT: '1514' })).toBe(1514)
  expect(portOf({}, [])).toBeNull()
})

test('the demo reaches its gateways on loopback', () => {
  expect(readConfig({}, ['--demo'])).toMatchObject({
    demo: true,
    acs: { deviceRanges: ['127.0.0.0/8', '::1/128', '127.0.0.0/8=yuelai', '127.0.0.0/8=qinghe'] },
  })
})

test('the configuration of a running server cannot be changed', () => {
  const config = readConfig({}, [])
  expect(() => Object.assign(config.acs, { port: 1 })).toThrow(TypeError)
})

test('files license an installation that trusts an issuer, and never the demo', () => {
  expect(problemsOf({ NETWARD_LICENCE_MODE: 'files' })).toContain('NETWARD_LICENCE_ISSUERS')
  expect(problemsOf({ NETWARD_LICENCE_MODE: 'file' })).toContain('NETWARD_LICENCE_MODE')
  const trusting = { NETWARD_LICENCE_MODE: 'files', NETWARD_LICENCE_ISSUERS: 'A'.repeat(43) }
  expect(problemsOf(trusting, ['--demo'])).toContain('NETWARD_LICENCE_MODE')
})
