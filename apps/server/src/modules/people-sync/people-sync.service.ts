import type { InputOf, OutputOf, peopleSyncApi } from '@netward/contract'
import { isDirectoryKind } from '@netward/contract/people-sync-values'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { mayDecideSignIn, requireSignInRight } from '../integrations/index.ts'
import { destination, requireGrantable } from '../members/index.ts'
import { defaultRole } from '../roles/index.ts'
import { channelRepo, type SyncChannel } from './channel.repo.ts'
import { peopleSyncRepo, type SyncSettings, usualSettings } from './people-sync.repo.ts'
import { runRepo } from './run.repo.ts'
import type { SyncDeps } from './sync-deps.ts'

/** A channel of the company acted in whose service has a directory. */
export async function directoryChannel(
  { db, scope }: Pick<RequestContext, 'db' | 'scope'>,
  id: string,
): Promise<SyncChannel> {
  const channel = await channelRepo.find(db, scope.companyId, id)
  if (channel === undefined) throw new AppError('integration.not_found')
  if (!isDirectoryKind(channel.kind)) throw new AppError('people_sync.no_directory')
  return channel
}

export async function getPeopleSync(
  ctx: RequestContext,
  { channelId }: InputOf<typeof peopleSyncApi.getPeopleSync>,
  deps: SyncDeps,
): Promise<OutputOf<typeof peopleSyncApi.getPeopleSync>> {
  const channel = await directoryChannel(ctx, channelId)
  const { name, kind, paused } = channel
  const found = await peopleSyncRepo.find(ctx, channelId)
  return {
    channelName: name,
    kind,
    paused,
    settings: settingsOf(found ?? usualSettings),
    department: found?.department ?? [],
    leaverName: found?.leaverName ?? null,
    platformInterval: await peopleSyncRepo.platformInterval(ctx),
    companyDefaultRole: (await defaultRole(ctx)).name,
    mayEdit: await mayDecideSignIn(ctx),
    confirmedAt: found?.confirmedAt ?? null,
    confirmedBy: found?.confirmedBy ?? null,
    nextAt: found?.nextAt ?? null,
    members: found?.members ?? 0,
    questions: found?.questions ?? 0,
    events: deps.events(ctx.scope.companyId, channel, await peopleSyncRepo.subscription(ctx, channelId)),
    lastRun: (await runRepo.last(ctx, channelId)) ?? null,
  }
}

const settingsOf = ({
  enabled,
  interval,
  addsPeople,
  departmentId,
  winners,
  roleRules,
  defaultRole: role,
  leaverRule,
  leaverMemberId,
  stopShare,
  stopCount,
}: SyncSettings): SyncSettings => ({
  enabled,
  interval,
  addsPeople,
  departmentId,
  winners,
  roleRules,
  defaultRole: role,
  leaverRule,
  leaverMemberId,
  stopShare,
  stopCount,
})

/** Who says who people are could become any of them; and nobody grants by a rule what they may not grant by hand. */
export async function savePeopleSync(
  ctx: RequestContext,
  { channelId, ...given }: InputOf<typeof peopleSyncApi.savePeopleSync>,
): Promise<null> {
  await requireSignInRight(ctx)
  const { name } = await directoryChannel(ctx, channelId)
  const before = settingsOf(await peopleSyncRepo.lock(ctx, channelId))
  await requireGrantable(ctx, rolesIn(given))
  if (given.departmentId !== null) await destination(ctx, given.departmentId)
  if (given.leaverRule === 'member') {
    if (given.leaverMemberId === null)
      throw wrongField(ctx, 'people_sync.successor_missing', 'leaverMemberId')
    if (!(await peopleSyncRepo.isMember(ctx, given.leaverMemberId)))
      throw wrongField(ctx, 'member.not_found', 'leaverMemberId')
  }
  await peopleSyncRepo.update(ctx, channelId, given)
  await ctx.audit({
    action: 'people_sync.saved',
    subjectKind: 'integration_channel',
    subjectId: channelId,
    detail: { name, before, after: settingsOf(given) },
  })
  await ctx.emit('people_sync.changed', channelId)
  return null
}

/** Roles that the rules give. */
export const rolesIn = ({ roleRules, defaultRole: role }: SyncSettings): string[] => [
  ...new Set([...roleRules.map((rule) => rule.role), ...(role === null ? [] : [role])]),
]

export async function peopleSyncDepartments(
  ctx: RequestContext,
  { channelId, search }: InputOf<typeof peopleSyncApi.peopleSyncDepartments>,
): Promise<OutputOf<typeof peopleSyncApi.peopleSyncDepartments>> {
  await directoryChannel(ctx, channelId)
  return peopleSyncRepo.departments(ctx, channelId, search)
}
