import { approvalApi, workOrderApi } from '@netward/contract'
import { acknowledgedHours } from '@netward/contract/alarm-values'
import { type Language, phrase } from '@netward/phrases/server'
import type { Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import { errorText } from '../../platform/http/error-text.ts'
import { decideApproval } from '../approvals/index.ts'
import type { CardAct } from '../integrations/index.ts'
import { cardRepo, type PressedCard } from '../notices/index.ts'
import { moveOrder, orderRepo } from '../orders/index.ts'
import { asPersonOfCard } from './card-session.ts'

/** A button of a card, pressed by whom the vendor proves. */
export interface Press {
  readonly channelId: string
  readonly messageId: string
  /** Who pressed it, as the channel names people. */
  readonly subject: string
  readonly act: CardAct
  /** Of a refusal. */
  readonly reason: string
  readonly address: string
}

/** What came of it, for the person. */
export interface Pressed {
  readonly done: boolean
  readonly text: string
}

const cardOf = {
  acknowledge: 'acknowledge',
  accept: 'accept',
  approve: 'decide',
  refuse: 'decide',
} as const satisfies Record<CardAct, PressedCard['act']>

/**
 * Acts as the person whom the card was sent to and whose account pressed it, with the rights that they have now, once and within
 * the time of the card. Null: no such card was sent to this account.
 */
export async function press(scopes: Scopes, given: Press): Promise<Pressed | null> {
  const { channelId, messageId, subject, act } = given
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(messageId)) return null
  const card = await cardRepo.pressed(scopes, channelId, messageId, subject)
  if (card === undefined || card.act !== cardOf[act]) return null
  const said = (key: 'over' | 'nothing' | CardAct) => phrase(card.language, `notices.card.said.${key}`)
  if (card.over || !(await cardRepo.take(scopes, messageId))) return { done: false, text: said('over') }
  try {
    const isDone = await carriedOut(scopes, given, card)
    return { done: true, text: said(isDone ? act : 'nothing') }
  } catch (error) {
    await cardRepo.giveBack(scopes, messageId)
    if (!(error instanceof AppError)) throw error
    return { done: false, text: errorText(error, card.language) }
  }
}

/** False: there was nothing left to do. @throws AppError when it is refused */
async function carriedOut(
  scopes: Scopes,
  { messageId, act, reason, address }: Press,
  card: PressedCard,
): Promise<boolean> {
  const { subject_id: subjectId, step, language } = card
  if (card.act === 'acknowledge') {
    const acknowledged = await cardRepo.acknowledge(scopes, messageId, acknowledgedHours)
    if (acknowledged === null) throw new AppError('permission.denied')
    return acknowledged > 0
  }
  const as = { language, address }
  await (card.act === 'accept'
    ? accept(scopes, messageId, subjectId!, as)
    : decide(
        scopes,
        messageId,
        { id: subjectId!, step: step!, approve: act === 'approve', note: reason },
        as,
      ))
  return true
}

interface As {
  readonly language: Language
  readonly address: string
}

async function accept(scopes: Scopes, messageId: string, orderId: string, as: As): Promise<void> {
  await asPersonOfCard(scopes, messageId, { endpoint: workOrderApi.moveOrder, ...as }, async (ctx) => {
    const order = await ctx.inTransaction(null, (inside) => orderRepo.find(inside, orderId))
    if (order === undefined) throw new AppError('work_order.not_found')
    await moveOrder(ctx, { orderId, version: order.version, move: { name: 'accept' } })
  })
}

async function decide(
  scopes: Scopes,
  messageId: string,
  { id, step, approve, note }: { id: string; step: number; approve: boolean; note: string },
  as: As,
): Promise<void> {
  const input = approvalApi.decideApproval.input.safeParse({ approvalId: id, step, approve, note })
  if (!input.success) throw new AppError('request.invalid')
  await asPersonOfCard(scopes, messageId, { endpoint: approvalApi.decideApproval, ...as }, (ctx) =>
    ctx.inTransaction(null, (inside) => decideApproval(inside, input.data)),
  )
}
