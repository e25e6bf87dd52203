import type { alarmRuleApi, InputOf, OutputOf } from '@netward/contract'
import { type RuleDefinition, trialLimits } from '@netward/contract/alarm-values'
import { metricOf } from '@netward/contract/metric-catalogue'
import type { Scopes } from '../../../platform/db/scope.ts'
import { AppError } from '../../../platform/errors.ts'
import type { SeveralTransactions } from '../../../platform/http/route.ts'
import type { MetricStore } from '../../../platform/metrics/metric-store.ts'
import { type ContextRow, evaluationRepo } from '../evaluation/evaluation.repo.ts'
import { timingOf } from '../evaluation/rules.ts'
import { checkOutlets } from '../rules.service.ts'
import { eventRepo } from './event.repo.ts'
import { type Grid, planOfTrial, replayEvents, replayState, replayValues, type WouldBe } from './replay.ts'
import { type TriedDevice, trialRepo } from './trial.repo.ts'

type Answer = OutputOf<typeof alarmRuleApi.tryAlarmRule>
type States = Awaited<ReturnType<typeof trialRepo.states>>
type Device = Answer['alarms'][number]['deviceType']

const stepMs = 300_000
const dayMs = 86_400_000
const periodMs = 6 * 3_600_000
const noStates: States = new Map()
/** Longer than this nobody waits for a form, and requests of others wait behind the replay of one device at most. */
const longestMs = 5_000

interface Surroundings {
  readonly scopes: Scopes
  readonly store: MetricStore
  readonly now?: () => number
}

/** The alarms that a rule would have raised, by the evaluation that raises alarms, over what is stored. */
export async function tryAlarmRule(
  ctx: SeveralTransactions,
  { scopes, store, now = Date.now }: Surroundings,
  { definition }: InputOf<typeof alarmRuleApi.tryAlarmRule>,
): Promise<Answer> {
  const begun = now()
  if (definition.of.kind === 'fact') throw new AppError('alarm.rule_of_fact')
  const grid = gridUntil(begun)
  const { devices, all, states } = await ctx.inTransaction(null, async (inside) => {
    await checkOutlets(inside, definition)
    const chosen = await trialRepo.devices(inside, definition, trialLimits.devices)
    const ids = chosen.devices.map(({ id }) => id)
    const isOfState = definition.of.kind === 'state'
    return { ...chosen, states: isOfState ? await trialRepo.states(inside, ids, grid.start) : noStates }
  })
  const rows = await evaluationRepo.contexts(
    scopes,
    devices.map(({ id }) => id),
  )
  const contexts = new Map(rows.map((row) => [row.device_id, row]))
  const found: (WouldBe & { device: TriedDevice; label: string })[] = []
  let tried = 0
  let cut = 0
  for (const device of devices) {
    if (now() - begun > longestMs) break
    const row = contexts.get(device.id)
    tried += 1
    if (!row) continue
    const { alarms, more } = await replay(ctx, store, definition, device, row, grid, states)
    found.push(...alarms.map((alarm) => ({ ...alarm, device })))
    if (more) cut += 1
  }
  found.sort((a, b) => a.at - b.at)
  return {
    from: isoOf(grid.start),
    to: isoOf(grid.start + grid.steps * stepMs),
    stepSeconds: stepMs / 1000,
    devices: all,
    tried,
    cut,
    count: found.length,
    periods: periodsOf(found, grid),
    alarms: found.slice(0, trialLimits.listed).map(({ device, label, value, text, at, clearedAt }) => ({
      deviceId: device.type === 'line' ? null : device.id,
      lineId: device.type === 'line' ? device.id : null,
      subjectName: device.name,
      deviceType: device.type === 'line' ? null : (device.type as Device),
      label,
      value,
      text,
      raisedAt: isoOf(at),
      clearedAt: clearedAt === null ? null : isoOf(clearedAt),
    })),
  }
}

/** Whole steps, of which the last is over. */
function gridUntil(now: number): Grid {
  const steps = (trialLimits.days * dayMs) / stepMs
  return { start: Math.floor(now / stepMs) * stepMs - steps * stepMs, stepMs, steps }
}

async function replay(
  ctx: SeveralTransactions,
  store: MetricStore,
  definition: RuleDefinition,
  device: TriedDevice,
  row: ContextRow,
  grid: Grid,
  states: States,
): Promise<{ alarms: (WouldBe & { label: string })[]; more: boolean }> {
  const { of } = definition
  const plan = planOfTrial({ key: 'trial', name: null, definition, timing: timingOf(definition) })
  if (of.kind === 'trap' || of.kind === 'syslog') {
    const { events, more, labels } = await ctx.inTransaction(null, async (inside) => ({
      ...(await eventRepo.newest(inside, device.id, of, grid.start)),
      labels: await trialRepo.labels(inside, device.id, 'interface'),
    }))
    const alarms = replayEvents(row, plan, events, grid)
    return {
      alarms: alarms.map((alarm) => ({ ...alarm, label: labels.get(alarm.instance) ?? alarm.instance })),
      more,
    }
  }
  if (of.kind !== 'metric') {
    // Of one that never changed: it is as it always was.
    const known = states.get(device.id) ?? [
      {
        at: grid.start,
        ...(device.presence !== null && { presence: device.presence }),
        ...(device.polling !== null && { polling: device.polling }),
      },
    ]
    const alarms = replayState(row, plan, known, grid)
    return { alarms: alarms.map((alarm) => ({ ...alarm, label: '' })), more: false }
  }
  const { series, labels, finish } = await ctx.inTransaction(null, async (inside) => {
    const wanted = await trialRepo.series(inside, device.id, of.metric, trialLimits.parts + 1)
    const tried = wanted.slice(0, trialLimits.parts)
    return {
      series: wanted,
      labels: await trialRepo.labels(inside, device.id, metricOf(of.metric).of),
      finish: await store.range(inside.db, {
        series: tried,
        from: grid.start,
        to: grid.start + grid.steps * stepMs,
        points: grid.steps,
        compare: false,
        timeZone: 'UTC',
      }),
    }
  })
  const { ranges, start, stepSeconds, steps } = await finish()
  const parts = ranges.map(({ series: { instance }, values }) => ({ instance, values }))
  const alarms = replayValues(row, plan, of.metric, parts, { start, stepMs: stepSeconds * 1000, steps })
  return {
    alarms: alarms.map((alarm) => ({ ...alarm, label: labels.get(alarm.instance) ?? alarm.instance })),
    more: series.length > trialLimits.parts,
  }
}

function periodsOf(found: readonly WouldBe[], { start, steps }: Grid): Answer['periods'] {
  const first = Math.floor(start / periodMs)
  const last = Math.floor((start + steps * stepMs - 1) / periodMs)
  const counts = Map.groupBy(found, ({ at }) => Math.floor(at / periodMs))
  return Array.from({ length: last - first + 1 }, (_, index) => ({
    at: isoOf((first + index) * periodMs),
    count: counts.get(first + index)?.length ?? 0,
  }))
}

const isoOf = (at: number): string => new Date(at).toISOString()
