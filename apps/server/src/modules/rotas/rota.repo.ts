import type { InputOf, rotaApi } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Holiday } from './holidays.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type RotaInput = InputOf<typeof rotaApi.createRota>

export interface RotaRow {
  readonly id: string
  readonly name: string
  readonly timeZone: string
  readonly note: string
  readonly editedAt: string
  readonly editedBy: string
}

export interface LayerRow {
  readonly rotaId: string
  readonly name: string
  readonly startsOn: string
  readonly handoverMinute: number
  readonly period: 'day' | 'week'
  readonly length: number
  readonly days: number[]
  readonly calendar: 'all' | 'workdays' | 'days_off'
  readonly fromMinute: number | null
  readonly toMinute: number | null
  readonly memberIds: string[]
}

export interface ChangeRow {
  readonly id: string
  readonly rotaId: string
  readonly memberId: string
  readonly askedBy: string | null
  readonly startsAt: string
  readonly endsAt: string
  readonly state: 'asked' | 'standing' | 'declined' | 'withdrawn'
  readonly reason: string
  readonly enteredBy: string
  readonly since: string | null
}

export interface Person {
  readonly id: string
  readonly name: string
  readonly active: boolean
}

const shown = sql`id, name, time_zone as "timeZone", note, edited_at as "editedAt", edited_by as "editedBy"`
const shownChange = sql`id, rota_id as "rotaId", member_id as "memberId", asked_by as "askedBy",
  starts_at as "startsAt", ends_at as "endsAt", state, reason, entered_by as "enteredBy", stands_since as since`

/** Rotas of the company acted in. */
export const rotaRepo = {
  async page(
    { db, scope }: Reader,
    {
      search,
      descending,
      limit,
      offset,
    }: { search: string; descending: boolean; limit: number; offset: number },
  ): Promise<{ items: RotaRow[]; total: number }> {
    const where = sql`company_id = ${scope.companyId} and strpos(lower(name), lower(${search})) > 0`
    const { rows } = await sql<RotaRow>`select ${shown} from rota where ${where}
      order by lower(name) ${descending ? sql`desc` : sql``}, id limit ${limit}::int offset ${offset}::int`.execute(
      db,
    )
    const counted = await sql<{ n: number }>`select count(*)::int as n from rota where ${where}`.execute(db)
    return { items: rows, total: counted.rows[0]?.n ?? 0 }
  },

  async find({ db, scope }: Reader, id: string): Promise<RotaRow | undefined> {
    const { rows } = await sql<RotaRow>`
      select ${shown} from rota where id = ${id} and company_id = ${scope.companyId}`.execute(db)
    return rows[0]
  },

  /** Of a company one at a time: `null` locks its number of rotas. */
  async lock({ db, scope }: Reader, id: string | null): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`rota ${id ?? ''}`}, ${scope.companyId}))`.execute(
      db,
    )
  },

  async layers({ db, scope }: Reader, rotaIds: readonly string[]): Promise<LayerRow[]> {
    const { rows } =
      await sql<LayerRow>`select l.rota_id as "rotaId", l.name, l.starts_on::text as "startsOn",
        l.handover_minute as "handoverMinute", l.period, l.length, l.days, l.calendar, l.from_minute as "fromMinute",
        l.to_minute as "toMinute", array(select t.member_id::text from rota_turn t
          where t.company_id = l.company_id and t.rota_id = l.rota_id and t.layer = l.position order by t.position) as "memberIds"
      from rota_layer l where l.company_id = ${scope.companyId} and l.rota_id = any (${rotaIds}::bigint[])
      order by l.rota_id, l.position`.execute(db)
    return rows
  },

  /** Those that stand or wait for an answer, and are not over at `after`. */
  async changes({ db, scope }: Reader, rotaIds: readonly string[], after: Date): Promise<ChangeRow[]> {
    const { rows } = await sql<ChangeRow>`select ${shownChange} from rota_change
      where company_id = ${scope.companyId} and rota_id = any (${rotaIds}::bigint[])
        and ends_at > ${after.toISOString()}::timestamptz and state in ('asked', 'standing')
      order by starts_at, id`.execute(db)
    return rows
  },

  /** Of one rota, locked, those that `changes` finds. */
  async countChanges({ db, scope }: Reader, rotaId: string): Promise<number> {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from rota_change
      where company_id = ${scope.companyId} and rota_id = ${rotaId} and ends_at > now()
        and state in ('asked', 'standing')`.execute(db)
    return rows[0]?.n ?? 0
  },

  async lockChange({ db, scope }: Reader, id: string): Promise<ChangeRow | undefined> {
    const { rows } = await sql<ChangeRow>`select ${shownChange} from rota_change
      where id = ${id} and company_id = ${scope.companyId} for update`.execute(db)
    return rows[0]
  },

  async insertChanges(
    { db, scope }: Reader,
    rotaId: string,
    state: 'asked' | 'standing',
    given: readonly {
      memberId: string
      startsAt: string
      endsAt: string
      reason: string
      askedBy: string | null
    }[],
  ): Promise<string> {
    const rows = await db
      .insertInto('rota_change')
      .values(
        given.map((one) => ({
          company_id: scope.companyId,
          rota_id: rotaId,
          member_id: one.memberId,
          asked_by: one.askedBy,
          starts_at: one.startsAt,
          ends_at: one.endsAt,
          reason: one.reason,
          state,
          entered_by: scope.actorName,
          stands_since: state === 'standing' ? sql<string>`clock_timestamp()` : null,
        })),
      )
      .returning('id')
      .execute()
    return rows[0]!.id
  },

  async moveChange({ db, scope }: Reader, id: string, state: ChangeRow['state']): Promise<void> {
    await sql`update rota_change set state = ${state},
        stands_since = case when ${state} = 'standing' then clock_timestamp() end
      where id = ${id} and company_id = ${scope.companyId}`.execute(db)
  },

  /** To the colleague who is asked, and the answer to who asked. */
  async reportSwap({ db }: Pick<Reader, 'db'>, changeId: string): Promise<void> {
    await sql`select rota_swap_report(${changeId})`.execute(db)
  },

  async save(
    { db, scope }: Reader,
    id: string | null,
    { name, timeZone, note, layers }: RotaInput,
  ): Promise<string> {
    const values = {
      name,
      time_zone: timeZone,
      note,
      edited_at: sql<string>`now()`,
      edited_by: scope.actorName,
    }
    const { id: rotaId } =
      id === null
        ? await db
            .insertInto('rota')
            .values({ company_id: scope.companyId, ...values })
            .returning('id')
            .executeTakeFirstOrThrow()
        : await db
            .updateTable('rota')
            .set(values)
            .where('id', '=', id)
            .where('company_id', '=', scope.companyId)
            .returning('id')
            .executeTakeFirstOrThrow()
    await db
      .deleteFrom('rota_layer')
      .where('company_id', '=', scope.companyId)
      .where('rota_id', '=', rotaId)
      .execute()
    const key = { company_id: scope.companyId, rota_id: rotaId }
    await db
      .insertInto('rota_layer')
      .values(
        layers.map((layer, position) => ({
          ...key,
          position,
          name: layer.name,
          starts_on: layer.startsOn,
          handover_minute: layer.handoverMinute,
          period: layer.period,
          length: layer.length,
          days: layer.days,
          calendar: layer.calendar,
          from_minute: layer.fromMinute,
          to_minute: layer.toMinute,
        })),
      )
      .execute()
    const turns = layers.flatMap(({ memberIds }, layer) =>
      memberIds.map((memberId, position) => ({ ...key, layer, position, member_id: memberId })),
    )
    await db.insertInto('rota_turn').values(turns).execute()
    return rotaId
  },

  async delete({ db, scope }: Reader, id: string): Promise<void> {
    await db.deleteFrom('rota').where('id', '=', id).where('company_id', '=', scope.companyId).execute()
  },

  /** Null: those who can be on call. */
  async people({ db }: Pick<Reader, 'db'>, ids: readonly string[] | null): Promise<Person[]> {
    const { rows } = await sql<Person>`select id, name, active from rota_people(${ids}::bigint[])`.execute(db)
    return rows
  },

  async holidays({ db }: Pick<Reader, 'db'>, from: string, to: string): Promise<Holiday[]> {
    const { rows } =
      await sql<Holiday>`select day, off, name from holidays_between(${from}::date, ${to}::date)`.execute(db)
    return rows
  },

  /** As `holidaysOf` reads them. */
  imported: (ctx: Pick<Reader, 'db'>) => (from: string, to: string) => rotaRepo.holidays(ctx, from, to),

  async importHolidays({ db }: Pick<Reader, 'db'>, days: readonly Holiday[]): Promise<void> {
    await sql`select holidays_import(${JSON.stringify(days)}::jsonb)`.execute(db)
  },
}
