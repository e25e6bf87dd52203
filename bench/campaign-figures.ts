import type { Ran } from './harness/campaign-run.ts'
import type { Figure } from './harness/report.ts'
import { quantile } from './harness/statistics.ts'

export interface Size {
  readonly simulated: number
  readonly real: number
}

interface Measured {
  /**
   * Milliseconds of the dry run, the request, and the job after it, and the longest gap between two of its
   * portions.
   */
  readonly made: {
    readonly dryRun: number
    readonly asked: number
    readonly prepared: number
    readonly longest: number
  }
  readonly outage: { readonly gateways: number; readonly seconds: number; readonly idle: readonly number[] }
  readonly rollout: Ran
  /** From then until the server has processed its queue. */
  readonly after: Ran
  readonly back: { readonly gateways: number; readonly asked: number; readonly idle: readonly number[] }
  /** Gateways that report the new version over TR-069. */
  readonly real: number
  /** Megabytes of the worker's heap still referenced, before and after the rollout. */
  readonly heap: readonly number[]
}

export const campaignNotes = ({ simulated, real }: Size): string[] => [
  'Real: the server, the campaign as its API makes it, the steps of the worker (one after the other, without the pause',
  `between two and without the pace; 1,000 gateways under way at a time), and ${real} gateways over TR-069 and HTTP.`,
  `Simulated: what the ACS and the file server write for the other ${simulated}, by set-based statements; the campaign's own`,
  'triggers run. Not of the engine: connection requests (that find no address), which the server works off beside.',
]

export function campaignFigures(
  size: Size,
  { made, outage, rollout, after, back, real, heap }: Measured,
): Figure[] {
  const all = size.simulated + size.real
  const { steps, engine } = rollout
  const beside = (key: 'server' | 'database') => rollout.beside[key] + after.beside[key]
  const milliseconds = steps.map((step) => step.milliseconds)
  const inSteps = milliseconds.reduce((sum, each) => sum + each, 0) / 1000
  const quarter = (n: number) =>
    steps.slice(Math.floor((steps.length * (n - 1)) / 4), Math.ceil((steps.length * n) / 4))
  const largest = (of: typeof steps, key: 'residentMegabytes' | 'serverMegabytes') =>
    Math.max(...of.map((step) => step[key]))
  const a = (total: number) => ({ values: [total / all], unit: 'ms', decimals: 2 })
  const memory = (name: string, key: 'residentMegabytes' | 'serverMegabytes'): Figure[] => [
    {
      name: `memory of ${name}, last quarter of the targets`,
      values: [largest(quarter(4), key)],
      unit: 'MB',
      against: { name: 'second quarter', value: largest(quarter(2), key) },
      goal: { of: 'ratio', atMost: 1.5 },
    },
    {
      name: `memory of ${name}, quarter by quarter`,
      values: [1, 2, 3, 4].map((n) => largest(quarter(n), key)),
      unit: 'MB',
    },
  ]
  return [
    { name: 'dry run', values: [made.dryRun], unit: 'ms' },
    { name: 'made by the API', values: [made.asked], unit: 'ms', goal: { of: 'value', atMost: 5_000 } },
    { name: 'its gateways taken down by the job', values: [made.prepared / 1000], unit: 's', decimals: 1 },
    {
      name: 'longest portion of it',
      values: [made.longest],
      unit: 'ms',
      goal: { of: 'value', atMost: 1_000 },
    },
    { name: 'gateways verified', values: [all / inSteps], unit: '/s of steps' },
    { name: 'gateways verified, all in all', values: [all / rollout.seconds], unit: '/s' },
    { name: 'of them over TR-069', values: [real], unit: '', goal: { of: 'value', atLeast: size.real } },
    { name: 'CPU of the engine a gateway', ...a(engine.worker + engine.database + engine.triggers) },
    { name: 'of it the worker', ...a(engine.worker) },
    { name: 'of it its statements', ...a(engine.database) },
    { name: 'of it the triggers that tell it', ...a(engine.triggers) },
    { name: 'CPU of simulating a gateway', ...a(rollout.bench), goal: { of: 'value', atMost: 1 } },
    { name: 'CPU of the server beside, a gateway', ...a(beside('server')) },
    { name: 'CPU of its statements, and of cleaning up', ...a(beside('database')) },
    {
      name: 'one step, nothing to do',
      values: outage.idle,
      unit: 'ms',
      decimals: 1,
      goal: { of: 'value', atMost: 50 },
    },
    { name: 'one step, p50', values: [quantile(milliseconds, 0.5)], unit: 'ms' },
    { name: 'one step, p99', values: [quantile(milliseconds, 0.99)], unit: 'ms' },
    {
      name: `${outage.gateways} fall silent: all offline after`,
      values: [outage.seconds],
      unit: 's',
      decimals: 1,
    },
    {
      name: 'connection requests worked off after',
      values: [rollout.seconds + after.seconds],
      unit: 's',
      against: { name: 'campaign over', value: rollout.seconds },
    },
    {
      name: `way back of ${back.gateways}, asked for by the API`,
      values: [back.asked / 1000],
      unit: 's',
      decimals: 1,
    },
    {
      name: 'one step of a way back, nobody to be reached',
      values: back.idle,
      unit: 'ms',
      decimals: 1,
      goal: { of: 'value', atMost: 50 },
    },
    ...memory('the worker', 'residentMegabytes'),
    {
      name: 'heap of the worker after a collection, at the end',
      values: [heap[1] ?? 0],
      unit: 'MB',
      against: { name: 'before', value: heap[0] ?? 0 },
      goal: { of: 'ratio', atMost: 1.2 },
    },
    ...memory('the server', 'serverMegabytes'),
    { name: 'database grown by, a gateway', values: [rollout.grown / all / 1024], unit: 'KiB', decimals: 1 },
  ]
}
