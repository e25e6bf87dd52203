import type { AuditAction, InputOf, OutputOf, outletApi } from '@netward/contract'
import type { WanState } from '@netward/contract/outlet-values'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { changedFields } from './changed-fields.ts'
import { inItsCompany } from './in-outlet-company.ts'
import { type LineQuery, lineRepo, type LineValues, type ListedLine } from './line.repo.ts'
import { getOutlet } from './outlet-place.ts'
import { inCompanyOf } from './outlets.service.ts'
import { wanStates } from './wans.service.ts'
import { refusalOfWrite } from './write-refusal.ts'

type Row = OutputOf<typeof outletApi.createLine>
type Written = Omit<InputOf<typeof outletApi.createLine>, 'outletId' | 'password'>

/** What the password of a line is sealed for. */
export const linePasswordContext = (lineId: string) => `internet_line:${lineId}`

export async function pageLines(
  ctx: RequestContext,
  query: LineQuery,
): Promise<OutputOf<typeof outletApi.pageLines>> {
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

function rowOf(row: ListedLine, wanState: WanState): Row {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    outletId: row.outlet_id,
    outletName: row.outlet_name,
    name: row.name,
    isp: row.isp,
    ispName: row.isp_name,
    type: row.type,
    account: row.account,
    passwordSet: row.password_set,
    downMbps: row.down_mbps,
    upMbps: row.up_mbps,
    addressing: row.addressing,
    ipAddress: row.ip_address,
    deviceId: row.device_id,
    deviceName: row.device_name,
    presence: row.presence,
    wanName: row.wan_name,
    wanState,
    monthlyPrice: row.monthly_price,
    contractEnd: row.contract_end,
    note: row.note,
    createdAt: row.created_at,
  }
}

export function createLine(
  ctx: SeveralTransactions,
  { outletId, password, ...input }: InputOf<typeof outletApi.createLine>,
  secrets: Secrets,
): Promise<Row> {
  return inCompanyOf(ctx, outletId, async (inside) => {
    const values = storedLine(input)
    await checkGateway(inside, values, outletId)
    const [id] = await refusalOfWrite(inside, () =>
      lineRepo.insert(inside, [{ ...values, outlet_id: outletId }]),
    )
    if (id === undefined) throw new AppError('line.not_found')
    await writePassword(inside, id, password, secrets)
    const after = { ...values, password_set: typeof password === 'string' }
    await noteLine(inside, 'line.created', outletId, { line: values.name, after })
    return presentLine(inside, id)
  })
}

export function editLine(
  ctx: SeveralTransactions,
  { lineId, password, ...input }: InputOf<typeof outletApi.editLine>,
  secrets: Secrets,
): Promise<Row> {
  return inLineCompany(ctx, lineId, async (inside) => {
    const line = await lineRepo.lock(inside, lineId)
    if (!line) throw new AppError('line.not_found')
    const { outlet_id: outletId, ...stored } = line
    const values = storedLine(input)
    const hadPassword = await lineRepo.hasPassword(inside, lineId)
    const before = { ...stored, password_set: hadPassword }
    const after = { ...values, password_set: password === undefined ? hadPassword : password !== null }
    const changed = changedFields(before, after)
    // A password that takes the place of another is a change that nothing shows.
    if (changed !== null || typeof password === 'string') {
      await checkGateway(inside, values, outletId)
      await refusalOfWrite(inside, () => lineRepo.update(inside, lineId, values))
      await writePassword(inside, lineId, password, secrets)
      const told = { ...changed, ...(typeof password === 'string' && { passwordChanged: true }) }
      await noteLine(inside, 'line.edited', outletId, { line: values.name, ...told })
    }
    return presentLine(inside, lineId)
  })
}

export function deleteLine(
  ctx: SeveralTransactions,
  { lineId }: InputOf<typeof outletApi.deleteLine>,
): Promise<null> {
  return inLineCompany(ctx, lineId, async (inside) => {
    const line = await lineRepo.lock(inside, lineId)
    if (!line) throw new AppError('line.not_found')
    await lineRepo.delete(inside, lineId)
    await noteLine(inside, 'line.deleted', line.outlet_id, { line: line.name })
    return null
  })
}

function inLineCompany<T>(
  ctx: SeveralTransactions,
  lineId: string,
  work: (inside: RequestContext) => Promise<T>,
): Promise<T> {
  const company = (outside: RequestContext) => lineRepo.findCompany(outside, lineId)
  return inItsCompany(ctx, { company, missing: 'line.not_found' }, work)
}

async function checkGateway(ctx: RequestContext, values: LineValues, outletId: string): Promise<void> {
  if (values.device_id === null) return
  if (!(await lineRepo.standsIn(ctx, values.device_id, outletId)))
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

/** What means nothing beside what was chosen is not kept. */
export function storedLine(input: Written): LineValues {
  return {
    name: input.name,
    isp: input.isp,
    isp_name: input.isp === 'other' ? input.ispName : '',
    type: input.type,
    account: input.account,
    down_mbps: input.downMbps,
    up_mbps: input.upMbps,
    addressing: input.addressing,
    ip_address: input.addressing === 'static' ? input.ipAddress : null,
    device_id: input.deviceId,
    wan_name: input.deviceId === null ? '' : input.wanName,
    monthly_price: input.monthlyPrice,
    contract_end: input.contractEnd,
    note: input.note,
  }
}

/** In the log of the outlet: that is where somebody looks. */
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
