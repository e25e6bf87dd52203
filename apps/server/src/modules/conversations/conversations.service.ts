import type { InputOf, OutputOf, conversationApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { foundMessage } from './answers.service.ts'
import { asker } from './asker.ts'
import type { ConversationDeps } from './conversation-deps.ts'
import { conversationRepo } from './conversation.repo.ts'

type Api = typeof conversationApi

export async function pageConversations(
  ctx: SeveralTransactions,
  query: InputOf<Api['pageConversations']>,
  { scopes }: ConversationDeps,
): Promise<OutputOf<Api['pageConversations']>> {
  const { owner } = await asker(ctx)
  const { items, total } = await scopes.withCompany(owner.companyId, ({ db }) =>
    conversationRepo.page(db, owner, query),
  )
  return { items, ...capped(total) }
}

export async function getConversation(
  ctx: SeveralTransactions,
  { conversationId }: InputOf<Api['getConversation']>,
  { scopes }: ConversationDeps,
): Promise<OutputOf<Api['getConversation']>> {
  const { owner } = await asker(ctx)
  return scopes.withCompany(owner.companyId, async ({ db }) => {
    const conversation = await conversationRepo.find(db, owner, conversationId)
    if (!conversation) throw new AppError('assistant.conversation_not_found')
    return { conversation, messages: await conversationRepo.messages(db, owner, conversationId) }
  })
}

export async function renameConversation(
  ctx: SeveralTransactions,
  { conversationId, title }: InputOf<Api['renameConversation']>,
  { scopes }: ConversationDeps,
): Promise<null> {
  const { owner } = await asker(ctx, (inside) => inside.audit({ action: 'assistant.conversation_renamed' }))
  const isThere = await scopes.withCompany(owner.companyId, ({ db }) =>
    conversationRepo.rename(db, owner, conversationId, title),
  )
  if (!isThere) throw new AppError('assistant.conversation_not_found')
  return null
}

export async function deleteConversation(
  ctx: SeveralTransactions,
  { conversationId }: InputOf<Api['deleteConversation']>,
  { scopes }: ConversationDeps,
): Promise<null> {
  const { owner } = await asker(ctx, (inside) => inside.audit({ action: 'assistant.conversation_deleted' }))
  const isThere = await scopes.withCompany(owner.companyId, ({ db }) =>
    conversationRepo.delete(db, owner, conversationId),
  )
  if (!isThere) throw new AppError('assistant.conversation_not_found')
  return null
}

export async function giveFeedback(
  ctx: SeveralTransactions,
  { messageId, isGood, reason, comment }: InputOf<Api['giveFeedback']>,
  deps: ConversationDeps,
): Promise<null> {
  const { owner } = await asker(ctx, (inside) =>
    inside.audit({ action: 'assistant.feedback_given', detail: { isGood } }),
  )
  await foundMessage(deps, owner, messageId)
  await deps.scopes.withCompany(owner.companyId, ({ db }) =>
    conversationRepo.setFeedback(db, owner, messageId, { isGood, reason, comment }),
  )
  return null
}

export async function sentForAnswer(
  ctx: SeveralTransactions,
  { messageId }: InputOf<Api['sentForAnswer']>,
  deps: ConversationDeps,
): Promise<OutputOf<Api['sentForAnswer']>> {
  const { owner } = await asker(ctx)
  await foundMessage(deps, owner, messageId)
  return deps.scopes.withCompany(owner.companyId, ({ db }) => conversationRepo.sent(db, owner, messageId))
}
