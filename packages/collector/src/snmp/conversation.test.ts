import { Mib, snmpValues, switchMib } from '@netward/testkit'
import { authProtocols, privacyProtocols } from '@netward/contract/snmp-values'
import { expect, test } from 'vitest'
import type { CredentialSet } from '../protocol.ts'
import { newMemory } from './conversation.ts'
import { converse, startAgent, v2c } from './fixture.ts'

const sysName = '1.3.6.1.2.1.1.5.0'
const ifName = '1.3.6.1.2.1.31.1.1.1.1'
const ifHCInOctets = '1.3.6.1.2.1.31.1.1.1.6'
const mib = switchMib({ interfaces: 60, name: 'core' })
const text = (value: unknown) => Buffer.from(value as Uint8Array).toString()

const v3 = (over: Partial<CredentialSet> = {}): CredentialSet => ({
  id: '3',
  version: 'v3',
  userName: 'monitor',
  auth: 'sha256',
  authPassphrase: 'authenticate me',
  privacy: 'aes',
  privacyPassphrase: 'keep it private',
  ...over,
})
const userOf = ({ userName = '', auth, authPassphrase, privacy, privacyPassphrase }: CredentialSet) => ({
  name: userName,
  ...(auth != null && { auth, authPassphrase: authPassphrase ?? '' }),
  ...(privacy != null && { privacy, privacyPassphrase: privacyPassphrase ?? '' }),
})

test('an absent object is left out, in v1 as in v2c', async () => {
  const agent = await startAgent({ mib, versions: ['v1', 'v2c'] })
  const absent = [
    '1.3.6.1.2.1.1.9.0',
    '1.3.6.1.2.1.43.1.0',
    '1.3.6.1.2.1.33.1.0',
    '1.3.6.1.4.1.9.1.0',
    '1.3.6.1.4.1.9.2.0',
  ]
  for (const version of ['v1', 'v2c'] as const) {
    const found = await converse(agent, { ...v2c, version }).get([
      absent[0] ?? '',
      sysName,
      ...absent,
      `${ifName}.60`,
    ])
    expect([...found.keys()].toSorted()).toEqual([sysName, `${ifName}.60`])
    expect(text(found.get(sysName)?.value)).toBe('core')
  }
})

test('a column is walked to its end and no further, in v1 as in v2c', async () => {
  const agent = await startAgent({ mib, versions: ['v1', 'v2c'] })
  for (const version of ['v1', 'v2c'] as const) {
    const { rows, incomplete } = await converse(agent, { ...v2c, version }).walk(ifName)
    expect(rows.map(({ value }) => text(value)).slice(-1)).toEqual(['GigabitEthernet0/0/60'])
    expect({ rows: rows.length, incomplete }).toEqual({ rows: 60, incomplete: false })
  }
})

test('the next column of a table costs one request', async () => {
  const agent = await startAgent({ mib: switchMib({ interfaces: 20 }) })
  const conversation = converse(agent)
  await conversation.walk(ifName)
  const before = agent.requests
  const { rows } = await conversation.walk(ifHCInOctets)
  expect({ rows: rows.length, requests: agent.requests - before }).toEqual({ rows: 20, requests: 1 })
})

test('counters of 64 bits stay exact', async () => {
  const counters = [0n, 255n, 2n ** 32n - 1n, 2n ** 47n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n]
  const agent = await startAgent({
    mib: new Mib(counters.map((value, at) => [`${ifHCInOctets}.${at}`, snmpValues.counter64(value)])),
  })
  const { rows } = await converse(agent).walk(ifHCInOctets)
  expect(rows.map(({ value }) => value)).toEqual(counters)
})

test('v3 works with every digest and every cipher, both extensions of AES-256 keys and DES included', async () => {
  const sets = authProtocols.flatMap((auth) => [
    v3({ auth, privacy: null }),
    ...privacyProtocols.map((privacy) => v3({ auth, privacy, userName: `monitor-${privacy}` })),
  ])
  const wrong: string[] = []
  for (const auth of authProtocols) {
    const own = sets.filter((set) => set.auth === auth)
    const agent = await startAgent({ mib, versions: ['v3'], users: own.map(userOf) })
    for (const set of own) {
      const found = await converse(agent, set).get([sysName])
      if (text(found.get(sysName)?.value ?? []) !== 'core') wrong.push(`${set.auth} ${set.privacy}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a context of v3 is another view of the same agent', async () => {
  const vlan = new Mib([[sysName, snmpValues.text('vlan 20')]])
  const set = v3({ context: 'vlan-20' })
  const agent = await startAgent({
    mib,
    versions: ['v3'],
    users: [userOf(set)],
    contexts: { 'vlan-20': vlan },
  })
  expect(text((await converse(agent, set).get([sysName])).get(sysName)?.value)).toBe('vlan 20')
})

test('wrong users, digests and levels are "auth"; so is a key that only ciphers differently', async () => {
  const right = v3()
  const agent = await startAgent({ mib, versions: ['v3'], users: [userOf(right)] })
  const faults = await Promise.all(
    [
      v3({ userName: 'other' }),
      v3({ authPassphrase: 'something else' }),
      v3({ privacy: null }),
      v3({ privacyPassphrase: 'not this one' }),
    ].map((set) =>
      converse(agent, set)
        .get([sysName])
        .then(() => 'answered')
        .catch((error: { fault: string }) => error.fault),
    ),
  )
  expect(faults).toEqual(['auth', 'auth', 'auth', 'auth'])
})

test('a wrong community is a timeout', async () => {
  const agent = await startAgent({ mib })
  await expect(converse(agent, { ...v2c, community: 'secret' }).get([sysName])).rejects.toMatchObject({
    fault: 'timeout',
  })
})

test('discovery is done once for a device, and again when its boots went back', async () => {
  const set = v3()
  const agent = await startAgent({ mib, versions: ['v3'], users: [userOf(set)], upSeconds: 5000 })
  const memory = newMemory()
  const ask = async () => {
    const before = agent.requests
    const conversation = converse(agent, set, memory)
    const found = await conversation.get([sysName])
    conversation.close()
    return { name: text(found.get(sysName)?.value), requests: agent.requests - before }
  }
  agent.boots = 40
  expect((await ask()).name).toBe('core')
  expect(await ask()).toEqual({ name: 'core', requests: 1 })
  agent.restart(3)
  expect((await ask()).name).toBe('core')
  expect(await ask()).toEqual({ name: 'core', requests: 1 })
})
