import { assistantReadiness } from '@netward/contract/conversations'
import { identityApi, type InputOf, type OutputOf, type conversationApi } from '@netward/contract'
import type { AnswerEvent, AssistantMessage } from '@netward/contract/conversations'
import { usualKeptDays } from '@netward/contract/conversation-values'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { LinesAnswer, SeveralTransactions, StepsContext } from '../../platform/http/route.ts'
import { type ConsentContent, type ModelMessage, modelsFor } from '../assistant/index.ts'
import { answerRepo } from './answer.repo.ts'
import { type Asker, asker } from './asker.ts'
import type { ConversationDeps } from './conversation-deps.ts'
import { conversationRepo, type Owner } from './conversation.repo.ts'
import { Exit } from './exit/index.ts'
import { contentOf } from './tool-contents.ts'
import { featureOf, questionText, systemText } from './instructions.ts'
import { placeRepo } from './place.repo.ts'
import { toolsFor } from './tools/index.ts'
import { Turn } from './turn.ts'
import type { TurnOf } from './turn-of.ts'

type Api = typeof conversationApi
type Asked = Pick<AssistantMessage, 'question' | 'recipe' | 'screen'>

/** Questions and answers before this one that the model reads, and characters of each. */
const earlierMessages = 6
const earlierCharacters = 3000
const titleLength = 40

/** The models that may read a question of this person, and what may leave for all of them. */
async function modelsOf(deps: ConversationDeps, owner: Owner, feature: ReturnType<typeof featureOf>) {
  const { models, missing, ...more } = await modelsFor(deps.scopes, deps.secrets, {
    payerId: owner.companyId,
    subjectId: owner.subjectId,
    personId: owner.personId,
    feature,
    outgoingRanges: deps.outgoingRanges,
    ...(deps.times && { times: deps.times }),
  })
  const open = models.filter(({ contents }) => contents.includes('questions'))
  return {
    ...more,
    models: open,
    missing: missing ?? (open.length === 0 ? ('consent' as const) : null),
    mayLeave: (content: ConsentContent) => open.every(({ contents }) => contents.includes(content)),
  }
}

export async function readiness(
  ctx: SeveralTransactions,
  deps: ConversationDeps,
): Promise<OutputOf<Api['assistantReadiness']>> {
  const { owner } = await asker(ctx)
  const { models, masked, missing } = await modelsOf(deps, owner, 'chat')
  return {
    missing,
    services: models.map(({ provider, model, isAbroad }) => ({ name: provider.name, model, isAbroad })),
    masked: [...masked],
    keptDays: await deps.scopes.withCompany(owner.companyId, ({ db }) =>
      conversationRepo.keptDays(db, owner, usualKeptDays),
    ),
  }
}

export async function ask(
  ctx: StepsContext,
  { conversationId, after, ...asked }: InputOf<Api['ask']>,
  deps: ConversationDeps,
): Promise<LinesAnswer<AnswerEvent>> {
  const who = await asker(ctx, (inside) => auditOf(inside, 'assistant.asked', asked))
  return answerTo(ctx, who, deps, asked, { conversationId, after })
}

export async function retryAnswer(
  ctx: StepsContext,
  { messageId }: InputOf<Api['retryAnswer']>,
  deps: ConversationDeps,
): Promise<LinesAnswer<AnswerEvent>> {
  const who = await asker(ctx, (inside) => auditOf(inside, 'assistant.retried', { recipe: null }))
  const message = await foundMessage(deps, who.owner, messageId)
  if (message.state === 'running') throw new AppError('assistant.still_answering')
  const { conversationId } = message
  return answerTo(ctx, who, deps, message, { conversationId, after: before(messageId) })
}

const before = (id: string) => String(BigInt(id) - 1n)

interface PlaceOfQuestion {
  /** Null: a new one. */
  readonly conversationId: string | null
  /** Messages after this one are deleted, all of them if null. */
  readonly after?: string | null | undefined
}

/** Stores the question and starts its answer. */
async function answerTo(
  ctx: StepsContext,
  who: Asker,
  deps: ConversationDeps,
  asked: Asked,
  { conversationId, after }: PlaceOfQuestion,
): Promise<LinesAnswer<AnswerEvent>> {
  const { owner, personName, timeZone } = who
  const { companyId, personId } = owner
  const { question, recipe, screen } = asked
  const feature = featureOf(recipe)
  const { models, masked, missing, mayLeave } = await modelsOf(deps, owner, feature)
  if (missing !== null)
    throw new AppError('assistant.not_ready', {
      params: { reason: ctx.phrase(`conversations.missing.${missing}`) },
      data: { missing },
    })
  const tools = toolsFor(await permissionsOf(ctx)).filter(({ shown }) => mayLeave(contentOf(shown)))
  const write: TurnOf['write'] = (work) => deps.scopes.withCompany(companyId, ({ db }) => work(db))
  const begun = await write(async (db) => {
    const id = conversationId ?? (await conversationRepo.insert(db, owner, question.slice(0, titleLength)))
    const conversation = await conversationRepo.find(db, owner, id)
    if (!conversation) throw new AppError('assistant.conversation_not_found')
    if (await conversationRepo.isAnswering(db, owner, id)) throw new AppError('assistant.still_answering')
    if (after !== undefined) await conversationRepo.deleteAfter(db, owner, id, after)
    const earlier = await conversationRepo.lastTexts(db, owner, id, earlierMessages)
    const messageId = await answerRepo.begin(db, companyId, id, { question, recipe, screen })
    return { conversation, earlier, messageId }
  })
  const { conversation, earlier, messageId } = begun
  const { memory, ...shown } = conversation
  const stored = () => write(async (db) => (await conversationRepo.message(db, owner, messageId))!)
  const exit = new Exit(masked, memory)
  // A question names people before a tool does.
  if (masked.includes('names'))
    exit.learn({ members: await ctx.inTransaction(null, (inside) => placeRepo.people(inside)) })
  const now = new Date()
  const turn = new Turn(deps.scopes, {
    companyId,
    personId,
    personName,
    feature,
    messageId,
    models,
    system: systemText({ companyName: owner.subjectName, timeZone, now }),
    messages: [...history(earlier), { role: 'user', text: questionText({ question, recipe, screen }) }],
    tools,
    exit,
    call: ctx.callEndpoint,
    language: ctx.language,
    timeZone,
    now,
    isAllowed: async () => (await ctx.callEndpoint(assistantReadiness, {})).ok,
    write,
    stored,
  })
  turn.events.push({ type: 'begun', conversation: shown, message: await stored() })
  return { lines: deps.turns.start(messageId, turn) }
}

function history(messages: readonly Pick<AssistantMessage, 'question' | 'text'>[]): ModelMessage[] {
  return messages.flatMap(({ question, text }): ModelMessage[] => [
    { role: 'user', text: question.slice(0, earlierCharacters) },
    { role: 'assistant', text: text.slice(0, earlierCharacters) },
  ])
}

async function permissionsOf(ctx: StepsContext): Promise<ReadonlySet<string>> {
  const held = await ctx.callEndpoint(identityApi.permissionCodeList, {})
  if (!held.ok) throw new AppError('permission.denied')
  return new Set(held.data)
}

export async function followAnswer(
  ctx: SeveralTransactions,
  { messageId }: InputOf<Api['followAnswer']>,
  deps: ConversationDeps,
): Promise<LinesAnswer<AnswerEvent>> {
  const { owner } = await asker(ctx)
  await foundMessage(deps, owner, messageId)
  return { lines: deps.turns.follow(messageId) ?? written(deps, owner, messageId) }
}

const writtenMilliseconds = 1000

/** An answer that runs in another process, as it is written there. */
async function* written(
  deps: ConversationDeps,
  owner: Owner,
  messageId: string,
): AsyncGenerator<AnswerEvent> {
  let shown = ''
  const steps = new Map<string, string>()
  for (;;) {
    const message = await foundMessage(deps, owner, messageId)
    for (const step of message.steps) {
      if (steps.get(step.id) === step.state) continue
      steps.set(step.id, step.state)
      yield { type: 'step', step }
    }
    if (!message.text.startsWith(shown)) {
      yield { type: 'text_reset' }
      shown = ''
    }
    if (message.text !== shown) yield { type: 'text', text: message.text.slice(shown.length) }
    shown = message.text
    if (message.state !== 'running') {
      yield { type: 'ended', message }
      return
    }
    await setTimeout(writtenMilliseconds)
  }
}

export async function stopAnswer(
  ctx: SeveralTransactions,
  { messageId }: InputOf<Api['stopAnswer']>,
  deps: ConversationDeps,
): Promise<null> {
  const { owner } = await asker(ctx, (inside) => inside.audit({ action: 'assistant.stopped' }))
  await foundMessage(deps, owner, messageId)
  await deps.scopes.withCompany(owner.companyId, ({ db }) =>
    answerRepo.requestStop(db, owner.companyId, messageId),
  )
  deps.turns.stop(messageId)
  return null
}

export async function foundMessage(deps: ConversationDeps, owner: Owner, messageId: string) {
  const message = await deps.scopes.withCompany(owner.companyId, ({ db }) =>
    conversationRepo.message(db, owner, messageId),
  )
  if (!message) throw new AppError('assistant.message_not_found')
  return message
}

/** Never the question: it is the person's. */
const auditOf = (
  inside: RequestContext,
  action: 'assistant.asked' | 'assistant.retried',
  { recipe }: Pick<Asked, 'recipe'>,
) => inside.audit({ action, detail: { ...(recipe !== null && { recipe }) } })
