import { metricOf, metrics } from '@netward/contract/metric-catalogue'
import { profiles } from '@netward/snmp-profiles'
import { recordedAgent } from '@netward/testkit/snmp/recorded-agent'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SnmpError, type SnmpAgent, type SnmpType, type Varbind } from '../snmp/agent.ts'
import { readInventory, readPoll } from './index.ts'
import { longestText, readText } from './text.ts'

/** OIDs that any reader asks for: those of the profiles, and columns of standard MIBs. */
function oidsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^1\.\d+(?:\.\d+)+$/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null && !(value instanceof RegExp)
    ? Object.values(value).flatMap(oidsOf)
    : []
}
const standard = [
  ...[1, 2, 3, 5, 6, 7, 8, 10, 14, 16].map((column) => `1.3.6.1.2.1.2.2.1.${column}`),
  ...[1, 6, 10, 15, 18, 19].map((column) => `1.3.6.1.2.1.31.1.1.1.${column}`),
  ...[2, 4, 5, 7, 8, 10, 11, 13].map((column) => `1.3.6.1.2.1.47.1.1.1.1.${column}`),
  ...[1, 2, 3, 4, 5, 6].map((column) => `1.3.6.1.2.1.99.1.1.1.${column}`),
  ...[2, 3, 4, 5, 6].map((column) => `1.3.6.1.2.1.25.2.3.1.${column}`),
  ...[4, 5, 6, 7, 8, 9].map((column) => `1.0.8802.1.1.2.1.4.1.1.${column}`),
  '1.3.6.1.2.1.17.7.1.4.2.1.4',
  '1.3.6.1.2.1.17.1.4.1.2',
  '1.3.6.1.2.1.4.34.1.3',
  '1.3.6.1.2.1.43.11.1.1.9',
  '1.3.6.1.2.1.33.1.4.4.1.5',
]
const ofSystem = [1, 2, 3, 4, 5, 6].map((column) => `1.3.6.1.2.1.1.${column}.0`)
const known = [...new Set([...ofSystem, ...standard, ...profiles.flatMap(oidsOf)])]
const prefixes = profiles.flatMap(({ match }) => match.flatMap(({ oids = [] }) => oids))

const index = fc.oneof(
  fc.nat(3).map(String),
  fc
    .array(fc.oneof(fc.nat(5), fc.constantFrom(0, 255, 4_294_967_295)), { minLength: 1, maxLength: 12 })
    .map((numbers) => numbers.join('.')),
)
const oid = fc
  .tuple(fc.constantFrom(...known), index)
  .map(([root, row]) => (root.endsWith('.0') ? root : `${root}.${row}`))
const types: readonly SnmpType[] = [
  'integer',
  'octets',
  'null',
  'oid',
  'address',
  'counter32',
  'gauge32',
  'timeticks',
  'opaque',
  'counter64',
]
/** Any value under any type: agents lie about both. */
const value = fc.oneof(
  fc.constantFrom(
    0,
    1,
    2,
    3,
    -1,
    -2,
    -3,
    100,
    2_147_483_647,
    -2_147_483_648,
    4_294_967_295,
    Number.MAX_VALUE,
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ),
  fc.integer(),
  fc.bigInt(),
  fc.uint8Array({ maxLength: 40 }),
  fc
    .constantFrom(
      '<img src=x onerror=alert(1)>',
      '=1+1',
      '\u202Eabc\u0000\u001b[31m',
      '华为'.repeat(400),
      '__proto__',
    )
    .map((text) => Buffer.from(text)),
  fc.constantFrom(...prefixes, '1.3.6.1.4.1', '', '0.0', 'x'),
  fc.constant(null),
)
const row = fc.record({ oid, type: fc.constantFrom(...types), value })
const rows = fc
  .array(row, { maxLength: 120 })
  .map((list) => [...new Map(list.map((one): [string, Varbind] => [one.oid, one])).values()])

test('whatever an agent says, readers give bounded text and values that the catalogue allows, and never throw', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(...prefixes), async (list, objectId) => {
      const agent = recordedAgent([
        ...list.filter((one) => one.oid !== ofSystem[1]),
        { oid: ofSystem[1] ?? '', type: 'oid', value: objectId },
      ])
      const inventory = await readInventory(agent)
      const { identity, interfaces, parts } = inventory
      const texts = [
        identity.model,
        identity.version,
        identity.serialNumber,
        identity.sysName,
        identity.chassisId,
      ]
      const named = [
        ...interfaces.flatMap(({ key, alias, description }) => [key, alias, description]),
        ...parts.flatMap(({ instance, label }) => [instance, label]),
      ]
      for (const text of [...texts, ...named]) {
        expect(text.length).toBeLessThanOrEqual(longestText + 10)
        // oxlint-disable-next-line no-control-regex -- these must not be there
        expect(text).not.toMatch(/[\u0000-\u001f\u007f\u202e]/)
      }
      expect(new Set(interfaces.map(({ key }) => key)).size).toBe(interfaces.length)
      const { samples } = await readPoll(agent, JSON.parse(JSON.stringify(inventory.plan)))
      for (const { metric, value: sample } of samples) {
        expect(metrics).toHaveProperty(metric)
        expect(typeof sample === 'bigint').toBe(metricOf(metric).kind === 'counter')
        expect(Number.isFinite(Number(sample))).toBe(true)
      }
      const names = samples.map(({ metric, instance }) => `${metric}\n${instance}`)
      expect(new Set(names).size).toBe(names.length)
    }),
    { numRuns: 150 },
  )
})

const dead: SnmpAgent = {
  get: () => Promise.reject(new SnmpError('timeout', 'no answer')),
  walk: () => Promise.reject(new SnmpError('timeout', 'no answer')),
}

test('of a dead agent one request is made, and its error is what the reader says', async () => {
  let requests = 0
  const counted: SnmpAgent = { ...dead, get: (oids) => ((requests += 1), dead.get(oids)) }
  await expect(readInventory(counted)).rejects.toThrow(SnmpError)
  await expect(readPoll(counted, {})).rejects.toThrow(SnmpError)
  expect(requests).toBe(2)
})

test('a table that the agent refuses leaves the others readable, and marks the reading as incomplete', async () => {
  const whole = recordedAgent([
    { oid: '1.3.6.1.2.1.1.3.0', type: 'timeticks', value: 5 },
    { oid: '1.3.6.1.2.1.2.2.1.2.1', type: 'octets', value: Buffer.from('eth0') },
  ])
  const refusing: SnmpAgent = {
    get: (oids) => whole.get(oids),
    walk: (root, most) => (root === '1.3.6.1.2.1.31.1.1.1.1' ? dead.walk(root) : whole.walk(root, most)),
  }
  const { interfaces, incomplete } = await readInventory(refusing)
  expect(interfaces.map(({ key }) => key)).toEqual(['eth0'])
  expect(incomplete).toBe(true)
})

test('of an endless interface table 10,000 are kept', async () => {
  const list = Array.from({ length: 10_050 }, (_, at): Varbind => ({
    oid: `1.3.6.1.2.1.2.2.1.2.${at + 1}`,
    type: 'octets',
    value: Buffer.from('same name'),
  }))
  const agent: SnmpAgent = {
    get: () => Promise.resolve(new Map()),
    walk: (root) => Promise.resolve({ rows: root === '1.3.6.1.2.1.2.2.1.2' ? list : [], incomplete: true }),
  }
  const { interfaces, incomplete } = await readInventory(agent)
  expect(interfaces).toHaveLength(10_000)
  expect(new Set(interfaces.map(({ key }) => key)).size).toBe(10_000)
  expect(incomplete).toBe(true)
})

test('a long text of wide characters is never cut within one', () => {
  const text = readText({ oid: '1', type: 'octets', value: Buffer.from(`a${'😀'.repeat(300)}`) } as never)
  expect(text.isWellFormed()).toBe(true)
  expect(text.length).toBeLessThanOrEqual(200)
})
