import { conversationApi } from '@netward/contract'
import type { App } from '../../platform/http/route.ts'
import { routes } from '../../platform/http/routes.ts'
import { ask, followAnswer, readiness, retryAnswer, stopAnswer } from './answers.service.ts'
import type { ConversationDeps } from './conversation-deps.ts'
import {
  deleteConversation,
  getConversation,
  giveFeedback,
  pageConversations,
  renameConversation,
  sentForAnswer,
} from './conversations.service.ts'
import { acceptProposal, dismissProposal } from './proposals.service.ts'

/** Each takes several transactions: conversations are stored with the company of the person, not with that acted in. */
export function conversationRoutes(app: App, deps: ConversationDeps): void {
  routes(
    app,
    conversationApi,
    {},
    {
      assistantReadiness: (ctx) => readiness(ctx, deps),
      ask: (ctx, input) => ask(ctx, input, deps),
      followAnswer: (ctx, input) => followAnswer(ctx, input, deps),
      retryAnswer: (ctx, input) => retryAnswer(ctx, input, deps),
      stopAnswer: (ctx, input) => stopAnswer(ctx, input, deps),
      pageConversations: (ctx, input) => pageConversations(ctx, input, deps),
      getConversation: (ctx, input) => getConversation(ctx, input, deps),
      renameConversation: (ctx, input) => renameConversation(ctx, input, deps),
      deleteConversation: (ctx, input) => deleteConversation(ctx, input, deps),
      giveFeedback: (ctx, input) => giveFeedback(ctx, input, deps),
      sentForAnswer: (ctx, input) => sentForAnswer(ctx, input, deps),
      acceptProposal: (ctx, input) => acceptProposal(ctx, input, deps),
      dismissProposal: (ctx, input) => dismissProposal(ctx, input, deps),
    },
  )
}
