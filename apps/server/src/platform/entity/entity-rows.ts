import { columnOf, type DetailOnlyName, type Entity, fieldsOf } from '@netward/contract/entity-fields'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { RequestContext } from '../http/context.ts'
import { columnValues } from './changed-fields.ts'

type Writer = Pick<RequestContext, 'db' | 'scope'>
type Sql = RawBuilder<unknown>

/**
 * The fields of an entity as a select list: `o.time_zone as "timeZone"`.
 * @param special Expressions of fields that are read in another way than by their column.
 */
export function selectedFields(
  entity: Entity,
  alias: string,
  special: Readonly<Record<string, Sql>> = {},
): Sql {
  return sql.join(
    fieldsOf(entity).map(([field, { kind }]) => {
      const column = sql.ref(`${alias}.${columnOf(field)}`)
      const plain = kind === 'date' ? sql`${column}::text` : column
      return sql`${special[field] ?? plain} as ${sql.id(field)}`
    }),
  )
}

/** The fields of a row by their names: column `time_zone` is `timeZone`. */
export function fieldValues(entity: Entity, row: object): Record<string, unknown> {
  const columns = row as Readonly<Record<string, unknown>>
  return Object.fromEntries(fieldsOf(entity).map(([field]) => [field, columns[columnOf(field)]]))
}

/**
 * Inserts into the company acted in, and answers ids in the order of the rows. In one statement, to check the quota
 * once, and as one value: thousands of rows have too many parameters.
 */
export async function insertRows(
  { db, scope }: Writer,
  table: keyof Database,
  rows: readonly object[],
): Promise<string[]> {
  const columns = columnList(rows[0] ?? {})
  const { rows: added } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (company_id, ${columns})
    select ${scope.companyId}::bigint, ${columns}
    from rows from (jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(
      rows.map(columnValues),
    )}::jsonb)) with ordinality order by ordinality
    returning id`.execute(db)
  return added.map(({ id }) => id)
}

export async function updateRow(
  { db }: Pick<Writer, 'db'>,
  table: keyof Database,
  id: string,
  values: object,
): Promise<void> {
  const columns = columnList(values)
  await sql`
    update ${sql.table(table)} set (${columns}) = (
      select ${columns} from jsonb_populate_record(
        null::${sql.table(table)}, ${JSON.stringify(columnValues(values))}::jsonb))
    where id = ${id}`.execute(db)
}

function columnList(values: object): Sql {
  return sql.join(Object.keys(values).map((field) => sql.id(columnOf(field))))
}

/** What a list shows of an object: without the fields that only its own page has. */
export function withoutDetail<E extends Entity, T extends object>(
  entity: E,
  detail: T,
): Omit<T, DetailOnlyName<E>> {
  const { fields }: Entity = entity
  const kept = Object.entries(detail).filter(([name]) => !fields[name]?.detailOnly)
  return Object.fromEntries(kept) as Omit<T, DetailOnlyName<E>>
}
