import type { InputOf, OutputOf, assistantRequestApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { type MessageDeps, notifyAdministrators, sendMessage } from '../messages/index.ts'
import { budgetRepo, type Room } from './budget.repo.ts'
import { requestRepo } from './request.repo.ts'

type Api = typeof assistantRequestApi

const usedOf = ({ db, scope }: RequestContext) => budgetRepo.used(db, scope.companyId, scope.personId)

export async function ownTokenBudget(ctx: RequestContext): Promise<OutputOf<Api['ownTokenBudget']>> {
  const [used, requests] = await Promise.all([usedOf(ctx), requestRepo.own(ctx)])
  return { used, requests }
}

/** The company is their own, wherever they act: it pays. */
export async function askForTokens(
  ctx: RequestContext,
  { reason }: InputOf<Api['askForTokens']>,
  deps: MessageDeps,
): Promise<OutputOf<Api['askForTokens']>> {
  if (!(await requestRepo.mayAsk(ctx))) throw new AppError('permission.denied')
  const kind = await usedOf(ctx)
  if (kind === null) throw new AppError('assistant.budget_left')
  const id = await requestRepo.insert(ctx, kind, reason)
  if (id === undefined) throw new AppError('assistant.request_open')
  await ctx.audit({
    action: 'assistant.tokens_asked',
    subjectKind: 'assistant_request',
    subjectId: id,
    detail: { kind, reason },
  })
  await notifyAdministrators(deps, ctx.db, ctx.scope.companyId, {
    kind: 'tokens_asked',
    params: { personName: ctx.scope.actorName, budget: kind, reason },
  })
  return { id, kind }
}

export async function pageTokenRequests(
  ctx: RequestContext,
  query: InputOf<Api['pageTokenRequests']>,
): Promise<OutputOf<Api['pageTokenRequests']>> {
  const { items, total } = await requestRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function decideTokenRequest(
  ctx: RequestContext,
  { requestId, grant, cost, tokens, answer }: InputOf<Api['decideTokenRequest']>,
  deps: MessageDeps,
): Promise<null> {
  const request = await requestRepo.lock(ctx, requestId)
  if (!request) throw new AppError('assistant.request_not_found')
  if (request.state !== 'open') throw new AppError('assistant.request_decided')
  const { companyId } = ctx.scope
  const { kind, personId, personName } = request
  if (grant) {
    const room = await budgetRepo.room(ctx.db, { companyId, personId }, kind)
    const short = shortOf(room, { cost, tokens })
    if (short !== null) throw wrongField(ctx, 'assistant.grant_too_small', short)
    const day = await budgetRepo.today(ctx.db, companyId)
    await requestRepo.grant(ctx, request, { cost, tokens, answer, day })
  } else await requestRepo.refuse(ctx, requestId, answer)
  await ctx.audit({
    action: 'assistant.tokens_decided',
    subjectKind: 'assistant_request',
    subjectId: requestId,
    detail: { name: personName, kind, granted: grant, ...(grant && { cost, tokens }), answer },
  })
  const asker = await requestRepo.asker(ctx, requestId)
  if (asker)
    await sendMessage(deps, ctx.db, {
      kind: grant ? 'tokens_granted' : 'tokens_refused',
      params: { budget: kind, decidedBy: ctx.scope.actorName, answer },
      to: { email: asker.email },
      language: asker.language,
    })
  return null
}

/** Which amount leaves its budget used up; null: neither. */
function shortOf(
  { costUsed, tokensUsed, cost, tokens }: Room,
  given: { cost: number | null; tokens: number | null },
): 'cost' | 'tokens' | null {
  if (cost !== null && costUsed >= cost + (given.cost ?? 0)) return 'cost'
  if (tokens !== null && tokensUsed >= tokens + (given.tokens ?? 0)) return 'tokens'
  return null
}
