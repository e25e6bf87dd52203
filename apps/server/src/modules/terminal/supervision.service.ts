import type { InputOf, OutputOf, terminalSupervisionApi } from '@netward/contract'
import { openTerminalStates } from '@netward/contract/terminal-values'
import { AppError } from '../../platform/errors.ts'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany, type Subject } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { lookInto } from '../devices/index.ts'
import { terminalRepo } from './terminal.repo.ts'

type Found = NonNullable<Awaited<ReturnType<typeof terminalRepo.find>>>

/** The process that carries it ends it within a second. */
export function endTerminal(
  ctx: SeveralTransactions,
  { terminalId }: InputOf<typeof terminalSupervisionApi.endTerminal>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedTerminal(terminalId), async (inside) => {
    const found = await getTerminal(inside, terminalId)
    if (!(await terminalRepo.updateEndAsked(inside, terminalId))) throw new AppError('terminal.over')
    await note(inside, 'terminal.ended', found)
    await inside.emit('terminal.changed', found.device_id)
    return null
  })
}

/** The terminal's user sees who watches; a company below that refuses access cannot be watched. */
export function watchTerminal(
  ctx: SeveralTransactions,
  { terminalId }: InputOf<typeof terminalSupervisionApi.watchTerminal>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedTerminal(terminalId), async (inside) => {
    const found = await getTerminal(inside, terminalId)
    if (!isOpen(found)) throw new AppError('terminal.over')
    if (await terminalRepo.watch(inside, terminalId)) await note(inside, 'terminal.watched', found)
    return null
  })
}

/** Consent requests are answered by the company's own users. */
export async function decideTerminal(
  ctx: RequestContext,
  { terminalId, allow }: InputOf<typeof terminalSupervisionApi.decideTerminal>,
): Promise<null> {
  const found = await getTerminal(ctx, terminalId)
  if (!isAtHome(ctx) || found.company_id !== ctx.scope.companyId) throw new AppError('terminal.only_at_home')
  if (!(await terminalRepo.decide(ctx, terminalId, allow))) throw new AppError('terminal.not_asking')
  await note(ctx, 'terminal.decided', found, { allow })
  await ctx.emit('terminal.changed', found.device_id)
  return null
}

const chunkConcurrency = 20

/** A replay stands in the log of the terminal's company: from above, that is entered to write it. */
export async function readRecording(
  ctx: SeveralTransactions,
  input: InputOf<typeof terminalSupervisionApi.readRecording>,
): Promise<OutputOf<typeof terminalSupervisionApi.readRecording>> {
  const { part, unnoted } = await ctx.inTransaction(null, async (inside) => ({
    part: await recordingPart(inside, input),
    unnoted: await terminalRepo.isReplayUnnoted(inside, input.terminalId),
  }))
  if (unnoted && !part.running) {
    await inSubjectCompany(ctx, ownedTerminal(input.terminalId), async (inside) =>
      note(inside, 'terminal.replayed', await getTerminal(inside, input.terminalId), {
        terminalId: input.terminalId,
      }),
    )
  }
  return part
}

async function recordingPart(
  ctx: RequestContext,
  { terminalId, after }: InputOf<typeof terminalSupervisionApi.readRecording>,
): Promise<OutputOf<typeof terminalSupervisionApi.readRecording>> {
  const found = await getTerminal(ctx, terminalId)
  await lookInto(ctx, found, 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE')
  // All watching is visible, except of one's own terminals.
  const own = found.person_id === ctx.scope.personId
  if (isOpen(found) && !own && !(await terminalRepo.isWatching(ctx, terminalId)))
    throw new AppError('terminal.not_watched')
  const chunks = await terminalRepo.chunks(ctx, found.company_id, terminalId, after, chunkConcurrency)
  const last = chunks.at(-1)?.n ?? after
  return {
    content: chunks.map(({ content }) => content).join(''),
    next: chunks.length === chunkConcurrency ? last : null,
    last,
    running: isOpen(found),
  }
}

const isOpen = ({ state }: Found): boolean => openTerminalStates.some((open) => open === state)

const ownedTerminal = (terminalId: string): Subject => ({
  missing: 'terminal.not_found',
  owner: async (outside) => (await terminalRepo.find(outside, terminalId))?.company_id,
})

async function getTerminal(ctx: RequestContext, terminalId: string): Promise<Found> {
  const found = await terminalRepo.find(ctx, terminalId)
  if (!found) throw new AppError('terminal.not_found')
  return found
}

function note(
  ctx: RequestContext,
  action: 'terminal.ended' | 'terminal.watched' | 'terminal.decided' | 'terminal.replayed',
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
