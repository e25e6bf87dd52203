import type { InputOf, OutputOf, terminalSupervisionApi } from '@netward/contract'
import { openTerminalStates } from '@netward/contract/terminal-values'
import { AppError } from '../../platform/errors.ts'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { lookInto } from '../devices/index.ts'
import { terminalRepo } from './terminal.repo.ts'

type Found = NonNullable<Awaited<ReturnType<typeof terminalRepo.find>>>

/** The process that carries it ends it within a second. */
export function endTerminal(
  ctx: SeveralTransactions,
  { terminalId }: InputOf<typeof terminalSupervisionApi.endTerminal>,
): Promise<null> {
  return inTerminalCompany(ctx, terminalId, async (inside, found) => {
    if (!(await terminalRepo.updateEndAsked(inside, terminalId))) throw new AppError('terminal.over')
    await note(inside, 'terminal.ended', found)
    await inside.emit('terminal.changed', null)
    return null
  })
}

/** Whoever works there is told who looks on; nobody watches a company below that does not let them in. */
export function watchTerminal(
  ctx: SeveralTransactions,
  { terminalId }: InputOf<typeof terminalSupervisionApi.watchTerminal>,
): Promise<null> {
  return inTerminalCompany(ctx, terminalId, async (inside, found) => {
    if (!isOpen(found)) throw new AppError('terminal.over')
    if (await terminalRepo.watch(inside, terminalId)) await note(inside, 'terminal.watched', found)
    return null
  })
}

/** What is asked of a company its own people answer. */
export async function decideTerminal(
  ctx: RequestContext,
  { terminalId, allow }: InputOf<typeof terminalSupervisionApi.decideTerminal>,
): Promise<null> {
  const found = await terminalRepo.find(ctx, terminalId)
  if (!found) throw new AppError('terminal.not_found')
  if (!isAtHome(ctx) || found.company_id !== ctx.scope.companyId) throw new AppError('terminal.only_at_home')
  if (!(await terminalRepo.decide(ctx, terminalId, allow))) throw new AppError('terminal.not_asking')
  await note(ctx, 'terminal.decided', found, { allow })
  await ctx.emit('terminal.changed', null)
  return null
}

const chunksAtOnce = 20

export async function readRecording(
  ctx: RequestContext,
  { terminalId, after }: InputOf<typeof terminalSupervisionApi.readRecording>,
): Promise<OutputOf<typeof terminalSupervisionApi.readRecording>> {
  const found = await terminalRepo.find(ctx, terminalId)
  if (!found) throw new AppError('terminal.not_found')
  await lookInto(ctx, found, 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE')
  // Nobody looks on unseen, but at what they do themselves.
  const own = found.person_id === ctx.scope.personId
  if (isOpen(found) && !own && !(await terminalRepo.isWatching(ctx, terminalId)))
    throw new AppError('terminal.not_watched')
  const chunks = await terminalRepo.chunks(ctx, found.company_id, terminalId, after, chunksAtOnce)
  const last = chunks.at(-1)?.n ?? after
  return {
    content: chunks.map(({ content }) => content).join(''),
    next: chunks.length === chunksAtOnce ? last : null,
    last,
    running: isOpen(found),
  }
}

const isOpen = ({ state }: Found): boolean => openTerminalStates.some((open) => open === state)

/** From above, the company of the terminal is entered first. */
async function inTerminalCompany<T>(
  ctx: SeveralTransactions,
  terminalId: string,
  work: (inside: RequestContext, found: Found) => Promise<T>,
): Promise<T> {
  const companyId = await ctx.inTransaction(null, async (outside) => {
    const found = await terminalRepo.find(outside, terminalId)
    if (!found) throw new AppError('terminal.not_found')
    return found.company_id === outside.scope.companyId ? null : found.company_id
  })
  return ctx.inTransaction(companyId, async (inside) => {
    const found = await terminalRepo.find(inside, terminalId)
    if (!found) throw new AppError('terminal.not_found')
    return work(inside, found)
  })
}

function note(
  ctx: RequestContext,
  action: 'terminal.ended' | 'terminal.watched' | 'terminal.decided',
  { device_id, device_name, person_name }: Found,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return ctx.audit({
    action,
    subjectKind: 'device',
    subjectId: device_id,
    detail: { name: device_name, personName: person_name, ...detail },
  })
}
