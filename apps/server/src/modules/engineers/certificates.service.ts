import type { engineerApi, InputOf, OutputOf } from '@netward/contract'
import { mostCertificates } from '@netward/contract/engineer-values'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { readFile, removeFile, storeFile } from '../files/index.ts'
import { heldPermissions } from '../identity/index.ts'
import { storableCertificate } from './certificate-file.ts'
import { type CertificateInput, certificateRepo, type CertificateRow } from './certificate.repo.ts'
import { engineerRepo } from './engineer.repo.ts'

type Api = typeof engineerApi

/** Their own, or those of all by who sets up engineers. */
export const mayEditCertificates = async (ctx: RequestContext, personId: string): Promise<boolean> =>
  personId === ctx.scope.personId || (await heldPermissions(ctx)).includes('DMS_SERVER_SERVICE_LEVEL')

export async function addCertificate(
  ctx: RequestContext,
  { personId, ...certificate }: InputOf<Api['addCertificate']>,
): Promise<OutputOf<Api['addCertificate']>> {
  await requireRight(ctx, personId)
  requireDates(ctx, certificate)
  const name = await engineerRepo.memberName(ctx, personId)
  if (name === undefined) throw wrongField(ctx, 'engineer.not_member', 'personId')
  if ((await certificateRepo.count(ctx, personId)) >= mostCertificates)
    throw new AppError('certificate.too_many')
  const id = await certificateRepo.insert(ctx, personId, certificate)
  await noted(ctx, 'added', { id, name: certificate.name }, { person: name, after: certificate })
  return { id }
}

export async function editCertificate(
  ctx: RequestContext,
  { certificateId, ...certificate }: InputOf<Api['editCertificate']>,
): Promise<null> {
  const before = await held(ctx, certificateId)
  requireDates(ctx, certificate)
  const changed = changedFields<CertificateInput>(before, certificate)
  if (changed === null) return null
  await certificateRepo.update(ctx, certificateId, certificate)
  await noted(ctx, 'edited', before, { ...changed })
  return null
}

export async function removeCertificate(
  ctx: RequestContext,
  { certificateId }: InputOf<Api['removeCertificate']>,
): Promise<null> {
  const before = await held(ctx, certificateId)
  await certificateRepo.remove(ctx, certificateId)
  if (before.fileId !== null) await removeFile(ctx, before.fileId)
  await noted(ctx, 'removed', before)
  return null
}

export async function putCertificateFile(
  ctx: SeveralTransactions,
  { certificateId }: InputOf<Api['putCertificateFile']>,
  file: UploadedFile,
  secrets: Secrets,
): Promise<null> {
  const companyId = await ctx.inTransaction(null, async (before) => {
    await held(before, certificateId)
    return before.scope.companyId
  })
  // Outside of the transaction: an image takes seconds.
  const stored = await storableCertificate(ctx, file, companyId)
  return ctx.inTransaction(null, async (inside) => {
    const certificate = await held(inside, certificateId)
    const fileId = await storeFile(inside, secrets, stored.content, `/certificate/${certificateId}`)
    await certificateRepo.setFile(inside, certificateId, { fileId, ...stored })
    if (certificate.fileId !== null && certificate.fileId !== fileId)
      await removeFile(inside, certificate.fileId)
    await noted(inside, 'file_stored', certificate, { file: stored.name, size: stored.content.length })
    return null
  })
}

export async function readCertificateFile(
  ctx: RequestContext,
  { certificateId }: InputOf<Api['readCertificateFile']>,
): Promise<OutputOf<Api['readCertificateFile']>> {
  const { fileId, fileName, mediaType } = await mine(ctx, await certificateRepo.find(ctx, certificateId))
  if (fileId === null) throw new AppError('certificate.file_not_found')
  const content = await readFile(ctx, fileId)
  return { name: fileName, mediaType, content: content.toString('base64') }
}

const held = async (ctx: RequestContext, id: string) =>
  mine(ctx, await certificateRepo.find(ctx, id, { lock: true }))

async function mine(ctx: RequestContext, found: CertificateRow | undefined): Promise<CertificateRow> {
  if (!found) throw new AppError('certificate.not_found')
  await requireRight(ctx, found.personId)
  return found
}

async function requireRight(ctx: RequestContext, personId: string): Promise<void> {
  if (!(await mayEditCertificates(ctx, personId))) throw new AppError('certificate.not_yours')
}

function requireDates(ctx: RequestContext, { validFrom, validUntil }: CertificateInput): void {
  if (validFrom !== null && validUntil !== null && validUntil < validFrom)
    throw wrongField(ctx, 'certificate.dates_swapped', 'validUntil')
}

async function noted(
  ctx: RequestContext,
  act: 'added' | 'edited' | 'removed' | 'file_stored',
  { id, name }: { id: string; name: string },
  detail: Record<string, unknown> = {},
): Promise<void> {
  await ctx.audit({
    action: `certificate.${act}`,
    subjectKind: 'certificate',
    subjectId: id,
    detail: { name, ...detail },
  })
}
