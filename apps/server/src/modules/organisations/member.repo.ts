import type { BuiltInRole } from '@netward/contract'
import { sql } from 'kysely'
import { capped, countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

export interface MemberRow {
  member_id: string
  person_id: string
  display_name: string
  user_name: string | null
  roles: string[]
  status: 'enabled' | 'disabled'
  phone: string | null
  email: string | null
  created_at: string
  last_sign_in_at: string | null
}

export const memberRepo = {
  async page(
    { db }: RequestContext,
    {
      page,
      pageSize,
      search = '',
      sort,
    }: { page: number; pageSize: number; search: string | undefined; sort: string },
  ): Promise<{ items: MemberRow[]; total: number; totalCapped: boolean }> {
    const { rows: items } = await sql<MemberRow>`
      select * from page_members(${search}, ${sort.replace('-', '')}, ${sort.startsWith('-')}, ${pageSize}::int,
        ${(page - 1) * pageSize}::int)`.execute(db)
    const { rows } = await sql<{
      n: number
    }>`select count_members(${search}, ${countCap + 1}::int) as n`.execute(db)
    return { items, ...capped(rows[0]?.n ?? 0) }
  },

  async insert(
    { db }: RequestContext,
    member: {
      userName: string
      displayName: string
      passwordHash: string
      email: string | null
      role: BuiltInRole
    },
  ): Promise<{ member_id: string; person_id: string }> {
    const { rows } = await sql<{ member_id: string; person_id: string }>`
      select * from create_member(${member.userName}, ${member.displayName}, ${member.passwordHash}, ${member.email},
        ${member.role})`.execute(db)
    return rows[0]!
  },
}
