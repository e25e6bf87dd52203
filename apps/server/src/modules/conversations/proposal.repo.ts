import type { Proposal } from '@netward/contract/conversations'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'
import type { Owner } from './conversation.repo.ts'

const columns = sql`p.id, p.kind, p.state, p.subject, p.input, p.reason, p.before, p.decided_at as "decidedAt", p.outcome`

export const proposalRepo = {
  async lock(db: Db, { companyId, personId, subjectId }: Owner, id: string): Promise<Proposal | undefined> {
    const { rows } = await sql<Proposal>`
      select ${columns} from assistant_proposal p
      join assistant_message m on m.company_id = p.company_id and m.id = p.message_id
      join assistant_conversation c on c.company_id = m.company_id and c.id = m.conversation_id
      where p.company_id = ${companyId} and p.id = ${id} and c.person_id = ${personId}
        and c.subject_company_id = ${subjectId} for update of p`.execute(db)
    return rows[0]
  },

  async decide(
    db: Db,
    companyId: string,
    id: string,
    { state, input, outcome }: Pick<Proposal, 'state' | 'input' | 'outcome'>,
  ): Promise<Proposal> {
    const { rows } = await sql<Proposal>`
      update assistant_proposal p set state = ${state}, input = ${JSON.stringify(input)}::jsonb,
        outcome = ${outcome && JSON.stringify(outcome)}::jsonb, decided_at = case when ${state} <> 'open' then clock_timestamp() end
      where p.company_id = ${companyId} and p.id = ${id} returning ${columns}`.execute(db)
    return rows[0]!
  },
}
