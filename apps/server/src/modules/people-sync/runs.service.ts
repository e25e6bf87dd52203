import { type ErrorCode, type InputOf, type OutputOf, type peopleSyncApi } from '@netward/contract'
import { activeSyncStates } from '@netward/contract/people-sync-values'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { errorText } from '../../platform/http/error-text.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { refusingConstraint } from '../../platform/http/wrong-field.ts'
import { requireSignInRight } from '../integrations/index.ts'
import { offeredRoles, requireGrantable } from '../members/index.ts'
import { changeRepo, type ChangeRow } from './change.repo.ts'
import { directoryChannel, rolesIn } from './people-sync.service.ts'
import { peopleSyncRepo } from './people-sync.repo.ts'
import { type Run, runRepo } from './run.repo.ts'

type Change = OutputOf<typeof peopleSyncApi.pagePeopleSyncChanges>['items'][number]

/** Rows of a CSV. */
const most = 100_000
/** The sweep uses it to see whether a job still runs. */
const keyOf = (runId: string) => `people-sync:${runId}`

export async function startPeopleSync(
  ctx: RequestContext,
  { channelId, dry, reading }: InputOf<typeof peopleSyncApi.startPeopleSync>,
): Promise<OutputOf<typeof peopleSyncApi.startPeopleSync>> {
  await requireSignInRight(ctx)
  const { name, paused } = await directoryChannel(ctx, channelId)
  if (paused) throw new AppError('people_sync.channel_paused')
  const { confirmedAt } = await peopleSyncRepo.lock(ctx, channelId)
  if (!dry && confirmedAt === null) throw new AppError('people_sync.not_confirmed')
  const last = await runRepo.last(ctx, channelId)
  if (last !== undefined && activeSyncStates.includes(last.state)) throw new AppError('people_sync.running')
  const runId = await runRepo.insert(ctx, channelId, { dry, reading })
  await ctx.enqueue('people-sync.run', { runId }, { key: keyOf(runId) })
  await noted(ctx, 'people_sync.started', channelId, { name, dry, reading })
  return { runId }
}

export async function confirmPeopleSync(
  ctx: RequestContext,
  { channelId, runId }: InputOf<typeof peopleSyncApi.confirmPeopleSync>,
): Promise<null> {
  await requireSignInRight(ctx)
  const { name, paused } = await directoryChannel(ctx, channelId)
  if (paused) throw new AppError('people_sync.channel_paused')
  const settings = await peopleSyncRepo.lock(ctx, channelId)
  const { state, counts } = await locked(ctx, channelId, runId)
  if (state !== 'waiting') throw new AppError('people_sync.not_waiting')
  // What the run gives is given by the person who confirms it.
  await requireGrantable(ctx, rolesIn(settings))
  try {
    await runRepo.confirm(ctx, runId)
  } catch (error) {
    if (refusingConstraint(error) !== 'people_sync_run_active') throw error
    throw new AppError('people_sync.running', { cause: error })
  }
  await peopleSyncRepo.confirm(ctx, channelId)
  await ctx.enqueue('people-sync.run', { runId }, { key: keyOf(runId) })
  await noted(ctx, 'people_sync.confirmed', channelId, { name, counts })
  return null
}

export async function stopPeopleSync(
  ctx: RequestContext,
  { channelId, runId }: InputOf<typeof peopleSyncApi.stopPeopleSync>,
): Promise<null> {
  await requireSignInRight(ctx)
  const { state } = await locked(ctx, channelId, runId)
  if (state !== 'waiting' && !activeSyncStates.includes(state)) throw new AppError('people_sync.over')
  await runRepo.stop(ctx, runId)
  await noted(ctx, 'people_sync.stopped', channelId, { state })
  return null
}

async function locked(ctx: RequestContext, channelId: string, runId: string): Promise<Run> {
  const run = await runRepo.lock(ctx, channelId, runId)
  if (run === undefined) throw new AppError('people_sync.run_not_found')
  return run
}

async function noted(
  ctx: RequestContext,
  action: 'people_sync.started' | 'people_sync.confirmed' | 'people_sync.stopped',
  channelId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action, subjectKind: 'integration_channel', subjectId: channelId, detail })
  await ctx.emit('people_sync.changed', channelId)
}

export async function getPeopleSyncRun(
  ctx: RequestContext,
  { channelId, runId }: InputOf<typeof peopleSyncApi.getPeopleSyncRun>,
): Promise<Run> {
  const run = await runRepo.find(ctx, channelId, runId)
  if (run === undefined) throw new AppError('people_sync.run_not_found')
  return run
}

export async function pagePeopleSyncRuns(
  ctx: RequestContext,
  query: InputOf<typeof peopleSyncApi.pagePeopleSyncRuns>,
): Promise<OutputOf<typeof peopleSyncApi.pagePeopleSyncRuns>> {
  await directoryChannel(ctx, query.channelId)
  const { items, total } = await runRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function pagePeopleSyncChanges(
  ctx: RequestContext,
  query: InputOf<typeof peopleSyncApi.pagePeopleSyncChanges>,
): Promise<OutputOf<typeof peopleSyncApi.pagePeopleSyncChanges>> {
  await getPeopleSyncRun(ctx, query)
  const { page, pageSize } = query
  const rows = await changeRepo.rows(ctx, query, pageSize, (page - 1) * pageSize)
  const names = await roleNames(ctx)
  return {
    items: rows.map((row) => presented(ctx, row, names)),
    ...capped(await changeRepo.total(ctx, query)),
  }
}

export async function exportPeopleSyncChanges(
  ctx: RequestContext,
  query: InputOf<typeof peopleSyncApi.exportPeopleSyncChanges>,
): Promise<CsvAnswer> {
  await getPeopleSyncRun(ctx, query)
  const rows = await changeRepo.rows(ctx, query, most)
  const names = await roleNames(ctx)
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({
    action: 'people_sync.exported',
    subjectKind: 'integration_channel',
    subjectId: query.channelId,
    detail: { filters, rows: rows.length },
  })
  const headings = [
    'act',
    'name',
    'subject',
    'before',
    'after',
    'reason',
    'result',
    'failure',
    'handed',
  ] as const
  return {
    name: ctx.phrase('peopleSync.exportLabel'),
    csv: [
      csvLine(headings.map((heading) => ctx.phrase(`peopleSync.${heading}`))),
      ...rows.map((row) => {
        const { act, name, subject, before, after, reason, state, failure, handed } = presented(
          ctx,
          row,
          names,
        )
        return csvLine([
          ctx.phrase(`peopleSync.acts.${act}`),
          name,
          subject,
          before,
          after,
          reason === null ? '' : ctx.phrase(`peopleSync.reasons.${reason}`),
          ctx.phrase(`peopleSync.changeStates.${state}`),
          failure,
          handed.map((one) => handedText(ctx, one)).join('; '),
        ])
      }),
    ].join(''),
  }
}

function handedText(ctx: RequestContext, { kind, count, to }: Change['handed'][number]): string {
  const named = ctx.phrase(`offboarding.kinds.${kind}` as Parameters<RequestContext['phrase']>[0])
  return to === null
    ? ctx.phrase('peopleSync.handedNobody', { kind: named, count })
    : ctx.phrase('peopleSync.handedTo', { kind: named, count, to })
}

async function roleNames(ctx: RequestContext): Promise<ReadonlyMap<string, string>> {
  return new Map((await offeredRoles(ctx)).map(({ role, name }) => [role, name]))
}

function presented(ctx: RequestContext, row: ChangeRow, names: ReadonlyMap<string, string>): Change {
  const { detail, problem, ...shown } = row
  const { give = [], take = [], roles = [], handed = [] } = detail
  const nameOf = (role: string) =>
    /^\d/.test(role)
      ? (names.get(role) ?? role)
      : ctx.phrase(`account.roles.${role}` as Parameters<RequestContext['phrase']>[0])
  const listed = (some: readonly string[]) => some.map(nameOf).join(', ')
  return {
    ...shown,
    before: row.act === 'roles' ? listed(take) : (detail.before ?? ''),
    after:
      row.act === 'roles'
        ? listed(give)
        : [detail.after ?? '', listed(roles)].filter((text) => text !== '').join(' · '),
    failure:
      problem === null
        ? null
        : errorText({ code: problem.code as ErrorCode, params: problem.params }, ctx.language),
    handed: [...handed],
  }
}
