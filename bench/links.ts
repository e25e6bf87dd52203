import type { LinkTest } from '@netward/contract/link-tests'
import { hasBlackbox, measureBlackbox } from './harness/blackbox.ts'
import { type LinkMeasuring, measureLinks, startLinkTargets } from './harness/link-collector.ts'
import type { Options } from './harness/options.ts'
import type { Figure, Section } from './harness/report.ts'

/** With its `fping`, for one value of a simple check, as measured for this project. */
const zabbix = { name: 'Zabbix', value: 74 }
const packets = 20
const perSecond = 1000
/** Of loopback: each is a host of its own. */
const address = (at: number) => `127.${1 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`
/** One address has too few ports for all connections of a minute. */
const server = (at: number) => `127.0.0.${1 + (at % 50)}`

/** Link tests of one collector, each kind alone; TCP and HTTP in turns with the blackbox exporter of Debian. */
export async function links({ quick }: Options): Promise<Section[]> {
  // A minute of statistics lies wholly within it.
  const seconds = quick ? 65 : 125
  const rounds = quick ? 1 : 3
  const pings = await measureLinks(ofPings(), { checks: packets, seconds })
  const targets = await startLinkTargets()
  const ours = { tcp: [] as LinkMeasuring[], http: [] as LinkMeasuring[] }
  const theirs = { tcp: [] as number[], http: [] as number[] }
  const whole = { perSecond, seconds: quick ? 20 : 40 }
  try {
    for (let round = 0; round < rounds; round++) {
      ours.tcp.push(await measureLinks(ofConnections(targets.port), { checks: 1, seconds }))
      if (hasBlackbox()) {
        const at = (one: number) => `${server(one)}:${targets.port}`
        theirs.tcp.push((await measureBlackbox('tcp_connect', at, whole)).microseconds)
      }
      ours.http.push(await measureLinks(ofPages(targets.port), { checks: 1, seconds }))
      if (hasBlackbox()) {
        const at = (one: number) => `http://${server(one)}:${targets.port}/`
        theirs.http.push((await measureBlackbox('http_2xx', at, whole)).microseconds)
      }
    }
  } finally {
    targets.stop()
  }
  return [
    {
      title: `Link tests: ICMP by ${pings.methods.join(', ')}, 12,500 targets, ${packets} packets every 25 s`,
      figures: [
        {
          name: 'processor time of a packet and its reply',
          values: [pings.microseconds],
          unit: 'µs',
          decimals: 1,
          against: zabbix,
          goal: { of: 'value', atMost: 25 },
        },
        {
          name: 'packets a second',
          values: [pings.perSecond],
          unit: '',
          goal: { of: 'value', atLeast: 9900 },
        },
        { name: 'packets lost', values: [pings.lost], unit: '', goal: { of: 'value', atMost: 0 } },
        ...lateness(pings),
      ],
      notes: [
        "With all processes of fping. Loopback answers within the same time: the kernel's part of it is in the figure.",
      ],
    },
    section('TCP connections', ours.tcp, theirs.tcp),
    section('HTTP', ours.http, theirs.http),
  ]
}

function ofPings(): LinkTest[] {
  return Array.from({ length: 12_500 }, (_, at) => ({
    kind: 'icmp',
    key: `t${at % 10}`,
    everySeconds: 25,
    host: address(at + 1),
    packets,
    betweenMs: 800,
    lateMs: 2000,
    bytes: 56,
    tcpPort: null,
  }))
}

const tests = 10 * perSecond

function ofConnections(port: number): LinkTest[] {
  return Array.from({ length: tests }, (_, at) => ({
    kind: 'tcp',
    key: `t${at % 10}`,
    everySeconds: 10,
    host: server(at),
    port,
    lateMs: 2000,
  }))
}

function ofPages(port: number): LinkTest[] {
  return Array.from({ length: tests }, (_, at) => ({
    kind: 'http',
    key: `t${at % 10}`,
    everySeconds: 10,
    url: `http://${server(at)}:${port}/`,
    statuses: [],
    text: null,
    certificateDays: null,
    timeoutMs: 5000,
  }))
}

function section(what: string, ours: readonly LinkMeasuring[], theirs: readonly number[]): Section {
  const sorted = theirs.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor(sorted.length / 2)]
  const against = middle === undefined ? {} : { against: { name: 'blackbox exporter', value: middle } }
  const worst = (key: 'failed' | 'skipped') => Math.max(...ours.map((one) => one[key]))
  const last = ours.at(-1)
  return {
    title: `Link tests: ${what}, ${perSecond} a second`,
    figures: [
      {
        name: 'processor time of a check',
        values: ours.map(({ microseconds }) => microseconds),
        unit: 'µs',
        ...against,
        ...(middle !== undefined && { goal: { of: 'ratio', atMost: 1 } as const }),
      },
      {
        name: 'checks a second',
        values: ours.map((one) => one.perSecond),
        unit: '',
        goal: { of: 'value', atLeast: 990 },
      },
      { name: 'checks that failed', values: [worst('failed')], unit: '', goal: { of: 'value', atMost: 0 } },
      ...(last === undefined ? [] : lateness(last)),
    ],
    notes: [
      middle === undefined
        ? 'Without a comparison: prometheus-blackbox-exporter is not installed.'
        : 'The exporter of Debian is asked over kept connections; its answers are part of its work.',
    ],
  }
}

const lateness = ({ latenessP95, latenessMax, skipped }: LinkMeasuring): Figure[] => [
  { name: 'began later than due, 95 of 100', values: [latenessP95], unit: 'ms' },
  {
    name: 'began later than due, at most',
    values: [latenessMax],
    unit: 'ms',
    goal: { of: 'value', atMost: 1000 },
  },
  { name: 'left out', values: [skipped], unit: '', goal: { of: 'value', atMost: 0 } },
]
