import type { InputOf, OutputOf, conversationApi } from '@netward/contract'
import type { Proposal } from '@netward/contract/conversations'
import { AppError } from '../../platform/errors.ts'
import type { SeveralTransactions, StepsContext } from '../../platform/http/route.ts'
import { type Asker, asker } from './asker.ts'
import type { ConversationDeps } from './conversation-deps.ts'
import { proposalRepo } from './proposal.repo.ts'
import { carryOut, fixedValues } from './tools/proposals.ts'

type Api = typeof conversationApi

/**
 * Carries a proposal out by its usual endpoint, as the person: their rights, their limits, approvals. The proposal is decided
 * before, so that it cannot be carried out twice; what came of it is written after.
 */
export async function acceptProposal(
  ctx: StepsContext,
  { proposalId, input: changed }: InputOf<Api['acceptProposal']>,
  deps: ConversationDeps,
): Promise<OutputOf<Api['acceptProposal']>> {
  const who = await asker(ctx, (inside) =>
    inside.audit({ action: 'assistant.proposal_accepted', subjectKind: 'proposal', subjectId: proposalId }),
  )
  const interrupted = { error: ctx.phrase('conversations.interrupted'), made: null }
  const { kind, input } = await decide(deps, who, proposalId, (open) => ({
    state: 'failed',
    // What it is about stays as it was proposed.
    input: { ...open.input, ...changed, ...fixedValues(open.kind, open.input) },
    outcome: interrupted,
  }))
  const done = await carryOut(kind, input, (endpoint, given) =>
    ctx.callEndpoint(endpoint, given, { proposalId }),
  )
  const { companyId } = who.owner
  return deps.scopes.withCompany(companyId, ({ db }) =>
    proposalRepo.decide(
      db,
      companyId,
      proposalId,
      done.ok
        ? { state: 'done', input, outcome: { error: null, made: done.made } }
        : { state: 'open', input, outcome: { error: done.message, made: null } },
    ),
  )
}

export async function dismissProposal(
  ctx: SeveralTransactions,
  { proposalId }: InputOf<Api['dismissProposal']>,
  deps: ConversationDeps,
): Promise<OutputOf<Api['dismissProposal']>> {
  const who = await asker(ctx, (inside) =>
    inside.audit({ action: 'assistant.proposal_dismissed', subjectKind: 'proposal', subjectId: proposalId }),
  )
  return decide(deps, who, proposalId, ({ input }) => ({ state: 'dismissed', input, outcome: null }))
}

function decide(
  { scopes }: ConversationDeps,
  { owner }: Asker,
  proposalId: string,
  decision: (open: Proposal) => Pick<Proposal, 'state' | 'input' | 'outcome'>,
): Promise<Proposal> {
  return scopes.withCompany(owner.companyId, async ({ db }) => {
    const proposal = await proposalRepo.lock(db, owner, proposalId)
    if (!proposal) throw new AppError('assistant.proposal_not_found')
    if (proposal.state !== 'open') throw new AppError('assistant.proposal_decided')
    return proposalRepo.decide(db, owner.companyId, proposalId, decision(proposal))
  })
}
