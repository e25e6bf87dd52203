import type { dutyTestApi, OutputOf } from '@netward/contract'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Item = OutputOf<typeof dutyTestApi.dutyTests>['items'][number]

/** A test that is to be sent now. */
export interface BegunTest {
  readonly company_id: string
  readonly company_code: string
  readonly company_name: string
  readonly is_platform: boolean
  readonly prefix: string
  readonly language: 'zh' | 'en'
  readonly time_zone: string
  readonly kind: 1 | 2 | 4 | 5 | 8
  readonly settings: never
  readonly sealed: Buffer
  readonly email: string | null
  readonly phone: string | null
  readonly subject: string | null
  readonly rota_id: string
  readonly rota_name: string
}

export const dutyTestRepo = {
  /** Of people who are on the rota now. */
  async latest({ db, scope }: Reader, rotaId: string): Promise<Item[]> {
    const { rows } = await sql<Item>`
      with latest as (
        select distinct on (t.member_id, t.channel_id) t.* from duty_test t
        where t.company_id = ${scope.companyId} and t.rota_id = ${rotaId} and t.member_id in (
          select u.member_id from rota_turn u where u.company_id = t.company_id and u.rota_id = t.rota_id)
        order by t.member_id, t.channel_id, t.month desc),
      names as (select * from rota_people(array(select distinct member_id from latest)))
      select l.id::text, n.name as "memberName", c.kind as "channelKind", c.name as "channelName", l.due_at as "dueAt",
        l.sent_at as "sentAt", l.confirmed_at as "confirmedAt", l.failure,
        case when l.state <> 'sent' then l.state when l.sent_at < now() - interval '2 days' then 'unconfirmed'
          else 'waiting' end as result,
        l.state = 'sent' and coalesce(m.person_id = ${scope.personId}, false) as "mayConfirm"
      from latest l join names n on n.id = l.member_id
      join integration_channel c on c.company_id = l.company_id and c.id = l.channel_id
      left join member m on m.company_id = l.company_id and m.id = l.member_id
      order by n.name, l.member_id, c.kind, l.channel_id`.execute(db)
    return rows
  },

  async isNotified({ db, scope }: Reader, rotaId: string): Promise<boolean> {
    const { rows } = await sql<{ is: boolean }>`select exists (
      select from notice_route r join integration_channel c on c.company_id = r.company_id and c.id = r.channel_id
      where r.company_id = ${scope.companyId} and r.rota_id = ${rotaId} and r.enabled and c.kind < 10) as is`.execute(
      db,
    )
    return rows[0]!.is
  },

  /** False if it was not sent to the caller. Confirming again changes nothing. */
  async confirm({ db, scope }: Reader, id: string): Promise<boolean> {
    const { rows } = await sql<{ id: string }>`
      update duty_test set state = 'confirmed', confirmed_at = coalesce(confirmed_at, now())
      where company_id = ${scope.companyId} and id = ${id} and state in ('sent', 'confirmed') and member_id in (
        select m.id from member m where m.company_id = ${scope.companyId} and m.person_id = ${scope.personId})
      returning id`.execute(db)
    return rows.length > 0
  },

  async plan(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select duty_tests_plan($1) as n', [most])
    return row!.n
  },

  async queue(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select duty_tests_queue($1) as n', [most])
    return row!.n
  },

  async begin(scopes: Scopes, id: string): Promise<BegunTest | undefined> {
    const rows = await scopes.asLoginRole<BegunTest & Record<string, unknown>>(
      'select * from duty_test_begin($1)',
      [id],
    )
    return rows[0]
  },

  async done(scopes: Scopes, id: string, failure: { reason: string; detail: string } | null): Promise<void> {
    await scopes.asLoginRole('select duty_test_done($1, $2::jsonb)', [
      id,
      failure === null ? null : JSON.stringify(failure),
    ])
  },
}
