import { randomBytes } from 'node:crypto'
import type { InputOf, licenceApi, OutputOf } from '@netward/contract'
import type { Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { licenceFileRepo } from './licence-file.repo.ts'
import { publicKeyText, readLicenceFile, writeLicenceFile } from './licence-file.ts'
import { readRequestCode, requestCodeOf } from './request-code.ts'
import { signingKey } from './signing-key.ts'

export interface LicenceFileDeps {
  readonly scopes: Scopes
  readonly secrets: Secrets
  /** Public keys of other installations whose files are taken: base64url. */
  readonly licenceIssuers: readonly string[]
}

export async function licenceIssuers(
  deps: LicenceFileDeps,
): Promise<OutputOf<typeof licenceApi.licenceIssuers>> {
  const ownKey = publicKeyText(await signingKey(deps))
  return { requestCode: requestCodeOf(ownKey), ownKey, trusted: [...deps.licenceIssuers] }
}

/** @throws AppError permission.denied outside of the platform's own company. */
export async function signLicenceFile(
  deps: LicenceFileDeps,
  ctx: RequestContext,
  input: InputOf<typeof licenceApi.signLicenceFile>,
): Promise<OutputOf<typeof licenceApi.signLicenceFile>> {
  const { name, kind } = await licenceFileRepo.companyOf(ctx)
  if (kind !== 'op') throw new AppError('permission.denied')
  const installation = readRequestCode(input.installation)
  if (installation === null) throw wrongRequestCode(ctx)
  const key = await signingKey(deps)
  const serial = input.serial ?? `NW-${randomBytes(8).toString('hex').toUpperCase()}`
  const issuedAt = new Date().toISOString()
  const unnumbered = {
    format: 'netward-licence-2' as const,
    issuer: name,
    key: publicKeyText(key),
    serial,
    company: input.companyCode,
    installation,
    grants: input.grants,
    from: new Date(input.startsAt ?? issuedAt).toISOString(),
    until: new Date(input.endsAt).toISOString(),
    issuedAt,
  }
  const revision = await licenceFileRepo.insert(ctx, unnumbered)
  await ctx.audit({
    action: 'licence.file_signed',
    subjectKind: 'licence_file',
    subjectId: serial,
    detail: {
      revision,
      companyCode: input.companyCode,
      installation,
      grants: input.grants,
      until: unnumbered.until,
    },
  })
  return {
    fileName: `${input.companyCode}-${serial}-${revision}.lic`,
    content: writeLicenceFile({ ...unnumbered, revision }, key),
    serial,
    revision,
  }
}

export async function licenceFiles(ctx: RequestContext): Promise<OutputOf<typeof licenceApi.licenceFiles>> {
  const [signed, imported] = await Promise.all([licenceFileRepo.signed(ctx), licenceFileRepo.imported(ctx)])
  return {
    signed: signed.map((row) => ({
      serial: row.serial,
      revision: row.revision,
      companyCode: row.company_code,
      installation: row.installation,
      until: row.until,
      issuedAt: row.issued_at,
      issuedBy: row.issued_by,
    })),
    imported: imported.map((row) => ({
      serial: row.serial,
      revision: row.revision,
      issuerName: row.issuer_name,
      until: row.until,
      importedAt: row.imported_at,
      importedBy: row.imported_by,
    })),
  }
}

/** A code that was mistyped would make a file that nobody can import. */
function wrongRequestCode(ctx: RequestContext): AppError {
  const fields = [{ field: 'installation', message: ctx.phrase('validation.requestCode') }]
  return new AppError('request.invalid', { data: { fields } })
}

/** Nobody is asked: the signature, the keys that are trusted and the clock decide. */
export async function importLicenceFile(
  deps: LicenceFileDeps,
  ctx: RequestContext,
  file: UploadedFile,
): Promise<OutputOf<typeof licenceApi.importLicenceFile>> {
  const { code: companyCode } = await licenceFileRepo.companyOf(ctx)
  const seen = await licenceFileRepo.newestSeen(ctx)
  const ownKey = publicKeyText(await signingKey(deps))
  const judged = readLicenceFile(file.content.toString('utf8'), {
    trusted: new Set([ownKey, ...deps.licenceIssuers]),
    companyCode,
    installation: requestCodeOf(ownKey),
    now: new Date(),
    newestSeen: seen === null ? null : new Date(seen),
  })
  if (!('content' in judged))
    throw new AppError(judged.code, 'params' in judged ? { params: judged.params } : {})
  const { serial, revision, issuer, grants, until } = judged.content
  await licenceFileRepo.import(ctx, judged.content)
  await ctx.audit({
    action: 'licence.file_imported',
    subjectKind: 'licence_file',
    subjectId: serial,
    detail: { revision, issuer, grants, until },
  })
  await ctx.emit('licence.changed', null)
  return { serial, revision, until }
}
