import type { InputOf, OutputOf, provisioningApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { provisionSecretContext } from '../cwmp/index.ts'
import { secretRepo } from './secret.repo.ts'
import { templateRepo } from './template.repo.ts'

export function listSecrets(ctx: RequestContext): Promise<OutputOf<typeof provisioningApi.listSecrets>> {
  return secretRepo.findAll(ctx)
}

export async function putSecret(
  ctx: RequestContext,
  { name, value }: InputOf<typeof provisioningApi.putSecret>,
  secrets: Secrets,
): Promise<null> {
  await secretRepo.upsert(ctx, name, secrets.seal(value, provisionSecretContext(name)))
  for (const { id, applied_version: version } of await templateRepo.findReferring(ctx, name)) {
    await ctx.enqueue('provision.spread', { templateId: id, before: version, version })
  }
  await ctx.audit({ action: 'template.secret_set', subjectKind: 'template', detail: { name } })
  return null
}

export async function deleteSecret(
  ctx: RequestContext,
  { name }: InputOf<typeof provisioningApi.deleteSecret>,
): Promise<null> {
  if (!(await secretRepo.remove(ctx, name))) throw new AppError('template.secret_not_found')
  await ctx.audit({ action: 'template.secret_deleted', subjectKind: 'template', detail: { name } })
  return null
}
