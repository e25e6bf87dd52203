import type { InputOf, OutputOf, probeApi } from '@netward/contract'
import { probeLimits, probeTokenPrefix } from '@netward/contract/probe-values'
import { randomBytes } from 'node:crypto'
import { plainRange, rangesOverlap } from '../../platform/address-ranges.ts'
import { capped } from '../../platform/db/capped-count.ts'
import { hashToken } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany, type Subject } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import { isPublic } from '../../platform/outgoing.ts'
import { findOutlet } from '../outlets/index.ts'
import type { ProbeHub } from './hub/hub.ts'
import { installationOf } from './installation.ts'
import { probeRepo, type ProbeOutlets, type ProbeRow } from './probe.repo.ts'
import type { Programs } from './release.ts'

type Probe = OutputOf<typeof probeApi.getProbe>
type Installation = OutputOf<typeof probeApi.createProbe>
type Written = InputOf<typeof probeApi.createProbe>
type Named = { probeId: string }

export interface ProbeDeps {
  readonly hub: ProbeHub
  readonly programs: Programs
  readonly publicUrl: string
}

const taken = { probe_name: ['probe.name_taken', 'name'] } as const

export async function pageProbes(
  ctx: RequestContext,
  {
    search = '',
    standing = [],
    outletId,
    companyId,
    sort,
    page,
    pageSize,
  }: InputOf<typeof probeApi.pageProbes>,
  { programs }: ProbeDeps,
): Promise<OutputOf<typeof probeApi.pageProbes>> {
  const { items, total } = await probeRepo.page(ctx, {
    search,
    standing,
    outletId: outletId ?? null,
    companyId: companyId ?? null,
    sort,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  return { items: items.map((row) => presented(row, programs)), ...capped(total) }
}

export async function getProbe(
  ctx: RequestContext,
  { probeId }: Named,
  { programs }: ProbeDeps,
): Promise<Probe> {
  return presented(there(await probeRepo.find(ctx, probeId)), programs)
}

export async function createProbe(
  ctx: RequestContext,
  input: Written,
  deps: ProbeDeps,
): Promise<Installation> {
  const { outlets, shown } = await checked(ctx, input.outlets)
  if ((await probeRepo.count(ctx)) >= probeLimits.probes)
    throw new AppError('probe.too_many', { params: { most: probeLimits.probes } })
  const { token, hash } = newToken()
  const { name } = input
  const { id, tokenUntil } = await namingConstraint(ctx, taken, () =>
    probeRepo.insert(ctx, { name, hash, hours: probeLimits.tokenHours }),
  )
  await probeRepo.setOutlets(ctx, id, outlets)
  await audit(ctx, 'created', { id, name }, { after: { name, outlets: shown } })
  await ctx.emit('probe.changed', id)
  return installation(deps, { id, token, tokenUntil, outlets })
}

export function editProbe(
  ctx: SeveralTransactions,
  { probeId, name, outlets: given }: InputOf<typeof probeApi.editProbe>,
  deps: ProbeDeps,
): Promise<Probe> {
  return inSubjectCompany(ctx, owned(probeId), async (inside) => {
    const before = there(await probeRepo.lock(inside, probeId))
    const { outlets, shown } = await checked(inside, given)
    await namingConstraint(inside, taken, () => probeRepo.rename(inside, probeId, name))
    const was = shownOutlets(before.outlets)
    if (shown !== was) await probeRepo.setOutlets(inside, probeId, outlets)
    if (shown !== was || name !== before.name) {
      const detail = { before: { name: before.name, outlets: was }, after: { name, outlets: shown } }
      await audit(inside, 'edited', { id: probeId, name }, detail)
      await inside.emit('probe.changed', probeId)
    }
    return getProbe(inside, { probeId }, deps)
  })
}

/** The machine that has the probe keeps it until another one enrols with the token. */
export function renewProbeToken(
  ctx: SeveralTransactions,
  { probeId }: Named,
  deps: ProbeDeps,
): Promise<Installation> {
  return inSubjectCompany(ctx, owned(probeId), async (inside) => {
    const probe = there(await probeRepo.lock(inside, probeId))
    const { token, hash } = newToken()
    const tokenUntil = await probeRepo.setToken(inside, probeId, hash, probeLimits.tokenHours)
    await audit(inside, 'token_renewed', probe, {})
    await inside.emit('probe.changed', probeId)
    return installation(deps, { id: probeId, token, tokenUntil, outlets: probe.outlets })
  })
}

export async function revokeProbe(
  ctx: SeveralTransactions,
  { probeId }: Named,
  { hub }: ProbeDeps,
): Promise<null> {
  await inSubjectCompany(ctx, owned(probeId), async (inside) => {
    const probe = there(await probeRepo.lock(inside, probeId))
    if (probe.state === 'revoked') throw new AppError('probe.is_revoked')
    await probeRepo.revoke(inside, probeId)
    await audit(inside, 'revoked', probe, { before: { state: probe.state }, after: { state: 'revoked' } })
    await inside.emit('probe.changed', probeId)
  })
  hub.end(probeId)
  return null
}

export async function deleteProbe(
  ctx: SeveralTransactions,
  { probeId }: Named,
  { hub }: ProbeDeps,
): Promise<null> {
  await inSubjectCompany(ctx, owned(probeId), async (inside) => {
    const probe = there(await probeRepo.lock(inside, probeId))
    // Its devices go to another place first.
    if (probe.state !== 'revoked') await probeRepo.revoke(inside, probeId)
    await probeRepo.delete(inside, probeId)
    await audit(inside, 'deleted', probe, {
      before: { name: probe.name, outlets: shownOutlets(probe.outlets) },
    })
    await inside.emit('probe.changed', probeId)
  })
  hub.end(probeId)
  return null
}

const owned = (probeId: string): Subject => ({
  missing: 'probe.not_found',
  owner: (outside) => probeRepo.findCompany(outside, probeId),
})

function there(probe: ProbeRow | undefined): ProbeRow {
  if (probe === undefined) throw new AppError('probe.not_found')
  return probe
}

/** What else the row has (`company_name`, its place) the answer's schema leaves out. */
const presented = (row: ProbeRow, programs: Programs): Probe => ({
  ...row,
  outdated: row.version !== '' && row.version !== programs.version,
})

/** 256 bits: a plain hash suffices. */
function newToken(): { token: string; hash: Buffer } {
  const token = `${probeTokenPrefix}${randomBytes(32).toString('base64url')}`
  return { token, hash: hashToken(token) }
}

function installation(
  { programs, publicUrl }: ProbeDeps,
  made: { id: string; token: string; tokenUntil: string; outlets: ProbeOutlets },
): Installation {
  const { id: probeId, token, tokenUntil, outlets } = made
  const ranges = [...new Set(outlets.flatMap((one) => one.ranges))]
  return installationOf({ publicUrl, programs, probeId, token, tokenUntil, ranges })
}

const shownOutlets = (
  outlets: readonly { outletName: string; ranges: readonly string[]; isSite: boolean }[],
) =>
  outlets
    .map(({ outletName, ranges, isSite }) => `${outletName}${isSite ? '*' : ''}: ${ranges.join(' ')}`)
    .join('; ')

/** Each refusal names its field. An address is of one outlet: ranges of a probe do not overlap. */
async function checked(
  ctx: RequestContext,
  given: Written['outlets'],
): Promise<{ outlets: ProbeOutlets; shown: string }> {
  const outlets: { outletId: string; outletName: string; ranges: string[]; isSite: boolean }[] = []
  for (const [n, { outletId, ranges, isSite = given.length === 1 }] of given.entries()) {
    const outlet = await findOutlet(ctx, outletId)
    const field = `outlets.${n}.outletId`
    if (outlet === null) throw wrongField(ctx, 'outlet.not_found', field)
    if (outlets.some((one) => one.outletId === outletId)) throw wrongField(ctx, 'probe.outlet_twice', field)
    if (isSite && outlets.some((one) => one.isSite))
      throw wrongField(ctx, 'probe.site_twice', `outlets.${n}.isSite`)
    const plain = [...new Set(ranges.map((range) => plainRange(range) ?? range))]
    for (const range of plain) {
      if (isPublic(range.split('/')[0] ?? '') || range.endsWith('/0'))
        throw wrongField(ctx, 'probe.range_refused', `outlets.${n}.ranges`, { range })
      const other = outlets.find((one) => one.ranges.some((its) => rangesOverlap(its, range)))
      if (other !== undefined)
        throw wrongField(ctx, 'probe.range_overlaps', `outlets.${n}.ranges`, {
          range,
          name: other.outletName,
        })
    }
    outlets.push({ outletId, outletName: outlet.name, ranges: plain, isSite })
  }
  const ordered = outlets.toSorted((a, b) => (a.outletName < b.outletName ? -1 : 1))
  return { outlets, shown: shownOutlets(ordered) }
}

async function audit(
  ctx: RequestContext,
  act: 'created' | 'edited' | 'token_renewed' | 'revoked' | 'deleted',
  { id, name }: Pick<ProbeRow, 'id' | 'name'>,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({
    action: `probe.${act}`,
    subjectKind: 'probe',
    subjectId: id,
    detail: { name, ...detail },
  })
}
