import { phrase } from '@netward/phrases/server'
import type { CardAct, MessageCard } from '../../integrations/index.ts'
import { type Look, type NotifiedAlarm, timeOf } from '../notice-text.ts'
import type { NotifiedWork } from '../work/work-text.ts'

/** What the buttons of a message act on: all of its alarms, its one order, or the step of its one approval. */
export type NoticeAct =
  | { readonly act: 'acknowledge' }
  | { readonly act: 'accept'; readonly subjectId: string }
  | { readonly act: 'decide'; readonly subjectId: string; readonly step: number }

export const isToAcknowledge = ({
  transition,
  state,
}: Pick<NotifiedAlarm, 'transition' | 'state'>): boolean => transition !== 'cleared' && state === 'active'

/** Null: there is nothing that its recipient would press a button for. */
export function cardActOf(items: readonly NotifiedAlarm[], work: readonly NotifiedWork[]): NoticeAct | null {
  if (items.some((item) => isToAcknowledge(item) && item.transition !== 'acknowledged'))
    return { act: 'acknowledge' }
  const [only] = work
  if (items.length > 0 || work.length !== 1 || only?.mine !== true) return null
  const { event, subjectId, step } = only
  if (event === 'order_assigned') return { act: 'accept', subjectId }
  return event === 'approval_asked' && step !== null ? { act: 'decide', subjectId, step } : null
}

const buttonsOf = {
  acknowledge: ['acknowledge'],
  accept: ['accept'],
  decide: ['approve', 'refuse'],
} as const satisfies Record<NoticeAct['act'], readonly CardAct[]>

export function cardOf(act: NoticeAct | null, madeAt: Date, look: Look): MessageCard {
  const { language } = look
  const seconds = String(madeAt.getSeconds()).padStart(2, '0')
  return {
    buttons: (act === null ? [] : buttonsOf[act.act]).map((name) => ({
      act: name,
      text: phrase(language, `notices.card.buttons.${name}`),
    })),
    note: `${timeOf(madeAt.toISOString(), look)}:${seconds}`,
    reasonLabel: phrase(language, 'notices.card.reason'),
    openText: phrase(language, 'notices.card.open'),
  }
}
