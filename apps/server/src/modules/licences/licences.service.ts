import type { InputOf, licenceApi, OutputOf } from '@netward/contract'
import { type LicenceMove, licenceMoves } from '@netward/contract/states/licence'
import type { PhraseKey } from '@netward/phrases/server'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import { type LicenceOrder, licenceRepo, type LicenceRow } from './licence.repo.ts'

/** Maximum rows of an export. */
const most = 100_000

type Licence = OutputOf<typeof licenceApi.licencePools>[number]

export async function pageLicences(
  ctx: RequestContext,
  query: InputOf<typeof licenceApi.pageLicences>,
): Promise<OutputOf<typeof licenceApi.pageLicences>> {
  const { filter, order } = wanted(query)
  const found = await licenceRepo.page(ctx, filter, order, query)
  return { ...found, items: found.items.map((row) => present(ctx, row)) }
}

/**
 * The list with its filters and order, regardless of the page. The audit log records who exported how many
 * rows.
 */
export async function exportLicences(
  ctx: RequestContext,
  query: InputOf<typeof licenceApi.exportLicences>,
): Promise<CsvAnswer> {
  const { filter, order } = wanted(query)
  const rows = (await licenceRepo.all(ctx, filter, order, most)).map((row) => present(ctx, row))
  await ctx.audit({
    action: 'licence.exported',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { filters: filter, rows: rows.length },
  })
  const cells: [heading: PhraseKey, cell: (row: Licence) => string][] = [
    ['licences.company', (row) => row.companyName],
    ['licences.kind', (row) => ctx.phrase(`licences.kinds.${row.kind}`)],
    ['licences.state', (row) => ctx.phrase(`licences.states.${row.state}`)],
    ['licences.purpose', (row) => ctx.phrase(`licences.purposes.${row.purpose}`)],
    ['licences.quantity', (row) => String(row.quantity)],
    ['licences.remaining', (row) => String(row.remaining)],
    ['licences.startsAt', (row) => row.startsAt],
    ['licences.endsAt', (row) => row.endsAt ?? ctx.phrase('licences.permanent')],
    ['licences.issuer', (row) => row.issuerName],
    ['licences.note', (row) => row.note],
    ['licences.createdAt', (row) => row.createdAt],
  ]
  return {
    name: ctx.phrase('licences.exportLabel'),
    csv: [
      csvLine(cells.map(([key]) => ctx.phrase(key))),
      ...rows.map((row) => csvLine(cells.map(([, cell]) => cell(row)))),
    ].join(''),
  }
}

function wanted(query: InputOf<typeof licenceApi.pageLicences>) {
  const { kind = [], state = [], purpose, companyId, search = '', sort } = query
  return {
    filter: { kinds: kind, states: state, purpose, companyId, search },
    order: { by: sort.replace(/^-/, '') as LicenceOrder, descending: sort.startsWith('-') },
  }
}

export async function licencePools(ctx: RequestContext): Promise<Licence[]> {
  return (await licenceRepo.pools(ctx)).map((row) => present(ctx, row))
}

export async function issueLicence(
  ctx: RequestContext,
  input: InputOf<typeof licenceApi.issueLicence>,
): Promise<{ id: string }> {
  const id = await licenceRepo.insert(ctx, {
    ...input,
    startsAt: input.startsAt ?? null,
    endsAt: input.endsAt ?? null,
    poolId: input.poolId ?? null,
  })
  const { companyId, kind, purpose, quantity, endsAt } = input
  await ctx.audit({
    action: 'licence.issued',
    subjectKind: 'licence',
    subjectId: id,
    detail: { companyId, before: null, after: { kind, purpose, quantity, endsAt: endsAt ?? null } },
  })
  await ctx.emit('licence.changed', id)
  return { id }
}

export async function changeLicence(
  ctx: RequestContext,
  { licenceId, quantity, endsAt }: InputOf<typeof licenceApi.changeLicence>,
): Promise<null> {
  const before = await movable(ctx, licenceId, 'resize')
  await licenceRepo.update(ctx, licenceId, { quantity, endsAt })
  await ctx.audit({
    action: 'licence.changed',
    subjectKind: 'licence',
    subjectId: licenceId,
    detail: {
      companyId: before.companyId,
      before: { quantity: before.quantity, endsAt: before.endsAt },
      after: { quantity, endsAt },
    },
  })
  await ctx.emit('licence.changed', licenceId)
  return null
}

export async function revokeLicence(
  ctx: RequestContext,
  { licenceId }: InputOf<typeof licenceApi.revokeLicence>,
): Promise<null> {
  const before = await movable(ctx, licenceId, 'revoke')
  await licenceRepo.revoke(ctx, licenceId)
  await ctx.audit({
    action: 'licence.revoked',
    subjectKind: 'licence',
    subjectId: licenceId,
    detail: { companyId: before.companyId, before: { state: before.state }, after: { state: 'revoked' } },
  })
  await ctx.emit('licence.changed', licenceId)
  return null
}

export async function licenceHistory(
  ctx: RequestContext,
  { licenceId }: InputOf<typeof licenceApi.licenceHistory>,
): Promise<OutputOf<typeof licenceApi.licenceHistory>> {
  const rows = await licenceRepo.history(ctx, licenceId)
  if (rows.length === 0) throw new AppError('licence.not_found')
  type Values = OutputOf<typeof licenceApi.licenceHistory>[number]['after']
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    action: row.action,
    before: row.before as Values,
    after: row.after as Values,
    actorName: row.actor_name,
    actorCompanyName: row.actor_company_name,
  }))
}

/** @throws AppError licence.move_not_allowed, licence.pool_in_use. */
async function movable(ctx: RequestContext, licenceId: string, move: LicenceMove): Promise<Licence> {
  const row = await licenceRepo.find(ctx, licenceId)
  if (!row) throw new AppError('licence.not_found')
  const licence = present(ctx, row)
  const refusal = licenceMoves[move]({ ...licence, fromFile: licence.fileSerial !== null })
  // Reported as not found: licences issued by other companies are not disclosed to the caller.
  if (refusal === 'notIssuedHere') throw new AppError('licence.not_found')
  if (refusal === 'handedDown') throw new AppError('licence.pool_in_use')
  if (refusal !== null) throw new AppError('licence.move_not_allowed')
  return licence
}

/**
 * Remainder: for a pool what is not handed down, else what its company has not used, capped at its quantity.
 */
function remaining(row: LicenceRow): number {
  if (row.state === 'expired' || row.state === 'revoked' || row.state === 'pending') return 0
  if (row.purpose === 'pool') return row.quantity - row.handed
  const left = row.granted === null ? row.quantity : (row.granted ?? 0) - (row.used ?? 0)
  return Math.max(0, Math.min(row.quantity, left))
}

function present({ scope }: RequestContext, row: LicenceRow): Licence {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    kind: row.kind,
    purpose: row.purpose,
    quantity: row.quantity,
    remaining: remaining(row),
    handed: row.handed,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    revokedAt: row.revoked_at,
    state: row.state,
    issuerName: row.issuer_name,
    issuedHere: scope.kind === 'platform' || row.issuer_company_id === scope.companyId,
    fromPool: row.pool_id !== null,
    fileSerial: row.file_serial,
    note: row.note,
    createdAt: row.created_at,
  }
}
