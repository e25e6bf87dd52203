import type { InputOf, integrationApi, OutputOf } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { channelForms, type ChannelKind, isMessengerKind } from '@netward/contract/integration-values'
import { isSignOnKind } from '@netward/contract/sign-on-values'
import type { Secrets } from '../../platform/secrets.ts'
import { checkDestination, isDestinationLocked } from './destination.ts'
import type { PlatformMail } from './senders/sender.ts'
import {
  type HostsBefore,
  mergedChannel,
  openChannelSecrets,
  sealChannel,
  type ChannelSecrets,
  shownSettings,
  type StoredSettings,
} from './channel-settings.ts'
import { callbackOf } from './call-callback.ts'
import { applicationHash, robotHash } from './robot-hash.ts'
import { checkSignIn, mayDecideSignIn, requireSignInRight } from './sign-on-rights.ts'
import { addressesOf, rulesOf, sendsMessages } from './sign-on-settings.ts'
import { type ChannelChoice, channelRepo, type StoredChannel } from './channel.repo.ts'

const taken = { integration_channel_name: ['integration.name_taken', 'name'] } as const

const mostChannels = 100

export interface ChannelDeps {
  readonly secrets: Secrets
  readonly publicUrl: string
  /** The platform's own mail server. */
  readonly platformMail?: PlatformMail | null
}

export async function pageChannels(
  ctx: RequestContext,
  query: InputOf<typeof integrationApi.pageChannels>,
): Promise<OutputOf<typeof integrationApi.pageChannels>> {
  const { items, total } = await channelRepo.page(ctx, query)
  return { items: items as OutputOf<typeof integrationApi.pageChannels>['items'], ...capped(total) }
}

export async function getChannel(
  ctx: RequestContext,
  { channelId }: { channelId: string },
  { secrets, publicUrl }: ChannelDeps,
): Promise<OutputOf<typeof integrationApi.getChannel>> {
  const channel = await found(ctx, channelId)
  const { settings, sealed, hasCallback: _hasCallback, publicId, ...row } = channel
  const signsIn = isSignOnKind(row.kind)
  const kept = openChannelSecrets(secrets, ctx.scope.companyId, sealed)
  const [routes, customerRoutes, inboxState, links] = await Promise.all([
    channelRepo.routes(ctx, channelId),
    channelRepo.customerRoutes(ctx, channelId),
    channelRepo.inboxState(ctx, channelId),
    channelRepo.countLinks(ctx, channelId),
  ])
  return {
    ...row,
    ...endingWith(routes),
    ...shownSettings(channel.kind, settings, kept, row.secretEndsOn),
    addresses: isSignOnKind(row.kind) ? addressesOf(row.kind, publicUrl, publicId) : null,
    links,
    signInLocked: signsIn && !(await mayDecideSignIn(ctx)),
    inboxState: inboxState ?? null,
    spent: row.kind === 4 ? await channelRepo.spent(ctx, row.id) : null,
    secrets: Object.keys(kept).filter((secret) => secret !== 'callback'),
    destinationLocked: isDestinationLocked(ctx, customerRoutes),
  } as OutputOf<typeof integrationApi.getChannel>
}

export async function addChannel(
  ctx: RequestContext,
  { name, ...given }: InputOf<typeof integrationApi.addChannel>,
  deps: ChannelDeps,
): Promise<OutputOf<typeof integrationApi.addChannel>> {
  const { secrets, publicUrl } = deps
  checkPlatformMail(ctx, given, deps)
  if (isSignOnKind(given.kind)) await requireSignInRight(ctx)
  if ((await channelRepo.count(ctx)) >= mostChannels) throw new AppError('integration.too_many')
  const {
    settings,
    secrets: kept,
    target,
    problem,
    madeSecret,
    secretEndsOn,
  } = mergedChannel(given, {}, { sending: null, inbox: null })
  if (problem !== null) throw wrongField(ctx, problem.code, problem.field)
  await checkFallback(ctx, given, null)
  const rules = rulesOf(settings)
  if (rules !== null) await checkSignIn(ctx, rules, null)
  const sealed = sealChannel(secrets, ctx.scope.companyId, kept)
  const { madeCallback, ...hashed } = callbackOf(given.sms, false, publicUrl, kept['callback'])
  const id = await namingConstraint(ctx, taken, () =>
    channelRepo.insert(ctx, {
      kind: given.kind,
      name,
      target,
      settings,
      sealed,
      secretEndsOn,
      robotHash: hashAtVendor(given, kept),
      ...hashed,
    }),
  )
  await audit(ctx, 'added', id, { name, after: { name, ...settings } })
  return { id, madeSecret, madeCallback }
}

export async function editChannel(
  ctx: RequestContext,
  { channelId, name, ...given }: InputOf<typeof integrationApi.editChannel>,
  deps: ChannelDeps,
): Promise<OutputOf<typeof integrationApi.editChannel>> {
  const { secrets, publicUrl } = deps
  checkPlatformMail(ctx, given, deps)
  const before = await locked(ctx, channelId)
  if (before.kind !== given.kind) throw new AppError('integration.kind_fixed')
  const old = openChannelSecrets(secrets, ctx.scope.companyId, before.sealed)
  const hostsBefore = hostsOf(before.settings)
  if (isSignOnKind(given.kind)) await requireSignInRight(ctx)
  const {
    settings,
    secrets: kept,
    target,
    problem,
    secretEndsOn,
  } = mergedChannel(given, old, hostsBefore, before.settings)
  if (problem !== null) throw wrongField(ctx, problem.code, problem.field)
  const rules = rulesOf(settings)
  if (rules !== null) await checkSignIn(ctx, rules, channelId)
  await checkFallback(ctx, given, channelId)
  await checkCallsInUse(ctx, given, channelId)
  if (sendsMessages(before.settings) && !sendsMessages(settings))
    await checkMessagesInUse(ctx, given.kind, channelId)
  const redirected = await checkDestination(
    ctx,
    channelId,
    given.kind,
    { settings: before.settings, secrets: old },
    { settings, secrets: kept },
  )
  const changed = changedFields({ name: before.name, ...before.settings }, { name, ...settings })
  const isSecretNew = JSON.stringify(kept) !== JSON.stringify(old)
  const { madeCallback, ...hashed } = callbackOf(
    given.sms,
    before.hasCallback && old['callback'] === undefined,
    publicUrl,
    kept['callback'],
  )
  if (changed === null && !isSecretNew && madeCallback === null && secretEndsOn === before.secretEndsOn)
    return { madeCallback }
  const sealed = isSecretNew ? sealChannel(secrets, ctx.scope.companyId, kept) : before.sealed
  await namingConstraint(ctx, taken, () =>
    channelRepo.update(ctx, channelId, {
      kind: given.kind,
      name,
      target,
      settings,
      sealed,
      secretEndsOn,
      robotHash: hashAtVendor(given, kept),
      ...hashed,
    }),
  )
  // That a secret changed, never which or what it is.
  const isChanged = isSecretNew || madeCallback !== null
  await audit(ctx, 'edited', channelId, {
    name,
    ...changed,
    ...(isChanged && { secretChanged: true }),
    // Alarms of customers go elsewhere from now on.
    ...(redirected.length > 0 && { redirected }),
  })
  return { madeCallback }
}

const hashAtVendor = (
  given: Omit<InputOf<typeof integrationApi.addChannel>, 'name'>,
  { address }: ChannelSecrets,
): Buffer | null =>
  given.robot && address !== undefined ? robotHash(given.robot.vendor, address) : applicationHash(given)

const hostsOf = (settings: StoredSettings): HostsBefore =>
  'host' in settings && !('signIn' in settings)
    ? { sending: settings.host, inbox: settings.inbox?.host ?? null }
    : { sending: null, inbox: null }

function checkPlatformMail(
  ctx: RequestContext,
  { mail }: Pick<InputOf<typeof integrationApi.addChannel>, 'mail'>,
  { platformMail = null }: ChannelDeps,
): void {
  if (mail?.server === 'platform' && platformMail === null)
    throw wrongField(ctx, 'integration.no_platform_mail', 'mail.server')
}

/** What takes over is another gateway of the company. */
async function checkFallback(
  ctx: RequestContext,
  { sms }: Pick<InputOf<typeof integrationApi.addChannel>, 'sms'>,
  ownId: string | null,
): Promise<void> {
  const fallbackId = sms?.fallbackId ?? null
  if (fallbackId === null) return
  const next = fallbackId === ownId ? undefined : await channelRepo.find(ctx, fallbackId)
  if (next?.kind !== 4) throw wrongField(ctx, 'integration.not_a_gateway', 'sms.fallbackId')
}

/** A gateway that routes call by keeps its voice template. */
async function checkCallsInUse(
  ctx: RequestContext,
  { sms }: Pick<InputOf<typeof integrationApi.addChannel>, 'sms'>,
  channelId: string,
): Promise<void> {
  if (sms === undefined || sms.voice !== null) return
  const routes = await channelRepo.routes(ctx, channelId)
  if (routes.some(({ byVoice }) => byVoice)) throw wrongField(ctx, 'integration.calls_in_use', 'sms.voice')
}

/** An application goes on sending messages while rules send through it. */
async function checkMessagesInUse(ctx: RequestContext, kind: ChannelKind, channelId: string): Promise<void> {
  if ((await channelRepo.routes(ctx, channelId)).length > 0)
    throw wrongField(ctx, 'integration.messages_in_use', `${channelForms[kind]}.sendsMessages`)
}

export async function pauseChannel(
  ctx: RequestContext,
  { channelId, paused }: InputOf<typeof integrationApi.pauseChannel>,
): Promise<null> {
  const before = await locked(ctx, channelId)
  if (isSignOnKind(before.kind)) await requireSignInRight(ctx)
  const isPaused = before.state === 'paused'
  if (isPaused === paused) return null
  await channelRepo.pause(ctx, channelId, paused)
  await audit(ctx, 'paused', channelId, {
    name: before.name,
    before: { paused: isPaused },
    after: { paused },
  })
  return null
}

export async function deleteChannel(
  ctx: RequestContext,
  { channelId }: { channelId: string },
): Promise<null> {
  const before = await locked(ctx, channelId)
  if (isSignOnKind(before.kind)) await requireSignInRight(ctx)
  const routes = await channelRepo.routes(ctx, channelId)
  await channelRepo.delete(ctx, channelId)
  await audit(ctx, 'deleted', channelId, {
    name: before.name,
    before: { name: before.name, ...before.settings, ...endingWith(routes) },
  })
  for (const { id, name } of routes)
    if (name !== null)
      await ctx.audit({
        action: 'notice_route.deleted',
        subjectKind: 'notice_route',
        subjectId: id,
        detail: { name, before: { name, channel: before.name } },
      })
  return null
}

const endingWith = (routes: readonly { name: string | null }[]) => ({
  routes: routes.flatMap(({ name }) => (name === null ? [] : [name])),
  ownRoutes: routes.filter(({ name }) => name === null).length,
})

/** Channels of the company acted in that something can be sent through. */
export async function channelChoices(ctx: RequestContext): Promise<ChannelChoice[]> {
  return channelRepo.choices(ctx)
}

/** Of applications among these channels: the members who are linked, whom they can send to. */
export async function linkedMembers(
  ctx: RequestContext,
  channels: readonly Pick<ChannelChoice, 'id' | 'kind'>[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const applications = channels.filter(({ kind }) => isMessengerKind(kind))
  if (applications.length === 0) return new Map()
  const links = await channelRepo.linkedMembers(
    ctx,
    applications.map(({ id }) => id),
  )
  return new Map(
    applications.map(({ id }) => [
      id,
      new Set(links.flatMap(({ channelId, memberId }) => (channelId === id ? [memberId] : []))),
    ]),
  )
}

export async function found(ctx: RequestContext, id: string): Promise<StoredChannel> {
  const channel = await channelRepo.find(ctx, id)
  if (!channel) throw new AppError('integration.not_found')
  return channel
}

async function locked(ctx: RequestContext, id: string): Promise<StoredChannel> {
  const channel = await channelRepo.lock(ctx, id)
  if (!channel) throw new AppError('integration.not_found')
  return channel
}

export async function audit(
  ctx: RequestContext,
  act: 'added' | 'edited' | 'paused' | 'deleted' | 'tested' | 'templates_read',
  subjectId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action: `integration.${act}`, subjectKind: 'integration_channel', subjectId, detail })
}
