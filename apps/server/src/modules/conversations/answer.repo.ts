import type { OutputOf, conversationApi } from '@netward/contract'
import type { AnswerPart, AnswerStep, AssistantMessage, Proposal } from '@netward/contract/conversations'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { MaskMemory } from './exit/index.ts'
import type { NewProposal } from './tools/tool.ts'

type Sent = OutputOf<typeof conversationApi.sentForAnswer>[number]
type Asked = Pick<AssistantMessage, 'question' | 'recipe' | 'screen'>
type Ended = Pick<
  AssistantMessage,
  'state' | 'text' | 'numbers' | 'failure' | 'model' | 'tokens' | 'cost'
> & {
  readonly parts: readonly AnswerPart[]
}

/** What an answer writes while it comes. The transaction is that of the company of the person who asks. */
export const answerRepo = {
  async begin(
    db: Db,
    companyId: string,
    conversationId: string,
    { question, recipe, screen }: Asked,
  ): Promise<string> {
    await sql`update assistant_conversation set updated_at = clock_timestamp()
      where company_id = ${companyId} and id = ${conversationId}`.execute(db)
    const { rows } = await sql<{ id: string }>`
      insert into assistant_message (company_id, conversation_id, question, recipe, screen)
      values (${companyId}, ${conversationId}, ${question}, ${recipe}, ${screen && JSON.stringify(screen)}::jsonb)
      returning id`.execute(db)
    return rows[0]!.id
  },

  /** Keeps what is there of a running answer. True: someone asks to stop it, or deleted it. */
  async keep(db: Db, companyId: string, messageId: string, text: string): Promise<boolean> {
    const { rows } = await sql<{ stop: boolean }>`update assistant_message set answer = ${text}
      where company_id = ${companyId} and id = ${messageId} and state = 'running'
      returning stop_requested as stop`.execute(db)
    return rows[0]?.stop ?? true
  },

  async requestStop(db: Db, companyId: string, messageId: string): Promise<void> {
    await sql`update assistant_message set stop_requested = true
      where company_id = ${companyId} and id = ${messageId} and state = 'running'`.execute(db)
  },

  async end(db: Db, companyId: string, messageId: string, ended: Ended, memory: MaskMemory): Promise<void> {
    const kept = ended.parts.filter(({ kind }) => kind !== 'proposal')
    await sql`update assistant_message set state = ${ended.state}, answer = ${ended.text}, ended_at = clock_timestamp(),
        parts = ${JSON.stringify(kept)}::jsonb, numbers = ${JSON.stringify(ended.numbers)}::jsonb,
        failure = ${ended.failure && JSON.stringify(ended.failure)}::jsonb, model = ${ended.model},
        tokens = ${ended.tokens}, cost = ${ended.cost}
      where company_id = ${companyId} and id = ${messageId} and state = 'running'`.execute(db)
    await sql`update assistant_conversation c set memory = ${JSON.stringify(memory)}::jsonb, updated_at = clock_timestamp()
      from assistant_message m where m.company_id = ${companyId} and m.id = ${messageId}
        and c.company_id = m.company_id and c.id = m.conversation_id`.execute(db)
    await sql`update assistant_step set state = 'failed', milliseconds = 0
      where company_id = ${companyId} and message_id = ${messageId} and state = 'running'`.execute(db)
  },

  async beginStep(
    db: Db,
    companyId: string,
    messageId: string,
    { tool, input }: Pick<AnswerStep, 'tool' | 'input'>,
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into assistant_step (company_id, message_id, tool, input)
      values (${companyId}, ${messageId}, ${tool}, ${JSON.stringify(input)}::jsonb) returning id`.execute(db)
    return rows[0]!.id
  },

  async endStep(
    db: Db,
    companyId: string,
    { id, state, result, error, milliseconds }: AnswerStep,
  ): Promise<void> {
    await sql`update assistant_step set state = ${state}, result = ${result}, error = ${error}, milliseconds = ${milliseconds}
      where company_id = ${companyId} and id = ${id}`.execute(db)
  },

  async noteSent(
    db: Db,
    companyId: string,
    messageId: string,
    { service, model, isAbroad, request, masked }: Omit<Sent, 'at'>,
  ): Promise<void> {
    await sql`insert into assistant_sent (company_id, message_id, service, model, is_abroad, request, masked)
      values (${companyId}, ${messageId}, ${service}, ${model}, ${isAbroad}, ${request}::jsonb,
        ${JSON.stringify(masked)}::jsonb)`.execute(db)
  },

  async addProposal(
    db: Db,
    companyId: string,
    messageId: string,
    { kind, subject, input, reason, before }: NewProposal,
  ): Promise<Proposal> {
    const { rows } = await sql<{ id: string }>`
      insert into assistant_proposal (company_id, message_id, kind, subject, input, reason, before)
      values (${companyId}, ${messageId}, ${kind}, ${subject && JSON.stringify(subject)}::jsonb,
        ${JSON.stringify(input)}::jsonb, ${reason}, ${before}) returning id`.execute(db)
    return {
      id: rows[0]!.id,
      kind,
      state: 'open',
      subject,
      input: { ...input },
      reason,
      before,
      decidedAt: null,
      outcome: null,
    }
  },

  endAbandoned: (scopes: Scopes, olderThan: string) =>
    scopes.asLoginRole('select assistant_end_abandoned($1::interval)', [olderThan]),

  async prune(scopes: Scopes, most: number, usualDays: number): Promise<number> {
    const rows = await scopes.asLoginRole<{ gone: string }>(
      'select assistant_prune_conversations($1, $2) as gone',
      [most, usualDays],
    )
    return Number(rows[0]!.gone)
  },
}
