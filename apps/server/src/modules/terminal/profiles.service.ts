import type { InputOf, OutputOf, terminalProfileApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type ProfileRow, profileRepo, type ProfileSet } from './profile.repo.ts'
import { requireWholeCompany } from './setting.service.ts'
import { checkKey, sealedSecret, presentedWay } from './way-in.ts'

type Profile = OutputOf<typeof terminalProfileApi.createTerminalProfile>
type Wanted = InputOf<typeof terminalProfileApi.createTerminalProfile>

const maxProfiles = 100

export const profileContext = (profileId: string) => `terminal profile:${profileId}`

export async function listProfiles(ctx: RequestContext): Promise<Profile[]> {
  return (await profileRepo.findAll(ctx)).map(present)
}

export async function createProfile(ctx: RequestContext, wanted: Wanted, secrets: Secrets): Promise<Profile> {
  await requireWholeCompany(ctx)
  await checkKey(wanted.secret)
  if ((await profileRepo.findAll(ctx)).length >= maxProfiles) throw new AppError('terminal.profile_limit')
  const id = await profileRepo.insert(ctx, setOf(wanted))
  if (id === undefined) throw new AppError('terminal.profile_taken')
  await profileRepo.update(ctx, id, sealedSecret(wanted.secret, secrets, profileContext(id)))
  const made = await lockedProfile(ctx, id)
  await note(ctx, 'terminal.profile_added', made, { after: reported(made) })
  return made
}

export async function editProfile(
  ctx: RequestContext,
  { profileId, ...wanted }: InputOf<typeof terminalProfileApi.editTerminalProfile>,
  secrets: Secrets,
): Promise<Profile> {
  await requireWholeCompany(ctx)
  await checkKey(wanted.secret)
  const before = await lockedProfile(ctx, profileId)
  if (await profileRepo.findTwin(ctx, { id: profileId, model: wanted.model, tag: wanted.tag }))
    throw new AppError('terminal.profile_taken')
  await profileRepo.update(ctx, profileId, {
    ...setOf(wanted),
    ...sealedSecret(wanted.secret, secrets, profileContext(profileId)),
  })
  const after = await lockedProfile(ctx, profileId)
  const secretChanged = wanted.secret !== undefined
  await note(ctx, 'terminal.profile_changed', after, {
    before: reported(before),
    after: reported(after),
    secretChanged,
  })
  return after
}

export async function deleteProfile(ctx: RequestContext, profileId: string): Promise<null> {
  await requireWholeCompany(ctx)
  const before = await lockedProfile(ctx, profileId)
  await profileRepo.remove(ctx, profileId)
  await note(ctx, 'terminal.profile_removed', before, { before: reported(before) })
  return null
}

async function lockedProfile(ctx: RequestContext, profileId: string): Promise<Profile> {
  const row = await profileRepo.lock(ctx, profileId)
  if (!row) throw new AppError('terminal.profile_not_found')
  return present(row)
}

function note(
  ctx: RequestContext,
  action: 'terminal.profile_added' | 'terminal.profile_changed' | 'terminal.profile_removed',
  { id, name }: Profile,
  detail: Record<string, unknown>,
): Promise<void> {
  return ctx.audit({ action, subjectKind: 'terminal', subjectId: id, detail: { name, ...detail } })
}

const reported = (profile: Profile) => {
  const { name, model, tag } = profile
  return { name, model, tag, ...presentedWay(profile) }
}

function setOf(wanted: Wanted): ProfileSet {
  const { name, model, tag, protocol, port, encoding, legacy, username, idleMinutes } = wanted
  return { name, model, tag, protocol, port, encoding, legacy, username, idle_minutes: idleMinutes }
}

function present(row: ProfileRow): Profile {
  const { secret_kind, idle_minutes, changed_at, changed_by, ...same } = row
  return {
    ...same,
    secretKind: secret_kind,
    idleMinutes: idle_minutes,
    changedAt: changed_at,
    changedBy: changed_by,
  }
}
