import type { InputOf, OutputOf, workLinkApi } from '@netward/contract'
import { linkDays, mostOpenReports } from '@netward/contract/field-work-values'
import { priorityOf } from '@netward/contract/work-order-values'
import { cleanText } from '../../../platform/clean-text.ts'
import { hashToken } from '../../../platform/db/scope.ts'
import { AppError } from '../../../platform/errors.ts'
import { type CallContext, type RequestContext, requestContext } from '../../../platform/http/context.ts'
import { sourceOf } from '../../../platform/source-address.ts'
import {
  type Attempt,
  type IdentityDeps,
  networkKeys,
  requireImageCode,
  reservations,
  reserveWithImageCode,
  sendCode,
  spendCode,
} from '../../identity/index.ts'
import { channels } from '../../messages/index.ts'
import { reckon } from '../deadlines.ts'
import { allowanceRepo } from '../allowance/allowance.repo.ts'
import { dispatchNew } from '../dispatch/dispatch.service.ts'
import { nobodyIn } from '../nobody.ts'
import { orderRepo } from '../order.repo.ts'
import { type OpenedSticker, outsideRepo } from './outside.repo.ts'
import { newTicket } from './stickers.service.ts'

/** Requests of a source before it has to wait, and before it has to read digits in a picture. */
const limits = { opens: 120, codes: 5, reports: 10, rates: 30 }
const imageAfter = { source: 2, network: 50 }
const codePurpose = 'work_report'

const needsCode = (deps: IdentityDeps): boolean => channels(deps.messages).phoneCodes

/** Counted per source, and per network for the picture; success resets nothing. */
function counted(deps: IdentityDeps, call: CallContext, kind: keyof typeof limits): Attempt {
  const keys = [
    {
      key: `work.${kind}@${sourceOf(call.remoteAddress)}`,
      free: limits[kind],
      imageAfter: imageAfter.source,
    },
    ...networkKeys(`work.${kind}@`, call, imageAfter.network),
  ]
  return { ...reservations(deps.scopes, keys), forgive: async () => {} }
}

/** Counts each attempt, valid or not, so that tickets cannot be guessed. */
async function opened(deps: IdentityDeps, call: CallContext, ticket: string): Promise<OpenedSticker> {
  await counted(deps, call, 'opens').reserve()
  const sticker = await outsideRepo.sticker(deps.scopes, hashToken(ticket))
  if (sticker === undefined) throw new AppError('ticket.invalid')
  return sticker
}

export async function openSticker(
  deps: IdentityDeps,
  call: CallContext,
  { ticket }: InputOf<typeof workLinkApi.openSticker>,
): Promise<OutputOf<typeof workLinkApi.openSticker>> {
  const sticker = await opened(deps, call, ticket)
  const open = await outsideRepo.duplicates(deps.scopes, hashToken(ticket))
  return {
    companyName: sticker.company_name,
    outletName: sticker.outlet_name,
    subjectName: sticker.device_name ?? '',
    needsCode: needsCode(deps),
    open: open.map(({ category, state, created_at: createdAt }) => ({ category, state, createdAt })),
  }
}

export async function sendReportCode(
  deps: IdentityDeps,
  call: CallContext,
  { ticket, phone, ...image }: InputOf<typeof workLinkApi.sendReportCode>,
): Promise<OutputOf<typeof workLinkApi.sendReportCode>> {
  const sticker = await opened(deps, call, ticket)
  await reserveWithImageCode(deps, counted(deps, call, 'codes'), image)
  return sendCode(deps, call, { purpose: codePurpose, address: { phone }, boundTo: sticker.id })
}

/** The phone is proved by a code where the installation sends them, else a picture of digits is read each time. */
async function prove(
  deps: IdentityDeps,
  call: CallContext,
  sticker: OpenedSticker,
  input: InputOf<typeof workLinkApi.reportFault>,
): Promise<void> {
  await counted(deps, call, 'reports').reserve()
  if (!needsCode(deps)) return requireImageCode(deps, input)
  const { codeId, code, phone } = input
  if (codeId === undefined || code === undefined) throw new AppError('code.wrong')
  await spendCode(deps, { purpose: codePurpose, codeId, code, address: { phone }, boundTo: sticker.id })
}

export async function reportFault(
  deps: IdentityDeps,
  call: CallContext,
  input: InputOf<typeof workLinkApi.reportFault>,
): Promise<OutputOf<typeof workLinkApi.reportFault>> {
  const sticker = await opened(deps, call, input.ticket)
  if (sticker.open_reports >= mostOpenReports) throw new AppError('work_report.too_many')
  await prove(deps, call, sticker, input)
  const ticket = newTicket()
  const number = await deps.scopes.withCompany(sticker.company_id, ({ db }) =>
    made(requestContext(call, db, nobodyIn(sticker.company_id, input.contactName), []), {
      sticker,
      input,
      ticket,
      proved: needsCode(deps),
    }),
  )
  return { ticket, number }
}

async function made(
  inside: RequestContext,
  {
    sticker,
    input,
    ticket,
    proved,
  }: {
    sticker: OpenedSticker
    input: InputOf<typeof workLinkApi.reportFault>
    ticket: string
    proved: boolean
  },
): Promise<number> {
  const open = await outsideRepo.lockSticker(inside, sticker.id)
  if (open === undefined) throw new AppError('ticket.invalid')
  if (open >= mostOpenReports) throw new AppError('work_report.too_many')
  const subject = await orderRepo.subject(
    inside,
    sticker.device_id === null ? { outletId: sticker.outlet_id } : { deviceId: sticker.device_id },
  )
  if (subject === undefined) throw new AppError('ticket.invalid')
  const { category, urgency, contactName, phone } = input
  const description = cleanText(input.description, 2000)
  const { id, number } = await orderRepo.insert(inside, subject, {
    type: 'fault',
    category,
    title: titleOf(description) || sticker.outlet_name,
    description,
    impact: 'medium',
    urgency,
    priority: priorityOf('medium', urgency),
    contactName,
    contactPhone: phone,
    contactEmail: '',
    tags: [],
  })
  await allowanceRepo.count(inside, id)
  await outsideRepo.insertReport(inside, id, sticker.id, proved)
  await outsideRepo.insertReportLink(inside, id, hashToken(ticket), linkDays)
  await orderRepo.note(inside, id, 'reported', { name: contactName })
  await dispatchNew(inside, id)
  await reckon(inside, id)
  await inside.audit({
    action: 'work_order.reported',
    subjectKind: 'work_order',
    subjectId: id,
    detail: { name: `#${number} ${titleOf(description)}`, proved },
  })
  await inside.emit('work_order.changed', subject.outletId, { orderId: id })
  return number
}

/** The first line of the description, as long as a title may be. */
const titleOf = (description: string): string => {
  const line = description
    .split(/[\r\n]/, 1)[0]!
    .replaceAll('\t', ' ')
    .trim()
  return line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line
}

export async function openWorkLink(
  deps: IdentityDeps,
  call: CallContext,
  { ticket }: InputOf<typeof workLinkApi.openWorkLink>,
): Promise<OutputOf<typeof workLinkApi.openWorkLink>> {
  await counted(deps, call, 'opens').reserve()
  const link = await outsideRepo.link(deps.scopes, hashToken(ticket))
  if (link === undefined) throw new AppError('ticket.invalid')
  return {
    companyName: link.company_name,
    number: link.number,
    outletName: link.outlet_name,
    category: link.category,
    state: link.state,
    createdAt: link.created_at,
    visitStartsAt: link.visit_starts_at,
    visitEndsAt: link.visit_ends_at,
    resolvedAt: link.resolved_at,
    score: link.score,
    mayRate: link.score === null && (link.state === 'resolved' || link.state === 'closed'),
  }
}

export async function rateOrder(
  deps: IdentityDeps,
  call: CallContext,
  { ticket, score, comment }: InputOf<typeof workLinkApi.rateOrder>,
): Promise<{ score: number }> {
  await counted(deps, call, 'rates').reserve()
  const rated = await outsideRepo.rate(deps.scopes, hashToken(ticket), score, cleanText(comment, 1000))
  if (rated === null) throw new AppError('ticket.invalid')
  return { score: rated }
}
