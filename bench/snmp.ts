import type { Options } from './harness/options.ts'
import type { Section } from './harness/report.ts'
import { poll } from './harness/snmp-poller.ts'

const interfaces = 30
/** snmp_exporter 0.30 over the same kind of table, decoding alone, as measured for this project. */
const exporter = { name: 'snmp_exporter', value: 12.8 }

/**
 * One collector over simulated agents. Full: 10,000 with real intervals (status 60 s, values 300 s). Quick: a fifth of the
 * agents at a fifth of the intervals, so that as many rounds a second happen, for a minute and a half.
 */
export async function snmp({ quick }: Options): Promise<Section[]> {
  const scale = quick ? 5 : 1
  const agents = 10_000 / scale
  const counters = 300 / scale
  const polling = await poll({ agents, interfaces, status: 60 / scale, counters, seconds: quick ? 125 : 365 })
  const perMinute = polling.cpuShare * 600
  return [
    {
      title: `SNMP: ${agents} agents of ${interfaces} interfaces every ${counters} s, one collector`,
      figures: [
        {
          name: 'processor time of one core',
          values: [polling.cpuShare],
          unit: '%',
          decimals: 1,
          goal: { of: 'value', atMost: 60 },
        },
        {
          name: 'processor time per varbind polled',
          values: [(1000 * perMinute) / polling.varbinds],
          unit: 'µs',
          decimals: 2,
          against: exporter,
          goal: { of: 'value', atMost: 6 },
        },
        {
          name: 'processor time per value',
          values: [(1000 * perMinute) / polling.values],
          unit: 'µs',
          decimals: 2,
        },
        { name: 'varbinds a second', values: [polling.varbinds / 60], unit: '' },
        { name: 'rounds a second', values: [polling.polls / 60], unit: '' },
        { name: 'began later than due, 95 of 100', values: [polling.latenessP95], unit: 'ms' },
        {
          name: 'began later than due, at most',
          values: [polling.latenessMax],
          unit: 'ms',
          goal: { of: 'value', atMost: 1000 },
        },
        {
          name: 'devices without values in an interval',
          values: [polling.late],
          unit: '',
          goal: { of: 'value', atMost: 0 },
        },
        { name: 'resident memory', values: [polling.megabytes], unit: 'MB' },
      ],
      notes: [
        quick
          ? 'Intervals are scaled: a fifth of the agents at a fifth of the intervals. Rounds a second are those of 10,000.'
          : 'Intervals are real.',
        'Batches are acknowledged without being stored: `metrics` measures that.',
      ],
    },
  ]
}
