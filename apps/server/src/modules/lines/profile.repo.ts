import type { LineProfile, LineProfileKind } from '@netward/contract/line-profiles'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

/** Profiles of the company acted in. */
export const profileRepo = {
  async changed({ db, scope }: Reader) {
    const { rows } = await sql<{
      kind: LineProfileKind
      settings: Partial<LineProfile>
      changedAt: string
      changedBy: string
    }>`select p.kind, p.settings, p.changed_at as "changedAt", p.changed_by as "changedBy" from line_profile p
      where p.company_id = ${scope.companyId}`.execute(db)
    return rows
  },

  async lines({ db, scope }: Reader): Promise<Map<LineProfileKind, number>> {
    const { rows } = await sql<{ kind: LineProfileKind; n: number }>`
      select coalesce(s.profile, line_profile_of(l.type)) as kind, count(*)::int as n
      from line_standing s join internet_line l on l.id = s.line_id
      where s.company_id = ${scope.companyId} group by 1`.execute(db)
    return new Map(rows.map(({ kind, n }) => [kind, n]))
  },

  async save({ db, scope }: Reader, kind: LineProfileKind, settings: LineProfile): Promise<void> {
    await sql`insert into line_profile (company_id, kind, settings, changed_by)
      values (${scope.companyId}, ${kind}, ${JSON.stringify(settings)}::jsonb, ${scope.actorName})
      on conflict (company_id, kind) do update set settings = excluded.settings, changed_by = excluded.changed_by,
        changed_at = now()`.execute(db)
  },
}
