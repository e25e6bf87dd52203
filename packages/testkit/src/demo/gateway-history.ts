import type { MetricPoll } from '@netward/contract/metric-batch'
import { clientTables, GatewayTree, measure, type MetricPlan, planMetrics } from '@netward/cwmp'
import type { SimulatedGateway } from '../gateway/gateway.ts'
import { applyFactory, newTree } from '../gateway/identity.ts'
import type { ParameterTree } from '../gateway/parameter-tree.ts'
import { pastTimes } from './past-batches.ts'

const hour = 3_600_000
const day = 24 * hour

/** Past readings of a gateway, as the server takes them in its periodic sessions. */
export function* pastReadings(
  deviceId: string,
  gateway: SimulatedGateway,
  now: number,
): Generator<MetricPoll> {
  const clock = { at: now }
  const tree = pastTree(gateway, clock)
  const { plan } = planMetrics(new GatewayTree(gateway.factory.model.root, parametersOf(tree)))
  for (clock.at of pastTimes(now)) {
    if (isAway(gateway, now - clock.at)) continue
    const { values, upTime } = readingOf(tree, plan)
    yield { deviceId, at: clock.at, values, ...(upTime === undefined ? {} : { upTime }) }
  }
}

/** The gateway as it is set up now, with values that follow `clock`; on since before the first reading. */
function pastTree({ factory, options, tree }: SimulatedGateway, clock: { at: number }): ParameterTree {
  const number = options.number ?? 1
  const bootedAt = clock.at - (20 + (number % 40)) * day
  const past = newTree(factory.model, options, { bootedAt: () => bootedAt, now: () => clock.at, number })
  applyFactory(past, factory, options)
  past.restoreObjects(tree.objects)
  for (const [name, value] of Object.entries(tree.snapshot())) if (past.has(name)) past.put(name, value)
  return past
}

function parametersOf(tree: ParameterTree): ConstructorParameters<typeof GatewayTree>[1] {
  const names = tree.names('', false)
  if (!Array.isArray(names)) throw new Error(`names are refused with ${names.code}`)
  const known = (name: string) => ({
    value: name.endsWith('.') ? '' : tree.read(name).value,
    type: null,
    writable: null,
    readAt: '',
  })
  return new Map(names.map(({ name }) => [name, known(name)]))
}

function readingOf(tree: ParameterTree, plan: MetricPlan): ReturnType<typeof measure> {
  const read = (names: readonly string[]) => {
    const values = tree.values(names)
    return Array.isArray(values) ? values : []
  }
  const first = read(plan.reads)
  if (!plan.signals) return measure(plan, first)
  const { clients } = measure(plan, first)
  const tables = clientTables(plan.items, clients).filter((table) => read([table]).length > 0)
  return measure(plan, [...first, ...read(tables)])
}

/** Every seventh gateway has lost its line for some hours, four days ago: its charts have a gap. */
function isAway({ options }: SimulatedGateway, ago: number): boolean {
  const number = options.number ?? 1
  return number % 7 === 3 && ago > 4 * day && ago < 4 * day + (3 + (number % 5)) * hour
}
