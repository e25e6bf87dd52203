import { Notifier, snmpValues } from '@netward/testkit'
import { afterEach, expect, test, vi } from 'vitest'
import type { CredentialSet, TrapFact } from '../protocol.ts'
import { TrapReceiver, type TrapSource } from './receiver.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

const v2c: CredentialSet = { id: '1', version: 'v2c', community: 'secret' }
const user = {
  name: 'monitor',
  auth: 'sha256',
  authPassphrase: 'authenticate me',
  privacy: 'aes256r',
  privacyPassphrase: 'keep it private',
} as const
const v3: CredentialSet = {
  id: '2',
  version: 'v3',
  userName: 'monitor',
  auth: user.auth,
  authPassphrase: user.authPassphrase,
  privacy: user.privacy,
  privacyPassphrase: user.privacyPassphrase,
}

async function startReceiver(over: Partial<TrapSource> = {}) {
  const traps: TrapFact[] = []
  let dropped = 0
  const source = {
    deviceId: '7',
    credentials: [v2c, v3],
    engineId: null,
    interfaceKey: (index: number) => (index === 3 ? 'GigabitEthernet0/0/3' : null),
    ...over,
  }
  const receiver = await TrapReceiver.start({
    port: 0,
    address: '127.0.0.1',
    sourcesAt: (address) => (address === '127.0.0.1' ? [source] : []),
    onTrap: (fact) => traps.push(fact),
    onDropped: () => dropped++,
  })
  const notifier = await Notifier.open(receiver.port)
  open.push(receiver, notifier)
  return { traps, notifier, port: receiver.port, dropped: () => dropped }
}

const linkDown = {
  oid: '1.3.6.1.6.3.1.1.5.3',
  variables: [
    ['1.3.6.1.2.1.2.2.1.1.3', snmpValues.integer(3)],
    ['1.3.6.1.2.1.2.2.1.2.3', snmpValues.text('<b>uplink</b>\n=1+1')],
  ],
} as const

test('a trap of each version is named, with its interface', async () => {
  const { traps, notifier } = await startReceiver()
  notifier.trapV1('secret', 0)
  notifier.trap('secret', linkDown)
  notifier.trapV3(user, { oid: '1.3.6.1.6.3.1.1.5.5' })
  notifier.trap('secret', { oid: '1.3.6.1.4.1.9.9.43.2.0.1' })
  await vi.waitFor(() => expect(traps).toHaveLength(4))
  expect(traps.map(({ trap, interfaceKey, vendor }) => [trap, interfaceKey, vendor])).toEqual([
    ['coldStart', null, ''],
    ['linkDown', 'GigabitEthernet0/0/3', ''],
    ['authenticationFailure', null, ''],
    ['vendor', null, 'Cisco'],
  ])
  expect(traps[1]?.text).toBe('3, <b>uplink</b> =1+1')
})

test('RFC 3584: a vendor trap of v1 has the OID of its enterprise', async () => {
  const { traps, notifier } = await startReceiver()
  notifier.trapV1('secret', 6, '1.3.6.1.4.1.9.9.41.2', 1)
  await vi.waitFor(() => expect(traps).toHaveLength(1))
  expect(traps[0]).toMatchObject({ trap: 'vendor', oid: '1.3.6.1.4.1.9.9.41.2.0.1' })
})

test('an inform is answered, over v2c and over v3', async () => {
  const { traps, notifier } = await startReceiver()
  expect((await notifier.inform('secret', linkDown)).includes('secret')).toBe(true)
  expect((await notifier.informV3(user, linkDown)).length).toBeGreaterThan(60)
  expect(traps.map(({ trap }) => trap)).toEqual(['linkDown', 'linkDown'])
})

test('nothing is taken of unknown sources, with other credentials, or in clear of a user who encrypts', async () => {
  const { traps, notifier, port, dropped } = await startReceiver()
  const stranger = await Notifier.open(port, '127.0.0.9')
  open.push(stranger)
  stranger.trap('secret', linkDown)
  notifier.trap('public', linkDown)
  notifier.trapV3({ ...user, name: 'other' }, linkDown)
  notifier.trapV3({ ...user, authPassphrase: 'something else' }, linkDown)
  notifier.trapV3({ name: user.name }, linkDown)
  notifier.send(Buffer.of(0x30))
  notifier.send(Buffer.alloc(1400, 0x30))
  await vi.waitFor(() => expect(dropped()).toBe(7))
  expect(traps).toEqual([])
})

test('keys are made for no engine but that of the device', async () => {
  const { traps, notifier, dropped } = await startReceiver({
    engineId: Buffer.from('80001f8804ffffffff', 'hex'),
  })
  notifier.trapV3(user, linkDown)
  await vi.waitFor(() => expect(dropped()).toBe(1))
  expect(traps).toEqual([])
})

test('a storm of one source is cut off at its burst', async () => {
  const { traps, notifier, dropped } = await startReceiver()
  for (let sent = 0; sent < 120; sent++) notifier.trap('secret', linkDown)
  await vi.waitFor(() => expect(traps.length + dropped()).toBeGreaterThan(115))
  expect(traps.length).toBeLessThan(60)
})

test('a long text is cut, and bytes that are no text are left out', async () => {
  const { traps, notifier } = await startReceiver()
  notifier.trap('secret', {
    oid: '1.3.6.1.4.1.9.0.1',
    variables: [
      ['1.3.6.1.4.1.9.1', snmpValues.text(Buffer.from([0xff, 0xfe, 1]))],
      ['1.3.6.1.4.1.9.2', snmpValues.text('é'.repeat(15_000))],
    ],
  })
  await vi.waitFor(() => expect(traps).toHaveLength(1))
  expect(traps[0]?.text).toBe('é'.repeat(200))
})

test('a device of another company at the same address takes no trap away, nor many of them its rate', async () => {
  const taken: string[] = []
  const others = Array.from({ length: 60 }, (_, at) => ({ deviceId: `other ${at}`, credentials: [] }))
  const twins = ['first', 'second'].map((deviceId) => ({ deviceId, credentials: [v2c] }))
  const receiver = await TrapReceiver.start({
    port: 0,
    address: '127.0.0.1',
    sourcesAt: () =>
      [...others, ...twins].map((one) => ({ engineId: null, interfaceKey: () => null, ...one })),
    onTrap: ({ deviceId }) => taken.push(deviceId),
    onDropped: () => {},
  })
  const notifier = await Notifier.open(receiver.port)
  open.push(receiver, notifier)
  notifier.trap('secret', linkDown)
  await vi.waitFor(() => expect(taken).toEqual(['first', 'second']))
})
