import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

export type NamedKind = 'company' | 'group' | 'role'

/** Tables whose rows entries are about, and the column that names them. A table shows what the scope sees. */
const subjectNames = {
  device: sql`select id::text, name from device`,
  outlet: sql`select id::text, name from outlet`,
  department: sql`select id::text, name from org_node`,
  role: sql`select id::text, name from role`,
  template: sql`select id::text, name from provision_template`,
  campaign: sql`select id::text, name from campaign`,
  firmware: sql`select id::text, version as name from firmware`,
  programme: sql`select id::text, name from ota_programme`,
  application: sql`select id::text, display_name as name from application`,
  tenant_group: sql`select id::text, name from tenant_group`,
  company: sql`select id::text, visible_company_name(id) as name from company`,
} as const

export type SubjectKind = keyof typeof subjectNames | 'member'
export const isSubjectKind = (kind: string): kind is SubjectKind =>
  kind === 'member' || Object.hasOwn(subjectNames, kind)

export const auditNameRepo = {
  /** Names of the objects of entries, by kind and id. */
  async subjects(
    { db }: Pick<RequestContext, 'db'>,
    wanted: ReadonlyMap<SubjectKind, ReadonlySet<string>>,
  ): Promise<Map<string, string>> {
    const parts = [...wanted].map(([kind, ids]) =>
      kind === 'member'
        ? sql`select 'member ' || id as key, name from audit_member_names(${[...ids]}::bigint[])`
        : sql`select ${`${kind} `} || id as key, name from (${subjectNames[kind]} where id = any (${[...ids]}::bigint[])) named`,
    )
    if (parts.length === 0) return new Map()
    const { rows } = await sql<{
      key: string
      name: string | null
    }>`${sql.join(parts, sql` union all `)}`.execute(db)
    return new Map(rows.flatMap(({ key, name }) => (name === null ? [] : [[key, name] as const])))
  },

  /** By kind and id; objects that are deleted or outside the scope are left out. */
  async find(
    { db }: Pick<RequestContext, 'db'>,
    { company, group, role }: Record<NamedKind, ReadonlySet<string>>,
  ): Promise<Map<string, string>> {
    const { rows } = await sql<{ key: string; name: string | null }>`
      select 'company ' || k as key, visible_company_name(k) as name from unnest(${[...company]}::bigint[]) k
      union all select 'group ' || id, name from tenant_group where id = any (${[...group]}::bigint[])
      union all select 'role ' || id, name from role where id = any (${[...role]}::bigint[])`.execute(db)
    return new Map(rows.flatMap(({ key, name }) => (name === null ? [] : [[key, name] as const])))
  },
}
