import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf, terminalApi } from '@netward/contract'
import { hashToken, type Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer, SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { inDeviceCompany, lookInto, movableDevice } from '../devices/index.ts'
import { presentAccess } from './access.service.ts'
import { type Redeemed, type TerminalQuery, terminalRepo } from './terminal.repo.ts'

type Page = OutputOf<typeof terminalApi.pageTerminals>

/** Terminals that one person may have open in a company. */
const mostOpen = 20

export const typedContext = (terminalId: string) => `terminal:${terminalId}`

/** The connection itself begins when the browser comes with the ticket, outside of every transaction. */
export function openTerminal(
  ctx: SeveralTransactions,
  { deviceId, reason, password, ...wanted }: InputOf<typeof terminalApi.openTerminal>,
  secrets: Secrets,
): Promise<OutputOf<typeof terminalApi.openTerminal>> {
  return inDeviceCompany(ctx, deviceId, async (inside) => {
    const device = await movableDevice(inside, deviceId, 'openTerminal')
    if ((await terminalRepo.countOpen(inside)) >= mostOpen) throw new AppError('terminal.too_many')
    const access = await presentAccess(inside, deviceId)
    const ticket = randomBytes(24).toString('base64url')
    const { protocol, port } = access
    const terminalId = await terminalRepo.insert(inside, {
      deviceId,
      deviceName: device.name,
      remoteAddress: ctx.remoteAddress,
      reason,
      protocol,
      port,
      encoding: wanted.encoding ?? access.encoding,
      username: wanted.username ?? access.username,
      ticketHash: hashToken(ticket),
    })
    if (password !== undefined && password !== '')
      await terminalRepo.updateSecret(inside, terminalId, secrets.seal(password, typedContext(terminalId)))
    await inside.audit({
      action: 'terminal.opened',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { name: device.name, reason, protocol, port },
    })
    await inside.emit('terminal.changed', null)
    return { terminalId, ticket }
  })
}

/** What a browser's ticket opens, once. */
export const redeemTicket = (scopes: Scopes, ticket: string): Promise<Redeemed | undefined> =>
  terminalRepo.redeem(scopes, hashToken(ticket))

type Row = Awaited<ReturnType<typeof terminalRepo.page>>['items'][number]

function present(row: Row): Page['items'][number] {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    deviceId: row.device_id,
    deviceName: row.device_name,
    personName: row.person_name,
    fromOutside: row.from_outside,
    remoteAddress: row.remote_address,
    reason: row.reason,
    protocol: row.protocol,
    port: row.port,
    username: row.username,
    state: row.state,
    outcome: row.outcome,
    endedBy: row.ended_by,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    recordedBytes: row.recorded_bytes,
  }
}

export async function pageTerminals(ctx: RequestContext, query: TerminalQuery): Promise<Page> {
  const found = await terminalRepo.page(ctx, query)
  return { ...found, items: found.items.map(present) }
}

const mostExported = 10_000

export async function exportTerminals(ctx: RequestContext, query: TerminalQuery): Promise<CsvAnswer> {
  const { items } = await terminalRepo.page(ctx, { ...query, page: 1, pageSize: mostExported })
  const heading = [
    ctx.phrase('terminals.createdAt'),
    ctx.phrase('terminals.person'),
    ctx.phrase('terminals.company'),
    ctx.phrase('terminals.device'),
    ctx.phrase('terminals.reason'),
    ctx.phrase('terminals.protocolLabel'),
    ctx.phrase('terminals.username'),
    ctx.phrase('terminals.from'),
    ctx.phrase('terminals.stateLabel'),
    ctx.phrase('terminals.outcomeLabel'),
    ctx.phrase('terminals.endedAt'),
  ]
  const lines = items.map((row) =>
    csvLine([
      row.created_at,
      row.person_name,
      row.company_name,
      row.device_name,
      row.reason,
      `${row.protocol}:${row.port}`,
      row.username,
      row.remote_address,
      ctx.phrase(`terminals.state.${row.state}`),
      row.outcome === null ? '' : ctx.phrase(`terminals.outcome.${row.outcome}`),
      row.ended_at,
    ]),
  )
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({ action: 'terminal.exported', detail: { filters, rows: items.length } })
  return { name: ctx.phrase('terminals.exportLabel'), csv: csvLine(heading) + lines.join('') }
}

/** The process that carries it ends it when it next asks how its terminals stand. */
export async function endTerminal(
  ctx: SeveralTransactions,
  { terminalId }: { terminalId: string },
): Promise<null> {
  const companyId = await ctx.inTransaction(null, async (outside) => {
    const found = await terminalRepo.find(outside, terminalId)
    if (!found) throw new AppError('terminal.not_found')
    return found.company_id === outside.scope.companyId ? null : found.company_id
  })
  return ctx.inTransaction(companyId, async (inside) => {
    const found = await terminalRepo.find(inside, terminalId)
    if (!found) throw new AppError('terminal.not_found')
    if (!(await terminalRepo.updateEndAsked(inside, terminalId))) throw new AppError('terminal.over')
    await inside.audit({
      action: 'terminal.ended',
      subjectKind: 'device',
      subjectId: found.device_id,
      detail: { name: found.device_name, personName: found.person_name },
    })
    await inside.emit('terminal.changed', null)
    return null
  })
}

const chunksAtOnce = 20

export async function readRecording(
  ctx: RequestContext,
  { terminalId, after }: InputOf<typeof terminalApi.readRecording>,
): Promise<OutputOf<typeof terminalApi.readRecording>> {
  const found = await terminalRepo.find(ctx, terminalId)
  if (!found) throw new AppError('terminal.not_found')
  await lookInto(ctx, found, 'DMS_SERVER_DEVICE_TERMINAL_SUPERVISE')
  const chunks = await terminalRepo.chunks(ctx, found.company_id, terminalId, after, chunksAtOnce)
  return {
    content: chunks.map(({ content }) => content).join(''),
    next: chunks.length === chunksAtOnce ? (chunks.at(-1)?.n ?? null) : null,
  }
}
