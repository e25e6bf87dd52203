import type { diagnosticApi, OutputOf } from '@netward/contract'
import { faultPhraseKey } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import type { RunRow } from './diagnostic-list.repo.ts'

type Run = OutputOf<typeof diagnosticApi.getDiagnostic>

export function presentRun(ctx: RequestContext, row: RunRow): Run {
  return {
    id: row.id,
    kind: row.kind,
    target: row.target,
    state: row.state,
    result: row.result as Run['result'],
    fault:
      row.fault_code === null
        ? null
        : { code: row.fault_code, text: faultText(ctx, row.fault_code, row), detail: row.fault_detail ?? '' },
    interface:
      row.interface === null ? null : { path: row.interface, label: row.interface_label ?? row.interface },
    dscp: row.dscp,
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

/** Form fields for an order's parameters, by their names in both data models. */
const fields: Record<string, PhraseKey> = {
  Interface: 'diagnostics.interface',
  DSCP: 'diagnostics.dscp',
  Host: 'diagnostics.host',
  HostName: 'diagnostics.host',
  NumberOfRepetitions: 'diagnostics.count',
  NumberOfTries: 'diagnostics.tries',
  Timeout: 'diagnostics.timeout',
  DataBlockSize: 'diagnostics.size',
  MaxHopCount: 'diagnostics.maxHops',
  DNSServer: 'diagnostics.dnsServer',
  DownloadURL: 'diagnostics.url',
  UploadURL: 'diagnostics.url',
  TestFileLength: 'diagnostics.megabytes',
  TimeBasedTestDuration: 'diagnostics.byTime',
}

/** Faults for a missing parameter or an invalid value (TR-069 A.5.1). */
const ofParameters = ['9003', '9005', '9006', '9007', '9008']

/** The gateway's diagnostic state, or a command's fault (TR-069 A.5), with the fields concerned. */
function faultText(ctx: RequestContext, code: string, { refused, interface: line, dscp }: RunRow): string {
  const own = ownFaults.find((fault) => fault === code)
  if (own !== undefined) return ctx.phrase(`diagnostics.faults.${own}`)
  const fault = ctx.phrase(`faults.${faultPhraseKey(code)}` as PhraseKey)
  const said = (names: readonly string[]) =>
    [...new Set(names.flatMap((name) => fields[name] ?? []))]
      .map((key) => ctx.phrase(key))
      .join(ctx.phrase('diagnostics.and'))
  const named = said(refused.map((path) => path.slice(path.lastIndexOf('.') + 1)))
  if (named !== '') return ctx.phrase('diagnostics.refused', { fields: named, fault })
  // If the gateway does not state which, the least supported field comes first.
  const chosen = said([...(line === null ? [] : ['Interface']), ...(dscp === null ? [] : ['DSCP'])])
  if (chosen === '' || !ofParameters.includes(code)) return fault
  return ctx.phrase('diagnostics.perhapsRefused', { fields: chosen, fault })
}
