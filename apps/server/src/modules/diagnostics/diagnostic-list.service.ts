import type { diagnosticApi, InputOf, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { enterDeviceForReading } from '../devices/index.ts'
import { diagnosticListRepo, type ListQuery } from './diagnostic-list.repo.ts'
import { presentRun } from './present-run.ts'

const most = 10_000

export async function pageDiagnostics(
  ctx: RequestContext,
  query: ListQuery,
): Promise<OutputOf<typeof diagnosticApi.pageDiagnostics>> {
  await enterDeviceForReading(ctx, query.deviceId, 'DMS_SERVER_DEVICE_VIEW')
  const { page, pageSize } = query
  const found = await diagnosticListRepo.page(ctx, query, pageSize, (page - 1) * pageSize)
  return { ...found, items: found.items.map((row) => presentRun(ctx, row)) }
}

export async function getDiagnostic(
  ctx: RequestContext,
  { deviceId, runId }: InputOf<typeof diagnosticApi.getDiagnostic>,
): Promise<OutputOf<typeof diagnosticApi.getDiagnostic>> {
  await enterDeviceForReading(ctx, deviceId, 'DMS_SERVER_DEVICE_VIEW')
  const row = await diagnosticListRepo.find(ctx, deviceId, runId)
  if (!row) throw new AppError('diagnostic.not_found')
  return presentRun(ctx, row)
}

/** The list with its filters and order, whatever page is asked. */
export async function exportDiagnostics(ctx: RequestContext, query: ListQuery): Promise<CsvAnswer> {
  const device = await enterDeviceForReading(ctx, query.deviceId, 'DMS_SERVER_DEVICE_VIEW')
  const { items } = await diagnosticListRepo.page(ctx, query, most, 0)
  const heading = (
    [
      'createdAt',
      'kind',
      'target',
      'interface',
      'dscp',
      'state',
      'result',
      'loss',
      'throughput',
      'fault',
      'startedBy',
      'endedAt',
    ] as const
  ).map((key) => ctx.phrase(`diagnostics.csv.${key}`))
  const lines = items.map((row) => {
    const run = presentRun(ctx, row)
    return csvLine([
      run.createdAt,
      ctx.phrase(`diagnostics.kinds.${run.kind}`),
      run.target,
      run.interface?.label ?? '',
      run.dscp === null ? '' : String(run.dscp),
      ctx.phrase(`diagnostics.states.${run.state}`),
      ...figuresOf(run),
      run.fault === null ? '' : [run.fault.text, run.fault.detail].filter((text) => text !== '').join(': '),
      run.createdByName,
      run.endedAt,
    ])
  })
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({
    action: 'device.diagnostics_exported',
    subjectKind: 'device',
    subjectId: query.deviceId,
    detail: { name: device.name, filters, rows: items.length },
  })
  return { name: ctx.phrase('diagnostics.exportLabel'), csv: csvLine(heading) + lines.join('') }
}

/** Milliseconds, hops or addresses by kind; share lost; Mbit/s. */
function figuresOf({ result }: OutputOf<typeof diagnosticApi.getDiagnostic>): [string, string, string] {
  switch (result?.kind) {
    case 'ping':
      return [
        result.avgMs === null ? '' : String(result.avgMs),
        result.sent === 0
          ? ''
          : String(Math.round(((result.sent - result.received) / result.sent) * 1000) / 10),
        '',
      ]
    case 'traceroute':
      return [result.hops.map(({ address, host }) => address || host || '*').join(' > '), '', '']
    case 'name_lookup':
      return [[...new Set(result.answers.flatMap(({ addresses }) => addresses))].join(' | '), '', '']
    case 'download':
    case 'upload':
      return ['', '', result.mbitPerSecond === null ? '' : String(result.mbitPerSecond)]
    default:
      return ['', '', '']
  }
}

export async function diagnosticSeries(
  ctx: RequestContext,
  { deviceId, kind, range, target: wanted, interface: by }: InputOf<typeof diagnosticApi.diagnosticSeries>,
): Promise<OutputOf<typeof diagnosticApi.diagnosticSeries>> {
  await enterDeviceForReading(ctx, deviceId, 'DMS_SERVER_DEVICE_VIEW')
  const targets = await diagnosticListRepo.targets(ctx, deviceId, kind, range)
  const target = wanted ?? targets[0] ?? null
  const interfaces =
    target === null ? [] : await diagnosticListRepo.interfaces(ctx, deviceId, kind, range, target)
  const line = by ?? interfaces[0]?.path ?? ''
  const rows =
    target === null ? [] : await diagnosticListRepo.series(ctx, deviceId, kind, range, { target, line })
  const value = {
    ping: 'avg_ms',
    traceroute: 'hops',
    name_lookup: 'lookup_ms',
    download: 'mbit_s',
    upload: 'mbit_s',
  } as const
  return {
    target,
    targets,
    interface: line,
    interfaces,
    points: rows.map((row) => ({
      runId: row.id,
      at: row.created_at,
      value: row[value[kind]],
      second: kind === 'ping' ? lossOf(row) : kind === 'traceroute' ? row.jump_hop : null,
    })),
  }
}

function lossOf({ sent, received }: { sent: number | null; received: number | null }): number | null {
  return sent === null || received === null || sent === 0
    ? null
    : Math.round(((sent - received) / sent) * 1000) / 10
}
