import { spawn, type ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CredentialSet } from '../protocol.ts'
import { readInventory, readPoll } from '../read/index.ts'
import { converse, v2c } from './fixture.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'snmpd-'))
const name = '<b>=2+5</b>'
const passphrases = { authPassphrase: 'auth-passphrase', privacyPassphrase: 'priv-passphrase' }
const users: readonly (CredentialSet & { readonly create: string })[] = [
  {
    id: '2',
    version: 'v3',
    userName: 'md5des',
    auth: 'md5',
    privacy: 'des',
    ...passphrases,
    create: 'MD5 auth-passphrase DES priv-passphrase',
  },
  {
    id: '3',
    version: 'v3',
    userName: 'shaaes',
    auth: 'sha',
    privacy: 'aes',
    ...passphrases,
    create: 'SHA auth-passphrase AES priv-passphrase',
  },
  {
    id: '4',
    version: 'v3',
    userName: 'sha512aes',
    auth: 'sha512',
    privacy: 'aes',
    ...passphrases,
    create: 'SHA-512 auth-passphrase AES priv-passphrase',
  },
]

let agent: ChildProcess
let port: number

/** The snmpd of Net-SNMP, named by TEST_REAL_AGENTS, on a free port of loopback. */
beforeAll(async () => {
  const probe = createSocket('udp4').bind(0, '127.0.0.1')
  await once(probe, 'listening')
  port = probe.address().port
  probe.close()
  const config = path.join(folder, 'snmpd.conf')
  writeFileSync(
    config,
    [
      `sysName ${name}`,
      'rocommunity public 127.0.0.1',
      ...users.flatMap(({ userName, create }) => [
        `createUser ${userName} ${create}`,
        `rouser ${userName} priv`,
      ]),
    ].join('\n'),
  )
  agent = spawn(
    process.env['TEST_REAL_AGENTS'] ?? '',
    ['-f', '-Lo', '-C', '-c', config, '-p', path.join(folder, 'pid'), `udp:127.0.0.1:${port}`],
    { stdio: 'ignore', env: { ...process.env, SNMP_PERSISTENT_DIR: folder } },
  )
  await vi.waitFor(
    async () => {
      const found = await converse({ address: '127.0.0.1', port }, v2c).get(['1.3.6.1.2.1.1.5.0'])
      if (found.size === 0) throw new Error('it does not serve its name yet')
    },
    { timeout: 15_000, interval: 100 },
  )
})
afterAll(async () => {
  const gone = once(agent, 'exit')
  agent.kill()
  await gone
  rmSync(folder, { recursive: true })
})

test.each([v2c, { ...v2c, id: '1, v1', version: 'v1' as const }, ...users])(
  'a real agent is recognised, and measured over $version with the set $id',
  async (credential) => {
    const conversation = converse({ address: '127.0.0.1', port }, credential, undefined, { timeoutMs: 2000 })
    const { identity, interfaces, plan } = await readInventory(conversation)
    expect(identity).toMatchObject({ sysName: name, vendor: 'Net-SNMP' })
    expect(interfaces.map(({ key }) => key)).toContain('lo')
    const { samples } = await readPoll(conversation, JSON.parse(JSON.stringify(plan)))
    expect(samples.map(({ metric }) => metric)).toEqual(
      expect.arrayContaining(['interface_in_octets', 'memory_usage', 'device_uptime']),
    )
  },
)

test('a wrong key is refused, a wrong community is silence', async () => {
  const wrong = { ...users[1]!, authPassphrase: 'wrong-passphrase' }
  const target = { address: '127.0.0.1', port }
  await expect(converse(target, wrong).get(['1.3.6.1.2.1.1.3.0'])).rejects.toMatchObject({ fault: 'auth' })
  const stranger = converse(target, { ...v2c, community: 'stranger' })
  await expect(stranger.get(['1.3.6.1.2.1.1.3.0'])).rejects.toMatchObject({ fault: 'timeout' })
})
