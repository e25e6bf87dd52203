import type { MetricValue } from '@netward/contract/metric-batch'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Logger } from '../../platform/log.ts'
import { type WorstValue, worstOf } from '../snmp/index.ts'
import { Buffered } from './batcher.ts'
import { type FactsRow, measuringRepo } from './measuring.repo.ts'
import { stateOf } from './metric-planner.ts'

/** What was written of a gateway: a repeat costs a comparison here, and nothing in the database. */
export interface WrittenFacts {
  readonly interfaces: Map<string, string>
  worst: string | null
}

/** A value that looks worst is shown with an accuracy that makes it move seldom. */
const step = 5

/** Interface states and the worst value of gateways, as values come in: written for many gateways together. */
export class MeasuredFacts {
  readonly #buffer: Buffered<FactsRow>

  constructor(scopes: Scopes, log: Logger) {
    this.#buffer = new Buffered(
      'facts of metrics',
      (rows) => measuringRepo.facts(scopes, latestOf(rows)),
      log,
      {
        milliseconds: 1_000,
        most: 20_000,
      },
    )
  }

  note(deviceId: string, at: number, values: readonly MetricValue[], written: WrittenFacts): void {
    const interfaces = changedInterfaces(values, written)
    const worst = worstOf(gaugesOf(values), () => undefined)
    const shown = keyOf(worst)
    const worstChanged = shown !== written.worst
    if (!worstChanged && Object.keys(interfaces).length === 0) return
    // What does not fit is compared again next time.
    if (this.#buffer.add({ deviceId, at, interfaces, ...(worstChanged && { worst }) })) written.worst = shown
    else written.interfaces.clear()
  }

  flush(): Promise<void> {
    return this.#buffer.flush()
  }

  close(): Promise<void> {
    return this.#buffer.close()
  }
}

function changedInterfaces(
  values: readonly MetricValue[],
  written: WrittenFacts,
): Record<string, { state?: ReturnType<typeof stateOf>; speed?: number }> {
  const changed: Record<string, { state?: ReturnType<typeof stateOf>; speed?: number }> = {}
  for (const [metric, instance, value] of values) {
    if (typeof value !== 'number') continue
    const fact =
      metric === 'interface_oper_state'
        ? { state: stateOf(value) }
        : metric === 'interface_speed'
          ? { speed: value }
          : null
    const key = `${metric} ${instance}`
    const text = JSON.stringify(fact)
    if (fact === null || written.interfaces.get(key) === text) continue
    written.interfaces.set(key, text)
    changed[instance] = { ...changed[instance], ...fact }
  }
  return changed
}

const gaugesOf = (values: readonly MetricValue[]) =>
  values.flatMap(([metric, instance, value]) =>
    typeof value === 'number' ? [{ metric, instance, value }] : [],
  )

const keyOf = (worst: WorstValue | null): string =>
  worst === null ? '' : `${worst.level} ${worst.metric} ${worst.instance} ${Math.round(worst.value / step)}`

/** One row a gateway: a later fact replaces an earlier one of the same thing. */
function latestOf(rows: readonly FactsRow[]): FactsRow[] {
  const latest = new Map<string, FactsRow>()
  for (const row of rows) {
    const before = latest.get(row.deviceId)
    latest.set(
      row.deviceId,
      before === undefined
        ? row
        : { ...before, ...row, interfaces: { ...before.interfaces, ...row.interfaces } },
    )
  }
  return [...latest.values()]
}
