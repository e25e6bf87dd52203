import type { BuiltInRole } from '@netward/contract'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

export const memberRepo = {
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
