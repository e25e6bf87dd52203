import type pg from 'pg'

/** Where the catalogue says less: the shape of JSON, columns that a trigger sets, texts of a list that TypeScript keeps. */
const overrides: Readonly<Record<string, string>> = {
  'company.search': 'ColumnType<string, never, never>',
  'audit_log.actor_account': 'ColumnType<string | null, never, never>',
  'audit_log.from_outside': 'ColumnType<boolean, never, never>',
  'audit_log.msp_id': 'ColumnType<Id, never, never>',
  'device.msp_id': 'ColumnType<Id, never, never>',
  'device_presence.msp_id': 'ColumnType<Id, never, never>',
  'device_timeline.actor_company_name': 'ColumnType<string | null, never, never>',
  'device_timeline.actor_name': 'ColumnType<string | null, never, never>',
  'device_timeline.msp_id': 'ColumnType<Id, never, never>',
  'terminal_session.msp_id': 'ColumnType<Id, never, never>',
  'application.failure': `'product_unavailable' | 'company_inactive' | 'self_test_failed' | 'timed_out' | null`,
  'application_step.step': `'check' | 'account' | 'selfTest' | 'announce'`,
  'product.failure': `'feature_missing' | null`,
  'terminal_session.outcome': 'TerminalOutcome | null',
  'device_check.facts': 'ColumnType<unknown, never, never>',
  'device_check.findings': 'ColumnType<unknown, never, never>',
  'device_check.steps': 'ColumnType<unknown, never, never>',
  'outlet.contacts': 'ColumnType<{ name: string; phone: string }[], string | undefined, string>',
  'provision_preview.found': 'ColumnType<PreviewFound | null, string | null, string | null>',
  'restart_batch.devices': 'ColumnType<{ id: string; name: string; commandId: string }[], string, never>',
}

/** As pool.ts parses them; what is not listed is text. */
const plainTypes: Readonly<Record<string, string>> = {
  bigint: 'Id',
  integer: 'number',
  smallint: 'number',
  real: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'timestamp with time zone': 'Instant',
  jsonb: 'Json',
}

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  /** May be left out of an insert. */
  has_default: boolean
  generated: boolean
  /** By a request role. */
  readable: boolean
  /** The definition of a check that names this column alone. */
  checks: string[]
  refers_to: string | null
}

/** The source of platform/db/tables.ts: every table that a request role may reach, as the catalogue describes it. */
export async function tableTypes(client: pg.ClientBase, roles: readonly string[]): Promise<string> {
  const { rows } = await client.query<Column>(
    `
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
      a.attidentity <> '' or d.oid is not null as has_default, a.attgenerated <> '' as generated,
      exists (select from unnest($1::text[]) r where has_column_privilege(r, c.oid, a.attnum, 'select')) as readable,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks,
      (select k.confrelid::regclass::text from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum] limit 1) as refers_to
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from unnest($1::text[]) r where has_any_column_privilege(r, c.oid, 'select, insert, update')
        or has_table_privilege(r, c.oid, 'delete'))
    order by c.relname, a.attnum`,
    [roles],
  )
  const tables = Map.groupBy(rows, (column) => column.table)
  const interfaces = [...tables].map(([table, columns]) => {
    const fields = columns.map((column) => field(column))
    return `export interface ${interfaceName(table)} {\n${fields.join('\n')}\n}\n`
  })
  const map = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)}`)
  return [
    `// Generated from the catalogue by apps/server/test/table-types.ts. Update: see CONTRIBUTING.md, "Add a table".\n`,
    `import type { BuiltInRole, PreviewFound } from '@netward/contract'`,
    `import type { TerminalOutcome } from '@netward/contract/terminal-values'`,
    `import type { ColumnType, Generated } from 'kysely'`,
    `import type { GeneratedInstant, GeneratedJson, Id, Instant, Json, NullableJson } from './columns.ts'\n`,
    ...interfaces,
    `/** The tables that request roles may reach. */\nexport interface Database {\n${map.join('\n')}\n}\n`,
  ].join('\n')
}

const interfaceName = (table: string) =>
  `${table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Table`

function field(column: Column): string {
  const override = overrides[`${column.table}.${column.name}`]
  const line = `  ${column.name}: ${override ?? typeOf(column)}`
  return line.length <= 110 ? line : broken(line)
}

/** As oxfmt breaks a union that is too long. */
function broken(line: string): string {
  const [name = '', type = ''] = line.split(/: (.*)/)
  const inner = /^Generated<(.*)>$/.exec(type)?.[1]
  const parts = (inner ?? type).split(' | ')
  if (inner !== undefined && inner.length <= 106) return `${name}: Generated<\n    ${inner}\n  >`
  return inner === undefined
    ? `${name}:\n${parts.map((part) => `    | ${part}`).join('\n')}`
    : `${name}: Generated<\n${parts.map((part) => `    ${parts.length > 1 ? '| ' : ''}${part}`).join('\n')}\n  >`
}

function typeOf(column: Column): string {
  const plain = plainType(column)
  const orNull = (type: string) => (column.nullable ? `${type} | null` : type)
  if (column.generated) return `ColumnType<${orNull(plain)}, never, never>`
  if (!column.readable) {
    const optional = column.nullable || column.has_default ? ' | undefined' : ''
    return `ColumnType<never, ${orNull(plain)}${optional}, ${orNull(plain)}>`
  }
  if (plain === 'Json')
    return column.nullable ? 'NullableJson' : column.has_default ? 'GeneratedJson' : 'Json'
  if (!column.has_default) return orNull(plain)
  return plain === 'Instant' && !column.nullable ? 'GeneratedInstant' : `Generated<${orNull(plain)}>`
}

function plainType({ type, checks, refers_to }: Column): string {
  if (refers_to === 'built_in_role') return 'BuiltInRole'
  const choice = checks.map((check) => choicesOf(check)).find((found) => found !== null)
  if (choice) return choice
  if (type.endsWith('[]')) return `${plainTypes[type.slice(0, -2)] ?? 'string'}[]`
  return plainTypes[type] ?? 'string'
}

/** `'a' | 'b'` of a check that a text is one of those. */
function choicesOf(check: string): string | null {
  const list =
    /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1] ??
    /^CHECK \(\(\w+ = ('[^']*'::text)\)\)$/.exec(check)?.[1]
  const values = list?.split(', ').map((value) => /^('[^']*')::text$/.exec(value)?.[1])
  return values === undefined || values.includes(undefined) ? null : values.join(' | ')
}
