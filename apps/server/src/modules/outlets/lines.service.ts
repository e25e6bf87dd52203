import type { AuditAction, InputOf, OutputOf, lineApi } from '@netward/contract'
import type { WanState } from '@netward/contract/outlet-values'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany, type Subject } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { changedFields, columnValues } from '../../platform/entity/changed-fields.ts'
import { type LineQuery, lineRepo, type LineValues, type ListedLine } from './line.repo.ts'
import { getOutlet } from './outlet-place.ts'
import { ownedOutlet } from './outlets.service.ts'
import { wanStates } from './wans.service.ts'
import { refusalOfWrite } from './write-refusal.ts'

type Row = OutputOf<typeof lineApi.createLine>

/** Sealing context of a line's password. */
export const linePasswordContext = (lineId: string) => `internet_line:${lineId}`

export async function pageLines(
  ctx: RequestContext,
  query: LineQuery,
): Promise<OutputOf<typeof lineApi.pageLines>> {
  const { items, total } = await lineRepo.page(ctx, query)
  return { items: await presentLines(ctx, items), ...capped(total) }
}

async function presentLine(ctx: RequestContext, lineId: string): Promise<Row> {
  const [line] = await presentLines(ctx, [await lineRepo.get(ctx, lineId)])
  if (line === undefined) throw new AppError('line.not_found')
  return line
}

async function presentLines(ctx: RequestContext, rows: readonly ListedLine[]): Promise<Row[]> {
  const stateOf = await wanStates(ctx, rows)
  return rows.map((row) => rowOf(row, stateOf(row)))
}

function rowOf({ deviceSerial: _deviceSerial, ...row }: ListedLine, wanState: WanState): Row {
  return { ...row, wanState }
}

export function createLine(
  ctx: SeveralTransactions,
  { outletId, password, ...input }: InputOf<typeof lineApi.createLine>,
  secrets: Secrets,
): Promise<Row> {
  return inSubjectCompany(ctx, ownedOutlet(outletId), async (inside) => {
    const values = storedLine(input)
    await checkGateway(inside, values, outletId)
    const [id] = await refusalOfWrite(inside, () => lineRepo.insert(inside, [{ ...values, outletId }]))
    if (id === undefined) throw new AppError('line.not_found')
    await writePassword(inside, id, password, secrets)
    const after = columnValues({ ...values, passwordSet: typeof password === 'string' })
    await noteLine(inside, 'line.created', outletId, { line: values.name, after })
    return presentLine(inside, id)
  })
}

export function editLine(
  ctx: SeveralTransactions,
  { lineId, password, ...input }: InputOf<typeof lineApi.editLine>,
  secrets: Secrets,
): Promise<Row> {
  return inSubjectCompany(ctx, ownedLine(lineId), async (inside) => {
    const line = await lineRepo.lock(inside, lineId)
    if (!line) throw new AppError('line.not_found')
    await changeLine(inside, { id: lineId, ...line }, { values: storedLine(input), password }, secrets)
    return presentLine(inside, lineId)
  })
}

/** Writes what differs from the locked line; nothing where nothing does. */
export async function changeLine(
  ctx: RequestContext,
  { id, outletId, ...stored }: LineValues & { id: string; outletId: string },
  { values, password }: { values: LineValues; password: string | null | undefined },
  secrets: Secrets,
): Promise<void> {
  const hadPassword = await lineRepo.hasPassword(ctx, id)
  const before = { ...stored, passwordSet: hadPassword }
  const after = { ...values, passwordSet: password === undefined ? hadPassword : password !== null }
  const changed = changedFields(before, after)
  // Replacing a password is a change that no field shows.
  if (changed === null && typeof password !== 'string') return
  await checkGateway(ctx, values, outletId)
  await refusalOfWrite(ctx, () => lineRepo.update(ctx, id, values))
  await writePassword(ctx, id, password, secrets)
  const facts = { ...changed, ...(typeof password === 'string' && { passwordChanged: true }) }
  await noteLine(ctx, 'line.edited', outletId, { line: values.name, ...facts })
}

export function deleteLine(
  ctx: SeveralTransactions,
  { lineId }: InputOf<typeof lineApi.deleteLine>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedLine(lineId), async (inside) => {
    const line = await lineRepo.lock(inside, lineId)
    if (!line) throw new AppError('line.not_found')
    await lineRepo.delete(inside, lineId)
    await noteLine(inside, 'line.deleted', line.outletId, { line: line.name })
    return null
  })
}

const ownedLine = (lineId: string): Subject => ({
  missing: 'line.not_found',
  owner: (outside) => lineRepo.findCompany(outside, lineId),
})

async function checkGateway(ctx: RequestContext, values: LineValues, outletId: string): Promise<void> {
  if (values.deviceId === null) return
  if (!(await lineRepo.standsIn(ctx, values.deviceId, outletId)))
    throw wrongField(ctx, 'line.gateway_elsewhere', 'deviceId')
}

async function writePassword(
  ctx: RequestContext,
  lineId: string,
  password: string | null | undefined,
  secrets: Secrets,
): Promise<void> {
  if (password === null) await lineRepo.removePassword(ctx, lineId)
  else if (password !== undefined) {
    await lineRepo.setPassword(ctx, lineId, secrets.seal(password, linePasswordContext(lineId)))
  }
}

/** Fields irrelevant to the chosen type are dropped. */
export function storedLine(input: LineValues): LineValues {
  return {
    ...input,
    ispName: input.isp === 'other' ? input.ispName : '',
    ipAddress: input.addressing === 'static' ? input.ipAddress : null,
    wanName: input.deviceId === null ? '' : input.wanName,
  }
}

/** In the outlet's log, where users look for it. */
async function noteLine(
  ctx: RequestContext,
  action: AuditAction,
  outletId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  const { name } = await getOutlet(ctx, outletId)
  await ctx.audit({ action, subjectKind: 'outlet', subjectId: outletId, detail: { name, ...detail } })
  await ctx.emit('outlet.changed', outletId)
}
