import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

export type NamedKind = 'company' | 'group' | 'role'

export const auditNameRepo = {
  /** By kind and id; what the scope does not see, or is gone, is left out. */
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
