import type { LineProfile, LineProfileKind } from '@netward/contract/line-profiles'
import type { LoginQuery, Scopes } from '../../platform/db/scope.ts'
import type { LineCollector } from './line-plan.ts'

export interface PlannedLine {
  readonly line_id: string
  readonly company_code: string
  readonly outlet_id: string
  readonly address: string | null
  readonly profile: LineProfileKind
  readonly settings: Partial<LineProfile> | null
  readonly isp_host: string
  readonly business_host: string
}

/** An internet line that a gateway carries, and its contracted bandwidth. */
export interface LineOfWan {
  readonly deviceId: string
  readonly lineId: string
  readonly wanName: string
  readonly downMbps: number
  readonly upMbps: number
}

const pageSize = 1_000

export interface CleanLineFacts {
  readonly collector: string
  readonly epoch: string
  readonly sequence: number
  readonly facts: readonly unknown[]
  readonly lineIds: readonly string[]
}

/** What collectors read and write of lines, outside of any request: definer functions alone. */
export const planRepo = {
  async *lines(scopes: Scopes, collector: LineCollector): AsyncGenerator<PlannedLine[]> {
    const [shares, probe] = 'probeId' in collector ? [[], collector.probeId] : [collector.shares, null]
    for (let after = '0'; ;) {
      const rows: PlannedLine[] = await scopes.asLoginRole(
        'select * from line_plan($1::smallint[], $2, $3, $4)',
        [shares, probe, after, pageSize],
      )
      const last = rows.at(-1)
      if (last !== undefined) yield rows
      if (last === undefined || rows.length < pageSize) return
      after = last.line_id
    }
  },

  linesOfWans(scopes: Scopes, devices: readonly string[]): Promise<LineOfWan[]> {
    return scopes.asLoginRole<LineOfWan & Record<string, unknown>>(
      `select device_id as "deviceId", line_id as "lineId", wan_name as "wanName", down_mbps as "downMbps",
        up_mbps as "upMbps" from line_wans($1::bigint[])`,
      [devices],
    )
  },

  /** Places of what a collector may write: of lines that a poller measures now, or that a probe measured at that moment. */
  async owned(
    scopes: Scopes,
    by: { readonly poller: string } | { readonly probeId: string },
    measured: readonly { readonly lineId: string; readonly at: number }[],
  ): Promise<Set<number>> {
    const isPoller = 'poller' in by
    const rows = await scopes.asLoginRole<{ place: number }>(
      `select n - 1 as place from ${isPoller ? 'poller_owns' : 'probe_owns'}($1, $2::bigint[], $3::bigint[]) n`,
      [isPoller ? by.poller : by.probeId, measured.map(({ lineId }) => lineId), measured.map(({ at }) => at)],
    )
    return new Set(rows.map(({ place }) => place))
  },

  /** False if these facts were written before. @param follow runs in the same transaction */
  writeFacts(
    scopes: Scopes,
    { collector, epoch, sequence, facts, lineIds }: CleanLineFacts,
    follow: (query: LoginQuery, lineIds: readonly string[]) => Promise<void>,
  ): Promise<boolean> {
    return scopes.asLoginRoleTogether(async (query) => {
      const rows = await query<{ isNew: boolean }>(
        'select line_facts($1, $2, $3, $4::jsonb, $5::bigint[]) as "isNew"',
        [collector, epoch, sequence, JSON.stringify(facts), lineIds],
      )
      const isNew = rows[0]?.isNew ?? false
      if (isNew && lineIds.length > 0) await follow(query, lineIds)
      return isNew
    })
  },
}
