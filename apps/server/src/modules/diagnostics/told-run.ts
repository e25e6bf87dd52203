import type { diagnosticApi, OutputOf } from '@netward/contract'
import { faultPhraseKey } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import type { RunRow } from './diagnostic-list.repo.ts'

type Run = OutputOf<typeof diagnosticApi.getDiagnostic>

export function toldRun(ctx: RequestContext, row: RunRow): Run {
  return {
    id: row.id,
    kind: row.kind,
    target: row.target,
    state: row.state,
    result: row.result as Run['result'],
    fault:
      row.fault_code === null
        ? null
        : { code: row.fault_code, text: faultText(ctx, row.fault_code), detail: row.fault_detail ?? '' },
    checkId: row.check_id,
    createdAt: row.created_at,
    createdByName: row.created_by_name,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  }
}

const ownFaults = [
  'cannot_resolve',
  'too_many_hops',
  'server_not_resolved',
  'server_not_available',
  'no_route',
  'no_connection',
  'no_response',
  'transfer_failed',
  'login_failed',
  'incorrect_size',
  'timeout',
  'internal',
  'other',
  'lost',
  'unreadable',
] as const

/** What the gateway says of the diagnostic itself, or the fault of a command (TR-069 A.5). */
function faultText(ctx: RequestContext, code: string): string {
  const own = ownFaults.find((fault) => fault === code)
  return own === undefined
    ? ctx.phrase(`faults.${faultPhraseKey(code)}` as PhraseKey)
    : ctx.phrase(`diagnostics.faults.${own}`)
}
