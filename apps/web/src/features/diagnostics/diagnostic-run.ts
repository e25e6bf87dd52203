import type { EndpointOutput } from '@netward/contract'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const runList = 'POST /api/v1/device/:deviceId/diagnostics/lists'

export const batchList = 'POST /api/v1/device/batch/diagnostics/lists'
export const batchRead = 'GET /api/v1/device/batch/diagnostics/:batchId'
export const batchRuns = 'POST /api/v1/device/batch/diagnostics/:batchId/lists'

export type DiagnosticBatchRow = EndpointOutput<typeof batchRead>
export type BatchRun = EndpointOutput<typeof batchRuns>['items'][number]
export type DiagnosticRun = EndpointOutput<typeof runList>['items'][number]
export type DiagnosticKind = DiagnosticRun['kind']
export const lineRead = 'GET /api/v1/device/:deviceId/diagnostics/interfaces'
export type DiagnosticLine = EndpointOutput<typeof lineRead>[number]

type Result = NonNullable<DiagnosticRun['result']>
export type ResultOf<K extends DiagnosticKind> = Extract<Result, { kind: K }>
/** Download and upload. */
export type Throughput = Extract<Result, { mbitPerSecond: number | null }>

export const runTones: Record<DiagnosticRun['state'], StatusTone> = {
  requested: 'waiting',
  running: 'busy',
  complete: 'ok',
  failed: 'bad',
  expired: 'off',
  cancelled: 'off',
}

export const isOpen = ({ state }: DiagnosticRun): boolean => state === 'requested' || state === 'running'

/** Packet loss in percent, with one decimal where needed. */
export function lossPercent({ sent, received }: { sent: number; received: number }): number {
  return sent === 0 ? 0 : Math.round(((sent - received) / sent) * 1000) / 10
}
