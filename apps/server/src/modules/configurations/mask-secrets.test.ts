import { expect, test } from 'vitest'
import { mask, maskSecrets } from './mask-secrets.ts'

test.each([
  ['enable secret 5 $1$mERr$hx5rVt7rPNoS4wqbXKX7m0', `enable secret 5 ${mask}`],
  ['username admin privilege 15 password 7 0822455D0A16', `username admin privilege 15 password 7 ${mask}`],
  ['snmp-server community public RO', `snmp-server community ${mask} RO`],
  ['snmp-server host 10.1.1.1 version 2c s3cret', `snmp-server host 10.1.1.1 version 2c ${mask}`],
  [
    ' local-user admin password irreversible-cipher $1c$abc$',
    ` local-user admin password irreversible-cipher ${mask}`,
  ],
  ['snmp-agent community read cipher %^%#x', `snmp-agent community read cipher ${mask}`],
  ['    set psksecret ENC abc==', `    set psksecret ENC ${mask}`],
  [
    'set system root-authentication encrypted-password "$6$abc$def"',
    `set system root-authentication encrypted-password ${mask}`,
  ],
  ["	option key 'wifi-pass'", `	option key ${mask}`],
  ['password 12345', `password ${mask}`],
])('%s', (line, shown) => {
  const { lines, masked } = maskSecrets([line])
  expect(lines).toEqual([shown])
  expect(masked).toBe(1)
})

test('what holds no secret stays as it is', () => {
  const plain = [
    'hostname sw1',
    'interface Vlan10',
    ' ip address 10.0.0.1 255.255.255.0',
    'service password-encryption',
    'no ip http server',
  ]
  expect(maskSecrets(plain)).toEqual({ lines: plain, masked: 0 })
})

test('a private key is masked as a whole, and what follows it is shown', () => {
  const { lines } = maskSecrets([
    '-----BEGIN RSA PRIVATE KEY-----',
    'MIIEpAIBAAKCAQEA',
    '-----END RSA PRIVATE KEY-----',
    'hostname a',
  ])
  expect(lines.join('\n')).not.toContain('MIIE')
  expect(lines.at(-1)).toBe('hostname a')
})

test('no password of an assignment stays', () => {
  expect(maskSecrets(['/ppp secret add name=a password=b']).lines[0]).not.toContain('=b')
})

test('lines that were written to take long do not', () => {
  const lines = ['psk'.repeat(6_600), `psk${' '.repeat(19_000)}`, ' psk'.repeat(5_000), '-'.repeat(20_000)]
  const many = Array.from({ length: 50 }, () => lines).flat()
  expect(maskSecrets(many).lines).toHaveLength(200)
})

test.each([
  ['a=b wifi_psk=hello,next=1', `a=b wifi_psk=${mask},next=1`],
  ['x={psk=ab,other=1}', `x={psk=${mask},other=1}`],
  ['x= wpa_psk: y', `x= wpa_psk: ${mask}`],
  ['wpa_psk', 'wpa_psk'],
])('of %s the value is masked', (line, shown) => {
  expect(maskSecrets([line]).lines).toEqual([shown])
})
