import type { EndpointOutput } from '@netward/contract'

export type DiagnosticRun = EndpointOutput<'GET /api/v1/device/:deviceId/diagnostics'>['items'][number]
export type DiagnosticKind = DiagnosticRun['kind']

export type ResultOf<K extends DiagnosticKind> = Extract<NonNullable<DiagnosticRun['result']>, { kind: K }>

/** Percent of what was sent and did not come back, with one digit where it is needed. */
export function lossPercent({ sent, received }: { sent: number; received: number }): number {
  return sent === 0 ? 0 : Math.round(((sent - received) / sent) * 1000) / 10
}
