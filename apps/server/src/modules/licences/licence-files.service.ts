import { randomBytes } from 'node:crypto'
import type { FailedItem, InputOf, licenceApi, OutputOf } from '@netward/contract'
import { licenceFileMonths, type LicenceMode } from '@netward/contract/states/licence'
import type { Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { licenceFileRepo } from './licence-file.repo.ts'
import { type LicenceContent, publicKeyText, readLicenceFile, writeLicenceFile } from './licence-file.ts'
import { readRequestCode, requestCodeOf } from './request-code.ts'
import { signingKey } from './signing-key.ts'

export interface LicenceFileDeps {
  readonly scopes: Scopes
  readonly secrets: Secrets
  /** Public keys of other trusted installations: base64url. */
  readonly licenceIssuers: readonly string[]
  readonly licenceMode: LicenceMode
}

const dayMs = 86_400_000

export async function licenceIssuers(
  deps: LicenceFileDeps,
): Promise<OutputOf<typeof licenceApi.licenceIssuers>> {
  const ownKey = publicKeyText(await signingKey(deps))
  return {
    requestCode: requestCodeOf(ownKey),
    mode: deps.licenceMode,
    ownKey,
    trusted: [...deps.licenceIssuers],
  }
}

/** @throws AppError permission.denied outside of the platform's own company. */
export async function signLicenceFile(
  deps: LicenceFileDeps,
  ctx: RequestContext,
  input: InputOf<typeof licenceApi.signLicenceFile>,
): Promise<OutputOf<typeof licenceApi.signLicenceFile>> {
  const issuer = await issuingPlatform(deps, ctx)
  const installation = readRequestCode(input.installation)
  if (installation === null) throw wrongRequestCode(ctx)
  const issuedAt = new Date().toISOString()
  const startsAt = new Date(input.startsAt ?? issuedAt).toISOString()
  refuseTooLong(ctx, startsAt, input.endsAt)
  return sign(deps, ctx, {
    issuer,
    serial: input.serial ?? `NW-${randomBytes(8).toString('hex').toUpperCase()}`,
    company: input.companyCode,
    installation,
    grants: input.grants,
    from: startsAt,
    until: new Date(input.endsAt).toISOString(),
    issuedAt,
  })
}

/** The next revision of each, with its grants. A file of the first format names no installation: it is signed anew. */
export async function renewLicenceFiles(
  deps: LicenceFileDeps,
  ctx: RequestContext,
  { serials, endsAt }: InputOf<typeof licenceApi.renewLicenceFiles>,
): Promise<OutputOf<typeof licenceApi.renewLicenceFiles>> {
  const issuer = await issuingPlatform(deps, ctx)
  const issuedAt = new Date().toISOString()
  refuseTooLong(ctx, issuedAt, endsAt)
  const wanted = [...new Set(serials)].toSorted()
  const known = new Map((await licenceFileRepo.contents(ctx, wanted)).map((row) => [row.serial, row]))
  const files: SignedFile[] = []
  const failed: FailedItem[] = []
  for (const serial of wanted) {
    const row = known.get(serial)
    if (row === undefined || row.installation === null) {
      const reason = row === undefined ? 'licences.files.unknownSerial' : 'licences.files.requestCodeNone'
      failed.push({ ip: serial, reason: ctx.phrase(reason) })
      continue
    }
    const { grants } = row.content as unknown as Pick<LicenceContent, 'grants'>
    const { company_code: company, installation } = row
    const until = new Date(endsAt).toISOString()
    files.push(
      await sign(deps, ctx, {
        issuer,
        serial,
        company,
        installation,
        grants,
        from: issuedAt,
        until,
        issuedAt,
      }),
    )
  }
  return { files, failed }
}

type SignedFile = OutputOf<typeof licenceApi.signLicenceFile>

/** The name of the platform. @throws AppError permission.denied elsewhere, licence.files_only. */
async function issuingPlatform(deps: LicenceFileDeps, ctx: RequestContext): Promise<string> {
  const { name, kind } = await licenceFileRepo.companyOf(ctx)
  if (kind !== 'op') throw new AppError('permission.denied')
  if (deps.licenceMode === 'files') throw new AppError('licence.files_only')
  return name
}

/** A file cannot be revoked: it ends soon, and is renewed. The whole last day counts. */
function refuseTooLong(ctx: RequestContext, from: string, until: string): void {
  if (isTooLong(from, until)) throw wrongField(ctx, 'licence.file_too_long', 'endsAt')
}

function isTooLong(from: string, until: string): boolean {
  const latest = new Date(from)
  latest.setUTCMonth(latest.getUTCMonth() + licenceFileMonths)
  return Date.parse(until) > latest.getTime() + dayMs
}

async function sign(
  deps: LicenceFileDeps,
  ctx: RequestContext,
  given: Omit<LicenceContent, 'format' | 'key' | 'revision'>,
): Promise<SignedFile> {
  const key = await signingKey(deps)
  const unnumbered = { format: 'netward-licence-2' as const, key: publicKeyText(key), ...given }
  const revision = await licenceFileRepo.insert(ctx, unnumbered)
  const { serial, company, installation, grants, until } = given
  await ctx.audit({
    action: 'licence.file_signed',
    subjectKind: 'licence_file',
    subjectId: serial,
    detail: { revision, companyCode: company, installation, grants, until },
  })
  return {
    fileName: `${company}-${serial}-${revision}.lic`,
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

/** A mistyped code would make a file that no installation can import. */
function wrongRequestCode(ctx: RequestContext): AppError {
  const fields = [{ field: 'installation', message: ctx.phrase('validation.requestCode') }]
  return new AppError('request.invalid', { data: { fields } })
}

/** What this installation signs itself grants it nothing where files license it. */
function trustedKeys({ licenceIssuers: issuers, licenceMode }: LicenceFileDeps, ownKey: string): Set<string> {
  return licenceMode === 'files'
    ? new Set(issuers.filter((key) => key !== ownKey))
    : new Set([ownKey, ...issuers])
}

/** Offline check: signature, trusted keys, clock. */
export async function importLicenceFile(
  deps: LicenceFileDeps,
  ctx: RequestContext,
  file: UploadedFile,
): Promise<OutputOf<typeof licenceApi.importLicenceFile>> {
  const { code: companyCode } = await licenceFileRepo.companyOf(ctx)
  const seen = await licenceFileRepo.newestSeen(ctx)
  const ownKey = publicKeyText(await signingKey(deps))
  const judged = readLicenceFile(file.content.toString('utf8'), {
    trusted: trustedKeys(deps, ownKey),
    companyCode,
    installation: requestCodeOf(ownKey),
    now: new Date(),
    newestSeen: seen === null ? null : new Date(seen),
  })
  if (!('content' in judged))
    throw new AppError(judged.code, 'params' in judged ? { params: judged.params } : {})
  const { serial, revision, issuer, grants, from, until } = judged.content
  // An issuer of an earlier version may have signed it.
  if (isTooLong(from, until)) throw new AppError('licence.file_too_long')
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
