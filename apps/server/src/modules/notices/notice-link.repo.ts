import type { AlarmSeverity } from '@netward/contract/alarm-values'
import type { Scopes } from '../../platform/db/scope.ts'

export interface LinkedAlarm {
  readonly company_name: string
  readonly device_name: string
  readonly outlet_name: string | null
  readonly rule: string
  readonly rule_name: string | null
  readonly label: string
  readonly severity: AlarmSeverity
  readonly active: boolean
  readonly acknowledged_by: string | null
}

export const noticeLinkRepo = {
  async insert(scopes: Scopes, messageId: string, hash: Buffer): Promise<void> {
    await scopes.asLoginRole('select notice_link_made($1, $2)', [messageId, hash])
  },

  shown(scopes: Scopes, hash: Buffer): Promise<LinkedAlarm[]> {
    return scopes.asLoginRole<LinkedAlarm & Record<string, unknown>>('select * from notice_link_shown($1)', [
      hash,
    ])
  },

  /** Null: the link is invalid. */
  async acknowledge(scopes: Scopes, hash: Buffer, hours: number): Promise<number | null> {
    const [row] = await scopes.asLoginRole<{ n: number | null }>(
      'select notice_link_acknowledge($1, $2) as n',
      [hash, hours],
    )
    return row!.n
  },
}
