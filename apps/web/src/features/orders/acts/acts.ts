import type { EndpointOutput } from '@netward/contract'
import type { OrderTestPhase } from '@netward/contract/order-act-values'
import { paths } from '../../../lib/paths.ts'

export const actsRead = 'GET /api/v1/work/order/:orderId/acts'
export type Acts = EndpointOutput<typeof actsRead>
export type Act = Acts['acts'][number]
export type LineTest = Acts['lineTests'][number]
export type Check = Acts['checks'][number]

/** The page of what an act was done on, or of what it was. */
export function actPath({ kind, refId, deviceId, isGateway, what }: Act): string | null {
  if (kind === 'terminal') return paths.terminalSessions
  if (kind === 'firmware') return refId === null ? null : paths.upgrade(refId)
  if (kind === 'template') return refId === null ? null : paths.template(refId)
  if (deviceId === null) return null
  if (!isGateway) return paths.equipment(deviceId)
  return `${paths.smartCpe(deviceId)}?tab=${what === 'provision' ? 'configuration' : 'commands'}`
}

/** The last of each phase that ended; a running one while none did. */
export function lastOf<T extends Pick<LineTest, 'phase' | 'endedAt'>>(
  tests: readonly T[],
  phase: OrderTestPhase,
): T | undefined {
  const those = tests.filter((test) => test.phase === phase)
  return those.findLast(({ endedAt }) => endedAt !== null) ?? those.at(-1)
}

/** What is compared side by side: a line with its packets and its throughput, or a gateway. */
export interface Proof {
  readonly key: string
  readonly name: string
  readonly phases: Readonly<Record<OrderTestPhase, PhaseProof | null>>
}

export interface PhaseProof {
  readonly at: string
  readonly actorName: string | null
  readonly running: boolean
  readonly passed: boolean
  readonly loss: number | null
  readonly rtt: number | null
  readonly jitter: number | null
  readonly mos: number | null
  readonly throughput: number | null
  /** Of a gateway. */
  readonly softwareVersion: string | null
  readonly findings: readonly string[]
}

export function proofsOf({ lineTests, checks }: Acts): Proof[] {
  const lines = Map.groupBy(lineTests, ({ lineId, name }) => lineId ?? name)
  const gateways = Map.groupBy(checks, ({ deviceId, name }) => deviceId ?? name)
  return [
    ...[...lines].map(([key, tests]) => ({
      key: `line ${key}`,
      name: tests.at(-1)?.name ?? '',
      phases: { before: ofLine(tests, 'before'), after: ofLine(tests, 'after') },
    })),
    ...[...gateways].map(([key, own]) => ({
      key: `gateway ${key}`,
      name: own.at(-1)?.name ?? '',
      phases: { before: ofGateway(lastOf(own, 'before')), after: ofGateway(lastOf(own, 'after')) },
    })),
  ]
}

function ofLine(tests: readonly LineTest[], phase: OrderTestPhase): PhaseProof | null {
  const packets = lastOf(
    tests.filter(({ what }) => what !== 'throughput'),
    phase,
  )
  const moved = lastOf(
    tests.filter(({ what }) => what === 'throughput'),
    phase,
  )
  const one = packets ?? moved
  if (one === undefined) return null
  return {
    at: one.at,
    actorName: one.actorName,
    running: one.endedAt === null || moved?.endedAt === null,
    passed: one.passed === true,
    loss: packets?.loss ?? null,
    rtt: packets?.rtt ?? null,
    jitter: packets?.jitter ?? null,
    mos: packets?.mos ?? null,
    throughput: moved?.throughput ?? null,
    softwareVersion: null,
    findings: [],
  }
}

function ofGateway(check: Check | undefined): PhaseProof | null {
  if (check === undefined) return null
  const { at, actorName, endedAt, passed, loss, rtt, throughput, softwareVersion, findings } = check
  return {
    at,
    actorName,
    running: endedAt === null,
    passed: passed === true,
    loss,
    rtt,
    jitter: null,
    mos: null,
    throughput,
    softwareVersion,
    findings: findings.map(({ text }) => text),
  }
}
