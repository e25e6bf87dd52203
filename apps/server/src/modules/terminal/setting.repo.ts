import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

interface TerminalSetting {
  ask: boolean
  askMinutes: number
  longestMinutes: number
}

/** Defaults until a company sets its own. */
const usual: TerminalSetting = { ask: false, askMinutes: 10, longestMinutes: 480 }

/** What the company acted in requires of those from above. */
export interface Consent {
  minutes: number
  company_name: string
  home_name: string
}

export const settingRepo = {
  async find({ db, scope }: Reader): Promise<TerminalSetting> {
    const said = await db
      .selectFrom('terminal_setting')
      .select(['ask', 'ask_minutes as askMinutes', 'longest_minutes as longestMinutes'])
      .where('company_id', '=', scope.companyId)
      .executeTakeFirst()
    return said ?? usual
  },

  async upsert({ db, scope }: Reader, { ask, askMinutes, longestMinutes }: TerminalSetting): Promise<void> {
    const set = { ask, ask_minutes: askMinutes, longest_minutes: longestMinutes }
    await db
      .insertInto('terminal_setting')
      .values({ company_id: scope.companyId, ...set })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(set))
      .execute()
  },

  async isWhole({ db }: Reader): Promise<boolean> {
    const { rows } = await sql<{ whole: boolean }>`select whole_company() as whole`.execute(db)
    return rows[0]?.whole === true
  },

  /** Nothing if no consent is needed: at home, or after breaking the glass. */
  async findConsent({ db }: Reader): Promise<Consent | undefined> {
    const { rows } = await sql<Consent>`select * from terminal_consent()`.execute(db)
    return rows[0]
  },
}
