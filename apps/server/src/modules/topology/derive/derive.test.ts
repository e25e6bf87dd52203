import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveTopology } from './derive.ts'
import type { DeviceFacts, Surroundings, TopologyFacts } from './facts.ts'
import type { Graph } from './graph.ts'

const macOf = (number: number) => `04:4a:6c:00:00:${number.toString(16).padStart(2, '0')}`

function device(number: number, more: Partial<DeviceFacts> = {}): DeviceFacts {
  return {
    id: String(number),
    name: `Device ${number}`,
    type: 'switch',
    sysName: `dev-${number}`,
    address: `10.0.0.${number}`,
    macs: [macOf(number)],
    chassisId: macOf(number),
    interfaces: [1, 2, 3, 4].map((port) => ({
      key: `GigabitEthernet0/0/${port}`,
      name: `Gi0/0/${port}`,
      alias: '',
      mac: null,
    })),
    around: null,
    hosts: [],
    ...more,
  }
}

const port = (at: number) => `GigabitEthernet0/0/${at}`
const around = (more: Partial<Surroundings> = {}): Surroundings => ({
  readAt: 0,
  neighbours: [],
  stations: [],
  speaksLldp: false,
  incomplete: false,
  ...more,
})
const hears = (of: number, here: number, there: number): Surroundings['neighbours'][number] => ({
  protocol: 'lldp',
  interface: port(here),
  name: `dev-${of}`,
  port: port(there),
  chassisId: macOf(of),
  address: null,
})
const learned = (at: number, ...numbers: number[]): Surroundings['stations'][number] => ({
  interface: port(at),
  macs: numbers.map(macOf),
  others: 0,
})
const derive = (...devices: DeviceFacts[]) => deriveTopology({ devices, lines: [] })
const drawn = ({ links }: Graph) =>
  links.map(({ a, b, by }) => `${a.node}:${a.port.slice(-1)} ${b.node}:${b.port.slice(-1)} ${by}`)

describe('neighbours', () => {
  test('two that hear each other are one link, with both ports', () => {
    const graph = derive(
      device(1, { around: around({ speaksLldp: true, neighbours: [hears(2, 1, 3)] }) }),
      device(2, { around: around({ speaksLldp: true, neighbours: [hears(1, 3, 1)] }) }),
    )
    expect(drawn(graph)).toEqual(['d1:1 d2:3 lldp'])
  })

  test('two cables are two links', () => {
    const graph = derive(
      device(1, { around: around({ speaksLldp: true, neighbours: [hears(2, 1, 3), hears(2, 2, 4)] }) }),
      device(2, { around: around({ speaksLldp: true, neighbours: [hears(1, 3, 1), hears(1, 4, 2)] }) }),
    )
    expect(drawn(graph)).toEqual(['d1:1 d2:3 lldp', 'd1:2 d2:4 lldp'])
  })

  test('one that reads LLDP itself and does not hear the other refutes it; one that does not read it does not', () => {
    const liar = device(1, { around: around({ speaksLldp: true, neighbours: [hears(2, 1, 3)] }) })
    expect(drawn(derive(liar, device(2, { around: around({ speaksLldp: true }) })))).toEqual([])
    expect(
      drawn(derive(liar, device(2, { around: around({ speaksLldp: true, incomplete: true }) }))),
    ).toEqual(['d1:1 d2:3 lldp'])
    expect(drawn(derive(liar, device(2)))).toEqual(['d1:1 d2:3 lldp'])
  })

  test('a neighbour that is no device is drawn by its name, at most 48 of one device', () => {
    const neighbours = Array.from({ length: 10_000 }, (_, n) => ({
      ...hears(1, 1, 1),
      name: `<b>${n}</b>`,
      chassisId: `chassis-${n}`,
    }))
    const graph = derive(device(1, { around: around({ neighbours }) }))
    expect(graph.others).toHaveLength(48)
    expect(graph.others[0]).toMatchObject({ kind: 'neighbour', name: '<b>0</b>' })
    expect(graph.folded).toBe(9952)
  })

  test('a port that a neighbour abbreviates is the same port', () => {
    const said = { ...hears(2, 1, 3), port: 'Gi0/0/3', protocol: 'cdp' as const, chassisId: '' }
    const graph = derive(device(1, { around: around({ neighbours: [said] }) }), device(2))
    expect(graph.links[0]?.b).toEqual({ node: 'd2', port: port(3) })
  })
})

describe('stations', () => {
  test('a device is direct at the port of the nearest bridge', () => {
    const graph = derive(
      device(1, { around: around({ stations: [learned(1, 2, 3)] }) }),
      device(2, { around: around({ stations: [learned(4, 1), learned(2, 3)] }) }),
      device(3, { type: 'printer' }),
    )
    expect(drawn(graph).toSorted()).toEqual(['d2:2 d3: fdb', 'd2:4 d1:1 fdb'])
  })

  test('behind a link that neighbours report, the same', () => {
    const graph = derive(
      device(1, {
        around: around({ speaksLldp: true, neighbours: [hears(2, 1, 4)], stations: [learned(1, 3)] }),
      }),
      device(2, {
        around: around({ speaksLldp: true, neighbours: [hears(1, 4, 1)], stations: [learned(2, 3)] }),
      }),
      device(3, { type: 'printer' }),
    )
    expect(drawn(graph)).toEqual(['d1:1 d2:4 lldp', 'd2:2 d3: fdb'])
  })

  test('several devices at a port without a bridge hang at an unmanaged switch', () => {
    const graph = derive(
      device(1, { around: around({ stations: [learned(1, 2, 3)] }) }),
      device(2, { type: 'printer' }),
      device(3, { type: 'printer' }),
    )
    expect(graph.others).toEqual([{ key: `u1 ${port(1)}`, kind: 'switch', name: '', address: null }])
    expect(graph.links).toHaveLength(3)
  })

  test('a MAC that two devices claim belongs to neither, and is no client', () => {
    const graph = derive(
      device(1, { around: around({ stations: [learned(1, 2)] }) }),
      device(2),
      device(3, { macs: [macOf(2)], chassisId: '' }),
    )
    expect(graph.links).toEqual([])
    expect(graph.clients).toEqual([])
  })

  test('other stations are counted at ports that lead to no bridge, random ones apart', () => {
    const graph = derive(
      device(1, {
        around: around({ stations: [{ ...learned(2, 50, 51), others: 4 }, learned(1, 2, 52)] }),
      }),
      device(2, { around: around({ stations: [learned(4, 1), learned(1, 52)] }) }),
    )
    expect(graph.clients).toEqual([
      { node: 'd1', port: port(2), known: 2, random: 4 },
      { node: 'd2', port: port(1), known: 1, random: 0 },
    ])
  })
})

test('a gateway has what its hosts list and nothing else leads to, and its line', () => {
  const host = (number: number) => ({ mac: macOf(number), port: '' })
  const graph = deriveTopology({
    devices: [
      device(1, {
        type: 'smart_cpe',
        hosts: [host(2), host(3), host(60), { mac: '02:00:00:00:00:01', port: '' }],
      }),
      device(2, { around: around({ stations: [learned(2, 3), learned(1, 1)] }) }),
      device(3, { type: 'camera' }),
    ],
    lines: [{ id: '7', deviceId: null }],
  })
  expect(drawn(graph).toSorted()).toEqual(['d2:1 d1: fdb', 'd2:2 d3: fdb', 'l7: d1: line'])
  expect(graph.clients).toEqual([{ node: 'd1', port: '', known: 1, random: 1 }])
})

const surroundings = fc.record({
  readAt: fc.constant(0),
  neighbours: fc.array(
    fc.record({
      protocol: fc.constantFrom('lldp' as const, 'cdp' as const),
      interface: fc.constantFrom(port(1), port(2), ''),
      name: fc.constantFrom('dev-1', 'dev-2', 'x', ''),
      port: fc.constantFrom(port(1), 'Gi0/0/2', ''),
      chassisId: fc.constantFrom(macOf(1), macOf(2), macOf(3), 'y', ''),
      address: fc.constantFrom(null, '10.0.0.1', '10.0.0.9'),
    }),
    { maxLength: 5 },
  ),
  stations: fc.array(
    fc.record({
      interface: fc.constantFrom(port(1), port(2), port(3)),
      macs: fc.array(fc.integer({ min: 1, max: 6 }).map(macOf), { maxLength: 5 }),
      others: fc.nat({ max: 3 }),
    }),
    { maxLength: 4 },
  ),
  speaksLldp: fc.boolean(),
  incomplete: fc.boolean(),
})

const outlets: fc.Arbitrary<TopologyFacts> = fc.record({
  devices: fc.tuple(
    ...[1, 2, 3, 4].map((number) =>
      fc.record({ around: fc.option(surroundings), gateway: fc.boolean() }).map(({ around: seen, gateway }) =>
        device(number, {
          around: seen,
          type: gateway ? 'smart_cpe' : 'switch',
          hosts: gateway ? [2, 3, 5].map((n) => ({ mac: macOf(n), port: '' })) : [],
        }),
      ),
    ),
  ),
  lines: fc.constant([{ id: '1', deviceId: null }]),
})

test('whatever devices say: links end at nodes that exist, none is double or leads to itself, and order is no matter', () => {
  fc.assert(
    fc.property(outlets, (facts) => {
      const graph = deriveTopology(facts)
      const nodes = new Set([
        ...facts.devices.map(({ id }) => `d${id}`),
        ...facts.lines.map(({ id }) => `l${id}`),
        ...graph.others.map(({ key }) => key),
      ])
      const ends = graph.links.map(({ a, b }) =>
        [`${a.node} ${a.port}`, `${b.node} ${b.port}`].toSorted().join(' | '),
      )
      expect(new Set(ends).size).toBe(ends.length)
      for (const { a, b } of graph.links) {
        expect(nodes.has(a.node) && nodes.has(b.node)).toBe(true)
        expect(a.node).not.toBe(b.node)
      }
      const turned = deriveTopology({ ...facts, devices: facts.devices.toReversed() })
      expect(turned.links.length).toBe(graph.links.length)
    }),
    { numRuns: 300 },
  )
})

test('agents that claim thousands of cables, ports and stations are drawn within bounds, at once', () => {
  const names = Array.from({ length: 4096 }, (_, at) => `GigabitEthernet0/${at}/${at}`)
  const liars = Array.from({ length: 12 }, (_, at) =>
    device(at + 10, {
      interfaces: names.map((name) => ({ key: name, name, alias: `<b>${name}`, mac: null })),
      around: around({
        neighbours: names.map((name, n) => ({
          ...hears(1 + (n % 2), 1, 1),
          interface: name,
          port: `p${name}`,
        })),
        stations: names.map((name, n) => ({
          interface: name,
          macs: [
            macOf(1 + (n % 200)),
            `04:4a:6d:00:${at.toString(16).padStart(2, '0')}:${(n % 256).toString(16).padStart(2, '0')}`,
          ],
          others: 1,
        })),
      }),
    }),
  )
  const silent = Array.from({ length: 200 }, (_, at) => device(at + 30))
  // Two gateways that speak no LLDP, and so refute nothing.
  const graph = derive(device(1), device(2), ...liars, ...silent)
  expect(graph.links.filter(({ by }) => by === 'lldp')).toHaveLength(12 * 2 * 16)
  expect(graph.folded).toBe(12 * (4096 - 2 * 16))
})
