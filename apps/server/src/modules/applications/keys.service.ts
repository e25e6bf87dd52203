import { randomBytes } from 'node:crypto'
import type { applicationApi, InputOf, OutputOf } from '@netward/contract'
import { hasKeys, maxKeys } from '@netward/contract/states/application'
import { hashToken } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { activationRepo, applicationRepo } from './application.repo.ts'
import { note, refuseNotHeld, requireFound } from './applications.service.ts'
import { keyRepo } from './key.repo.ts'

/** 256 bits: a plain hash suffices, since it cannot be guessed. The prefix lets leak scanners find it. */
export function newKey(): { key: string; hash: Buffer; hint: string } {
  const key = `nwk_${randomBytes(32).toString('base64url')}`
  return { key, hash: hashToken(key), hint: key.slice(-4) }
}

/** The key is shown only here. Earlier keys stay valid for a while, to allow a rollover without downtime. */
export async function issueKey(
  ctx: RequestContext,
  { applicationId, overlapHours }: InputOf<typeof applicationApi.issueKey>,
): Promise<OutputOf<typeof applicationApi.issueKey>> {
  const application = requireFound(await applicationRepo.lock(ctx, applicationId))
  if (!hasKeys(application.state)) throw new AppError('application.keys_closed')
  // Holding the key means holding the application's rights.
  await refuseNotHeld(ctx, application.permissions)
  // One that came with the package has no account yet.
  await activationRepo.makeAccount(ctx.db, applicationId)
  const previousUntil = await keyRepo.limit(ctx, applicationId, overlapHours)
  // Keys ended at once free their slot. The application row is locked: of two requests for the last slot, one
  // succeeds.
  if ((await keyRepo.count(ctx, applicationId)) >= maxKeys)
    throw new AppError('application.key_limit', { params: { most: maxKeys } })
  const { key, hash, hint } = newKey()
  const { companyId, actorName: name, personId: id } = ctx.scope
  const keyId = await keyRepo.insert(ctx.db, {
    companyId,
    applicationId,
    hash,
    hint,
    createdBy: { id, name },
  })
  await note(ctx, 'application.key_issued', applicationId, { keyId, hint, previousUntil })
  return { appId: application.app_id, key, previousUntil: overlapHours === 0 ? null : previousUntil }
}

export async function revokeKey(
  ctx: RequestContext,
  { applicationId, keyId }: InputOf<typeof applicationApi.revokeKey>,
): Promise<null> {
  requireFound(await applicationRepo.lock(ctx, applicationId))
  if (!(await keyRepo.remove(ctx, applicationId, keyId))) throw new AppError('application.key_not_found')
  await note(ctx, 'application.key_revoked', applicationId, { keyId })
  return null
}
