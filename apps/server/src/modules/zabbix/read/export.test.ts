import { expect, test } from 'vitest'
import { estateOf, yamlOf } from '../../../../test/zabbix-export.ts'
import { readExport, RefusedExport } from './export.ts'
import { readInThread } from './in-thread.ts'

const read = (text: string) => readExport(Buffer.from(text))
const refusalOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    if (error instanceof RefusedExport) return error.code
    throw error
  }
  return 'read'
}

/** A host of JSON, as 5.0 and later write it. */
const host = (more: object = {}) => ({
  host: 'core-1',
  name: 'Core switch',
  groups: [{ name: 'Switches' }, { name: 'Shops/Hongqiao' }],
  templates: [{ name: 'Template Net Cisco IOS SNMPv2' }],
  interfaces: [
    {
      type: 'SNMP',
      ip: '198.51.100.7',
      port: '161',
      details: { community: 'office' },
      interface_ref: 'if1',
    },
  ],
  ...more,
})
const jsonOf = (hosts: readonly unknown[], version: unknown = '5.0') =>
  JSON.stringify({ zabbix_export: { version, date: '2020-01-01T00:00:00Z', hosts } })
const one = (more: object = {}) => read(jsonOf([host(more)])).hosts[0]!
const codes = ({ problems }: { problems: readonly { code: string; field: string }[] }) =>
  problems.map(({ code, field }) => `${code} ${field}`)

test('a host of 5.0 in JSON becomes a device over SNMP with its groups, credentials and what its template says', () => {
  expect(one()).toMatchObject({
    host: 'core-1',
    name: 'Core switch',
    driver: 'snmp',
    address: '198.51.100.7',
    port: null,
    type: 'switch',
    brand: 'Cisco',
    groups: ['Switches', 'Shops/Hongqiao'],
    disabled: false,
    credential: { version: 'v2c', secrets: { community: 'office' }, missing: [] },
    problems: [],
  })
})

test('YAML of 6.0 and 7.0 is read the same way: groups or host_groups above, a proxy or a group of proxies', () => {
  for (const version of ['5.4', '6.0', '6.2', '6.4', '7.0', '7.4']) {
    const { hosts, version: found } = read(yamlOf([{ host: 'sw-1', ip: '198.51.100.1' }], version))
    expect([found, hosts.length, hosts[0]!.name, hosts[0]!.brand]).toEqual([version, 1, 'sw-1', 'Huawei'])
    expect(hosts[0]!.credential).toMatchObject({ missing: ['community'], macros: ['{$SNMP_COMMUNITY}'] })
  }
  expect(one({ proxy: { name: 'branch' } }).warnings).toMatchObject([
    { code: 'through_proxy', value: 'branch' },
  ])
  expect(one({ monitored_by: 'PROXY_GROUP', proxy_group: { name: 'all' } }).warnings).toMatchObject([
    { value: 'all' },
  ])
})

test('credentials of v3 are read with the names of protocols of each version', () => {
  const v3 = (details: object) =>
    one({
      interfaces: [{ type: 'SNMP', ip: '198.51.100.7', details: { version: 'SNMPV3', ...details } }],
    }).credential!
  const secrets = { authpassphrase: 'long-enough', privpassphrase: 'also-long-enough' }
  const whole = { securityname: 'reader', securitylevel: 'AUTHPRIV', contextname: 'vlan', ...secrets }
  expect(v3(whole)).toMatchObject({
    version: 'v3',
    userName: 'reader',
    context: 'vlan',
    auth: 'md5',
    privacy: 'des',
    secrets: { authPassphrase: 'long-enough', privacyPassphrase: 'also-long-enough' },
  })
  expect(v3({ ...whole, authprotocol: 'SHA', privprotocol: 'AES' })).toMatchObject({
    auth: 'sha',
    privacy: 'aes',
  })
  expect(v3({ ...whole, authprotocol: 'SHA256', privprotocol: 'AES256C' })).toMatchObject({
    auth: 'sha256',
    privacy: 'aes256r',
  })
  const unsupported = v3({ ...whole, privprotocol: 'AES192' })
  expect(unsupported).toMatchObject({ privacy: null, problems: [{ code: 'credential_wrong' }] })
  const short = v3({ ...whole, authpassphrase: 'secret' })
  expect(short).toMatchObject({
    missing: ['authPassphrase'],
    problems: [{ code: 'secret_wrong', value: '' }],
  })
  expect(JSON.stringify(short.problems)).not.toContain('"secret"')
  expect(v3({ securityname: 'open' })).toMatchObject({ auth: null, privacy: null, missing: [] })
})

test('macros of the host are filled in; secret ones and those of a vault have no value', () => {
  const macros = [
    { macro: '{$SNMP_COMMUNITY}', value: 'of-the-host' },
    { macro: '{$PORT}', value: '1161' },
    { macro: '{$SECRET}', type: 'SECRET_TEXT' },
    { macro: '{$VAULT}', type: 'VAULT', value: 'path:key' },
  ]
  const snmp = (community: string, port: string) => ({
    macros,
    interfaces: [{ type: 'SNMP', ip: '198.51.100.7', port, details: { community } }],
  })
  expect(one(snmp('{$SNMP_COMMUNITY}', '{$PORT}'))).toMatchObject({
    port: 1161,
    credential: { secrets: { community: 'of-the-host' }, missing: [] },
  })
  for (const macro of ['{$SECRET}', '{$VAULT}', '{$NOWHERE}'])
    expect(one(snmp(macro, '161')).credential).toMatchObject({ missing: ['community'], macros: [macro] })
  expect(codes(one(snmp('x', '{$NOWHERE}')))).toEqual(['macro_unknown interfaces.port'])
})

test('macros that name one another without end cost nothing', () => {
  const macros = [{ macro: '{$A}', value: 'x'.repeat(1_000_000) }]
  const details = { community: '{$A}'.repeat(1_000_000) }
  const { credential } = one({ macros, interfaces: [{ type: 'SNMP', ip: '198.51.100.7', details }] })
  expect(credential).toMatchObject({ missing: ['community'], problems: [{ code: 'secret_wrong' }] })
})

test('what cannot be added says which field of the host is wrong', () => {
  const at = (more: object) => codes(one({ interfaces: [{ type: 'SNMP', ...more }] }))
  expect(at({ useip: 'NO', dns: 'sw1.shop.test' })).toEqual(['dns_only interfaces.dns'])
  expect(at({ ip: 'sw1.shop.test' })).toEqual(['address_wrong interfaces.ip'])
  expect(at({ ip: 'fe80::1%eth0' })).toEqual(['address_wrong interfaces.ip'])
  expect(at({ ip: '198.51.100.7', port: '70000' })).toEqual(['port_wrong interfaces.port'])
  expect(at({ useip: 'NO', dns: '198.51.100.9' })).toEqual([])
  expect(codes(one({ interfaces: [] }))).toEqual(['address_missing interfaces'])
  expect(codes(one({ interfaces: 'none' }))).toContain('field_wrong interfaces')
  expect(codes(one({ host: undefined, name: 'Named' }))).toEqual(['name_missing host'])
  expect(codes(read(jsonOf(['text'])).hosts[0]!)).toContain('host_wrong hosts[1]')
})

test('the default SNMP interface is taken; hosts of an agent, JMX or IPMI are devices that are pinged', () => {
  const several = one({
    interfaces: [
      { ip: '198.51.100.1', port: '10050' },
      { type: 'SNMP', ip: '198.51.100.2', default: 'NO' },
      { type: 'SNMP', ip: '198.51.100.3' },
    ],
  })
  expect(several).toMatchObject({ address: '198.51.100.3', warnings: [{ code: 'more_addresses' }] })
  const agent = one({ interfaces: [{ interface_ref: 'if1' }], status: 'DISABLED' })
  expect(agent).toMatchObject({ driver: 'probe', address: '127.0.0.1', credential: null, disabled: true })
  expect(one({ interfaces: [{ type: 'JMX', ip: '198.51.100.4', port: '12345' }] }).driver).toBe('probe')
})

test('inventory gives maker, model, serial number and MAC', () => {
  const inventory = {
    vendor: 'H3C',
    model: 'S5130',
    serialno_a: '2102',
    macaddress_a: '00-11-22-AA-BB-CC',
    type: 'router',
  }
  expect(one({ inventory, templates: [] })).toMatchObject({
    brand: 'H3C',
    modelName: 'S5130',
    serialNumber: '2102',
    macAddress: '00:11:22:aa:bb:cc',
    type: 'router',
  })
})

test('hostile names become one line of shown characters; markup stays text', () => {
  const name = '<img src=x onerror=alert(1)>\u202e\u0000\n evil'
  expect(one({ name })).toMatchObject({ name: '<img src=x onerror=alert(1)> evil', problems: [] })
  expect(one({ name: 'x'.repeat(128) })).toMatchObject({
    name: 'x'.repeat(100),
    warnings: [{ code: 'name_cut' }],
  })
  const groups = [{ name: '__proto__' }, { name: 'constructor' }, { name: '' }, 7]
  expect(one({ groups }).groups).toEqual(['__proto__', 'constructor'])
})

test('a file that Zabbix did not export is refused with a reason', () => {
  const cases: Record<string, string> = {
    '<?xml version="1.0"?><zabbix_export/>': 'zabbix.xml',
    '{"zabbix_export": {': 'zabbix.unreadable',
    'zabbix_export:\n  hosts: [a\n': 'zabbix.unreadable',
    'a: 1': 'zabbix.not_an_export',
    '[]': 'zabbix.not_an_export',
    text: 'zabbix.not_an_export',
    [jsonOf([host()], '4.4')]: 'zabbix.wrong_version',
    [jsonOf([host()], '8.0')]: 'zabbix.wrong_version',
    [jsonOf([host()], null)]: 'zabbix.wrong_version',
    [jsonOf([])]: 'zabbix.no_hosts',
    [JSON.stringify({ zabbix_export: { version: '6.0', templates: [{}] } })]: 'zabbix.no_hosts',
    [jsonOf(Array.from({ length: 10_001 }, () => ({})))]: 'zabbix.too_many_hosts',
  }
  expect(Object.keys(cases).map((text) => refusalOf(() => read(text)))).toEqual(Object.values(cases))
  expect(refusalOf(() => readExport(Buffer.from([0xff, 0xfe, 0x00])))).toBe('zabbix.unreadable')
})

test('aliases and deep nesting are refused before they cost anything', async () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]']
  for (let level = 0; level < 9; level += 1)
    bomb.push(
      `${'bcdefghij'[level]}: &${'bcdefghij'[level]} [${Array(9).fill(`*${'abcdefghi'[level]}`).join(', ')}]`,
    )
  expect(refusalOf(() => read(bomb.join('\n')))).toBe('zabbix.aliases')
  expect(refusalOf(() => read('zabbix_export: *unknown'))).toBe('zabbix.aliases')
  const deep = `a: ${'['.repeat(100_000)}`
  await expect(readInThread(Buffer.from(deep))).rejects.toThrow(/zabbix\.(too_complex|unreadable)/)
})

test('a file beyond the memory or the time of its thread is refused, and the process goes on', async () => {
  const wide = Buffer.from(yamlOf(estateOf(4000)))
  const little = readInThread(wide, { seconds: 60, heapMegabytes: 8 })
  await expect(little).rejects.toThrow('zabbix.too_complex')
  await expect(readInThread(wide, { seconds: 0, heapMegabytes: 512 })).rejects.toThrow('zabbix.too_complex')
})

test('500 hosts are read in a thread', async () => {
  const { hosts } = await readInThread(Buffer.from(yamlOf(estateOf(500))))
  expect(hosts).toHaveLength(500)
  expect(hosts.every(({ problems }) => problems.length === 0)).toBe(true)
  expect(new Set(hosts.flatMap(({ groups }) => groups)).size).toBe(21)
})
