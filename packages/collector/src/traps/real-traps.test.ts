import type { SimulatedAgent } from '@netward/testkit'
import { switchMib } from '@netward/testkit'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test, vi } from 'vitest'
import { forkCollector } from '../fork.ts'
import { targetOf } from '../poll/fixture.ts'
import type { CredentialSet, Fact, FromCollector } from '../protocol.ts'
import { startAgent, v2c } from '../snmp/fixture.ts'

const run = promisify(execFile)
const folder = mkdtempSync(path.join(tmpdir(), 'snmptrap-'))
afterAll(() => rmSync(folder, { recursive: true }))

const user = { userName: 'monitor', auth: 'sha256', privacy: 'aes' } as const
const v3: CredentialSet = {
  id: '2',
  version: 'v3',
  ...user,
  authPassphrase: 'authenticate me',
  privacyPassphrase: 'keep it private',
}
const asUser = '-v3 -l authPriv -u monitor -a SHA-256 -x AES'.split(' ')
const keys = ['-A', 'authenticate me', '-X', 'keep it private']
const community = (version: 1 | '2c') => [`-v${version}`, '-c', 'public']
const linkRow = (state: number) => [
  '1.3.6.1.2.1.2.2.1.1.2',
  'i',
  '2',
  '1.3.6.1.2.1.2.2.1.8.2',
  'i',
  `${state}`,
]

/** What Net-SNMP sends from an address each, and what is understood. */
const sent = [
  {
    address: '127.0.0.11',
    command: 'snmptrap',
    options: community(1),
    content: ['1.3.6.1.4.1.8072.3.2.10', '127.0.0.11', '0', '0', ''],
    trap: { trap: 'coldStart', meaning: null },
  },
  {
    address: '127.0.0.12',
    command: 'snmptrap',
    options: community('2c'),
    content: ['', '1.3.6.1.6.3.1.1.5.3', ...linkRow(2)],
    trap: { trap: 'linkDown', interfaceKey: 'GigabitEthernet0/0/2', text: '2, 2' },
  },
  {
    address: '127.0.0.13',
    command: 'snmptrap',
    options: [...asUser, ...keys, '-e', '0x80001f8804656e67696e65'],
    content: ['', '1.3.6.1.6.3.1.1.5.5'],
    trap: { trap: 'authenticationFailure' },
  },
  {
    address: '127.0.0.14',
    command: 'snmpinform',
    options: community('2c'),
    content: ['', '1.3.6.1.4.1.318.0.5', '1.3.6.1.4.1.318.2.3.3.0', 's', '<b>on battery</b>'],
    trap: { trap: 'vendor', vendor: 'APC', meaning: 'ups_on_battery', text: '<b>on battery</b>' },
  },
  {
    address: '127.0.0.15',
    command: 'snmpinform',
    options: [...asUser, ...keys],
    content: ['', '1.3.6.1.6.3.1.1.5.4', ...linkRow(1)],
    trap: { trap: 'linkUp', interfaceKey: 'GigabitEthernet0/0/2' },
  },
] as const

const patiently = { timeout: 40_000, interval: 50 }

test('traps and informs of Net-SNMP are understood, answered and followed by a poll; those of strangers are not', async () => {
  const agents: SimulatedAgent[] = []
  for (const { address } of sent)
    agents.push(await startAgent({ mib: switchMib({ interfaces: 4 }), address }))
  const messages: FromCollector[] = []
  const host = forkCollector({
    onMessage: (message) => {
      messages.push(message)
      if (message.kind === 'facts')
        host.send({ kind: 'ack', of: 'facts', epoch: message.epoch, sequence: message.sequence })
    },
    onExit: () => {},
  })
  const facts = <Kind extends Fact['kind']>(kind: Kind) =>
    messages
      .flatMap((message) => (message.kind === 'facts' ? message.facts : []))
      .filter((fact): fact is Extract<Fact, { kind: Kind }> => fact.kind === kind)
  const settings = {
    collector: 'host',
    ranges: ['127.0.0.0/8=acme'],
    ownAddresses: [],
    trapPort: 0,
    trapAddress: '127.0.0.1',
  }
  try {
    host.send({ kind: 'start', settings })
    const targets = agents.map((agent) =>
      targetOf(agent, { deviceId: agent.address.split('.')[3]!, credentialIds: ['1', '2'] }),
    )
    host.send({ kind: 'plan', full: true, credentials: [v2c, v3], targets })
    await vi.waitFor(() => {
      expect(new Set(facts('poll').map(({ deviceId }) => deviceId)).size).toBe(sent.length)
      expect(facts('inventory')).toHaveLength(sent.length)
    }, patiently)
    const ready = messages.find((message) => message.kind === 'ready')
    const send = (command: string, from: string, options: readonly string[], content: readonly string[]) =>
      run(
        command,
        [
          ...options,
          '-t',
          '2',
          '-r',
          '2',
          `--clientaddr=${from}`,
          `127.0.0.1:${ready?.trapPort}`,
          ...content,
        ],
        {
          env: { ...process.env, MIBS: '', SNMP_PERSISTENT_DIR: folder },
        },
      )
    // Each ends with 0: an inform does so once it is acknowledged.
    for (const { address, command, options, content } of sent) await send(command, address, options, content)
    const stranger = ['-v2c', '-c', 'public', '-r', '0', '-t', '1']
    await expect(send('snmpinform', '127.0.0.19', stranger, ['', '1.3.6.1.6.3.1.1.5.1'])).rejects.toThrow()
    const wrong = ['-v2c', '-c', 'wrong', '-r', '0', '-t', '1']
    await expect(send('snmpinform', '127.0.0.11', wrong, ['', '1.3.6.1.6.3.1.1.5.1'])).rejects.toThrow()
    await vi.waitFor(() => expect(facts('trap').length).toBeGreaterThanOrEqual(sent.length), patiently)
    const traps = facts('trap').toSorted((a, b) => Number(a.deviceId) - Number(b.deviceId))
    expect(traps).toMatchObject(
      sent.map(({ address, trap }) => ({ deviceId: address.split('.')[3], ...trap })),
    )
    await vi.waitFor(
      () =>
        expect(
          traps.filter(
            (trap) => !facts('poll').some((one) => one.deviceId === trap.deviceId && one.at > trap.at),
          ),
        ).toEqual([]),
      patiently,
    )
  } finally {
    await host.stop()
  }
}, 120_000)
