import { sql } from 'kysely'
import type { RequestContext } from '../../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** What an imported order has that a new one has not. Times are of the wall clock where the order is. */
export interface ImportedState {
  readonly foreignKey: string | null
  readonly state: 'new' | 'resolved' | 'closed'
  readonly createdAt: string | null
  readonly resolvedAt: string | null
  readonly closedAt: string | null
  readonly subjectName: string
}

export const orderImportRepo = {
  /** Keys of orders that were imported before. */
  async there({ db, scope }: Reader, keys: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await sql<{ key: string }>`select foreign_key as key from work_order
      where company_id = ${scope.companyId} and foreign_key = any (${keys}::text[])`.execute(db)
    return new Set(rows.map(({ key }) => key))
  },

  /** Sites by name and code in lower case; a name that several have names none. */
  async outlets({ db, scope }: Reader, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await sql<{
      id: string
      name: string
      code: string
    }>`select id, lower(name) as name, lower(code) as code
      from outlet where company_id = ${scope.companyId}
        and (lower(name) = any (${names}::text[]) or code <> '' and lower(code) = any (${names}::text[]))`.execute(
      db,
    )
    const byName = Map.groupBy(rows, ({ name }) => name)
    return new Map([
      ...[...byName].flatMap(([name, found]) => (found.length === 1 ? [[name, found[0]!.id] as const] : [])),
      ...rows.flatMap(({ id, code }) => (code === '' ? [] : [[code, id] as const])),
    ])
  },

  /** People by what they are called in lower case: mail address, user name or shown name. */
  async called(
    { db }: Reader,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, { id: string; name: string }[]>> {
    if (names.length === 0) return new Map()
    const { rows } = await sql<{ called: string; id: string; name: string }>`
      select called, person_id as id, name from work_order_people_called(${[...new Set(names)]}::text[])`.execute(
      db,
    )
    return Map.groupBy(rows, ({ called }) => called)
  },

  /** Of an order that is over: who it was. */
  async setAssignee({ db, scope }: Reader, id: string, person: { id: string; name: string }): Promise<void> {
    await sql`update work_order set assignee_id = ${person.id}, assignee_name = ${person.name}
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  async setState({ db, scope }: Reader, id: string, order: ImportedState): Promise<void> {
    const at = (wall: string | null) => sql`${wall}::timestamp at time zone o.time_zone`
    await sql`update work_order o set foreign_key = ${order.foreignKey}, state = ${order.state},
        subject_name = case when ${order.subjectName} = '' then o.subject_name else ${order.subjectName} end,
        created_at = least(coalesce(${at(order.createdAt)}, o.created_at), now()),
        resolved_at = case when ${order.state} <> 'new' then coalesce(${at(order.resolvedAt)}, ${at(order.closedAt)}, now()) end,
        closed_at = case when ${order.state} = 'closed' then coalesce(${at(order.closedAt)}, now()) end
      where o.company_id = ${scope.companyId} and o.id = ${id}`.execute(db)
  },
}
