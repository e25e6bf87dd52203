import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>

interface EnrolmentRow {
  username: string
  has_password: boolean
  token: Buffer | null
  approve_unknown: boolean
}

// `excluded` would need the right to read columns that only definer functions may read.
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

  /** What the company admitted, and what waits to be claimed. */
  async count({ db }: Reader, companyId: string) {
    const found = await sql<{ thisHour: number; lastDay: number; waiting: number }>`
      select coalesce(sum(enrolled) filter (where hour = date_trunc('hour', now())), 0)::int as "thisHour",
        coalesce(sum(enrolled), 0)::int as "lastDay", pool_waiting() as waiting
      from enrolment_tally where company_id = ${companyId} and hour > now() - interval '24 hours'`.execute(db)
    return found.rows[0] ?? { thisHour: 0, lastDay: 0, waiting: 0 }
  },

  saveApproval: ({ db }: Reader, companyId: string, username: string, approveUnknown: boolean) =>
    sql`insert into enrolment (company_id, username, approve_unknown)
      values (${companyId}, ${username}, ${approveUnknown})
      on conflict (company_id) do update set approve_unknown = ${approveUnknown}`.execute(db),

  /** Waits for a concurrent creation. */
  async lock({ db }: Reader, companyId: string): Promise<{ password: boolean; url: boolean }> {
    const { rows } = await sql<{ password: boolean; url: boolean }>`
      select has_password as password, token is not null as url from enrolment
      where company_id = ${companyId} for no key update`.execute(db)
    return rows[0] ?? { password: false, url: false }
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
