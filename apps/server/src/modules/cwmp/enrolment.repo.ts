import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>

interface EnrolmentRow {
  username: string
  has_password: boolean
  token: Buffer | null
  approve_unknown: boolean
}

// `excluded` would need the right to read what only definer functions may.
export const enrolmentRepo = {
  async find({ db }: Reader, companyId: string): Promise<EnrolmentRow | undefined> {
    const found = await sql<EnrolmentRow>`
      select username, has_password, token, approve_unknown from enrolment where company_id = ${companyId}`.execute(
      db,
    )
    return found.rows[0]
  },

  /** The bootstrap user name of a company: its code is unique on the platform. */
  async usernameFor({ db }: Reader, companyId: string): Promise<string> {
    const company = await db
      .selectFrom('company')
      .select('code')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    return `netward-${company.code}`
  },

  savePassword: ({ db }: Reader, companyId: string, username: string, ha1: Buffer) =>
    sql`insert into enrolment (company_id, username, ha1) values (${companyId}, ${username}, ${ha1})
      on conflict (company_id) do update set ha1 = ${ha1}, changed_at = now()`.execute(db),

  saveToken: ({ db }: Reader, companyId: string, username: string, hash: Buffer, sealed: Buffer) =>
    sql`insert into enrolment (company_id, username, token_hash, token)
      values (${companyId}, ${username}, ${hash}, ${sealed})
      on conflict (company_id) do update
        set token_hash = ${hash}, token = ${sealed}, changed_at = now()`.execute(db),
}
