import { randomBytes } from 'node:crypto'
import type { InputOf, OutputOf, terminalApi } from '@netward/contract'
import { hashToken } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { CsvAnswer, SeveralTransactions } from '../../platform/http/route.ts'
import { ownedDevice, movableDevice } from '../devices/index.ts'
import { type MessageDeps, notifyAdministrators } from '../messages/index.ts'
import { noteForOrder } from '../order-acts/index.ts'
import { accessRepo } from './access.repo.ts'
import { type Consent, settingRepo } from './setting.repo.ts'
import { type TerminalQuery, terminalRepo } from './terminal.repo.ts'

type Page = OutputOf<typeof terminalApi.pageTerminals>

/** Open terminals per user and company. */
const maxOpen = 20

export const typedContext = (terminalId: string) => `terminal:${terminalId}`

/** The connection starts when the browser presents the ticket, outside any transaction. */
export function openTerminal(
  ctx: SeveralTransactions,
  { deviceId, reason, orderId, password, ...wanted }: InputOf<typeof terminalApi.openTerminal>,
  deps: MessageDeps,
): Promise<OutputOf<typeof terminalApi.openTerminal>> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'openTerminal')
    if ((await terminalRepo.countOpen(inside)) >= maxOpen) throw new AppError('terminal.too_many')
    const access = await accessRepo.findEffective(inside, deviceId)
    if (!access) throw new AppError('device.not_found')
    const { longestMinutes } = await settingRepo.find(inside)
    const consent = await settingRepo.findConsent(inside)
    const ticket = randomBytes(24).toString('base64url')
    const { protocol, port } = access
    const { id: terminalId, ask_until: askedUntil } = await terminalRepo.insert(inside, {
      deviceId,
      deviceName: device.name,
      remoteAddress: ctx.remoteAddress,
      reason,
      protocol,
      port,
      encoding: wanted.encoding ?? access.encoding,
      username: wanted.username ?? access.username,
      ticketHash: hashToken(ticket),
      profileId: access.profile_id,
      longestMinutes,
      askMinutes: consent?.minutes ?? null,
    })
    await noteForOrder(inside, orderId, {
      kind: 'terminal',
      refId: terminalId,
      deviceId,
      name: device.name,
      // The session's own list shows it, to those who may see it.
      reason: '',
    })
    if (password !== undefined && password !== '')
      await terminalRepo.updateSecret(
        inside,
        terminalId,
        deps.secrets.seal(password, typedContext(terminalId)),
      )
    await inside.audit({
      action: 'terminal.opened',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { name: device.name, reason, protocol, port, ...(consent ? { asks: true } : {}) },
    })
    if (consent) await notifyOfQuestion(deps, inside, consent, { device, reason, terminalId })
    else await inside.emit('terminal.changed', device.id)
    return { terminalId, ticket, askedUntil }
  })
}

/** On every screen of the approvers, and by mail. */
async function notifyOfQuestion(
  deps: MessageDeps,
  inside: RequestContext,
  { minutes, company_name: companyName, home_name: actorCompany }: Consent,
  {
    device,
    reason,
    terminalId,
  }: { device: { id: string; name: string }; reason: string; terminalId: string },
): Promise<void> {
  const { actorName, companyId } = inside.scope
  await inside.emit('terminal.changed', device.id, { what: 'asked', terminalId })
  await notifyAdministrators(deps, inside.db, companyId, {
    kind: 'terminal_asked',
    params: {
      companyName,
      actorName,
      actorCompany,
      reason,
      deviceName: device.name,
      minutes: String(minutes),
    },
  })
}

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
    askedUntil: row.state === 'asking' ? row.ask_until : null,
    decidedBy: row.decided_by,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    recordedBytes: row.recorded_bytes,
    withheld: row.withheld,
  }
}

export async function pageTerminals(ctx: RequestContext, query: TerminalQuery): Promise<Page> {
  const found = await terminalRepo.page(ctx, query)
  return { ...found, items: found.items.map(present) }
}

const maxExported = 10_000

export async function exportTerminals(ctx: RequestContext, query: TerminalQuery): Promise<CsvAnswer> {
  const { items } = await terminalRepo.page(ctx, { ...query, page: 1, pageSize: maxExported })
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
      row.withheld ? ctx.phrase('terminals.withheld') : row.reason,
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
