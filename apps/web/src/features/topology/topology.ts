import type { EndpointOutput } from '@netward/contract'

export const drawingEndpoint = 'GET /monitor/api/v1/topology/outlet/:outletId'
export const matrixList = 'POST /monitor/api/v1/topology/lists'

export type Drawing = EndpointOutput<typeof drawingEndpoint>
export type TopologyNode = Drawing['nodes'][number]
export type TopologyLink = Drawing['links'][number]
export type MatrixCell = EndpointOutput<typeof matrixList>['items'][number]

export const liveKinds = [
  'topology.changed',
  'device.presence',
  'device.changed',
  'device.polled',
  'outlet.changed',
] as const

/** `bad` offline or beyond a critical limit, `warn` overdue or beyond a limit, `off` says nothing of itself. */
export function nodeTone({ presence, level, kind }: TopologyNode): 'ok' | 'warn' | 'bad' | 'off' {
  if (kind !== 'device') return 'off'
  if (presence === 'offline' || level === 'critical') return 'bad'
  if (presence === 'overdue' || level === 'warning') return 'warn'
  return presence === 'online' ? 'ok' : 'off'
}

/** A link is down where either end says so, or the last reading lacked it. */
export function linkTone({ a, b, use, missing }: TopologyLink): 'ok' | 'warn' | 'bad' | 'off' {
  if (missing || [a, b].some(({ state }) => state === 'down' || state === 'disabled')) return 'bad'
  if (use === null) return 'off'
  return use >= 80 ? 'bad' : use >= 50 ? 'warn' : 'ok'
}
