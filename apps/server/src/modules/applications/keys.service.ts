import { randomBytes } from 'node:crypto'
import type { applicationApi, InputOf, OutputOf } from '@netward/contract'
import { hasKeys, mostKeys } from '@netward/contract/states/application'
import { hashToken } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { applicationRepo } from './application.repo.ts'
import { note, refuseNotHeld, thereIs } from './applications.service.ts'
import { keyRepo } from './key.repo.ts'

/** 256 bits: a plain hash keeps it, since there is nothing to guess. The front lets scanners of leaks find it. */
export function newKey(): { key: string; hash: Buffer; hint: string } {
  const key = `nwk_${randomBytes(32).toString('base64url')}`
  return { key, hash: hashToken(key), hint: key.slice(-4) }
}

/** The key is told here and nowhere else. Those before it go on for a while, so that nothing stands still meanwhile. */
export async function issueKey(
  ctx: RequestContext,
  { applicationId, overlapHours }: InputOf<typeof applicationApi.issueKey>,
): Promise<OutputOf<typeof applicationApi.issueKey>> {
  const application = thereIs(await applicationRepo.lock(ctx, applicationId))
  if (!hasKeys(application.state)) throw new AppError('application.keys_closed')
  // Whoever has the key has what the application may do.
  await refuseNotHeld(ctx, application.permissions)
  const previousUntil = await keyRepo.limit(ctx, applicationId, overlapHours)
  // Those that end at once leave their place. The application is locked: of two that make the last one, one does.
  if ((await keyRepo.count(ctx, applicationId)) >= mostKeys)
    throw new AppError('application.key_limit', { params: { most: mostKeys } })
  const { key, hash, hint } = newKey()
  const { companyId, actorName } = ctx.scope
  const keyId = await keyRepo.insert(ctx.db, { companyId, applicationId, hash, hint, createdBy: actorName })
  await note(ctx, 'application.key_issued', applicationId, { keyId, hint, previousUntil })
  return { appId: application.app_id, key, previousUntil: overlapHours === 0 ? null : previousUntil }
}

export async function revokeKey(
  ctx: RequestContext,
  { applicationId, keyId }: InputOf<typeof applicationApi.revokeKey>,
): Promise<null> {
  thereIs(await applicationRepo.lock(ctx, applicationId))
  if (!(await keyRepo.remove(ctx, applicationId, keyId))) throw new AppError('application.key_not_found')
  await note(ctx, 'application.key_revoked', applicationId, { keyId })
  return null
}
