import { noDataDays } from '@netward/contract/alarm-values'
import type { Scopes } from '../../../platform/db/scope.ts'
import { staleSqlState } from '../../../platform/metrics/intake/batch-watcher.ts'
import { step } from '../machine/machine.ts'
import { advanceOf, DeviceChanges, dueOf } from './advance.ts'
import { KnownRules } from './company-rules.ts'
import { deviceWatch, intervalsUntilSilent } from './device-watch.ts'
import { evaluationRepo } from './evaluation.repo.ts'
import { followEvents, mostEvents } from './follow-events.ts'
import { advanceBy } from './follow-poll.ts'
import { placesOfRaised } from './place.ts'
import { isOfEvents, type Plan, type StateRule, watchMark } from './rules.ts'
import { closedUntil, judgeState } from './states.ts'

const batch = 200

/**
 * Looks at devices for which time alone may have changed something: they went offline or SNMP-silent or came back, a state
 * lasts, values stay away, a rule is gone. Returns whether there may be more.
 */
export async function lookAtDue(scopes: Scopes, now: number): Promise<boolean> {
  const ids = await evaluationRepo.due(scopes, batch)
  if (ids.length === 0) return false
  // In order of outlets, which are marked as their alarms change: two processes do not wait for each other.
  const loaded = (await new KnownRules().load(scopes, ids)).toSorted(
    (a, b) => Number(a.row.outlet_id ?? 0) - Number(b.row.outlet_id ?? 0),
  )
  const all = loaded.map(({ row, plan }) => {
    const watch = deviceWatch(row, plan, now)
    const changes = new DeviceChanges(watch)
    clearWithoutRule(changes, plan, now)
    const waits = plan.states.map((rule) => lookAtState(changes, rule, now))
    lookForData(changes, now)
    followEvents(changes, now)
    const pending = row.events ?? []
    const times = [dueOf(changes, now), ...waits, ...(pending.length === mostEvents ? [now] : [])].filter(
      (time) => time !== null,
    )
    return {
      changes,
      due: times.length === 0 ? null : Math.min(...times),
      writes: true,
      events: pending.at(-1)?.id ?? '0',
    }
  })
  try {
    const places = await placesOfRaised(
      scopes,
      all.map(({ changes }) => changes),
    )
    await evaluationRepo.advance(scopes, advanceOf(all, places))
  } catch (error) {
    // Another process was faster with one of them: the next turn sees what it wrote.
    if (!(error instanceof Error) || !('code' in error) || error.code !== staleSqlState) throw error
    return false
  }
  return ids.length === batch || loaded.some(({ row }) => row.events?.length === mostEvents)
}

/** Conditions whose rule was deleted or switched off, concerns the device no longer, or is one over other things now. */
function clearWithoutRule(changes: DeviceChanges, { byKey }: Plan, now: number): void {
  for (const [key, instances] of changes.watch.states) {
    const rule = byKey.get(key)
    for (const [instance, { raised, events }] of instances) {
      if (rule !== undefined && isOfEvents(rule.definition) === (events !== undefined)) continue
      changes.add(
        { key, name: null },
        instance,
        { machine: null, transitions: raised ? ['cleared'] : [] },
        { at: now, value: null, because: 'rule', about: null },
      )
    }
  }
}

/** Returns when it must be looked at again, beside what the condition itself says. */
export function lookAtState(changes: DeviceChanges, rule: StateRule, now: number): number | null {
  const { row, interval } = changes.watch
  const before = changes.machine(rule.key, '')
  let verdict = judgeState(rule.of.state, row)
  let wait: number | null = null
  if (verdict === 'bad' && rule.of.state === 'offline' && !before?.raised) {
    wait = closedUntil(row, now)
    if (wait !== null) verdict = 'between'
  }
  // The moment of the change, the first time it is seen; then the clock.
  const changed = Math.min(now, row.state_at ?? now)
  const at = wait === null && changed > (before?.at ?? 0) ? changed : now
  let machine = before
  for (const moment of at === now ? [now] : [at, now]) {
    const result = step(machine, { at: moment, verdict }, rule.timing, interval)
    if (result.machine !== machine || result.transitions.length > 0)
      changes.add(rule, '', result, {
        at: moment,
        value: null,
        about: {
          metric: null,
          subject: null,
          watches: rule.key.startsWith(watchMark) ? null : rule.of.state,
          threshold: null,
          severity: rule.definition.severity,
        },
      })
    machine = result.machine
  }
  return wait
}

/** Values that stay away: the device was measured by nobody for some intervals. */
function lookForData(changes: DeviceChanges, now: number): void {
  const { watch } = changes
  const silent = now - (watch.row.seen_at ?? 0) > intervalsUntilSilent * watch.interval
  for (const { rule: key, instance, machine } of changes.machines) {
    const rule = watch.plan.byKey.get(key)
    if (rule?.definition.of.kind !== 'metric') continue
    if (machine.missing !== null && now - machine.missing >= noDataDays * 86_400_000)
      changes.add(
        rule,
        instance,
        { machine: null, transitions: machine.raised ? ['cleared'] : [] },
        { at: now, value: null, because: 'no_data', about: null },
      )
    else if (silent) {
      const metricRule = { ...rule, of: rule.definition.of, counts: false }
      advanceBy(changes, metricRule, instance, { at: now, verdict: 'none', value: null }, null)
    }
  }
}
