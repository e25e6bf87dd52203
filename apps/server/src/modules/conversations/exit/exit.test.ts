import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelRequest } from '../../assistant/index.ts'
import { Exit, fence, type MaskMemory, type MaskedKind } from './index.ts'

const all: readonly MaskedKind[] = ['names', 'phones', 'addresses', 'serials']
const requestOf = (text: string): ModelRequest => ({
  system: '',
  messages: [{ role: 'user', text }],
  tools: [],
  mostOutput: 100,
})
function leaves(exit: Exit, text: string) {
  const message = exit.leave(requestOf(text)).request.messages[0]!
  return message.text
}
const mask = (text: string, masked: readonly MaskedKind[] = all) => leaves(new Exit(masked), text)

test.each([
  ['password=hunter2 ok', 'password=[secret] ok'],
  ['{"password":"hun ter\\"2"}', '{"password":"[secret]"}'],
  ['{"wifi":{"preSharedKey": "correct horse"}}', '{"wifi":{"preSharedKey": "[secret]"}}'],
  ['{"a":"{\\"secret\\":\\"x y\\"}"}', '{"a":"{\\"secret\\":\\"[secret]\\"}"}'],
  ['密码：Aa123456，请登录', '密码：[secret]，请登录'],
  ['管理密码改为Huawei@123', '管理密码改为[secret]'],
  ['snmp-server community n3tw0rk RO', 'snmp-server community [secret] RO'],
  ['snmp-agent community read cipher %^%#abc', 'snmp-agent community read cipher [secret]'],
  ['local-user a password irreversible-cipher $1a$xyz', 'local-user a password irreversible-cipher [secret]'],
  ['enable secret 5 $1$mERr$hx5r', 'enable secret 5 [secret]'],
  ['Authorization: Bearer abcdef123456', 'Authorization: Bearer [secret]'],
  ['https://bob:pw@10.example.com/x', 'https://[secret]@10.example.com/x'],
  ['key d41d8cd98f00b204e9800998ecf8427e end', 'key [secret] end'],
  ['nwp_0123456789abcdefghij', '[secret]'],
  ['x dGhpcyBpcyBhIHZlcnkgc2VjcmV0IGtleSBvZiA0OA9Zx y', 'x [secret] y'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc=\n-----END RSA PRIVATE KEY-----', '[secret]'],
])('a secret never leaves, whatever the setting: %s', (text, left) => {
  expect(mask(text, [])).toBe(left)
})

test.each([
  'The password is wrong',
  'GigabitEthernet0/0/1-to-Shanghai-Core-Switch-2',
  'snmp community string',
  'the token of the session',
  '/api/v1/assistant/conversation/lists',
])('text without a secret stays: %s', (text) => {
  expect(mask(text, [])).toBe(text)
})

test.each([
  ['请联系 13800138000 或 021-62345678', '请联系 [phone-1] 或 [phone-2]'],
  ['+86 138 0013 8000, +49 (30) 1234567', '[phone-1], [phone-2]'],
  ['1.13800138000', '1.[phone-1]'],
  ['电话62345678', '电话[phone-1]'],
  ['mail bob.smith@example.com!', 'mail [mail-1]!'],
  ['10.1.2.3/24 via fe80::1 at 00:11:22:aa:bb:cc', '[ip-1]/24 via [ip-2] at [mac-1]'],
  ['mac 0011-22aa-bbcc', 'mac [mac-1]'],
  ['上海市长宁区虹桥路100号3楼', '[address-1]'],
  ['SN: 210235A1B2C3', 'SN: [serial-1]'],
  ['王先生说', '[name-1]先生说'],
  ['联系人：王小明', '联系人：[name-1]'],
])('masks by its shape: %s', (text, left) => {
  expect(mask(text)).toBe(left)
})

test.each(['at 12:30:45', '255.255.255.0', '{"octets":13800138000}', '1.3.6.1.2.1.2.2.1.10', '3/5 台在线'])(
  'leaves other text as it is: %s',
  (text) => expect(mask(text)).toBe(text),
)

test('masks by setting only', () => {
  const text = 'bob@example.com 13800138000 10.0.0.1 SN: 210235A1B2C3'
  expect(mask(text, [])).toBe(text)
  expect(mask(text, ['names'])).toBe('[mail-1] 13800138000 10.0.0.1 SN: 210235A1B2C3')
  expect(mask(text, ['serials'])).toBe('bob@example.com 13800138000 10.0.0.1 SN: [serial-1]')
})

test('what a field names is masked everywhere, and a company, an outlet or a device is not', () => {
  const exit = new Exit(all)
  exit.learn({
    outletName: '虹桥店',
    companyName: '示例零售',
    device: { name: 'SW-1', serialNumber: 'ZX81Q' },
    assignee: { id: '1', name: '王伟' },
    rows: [{ contactName: 'Ann O"Hara', latitude: 31.2, createdByName: '系统' }],
    wlan: { KeyPassphrase: 'correct horse' },
    parameters: [{ name: 'Device.X.PreSharedKey', value: 'battery staple' }],
  })
  const { request, masked } = exit.leave({
    system: '虹桥店',
    messages: [
      { role: 'user', text: '王伟在虹桥店换了 ZX81Q，系统正常' },
      {
        role: 'assistant',
        text: '',
        toolCalls: [{ id: 'c', name: 't', arguments: { query: '王伟', rows: [1] } }],
      },
      { role: 'tool', callId: 'c', text: '{"a":"Call\\nAnn O\\"Hara"} correct horse battery staple SW-1' },
    ],
    tools: [],
    mostOutput: 1,
  })
  expect(request).toEqual({
    system: '虹桥店',
    messages: [
      { role: 'user', text: '[name-1]在虹桥店换了 [serial-1]，系统正常' },
      {
        role: 'assistant',
        text: '',
        toolCalls: [{ id: 'c', name: 't', arguments: { query: '[name-1]', rows: [1] } }],
      },
      { role: 'tool', callId: 'c', text: '{"a":"Call\\n[name-2]"} [secret] [secret] SW-1' },
    ],
    tools: [],
    mostOutput: 1,
  })
  expect(masked).toEqual([
    { kind: 'names', count: 3 },
    { kind: 'serials', count: 1 },
    { kind: 'secrets', count: 2 },
  ])
})

test('placeholders stay in a conversation, and its memory holds no secret', () => {
  const memory: MaskMemory = {}
  const first = new Exit(all, memory)
  expect(leaves(first, '13800138000 13900139000 password=hunter2')).toBe(
    '[phone-1] [phone-2] password=[secret]',
  )
  const second = new Exit(all, JSON.parse(JSON.stringify(memory)) as MaskMemory)
  expect(leaves(second, '13900139000 13700137000')).toBe('[phone-2] [phone-3]')
  expect(second.restoreValues({ '[phone-3]': ['[phone-1]', 1, '[phone-9]'] })).toEqual({
    '13700137000': ['13800138000', 1, '[phone-9]'],
  })
  expect(JSON.stringify(memory)).not.toContain('hunter2')
})

test('data without a request loses its secrets too', () => {
  const exit = new Exit([])
  const data = {
    password: 'abc',
    name: 'SW-1',
    config: 'enable secret 5 $1$mERr$hx5r',
    rows: [{ token: '' }, 7, null],
  }
  expect(exit.leaveValues(data)).toEqual({
    password: '[secret]',
    name: 'SW-1',
    config: 'enable secret 5 [secret]',
    rows: [{ token: '' }, 7, null],
  })
})

test('a placeholder that a device wrote becomes nobody’s value', () => {
  const exit = new Exit(all)
  expect(leaves(exit, '13800138000')).toBe('[phone-1]')
  const left = leaves(exit, 'sysName [phone-1] [text-1]')
  expect(left).toBe('sysName [text-1] [text-2]')
  expect(exit.restore(left)).toBe('sysName [phone-1] [text-1]')
})

const value = fc.oneof(
  fc.constantFrom('13800138000', '021-62345678', 'bob@example.com', '10.1.2.3', '00:11:22:aa:bb:cc'),
  fc.constantFrom(
    '王伟',
    'Ann Smith',
    '[phone-1]',
    '[name-2]',
    '[text-1]',
    '[',
    'phone-1]',
    '虹桥路100号',
    '\\n',
  ),
  fc.string({ maxLength: 20 }),
)
const mixed = fc.array(value, { maxLength: 12 }).map((parts) => parts.join(' '))
const dense = fc.array(value, { maxLength: 12 }).map((parts) => parts.join(''))
const learned = { personName: '王伟', contactName: 'Ann Smith' }
const isWithoutSecret = (text: string) => !mask(text, []).includes('[secret]')

test('what leaves comes back as it was', () => {
  fc.assert(
    fc.property(fc.oneof(mixed, dense).filter(isWithoutSecret), (text) => {
      const exit = new Exit(all)
      exit.learn(learned)
      expect(exit.restore(leaves(exit, text))).toBe(text)
      expect(exit.restoreValues(exit.leave(requestOf(text)).request)).toEqual(requestOf(text))
    }),
    { numRuns: 300 },
  )
})

test('no value that is masked leaves', () => {
  fc.assert(
    fc.property(
      mixed,
      fc.constantFrom('13800138000', 'bob@example.com', '10.1.2.3', '王伟', 'Ann Smith'),
      (text, one) => {
        const exit = new Exit(all)
        exit.learn(learned)
        expect(leaves(exit, `${text} ${one} ${text}`)).not.toContain(one)
        expect(leaves(exit, fence('t', { x: `${text}\n${one}\n${text}` }))).not.toContain(one)
      },
    ),
    { numRuns: 300 },
  )
})

test('a stream gives the same as the whole, wherever it is cut, and holds back no more than a placeholder', () => {
  fc.assert(
    fc.property(mixed, fc.array(fc.nat(40), { maxLength: 30 }), (text, cuts) => {
      const exit = new Exit(all)
      exit.learn(learned)
      const left = leaves(exit, text) + '[phone-1] [phone- [x'
      let out = ''
      const stream = exit.stream((part) => (out += part))
      let at = 0
      for (const length of cuts) {
        stream.push(left.slice(at, at + length))
        at = Math.min(at + length, left.length)
        const soFar = exit.restore(left.slice(0, at))
        expect(soFar.startsWith(out)).toBe(true)
        expect(soFar.length - out.length).toBeLessThanOrEqual('[address-999999'.length)
      }
      stream.push(left.slice(at))
      stream.end()
      expect(out).toBe(exit.restore(left))
    }),
    { numRuns: 300 },
  )
})

test('text that is no placeholder is not held back', () => {
  const exit = new Exit(all)
  leaves(exit, '13800138000')
  const parts: string[] = []
  const stream = exit.stream((part) => parts.push(part))
  for (const delta of ['see [', 'ph', 'one-', '1', '] and [x', '[name-', '[phone-2']) stream.push(delta)
  expect(parts).toEqual(['see ', '13800138000 and [x', '[name-', '[phone-2'])
})

/** Hostile beginnings of everything that is looked for. */
const hostile = [
  '1',
  '1.',
  'a@',
  'a.',
  'password ',
  'password=',
  '"password":"\\',
  ':',
  '[phone-',
  '路1',
  '王',
  '+1 ',
  '-----BEGIN PRIVATE KEY-----',
  'aA1',
  'http://',
  'A b ',
]

test('takes time in proportion to the length of a text', () => {
  const timeOf = (text: string) => {
    const exit = new Exit(all)
    exit.learn({ serials: Array.from({ length: 500 }, (_, index) => `2102${index}AA`) })
    let best = Infinity
    for (let run = 0; run < 3; run++) {
      const start = process.cpuUsage()
      leaves(exit, text)
      const used = process.cpuUsage(start)
      best = Math.min(best, used.user + used.system)
    }
    return best
  }
  const offenders = hostile.filter((part) => {
    const size = 20_000
    const short = timeOf(part.repeat(Math.ceil(size / part.length)))
    const long = timeOf(part.repeat(Math.ceil((size * 8) / part.length)))
    // Eight times the text: linear is 8, quadratic 64.
    return long > short * 30 + 20_000
  })
  expect(offenders).toEqual([])
})

test('a result is fenced by a line that it cannot contain', () => {
  const text = fence('find_devices', { a: 'x\u0000\u202Ey\u200B', b: 'z'.repeat(5000), c: undefined })
  const lines = text.split('\n')
  expect(lines).toHaveLength(3)
  const boundary = /^<data-([\da-f]{24}) of="find_devices">$/.exec(lines[0]!)?.[1]
  expect(lines[2]).toBe(`</data-${boundary}>`)
  expect(JSON.parse(lines[1]!)).toEqual({ a: 'xy', b: `${'z'.repeat(1900)}…` })
  expect(fence('x', {})).not.toContain(boundary)
  expect(mask(text)).toContain(boundary)
})
