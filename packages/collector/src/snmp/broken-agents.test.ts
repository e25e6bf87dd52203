import { createSocket } from 'node:dgram'
import { faults, Mib, snmpValues, switchMib } from '@netward/testkit'
import { expect, test } from 'vitest'
import { converse, startAgent } from './fixture.ts'

const sysName = '1.3.6.1.2.1.1.5.0'
const ifEntry = '1.3.6.1.2.1.2.2.1'
const ifIndex = `${ifEntry}.1`
const ifInOctets = `${ifEntry}.10`
const mib = switchMib({ interfaces: 40 })
const quick = { timeoutMs: 60, retries: 1 }

test('a table that goes backwards ends with the rows before', async () => {
  const agent = await startAgent({ mib, fault: faults.backwards(ifIndex, 12) })
  const walked = await converse(agent).walk(ifIndex)
  expect({ rows: walked.rows.length, incomplete: walked.incomplete }).toEqual({ rows: 12, incomplete: true })
})

test('a row that is answered again and again is read once at most', async () => {
  const agent = await startAgent({ mib, fault: faults.stuck(ifIndex) })
  const walked = await converse(agent).walk(ifIndex)
  expect(walked.rows.length).toBeLessThanOrEqual(1)
  expect(walked.incomplete).toBe(true)
})

test('an endless table ends at its bound, and at the end of the time', async () => {
  const agent = await startAgent({ mib, fault: faults.endless(ifInOctets) })
  const bounded = await converse(agent).walk(ifInOctets, 500)
  expect({ rows: bounded.rows.length, incomplete: bounded.incomplete }).toEqual({
    rows: 500,
    incomplete: true,
  })
  const late = converse(agent, undefined, undefined, { deadline: performance.now() + 40 })
  expect((await late.walk(ifInOctets, 1_000_000)).incomplete).toBe(true)
  expect(late.cutShort).toBe(true)
})

test('values of a type that SMIv2 does not know end no walk of another table', async () => {
  const agent = await startAgent({ mib, fault: faults.wrongTypes(ifInOctets) })
  const conversation = converse(agent, undefined, undefined, quick)
  expect(await conversation.walk(ifInOctets).catch(({ fault }) => fault)).toBe('broken')
  const { rows } = await conversation.walk(ifIndex)
  expect(rows).toHaveLength(40)
})

test('noSuchInstance in the middle of a table leaves out that row alone', async () => {
  const agent = await startAgent({ mib, fault: faults.missing(`${ifIndex}.7`) })
  const { rows, incomplete } = await converse(agent).walk(ifIndex)
  expect({ rows: rows.length, incomplete }).toEqual({ rows: 39, incomplete: false })
})

test('answers that are cut off, or lost for their size, are asked for in smaller ones', async () => {
  for (const fault of [faults.cutOff(300), faults.lostAbove(300)]) {
    const agent = await startAgent({ mib, fault })
    const conversation = converse(agent, undefined, undefined, { timeoutMs: 40 })
    await conversation.get([sysName])
    const { rows, incomplete } = await conversation.walk(ifIndex)
    expect({ rows: rows.length, incomplete }).toEqual({ rows: 40, incomplete: false })
  }
})

test('tooBig divides a request until it fits', async () => {
  const agent = await startAgent({ mib, fault: faults.tooBigAbove(3) })
  const conversation = converse(agent)
  const oids = Array.from({ length: 10 }, (_, at) => `${ifIndex}.${at + 1}`)
  expect((await conversation.get(oids)).size).toBe(10)
  expect((await conversation.walk(ifIndex)).rows).toHaveLength(40)
})

test('genErr for everything is "refused"', async () => {
  const agent = await startAgent({ mib, fault: faults.genErr() })
  await expect(converse(agent).get([sysName])).rejects.toMatchObject({ fault: 'refused' })
})

test('lost answers are asked for again', async () => {
  const agent = await startAgent({ mib, fault: faults.lost(2) })
  expect((await converse(agent, undefined, undefined, { timeoutMs: 40 }).get([sysName])).size).toBe(1)
})

test('a datagram of 60,000 bytes is read for what it begins with', async () => {
  const agent = await startAgent({ mib, fault: faults.oversized() })
  expect((await converse(agent).walk(ifIndex)).rows).toHaveLength(40)
})

test('a flood of datagrams of one byte hides no answer', async () => {
  const agent = await startAgent({ mib, fault: faults.flood(50) })
  expect((await converse(agent).walk(ifIndex)).rows).toHaveLength(40)
})

test('what is no SNMP is "broken", and what comes from elsewhere is dropped', async () => {
  const garbage = await startAgent({ mib, fault: faults.garbage() })
  await expect(converse(garbage, undefined, undefined, quick).get([sysName])).rejects.toMatchObject({
    fault: 'broken',
  })
  const elsewhere = await startAgent({ mib, fault: faults.elsewhere() })
  await expect(converse(elsewhere, undefined, undefined, quick).get([sysName])).rejects.toMatchObject({
    fault: 'timeout',
  })
})

test('an answer without authentication is none to a request that has it', async () => {
  const user = { name: 'monitor', auth: 'sha', authPassphrase: 'authenticate me' } as const
  const agent = await startAgent({ mib, versions: ['v3'], users: [user] })
  const set = {
    id: '3',
    version: 'v3',
    userName: 'monitor',
    auth: 'sha',
    authPassphrase: 'authenticate me',
  } as const
  const stripped = createSocket('udp4')
  await new Promise<void>((resolve) => {
    stripped.bind(0, '127.0.0.1', resolve)
  })
  stripped.on('message', (datagram, from) => {
    const relay = createSocket('udp4')
    relay.on('message', (answer) => {
      // msgFlags: the level is taken off the answer, and with it the need to check the digest.
      const at = answer.indexOf(Buffer.from([0x04, 0x01, 0x01]))
      if (at >= 0) answer[at + 2] = 0
      stripped.send(answer, from.port, from.address, () => relay.close())
    })
    relay.send(datagram, agent.port, agent.address)
  })
  const middle = { address: agent.address, port: stripped.address().port }
  await expect(converse(middle, set, undefined, quick).get([sysName])).rejects.toMatchObject({
    fault: 'auth',
  })
  stripped.close()
})

test('10,000 interfaces are walked within two seconds of processor time', async () => {
  const rows = 10_000
  const agent = await startAgent({
    mib: new Mib(
      Array.from({ length: rows }, (_, at) => [`${ifInOctets}.${at + 1}`, snmpValues.counter32(at)]),
    ),
  })
  const before = process.cpuUsage()
  const walked = await converse(agent).walk(ifInOctets)
  const { user, system } = process.cpuUsage(before)
  expect({ rows: walked.rows.length, incomplete: walked.incomplete }).toEqual({ rows, incomplete: false })
  expect((user + system) / 1e6).toBeLessThan(2)
})
