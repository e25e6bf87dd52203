import { reminderHours } from '@netward/contract/alarm-values'
import type { fallbackReasons } from '@netward/contract/notice-values'
import type { Scopes } from '../../platform/db/scope.ts'
import type { NotifiedAlarm } from './notice-text.ts'
import type { NotifiedWork } from './work/work-text.ts'

/** A message that is to be sent now. */
export interface BegunMessage {
  readonly company_id: string
  readonly company_code: string
  readonly is_platform: boolean
  readonly prefix: string
  readonly language: 'zh' | 'en'
  readonly time_zone: string
  readonly channel_id: string
  readonly kind: 1 | 2 | 4 | 5 | 8 | 10 | 11
  readonly settings: never
  readonly sealed: Buffer
  readonly email: string | null
  readonly phone: string | null
  /** Who they are to the application that the channel is. */
  readonly subject: string | null
  readonly attempts: number
  readonly by_voice: boolean
  /** Null: all of its alarms are gone, or out of its recipient's sight. */
  readonly items: readonly NotifiedAlarm[] | null
  /** Null: none of work. */
  readonly work: readonly NotifiedWork[] | null
  /** It says how many there are, instead of each. */
  readonly summary: boolean
  readonly made_at: string
}

export const sendingRepo = {
  async collect(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select notice_collect($1) as n', [most])
    return row!.n
  },

  async collectWork(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>(
      'select work_collect($1) + work_route_own($1) as n',
      [most],
    )
    return row!.n
  },

  async form(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select notice_form($1) as n', [most])
    return row!.n
  },

  async remind(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select alarm_remind($1, $2) as n', [
      reminderHours,
      most,
    ])
    return row!.n
  },

  async prune(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select notice_prune($1) as n', [most])
    return row!.n
  },

  async begin(scopes: Scopes, id: string): Promise<BegunMessage | undefined> {
    const rows = await scopes.asLoginRole<BegunMessage & Record<string, unknown>>(
      'select * from notice_begin($1)',
      [id],
    )
    return rows[0]
  },

  async sent(scopes: Scopes, id: string): Promise<void> {
    await scopes.asLoginRole('select notice_sent($1)', [id])
  },

  /** @param againSeconds null: never again. */
  async failed(
    scopes: Scopes,
    id: string,
    failure: { reason: string; detail: string },
    againSeconds: number | null,
  ): Promise<void> {
    await scopes.asLoginRole('select notice_failed($1, $2::jsonb, $3)', [
      id,
      JSON.stringify(failure),
      againSeconds,
    ])
  },

  /** Who is on call, for a robot. */
  async mentions(scopes: Scopes, id: string): Promise<{ name: string; phone: string | null }[]> {
    return scopes.asLoginRole<{ name: string; phone: string | null }>('select * from notice_mentions($1)', [
      id,
    ])
  },

  /** Hands it to the next gateway. False if there is none. */
  async fallBack(
    scopes: Scopes,
    id: string,
    why: (typeof fallbackReasons)[number],
    failure: { reason: string; detail: string } | null,
  ): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ handed: boolean }>(
      'select notice_fall_back($1, $2, $3::jsonb) as handed',
      [id, why, failure === null ? null : JSON.stringify(failure)],
    )
    return row!.handed
  },
}
