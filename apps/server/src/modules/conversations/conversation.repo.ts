import type { InputOf, OutputOf, conversationApi } from '@netward/contract'
import type { AssistantMessage, Conversation } from '@netward/contract/conversations'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { ModelRequest } from '../assistant/index.ts'
import type { MaskMemory } from './exit/index.ts'

/** Whose conversations: a person's, in their company, about one company. The transaction is that of their company. */
export interface Owner {
  readonly companyId: string
  readonly personId: string
  readonly subjectId: string
  /** Its name: the transaction does not see a tenant acted in. */
  readonly subjectName: string
}

type Query = InputOf<typeof conversationApi.pageConversations>
type Sent = OutputOf<typeof conversationApi.sentForAnswer>[number]

const own = ({ companyId, personId, subjectId }: Owner) =>
  sql`c.company_id = ${companyId} and c.person_id = ${personId} and c.subject_company_id = ${subjectId}`

const conversationColumns = ({
  subjectName,
}: Owner) => sql`c.id, c.title, c.subject_company_id as "companyId",
  ${subjectName}::text as "companyName",
  (select count(*)::int from assistant_message m where m.company_id = c.company_id and m.conversation_id = c.id) as messages,
  c.created_at as "createdAt", c.updated_at as "updatedAt"`

const proposalObject = sql`jsonb_build_object('id', p.id::text, 'kind', p.kind, 'state', p.state, 'subject', p.subject,
  'input', p.input, 'reason', p.reason, 'before', p.before, 'decidedAt', p.decided_at, 'outcome', p.outcome)`

const messageColumns = sql`m.id, m.question, m.recipe, m.screen, m.at, m.state, m.answer as text, m.numbers, m.failure, m.feedback,
  m.model, m.tokens::float8 as tokens, m.cost::float8 as cost,
  (extract(epoch from m.ended_at - m.at) * 1000)::int as milliseconds,
  coalesce((select jsonb_agg(jsonb_build_object('id', s.id::text, 'tool', s.tool, 'input', s.input, 'state', s.state,
      'result', s.result, 'error', s.error, 'milliseconds', s.milliseconds) order by s.id)
    from assistant_step s where s.company_id = m.company_id and s.message_id = m.id), '[]') as steps,
  m.parts || coalesce((select jsonb_agg(jsonb_build_object('kind', 'proposal', 'proposal', ${proposalObject}) order by p.id)
    from assistant_proposal p where p.company_id = m.company_id and p.message_id = m.id), '[]') as parts`

export const conversationRepo = {
  async page(db: Db, owner: Owner, query: Query): Promise<{ items: Conversation[]; total: number }> {
    const found = sql`${own(owner)}
      and position(lower(${query.search ?? ''}) in lower(c.title)) > 0`
    const order = query.sort === 'updatedAt' ? sql`c.updated_at, c.id` : sql`c.updated_at desc, c.id desc`
    const items = await sql<Conversation>`
      select ${conversationColumns(owner)} from assistant_conversation c
      where ${found} order by ${order} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(
      db,
    )
    const total = await sql<{ total: number }>`
      select count(*)::int as total from (select from assistant_conversation c where ${found} limit ${countCap + 1}) n`.execute(
      db,
    )
    return { items: items.rows, total: total.rows[0]!.total }
  },

  async find(db: Db, owner: Owner, id: string): Promise<(Conversation & { memory: MaskMemory }) | undefined> {
    const { rows } = await sql<Conversation & { memory: MaskMemory }>`
      select ${conversationColumns(owner)}, c.memory from assistant_conversation c
      where ${own(owner)} and c.id = ${id}`.execute(db)
    return rows[0]
  },

  async insert(db: Db, { companyId, personId, subjectId }: Owner, title: string): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into assistant_conversation (company_id, person_id, subject_company_id, title)
      values (${companyId}, ${personId}, ${subjectId}, ${title}) returning id`.execute(db)
    return rows[0]!.id
  },

  /** Whether there was one. */
  async rename(db: Db, owner: Owner, id: string, title: string): Promise<boolean> {
    const { numAffectedRows } =
      await sql`update assistant_conversation c set title = ${title} where ${own(owner)} and c.id = ${id}`.execute(
        db,
      )
    return numAffectedRows === 1n
  },

  async delete(db: Db, owner: Owner, id: string): Promise<boolean> {
    const { numAffectedRows } =
      await sql`delete from assistant_conversation c where ${own(owner)} and c.id = ${id}`.execute(db)
    return numAffectedRows === 1n
  },

  async messages(db: Db, owner: Owner, conversationId: string): Promise<AssistantMessage[]> {
    const { rows } = await sql<AssistantMessage>`
      select ${messageColumns} from assistant_conversation c
      join assistant_message m on m.company_id = c.company_id and m.conversation_id = c.id
      where ${own(owner)} and c.id = ${conversationId} order by m.id`.execute(db)
    return rows
  },

  /** The last answered questions of a conversation, in their order. */
  async lastTexts(
    db: Db,
    { companyId }: Owner,
    conversationId: string,
    most: number,
  ): Promise<Pick<AssistantMessage, 'question' | 'text'>[]> {
    const { rows } = await sql<Pick<AssistantMessage, 'question' | 'text'>>`
      select question, answer as text from assistant_message
      where company_id = ${companyId} and conversation_id = ${conversationId} and answer <> ''
      order by id desc limit ${most}`.execute(db)
    return rows.toReversed()
  },

  async message(
    db: Db,
    owner: Owner,
    id: string,
  ): Promise<(AssistantMessage & { conversationId: string }) | undefined> {
    const { rows } = await sql<AssistantMessage & { conversationId: string }>`
      select ${messageColumns}, c.id as "conversationId" from assistant_message m
      join assistant_conversation c on c.company_id = m.company_id and c.id = m.conversation_id
      where ${own(owner)} and m.id = ${id}`.execute(db)
    return rows[0]
  },

  /** Locks the conversation. Whether an answer of it runs. */
  async isAnswering(db: Db, { companyId }: Owner, id: string): Promise<boolean> {
    await sql`select from assistant_conversation where company_id = ${companyId} and id = ${id} for update`.execute(
      db,
    )
    const { rows } = await sql`
      select from assistant_message where company_id = ${companyId} and conversation_id = ${id} and state = 'running'`.execute(
      db,
    )
    return rows.length > 0
  },

  /** Deletes the messages that come after one; after none, all. */
  async deleteAfter(
    db: Db,
    { companyId }: Owner,
    conversationId: string,
    after: string | null,
  ): Promise<void> {
    await sql`delete from assistant_message
      where company_id = ${companyId} and conversation_id = ${conversationId} and id > ${after ?? 0}`.execute(
      db,
    )
  },

  async sent(db: Db, { companyId }: Owner, messageId: string): Promise<Sent[]> {
    const { rows } = await sql<Omit<Sent, 'request'> & { request: ModelRequest }>`
      select at, service, model, is_abroad as "isAbroad", request, masked from assistant_sent
      where company_id = ${companyId} and message_id = ${messageId} order by id`.execute(db)
    // jsonb keeps no order: what was said comes before what the model could have asked for.
    return rows.map(({ request: { system, messages, tools, mostOutput }, ...row }) => ({
      ...row,
      request: JSON.stringify({ system, messages, tools, mostOutput }),
    }))
  },

  async setFeedback(
    db: Db,
    { companyId }: Owner,
    messageId: string,
    feedback: NonNullable<AssistantMessage['feedback']>,
  ): Promise<void> {
    await sql`update assistant_message set feedback = ${JSON.stringify(feedback)}::jsonb
      where company_id = ${companyId} and id = ${messageId}`.execute(db)
  },

  /** Days that the company keeps conversations. */
  async keptDays(db: Db, { companyId }: Owner, usual: number): Promise<number> {
    const { rows } = await sql<{ days: number }>`
      select kept_days as days from assistant_setting where company_id = ${companyId} and kept_days is not null`.execute(
      db,
    )
    return rows[0]?.days ?? usual
  },
}
