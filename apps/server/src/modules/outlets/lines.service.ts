import type { AuditAction, InputOf, OutputOf, outletApi } from '@netward/contract'
import type { WanState } from '@netward/contract/outlet-values'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { changedFields } from './changed-fields.ts'
import { inItsCompany } from './in-outlet-company.ts'
import { type LineQuery, lineRepo, type LineValues, type ListedLine } from './line.repo.ts'
import { getOutlet } from './outlet-place.ts'
import { inCompanyOf } from './outlets.service.ts'
import { wanStates } from './wans.service.ts'
import { refusalOfWrite } from './write-refusal.ts'

type Row = OutputOf<typeof outletApi.createLine>
type Written = Omit<InputOf<typeof outletApi.createLine>, 'outletId'>

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
  { outletId, ...input }: InputOf<typeof outletApi.createLine>,
): Promise<Row> {
  return inCompanyOf(ctx, outletId, async (inside) => {
    const values = storedLine(input)
    await checkGateway(inside, values, outletId)
    const [id] = await refusalOfWrite(inside, () =>
      lineRepo.insert(inside, [{ ...values, outlet_id: outletId }]),
    )
    if (id === undefined) throw new AppError('line.not_found')
    await noteLine(inside, 'line.created', outletId, { line: values.name, after: values })
    return presentLine(inside, id)
  })
}

export function editLine(
  ctx: SeveralTransactions,
  { lineId, ...input }: InputOf<typeof outletApi.editLine>,
): Promise<Row> {
  return inLineCompany(ctx, lineId, async (inside) => {
    const line = await lineRepo.lock(inside, lineId)
    if (!line) throw new AppError('line.not_found')
    const { outlet_id: outletId, ...before } = line
    const values = storedLine(input)
    const changed = changedFields<LineValues>(before, values)
    if (changed !== null) {
      await checkGateway(inside, values, outletId)
      await refusalOfWrite(inside, () => lineRepo.update(inside, lineId, values))
      await noteLine(inside, 'line.edited', outletId, { line: values.name, ...changed })
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
